// The `app` module: names, folders, the single instance, and the order in which an app begins and ends.
import { EventEmitter } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import type * as E from 'electron'
import { appFacts } from './app-facts.ts'
import { appendSwitch, browserEvents, closeBrowser, runningCdp } from './browser/browser.ts'
import { notOffered } from './not-offered.ts'
import { getPath, setPath } from './system/paths.ts'
import { takeLock } from './system/single-instance.ts'
import { openWindows, preventable } from './windows/open-windows.ts'

class App extends EventEmitter {
  readonly protocolClients = new Set<string>()
  readonly commandLine = {
    /** Without effect once Chromium runs, as in Electron. */
    appendSwitch(name: string, value = ''): void {
      if (!runningCdp()) appendSwitch(name, value)
    },
    hasSwitch: (name: string): boolean => appFacts.switches.has(name),
    getSwitchValue: (name: string): string => appFacts.switches.get(name) ?? '',
  }
  readonly #ready = Promise.withResolvers<void>()
  #isReady = false
  #isQuitting = false
  #releaseLock: (() => void) | undefined
  /** A second instance tells the first before it ends. */
  #announced: Promise<void> = Promise.resolve()

  constructor() {
    super()
    browserEvents.on('gone', () => this.exit(1))
  }

  get isPackaged(): boolean {
    return appFacts.isPackaged
  }

  get name(): string {
    return appFacts.name
  }

  set name(name: string) {
    appFacts.name = name
  }

  getName(): string {
    return appFacts.name
  }

  setName(name: string): void {
    appFacts.name = name
  }

  getVersion(): string {
    return appFacts.version
  }

  getAppPath(): string {
    return appFacts.appPath
  }

  getLocale(): string {
    return 'en-US'
  }

  getPreferredSystemLanguages(): string[] {
    return ['en-US']
  }

  getPath(name: string): string {
    return getPath(name)
  }

  setPath(name: string, path: string): void {
    setPath(name, path)
  }

  setAppLogsPath(path?: string): void {
    if (path !== undefined) setPath('logs', path)
  }

  /** Windows groups windows by it; Linux has nothing like it, in Electron too. */
  setAppUserModelId(): void {}

  /** Recorded, not done: the system's own settings stay as they are. */
  setAsDefaultProtocolClient(scheme: string): boolean {
    this.protocolClients.add(scheme)
    return true
  }

  isReady(): boolean {
    return this.#isReady
  }

  whenReady(): Promise<void> {
    return this.#ready.promise
  }

  /** Called once by the launch, after the app's main module has run. */
  becomeReady(): void {
    if (this.#isQuitting) return
    this.#isReady = true
    this.emit('ready', preventable({}), {})
    this.#ready.resolve()
  }

  requestSingleInstanceLock(additionalData: unknown = {}): boolean {
    if (this.#releaseLock) return true
    const announcement = { argv: process.argv, workingDirectory: process.cwd(), additionalData }
    const lock = takeLock(getPath('userData'), announcement, (other) => {
      const { argv, workingDirectory, additionalData: data } = other
      this.emit('second-instance', preventable({}), argv, workingDirectory, data)
    })
    if (lock.isHeld) this.#releaseLock = lock.release
    else this.#announced = lock.announced
    return lock.isHeld
  }

  hasSingleInstanceLock(): boolean {
    return this.#releaseLock !== undefined
  }

  releaseSingleInstanceLock(): void {
    this.#releaseLock?.()
    this.#releaseLock = undefined
  }

  /** before-quit, every window's close, will-quit, quit: each of the first three can be prevented. */
  quit(): void {
    if (this.#isQuitting || this.#isPrevented('before-quit')) return
    this.#isQuitting = true
    void this.#closeAndExit()
  }

  async #closeAndExit(): Promise<void> {
    // Windows close in a turn of their own, as Electron's do: a debugger that calls `quit` does so in the middle of whatever runs, a query say.
    await setImmediate()
    for (const window of openWindows) {
      if (await window.closeForQuit()) continue
      this.#isQuitting = false
      return
    }
    if (this.#isPrevented('will-quit')) this.#isQuitting = false
    else this.exit(0)
  }

  #isPrevented(name: string): boolean {
    const event = preventable({})
    this.emit(name, event)
    return event.defaultPrevented
  }

  /** Ends at once, without asking anyone. */
  exit(code = 0): void {
    this.#isQuitting = true
    this.emit('quit', preventable({}), code)
    void Promise.all([closeBrowser(), this.#announced]).finally(() => process.exit(code))
  }

  onAllWindowsClosed(): void {
    if (this.#isQuitting) return
    if (this.listenerCount('window-all-closed') > 0) this.emit('window-all-closed')
    else this.quit()
  }

  relaunch(): never {
    return notOffered('app.relaunch')
  }
}

export const app = new App()
app satisfies Pick<
  E.App,
  | 'exit'
  | 'getAppPath'
  | 'getLocale'
  | 'getName'
  | 'getPath'
  | 'getPreferredSystemLanguages'
  | 'getVersion'
  | 'hasSingleInstanceLock'
  | 'isPackaged'
  | 'isReady'
  | 'name'
  | 'quit'
  | 'relaunch'
  | 'releaseSingleInstanceLock'
  | 'requestSingleInstanceLock'
  | 'setAppLogsPath'
  | 'setAppUserModelId'
  | 'setAsDefaultProtocolClient'
  | 'setName'
  | 'setPath'
  | 'whenReady'
>
