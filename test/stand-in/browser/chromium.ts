// Starts Debian's Chromium with the flags under which it behaves as Electron's would, and speaks to it by a pipe.
import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { Cdp } from './cdp.ts'

const FEATURES_OFF = [
  'AimEnabled',
  'AutofillServerCommunication',
  'CertificateTransparencyComponentUpdater',
  'DestroyProfileOnBrowserClose',
  'GlobalMediaControls',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'Translate',
]

const FLAGS = [
  '--no-first-run',
  '--no-default-browser-check',
  '--no-startup-window',
  '--no-service-autorun',
  '--disable-back-forward-cache',
  '--disable-background-networking',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-breakpad',
  '--disable-client-side-phishing-detection',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-field-trial-config',
  '--disable-hang-monitor',
  '--disable-infobars',
  '--disable-renderer-backgrounding',
  '--disable-search-engine-choice-screen',
  '--disable-sync',
  '--force-color-profile=srgb',
  // We listen to the page's runtime, and then each new Error has the lines of its stack looked up: without them at hand V8 would read the
  // whole script again for the first one (50 to 90 ms of a start). Nobody listens in Electron.
  '--js-flags=--no-enable-lazy-source-positions',
  '--metrics-recording-only',
  '--password-store=basic',
  '--use-mock-keychain',
  `--disable-features=${FEATURES_OFF.join(',')}`,
]

/** Chromium's sandbox needs a user that is not root. */
const ROOT_FLAGS = process.getuid?.() === 0 ? ['--no-sandbox'] : []

export interface ChromiumOptions {
  readonly profile: string
  readonly headless: boolean
  /** The DevTools port that Playwright asks for; none is opened without it. */
  readonly debuggingPort: string | undefined
  readonly resolverRules: string
  readonly extraFlags: readonly string[]
}

export interface Chromium {
  readonly process: ChildProcess
  readonly cdp: Cdp
  /** ws:// address of the DevTools port, where one was asked for. */
  readonly endpoint: string | undefined
}

export function chromiumExecutable(): string {
  return process.env.STAND_IN_CHROMIUM ?? '/usr/bin/chromium'
}

/** Starts Chromium without a window. @throws with Chromium's own last words when it cannot start. */
export async function launchChromium(options: ChromiumOptions): Promise<Chromium> {
  const flags = [
    ...FLAGS,
    '--remote-debugging-pipe',
    `--user-data-dir=${options.profile}`,
    `--host-resolver-rules=${options.resolverRules}`,
    ...new Set([...options.extraFlags, ...ROOT_FLAGS]),
    ...(options.headless ? ['--headless'] : []),
    ...(options.debuggingPort === undefined ? [] : [`--remote-debugging-port=${options.debuggingPort}`]),
  ]
  const child = spawn(chromiumExecutable(), flags, {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    detached: true, // Ctrl-C is the main process's to answer; the pipe ends Chromium with it
  })
  // spawn() gives streams for 'pipe', whatever the general type of `stdio` says.
  const [, , log, output, input] = child.stdio as unknown as [null, null, Readable, Writable, Readable]
  let lines = ''
  const endpoint = new Promise<string>((resolve, reject) => {
    log.on('data', (chunk: Buffer) => {
      if (process.env.STAND_IN_LOG) process.stderr.write(`[chromium] ${chunk}`)
      lines = (lines + chunk).slice(-4000)
      const listening = /^DevTools listening on (ws:\/\/.*)$/m.exec(lines)
      if (listening) resolve(listening[1]!)
    })
    child.once('error', (error) => reject(new Error(`Chromium could not be started: ${error.message}`)))
    child.once('exit', (code) => reject(new Error(`Chromium ended (${code}) as it started:\n${lines}`)))
  })
  const cdp = new Cdp(output, input)
  if (options.debuggingPort !== undefined) return { process: child, cdp, endpoint: await endpoint }
  await Promise.race([cdp.root.send('Browser.getVersion'), endpoint])
  endpoint.catch(() => {}) // from here on its end is the exit listener's business
  return { process: child, cdp, endpoint: undefined }
}

/** Asks the running Chromium of a profile for one more window without toolbar; only the headed mode needs it. */
export function openAppWindow(profile: string, url: string, width: number, height: number): void {
  const flags = [
    `--user-data-dir=${profile}`,
    `--app=${url}`,
    `--window-size=${width},${height}`,
    '--test-type', // hides the bar about unsupported flags
    ...ROOT_FLAGS,
  ]
  spawn(chromiumExecutable(), flags, { stdio: 'ignore' })
}
