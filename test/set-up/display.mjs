// A virtual display for machines without one: Xvfb on a free number, with a cookie of its own.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runQuietly } from './run.mjs'
import { SetUpError } from './say.mjs'

export const VIRTUAL_SCREEN = '1440x900x24'

export const hasDisplay = () =>
  process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)

/**
 * @typedef {object} Display
 * @property {{ DISPLAY: string, XAUTHORITY: string }} env
 * @property {() => void} stop
 *
 * Starts Xvfb; it ends with stop(), or by itself when the last program has left it.
 * @returns {Promise<Display>}
 */
export async function startVirtualDisplay() {
  const folder = mkdtempSync(join(tmpdir(), 'foleyroom-display-'))
  const cookie = randomBytes(16).toString('hex')
  const [serverFile, clientFile] = [join(folder, 'server'), join(folder, 'client')]
  await addCookie(serverFile, ':0', cookie)
  const child = spawn(
    'Xvfb',
    [
      '-displayfd',
      '3',
      '-screen',
      '0',
      VIRTUAL_SCREEN,
      '-auth',
      serverFile,
      '-nolisten',
      'tcp',
      '-terminate',
    ],
    // Its own group: Ctrl-C is the app's to answer, and the app still needs the display then.
    { detached: true, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  )
  const stop = () => {
    child.kill()
    rmSync(folder, { recursive: true, force: true })
  }
  const number = await displayNumber(child).catch((error) => {
    stop()
    throw error
  })
  await addCookie(clientFile, `:${number}`, cookie)
  return { env: { DISPLAY: `:${number}`, XAUTHORITY: clientFile }, stop }
}

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<string>} */
function displayNumber(child) {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdio[3]?.on('data', (chunk) => {
      text += chunk
      if (text.includes('\n')) resolve(text.trim())
    })
    child.on('error', (error) => reject(new SetUpError(`Xvfb could not be started: ${error.message}`)))
    child.on('exit', (code) => reject(new SetUpError(`Xvfb ended as it started (code ${code})`)))
  })
}

/** @param {string} file @param {string} display @param {string} cookie */
async function addCookie(file, display, cookie) {
  const { code, output } = await runQuietly('xauth', ['-f', file, 'add', display, '.', cookie])
  if (code !== 0) throw new SetUpError(`xauth failed (code ${code}): ${output.trimEnd()}`)
}
