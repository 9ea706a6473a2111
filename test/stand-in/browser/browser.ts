// The one Chromium of a launch: started when the first window needs it, closed when the app ends.
import { EventEmitter } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { appFacts } from '../app-facts.ts'
import { getPath } from '../system/paths.ts'
import type { Cdp, Protocol, Session } from './cdp.ts'
import { type Chromium, launchChromium } from './chromium.ts'
import { LAUNCH_COOKIE, startLoopback } from './loopback.ts'
import { schemes } from './schemes.ts'

/** `page`: a page has attached; `page-gone`: its target id; `gone`: Chromium ended although nobody asked. */
export const browserEvents = new EventEmitter<{
  page: [session: Session, info: Protocol.Target.TargetInfo]
  'page-gone': [targetId: string]
  started: [cdp: Cdp]
  gone: []
}>()

/** Without a display there is only one choice; with one, a person may ask for a window. */
export const isHeadless = process.env.STAND_IN_HEADED !== '1'

const appendedSwitches = new Map<string, string>()
let starting: Promise<Chromium> | undefined
let running: Chromium | undefined
let closing = false

/** A switch of app.commandLine; too late once Chromium runs, as in Electron. */
export function appendSwitch(name: string, value: string): void {
  appendedSwitches.set(name, value)
}

export function runningCdp(): Cdp | undefined {
  return running?.cdp
}

export function profileFolder(): string {
  return join(getPath('userData'), 'stand-in-chromium')
}

/** The browser's line; the first call starts Chromium, later ones wait for the same. */
export async function startBrowser(): Promise<Cdp> {
  starting ??= start()
  return (await starting).cdp
}

async function start(): Promise<Chromium> {
  const port = await startLoopback()
  mkdirSync(profileFolder(), { recursive: true })
  const chromium = await launchChromium({
    profile: profileFolder(),
    headless: isHeadless,
    debuggingPort: appFacts.switches.get('remote-debugging-port'),
    resolverRules: resolverRules(port),
    extraFlags: extraFlags(),
  })
  running = chromium
  process.once('exit', () => chromium.process.kill('SIGKILL')) // an uncaught error leaves no browser behind
  chromium.process.once('exit', () => {
    if (!closing) browserEvents.emit('gone')
  })
  const { root } = chromium.cdp
  root.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    const session = chromium.cdp.session(sessionId)
    if (targetInfo.type === 'page') browserEvents.emit('page', session, targetInfo)
    else session.send('Runtime.runIfWaitingForDebugger').catch(() => {}) // it may have ended meanwhile
  })
  root.on('Target.targetDestroyed', ({ targetId }) => browserEvents.emit('page-gone', targetId))
  await root.send('Storage.setCookies', { cookies: [...schemes.keys()].map(launchCookieOf) })
  await root.send('Target.setDiscoverTargets', { discover: true })
  await root.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true })
  browserEvents.emit('started', chromium.cdp)
  if (chromium.endpoint) process.stderr.write(`\nDevTools listening on ${chromium.endpoint}\n`)
  return chromium
}

function launchCookieOf(scheme: string): Protocol.Network.CookieParam {
  return {
    ...LAUNCH_COOKIE,
    domain: `.${scheme}.localhost`,
    path: '/',
    httpOnly: true,
    sameSite: 'Strict',
  }
}

/** The page reaches the app's schemes and nothing else, not even this machine. */
function resolverRules(port: number): string {
  const own = [...schemes.keys()].map((scheme) => `MAP *.${scheme}.localhost:80 127.0.0.1:${port}`)
  return [...own, 'MAP * ~NOTFOUND'].join(', ')
}

function extraFlags(): string[] {
  const kept = [...appendedSwitches].filter(
    ([name]) => !['disable-features', 'enable-features', 'use-mock-keychain', 'user-data-dir'].includes(name),
  )
  const flags = kept.map(([name, value]) => (value ? `--${name}=${value}` : `--${name}`))
  return appFacts.switches.has('no-sandbox') ? [...flags, '--no-sandbox'] : flags
}

/** Closes Chromium; one that does not end within 3 s is killed. Resolves when it is gone. */
export async function closeBrowser(): Promise<void> {
  closing = true
  if (!starting) return
  const chromium = await starting.catch(() => undefined)
  if (!chromium || chromium.process.exitCode !== null || chromium.process.signalCode !== null) return
  const ended = new Promise<void>((resolve) => chromium.process.once('exit', () => resolve()))
  const limit = setTimeout(() => chromium.process.kill('SIGKILL'), 3000)
  chromium.cdp.root.send('Browser.close').catch(() => chromium.process.kill())
  await ended
  clearTimeout(limit)
}
