// The app as a process of its own: started on either runtime, ended with whoever started it.
import { spawn } from 'node:child_process'
import { ROOT } from './places.mjs'

const EXIT_CODE_OF_SIGNAL = 128
const SIGNAL_NUMBERS = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }

/**
 * @param {import('./runtime.mjs').Runtime} runtime
 * @param {readonly string[]} args the app's own
 * @param {Record<string, string>} env what this launch adds
 * @returns {{ ended: Promise<number>, end: () => void }} `ended` gives the exit code
 */
export function launchApp(runtime, args, env) {
  const switches = process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const child = spawn(runtime.executable, [...switches, '.', ...args], {
    cwd: ROOT,
    env: { ...runtime.env, ...env },
    stdio: 'inherit',
  })
  // Ctrl-C reaches the app by itself, from the terminal; what is sent to this process alone is passed on.
  let isAsked = false
  const passOn = (/** @type {NodeJS.Signals} */ signal) => {
    const isFromTerminal = signal === 'SIGINT' && process.stdin.isTTY
    if (!isFromTerminal) child.kill(isAsked ? 'SIGKILL' : 'SIGTERM')
    isAsked = true
  }
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, passOn)
  const ended = new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) =>
      resolve(
        code ??
          EXIT_CODE_OF_SIGNAL + (SIGNAL_NUMBERS[/** @type {keyof typeof SIGNAL_NUMBERS} */ (signal)] ?? 0),
      ),
    )
  })
  return { ended, end: () => child.kill('SIGTERM') }
}
