// Runs the packaged app as an installed one, with the working tree hidden from it: every package loads, the main job is done, the window opens.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { extractAll } from '@electron/asar'
import { importsBelow } from './dist-packages.mjs'
import { programPath, ROOT } from './places.mjs'
import { runQuietly } from './run.mjs'
import { say } from './say.mjs'

const LIMIT_MS = 180_000

/** @param {string} packaged folder of the app @param {string} home made here @returns {Promise<string[]>} what went wrong */
export async function runInstalled(packaged, home) {
  openAsar(packaged)
  mkdirSync(join(home, 'Music'), { recursive: true })
  const hide = await hidingCommand(home)
  if (hide === undefined)
    return [
      'the working tree cannot be hidden here (unshare -m needs root or user namespaces; strace is not installed either)',
    ]
  say(`The installed app runs ${hide.words}`)
  const run = (/** @type {string} */ command, /** @type {Record<string, string>} */ env = {}) =>
    runQuietly('sh', ['-c', hide.wrap(command)], {
      env: { PATH: '/usr/bin:/bin', HOME: home, TMPDIR: home, LANG: 'C.UTF-8', ...env },
      limitMs: LIMIT_MS,
    })
  const problems = [
    ...(await loads(packaged, run)),
    ...(await doesTheJob(packaged, home, run)),
    ...(await opensItsWindow(packaged, home, run)),
  ]
  return [...problems, ...hide.betrayals()]
}

/** Node has no asar reader: what Electron sees as a folder becomes one, packed and unpacked files together, as the header says. @param {string} packaged */
function openAsar(packaged) {
  const asar = join(packaged, 'resources/app.asar')
  extractAll(asar, `${asar}.open`)
  rmSync(asar)
  rmSync(`${asar}.unpacked`, { recursive: true, force: true })
  renameSync(`${asar}.open`, asar)
}

/** @typedef {(command: string, env?: Record<string, string>) => Promise<import('./run.mjs').Result>} Run */

/** Every package that a source of the main process names, by its own name, from where the app's code lies. @param {string} packaged @param {Run} run */
async function loads(packaged, run) {
  const { specifiers } = importsBelow('src-main')
  const app = join(packaged, 'resources/app.asar')
  const probe = join(app, 'out/main/probe.mjs')
  writeFileSync(
    probe,
    `import { createRequire } from 'node:module'
const { resolve } = createRequire(import.meta.url)
for (const name of ${JSON.stringify(specifiers)}) {
  try {
    if (/\\.(json|wasm|ttf)$|\\/wasm\\/[a-z0-9]+$/.test(name)) resolve(name)
    else await import(name)
  } catch (error) {
    console.log(name + ': ' + String(error).split('\\n')[0])
  }
}
process.exit(0)
`,
  )
  const { output } = await run(`'${packaged}/stand-in/node' '${probe}'`)
  rmSync(probe)
  const failures = output
    .split('\n')
    .filter((line) => specifiers.some((name) => line.startsWith(`${name}: `)))
  say(`Packages: ${specifiers.length - failures.length} of ${specifiers.length} load in the package`)
  return failures.map((line) => `in the package, ${line}`)
}

/** @param {string} packaged @param {string} home @param {Run} run */
async function doesTheJob(packaged, home, run) {
  const out = join(home, 'out')
  const { code, output } = await run(
    `'${packaged}/foleyroom' make 'heavy oak door slams' --seconds 1 --seed 7 --variants 2 --out '${out}'`,
  )
  const sounds = existsSync(out) ? readdirSync(out).filter((name) => name.endsWith('.wav')) : []
  const isSound = (/** @type {string} */ name) =>
    statSync(join(out, name)).size > 40_000 &&
    readFileSync(join(out, name)).toString('latin1', 0, 4) === 'RIFF'
  say(`The main job: ${sounds.length} sounds`)
  return code === 0 && sounds.length === 2 && sounds.every(isSound)
    ? []
    : [`the packaged app did not make its two sounds (code ${code}): ${output.trim()}`]
}

/** @param {string} packaged @param {string} home @param {Run} run */
async function opensItsWindow(packaged, home, run) {
  const picture = join(home, 'window.png')
  const env = { FOLEYROOM_SCREENSHOT: picture, FOLEYROOM_EXIT_AFTER_SCREENSHOT: '1' }
  const { code, output } = await run(`'${packaged}/foleyroom' --no-sandbox`, env)
  say(`The window: ${existsSync(picture) ? 'painted' : 'not painted'}`)
  return code === 0 && existsSync(picture)
    ? []
    : [`the packaged app did not paint its window (code ${code}): ${output.trim()}`]
}

/**
 * How the tree is kept from the app: a mount namespace in which its folder is empty, or else strace, which tells what was opened below it.
 * @param {string} home
 * @returns {Promise<{ words: string, wrap: (command: string) => string, betrayals: () => string[] } | undefined>}
 */
async function hidingCommand(home) {
  const empty = join(home, 'empty')
  mkdirSync(empty, { recursive: true })
  const hidden = (/** @type {string} */ command) =>
    `exec unshare --mount ${process.getuid?.() === 0 ? '' : '--map-root-user'} sh -c ${quoted(`mount --bind ${quoted(empty)} ${quoted(ROOT)} && exec sh -c ${quoted(command)}`)}`
  const { code } = await runQuietly('sh', ['-c', hidden(`test ! -e ${quoted(join(ROOT, 'package.json'))}`)], {
    env: process.env,
  })
  if (code === 0)
    return { words: 'in a mount namespace without the working tree', wrap: hidden, betrayals: () => [] }
  if (programPath('strace') === undefined) return undefined
  const trace = join(home, 'strace')
  return {
    words: 'under strace, which tells what it opens',
    wrap: (command) => `exec strace -f -qq -A -e trace=%file -o ${quoted(trace)} sh -c ${quoted(command)}`,
    betrayals() {
      const opened = readFileSync(trace, 'utf8')
        .split('\n')
        .filter((line) => line.includes(`"${ROOT}/`) && !line.includes('= -1'))
      return opened.length === 0
        ? []
        : [`the packaged app opened ${opened.length} files of the working tree, such as ${opened[0]}`]
    },
  }
}

const quoted = (/** @type {string} */ text) => `'${text.replaceAll("'", `'\\''`)}'`
