// The `webContents` of a window: one page of Chromium, with Electron's events and calls.
import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import type * as E from 'electron'
import { toApp, toChromium } from '../browser/schemes.ts'
import { notOffered } from '../not-offered.ts'
import { NativeImage } from '../system/native-image.ts'
import { askPermissions, session } from '../system/session.ts'
import { preventable } from './open-windows.ts'
import { PageMessages } from './page-messages.ts'
import { openPage, type PageTarget, resizePage } from './page-target.ts'
import { type PageWatcher, watchPage } from './page-watch.ts'
import { WebFrame } from './web-frame.ts'

/** The window round the page. */
export interface Owner {
  onPainted(): void
  onGone(): void
  /** A window that the page opened and the app allowed. */
  openChild(url: string): void
}

export interface DragItem {
  readonly file: string
  readonly files?: string[]
  readonly icon: unknown
}

type WindowOpenHandler = (details: E.HandlerDetails) => E.WindowOpenHandlerResponse

const CLOSE_LIMIT_MS = 5_000

export class WebContents extends EventEmitter {
  static readonly #all = new Set<WebContents>()
  static #lastId = 0
  readonly id = ++WebContents.#lastId
  readonly session = session.defaultSession
  readonly mainFrame = new WebFrame(this)
  readonly owner: Owner
  /** Files handed to the system's drag so far; a test of the stand-in alone may read it. */
  readonly drags: DragItem[] = []
  readonly #preferences: E.WebPreferences
  readonly #messages = new PageMessages(this, (address) => this.#askToOpen(toApp(address)))
  readonly #page: Promise<PageTarget>
  /** Addresses that the app itself is loading: those are not asked about. */
  readonly #ownNavigations = new Set<string>()
  #windowOpenHandler: WindowOpenHandler = () => ({ action: 'allow' })
  #targetId = ''
  #address = ''
  #isDestroyed = false
  #isCrashed = false
  #isLoading = false

  static getAllWebContents(): WebContents[] {
    return [...WebContents.#all]
  }

  static fromId(id: number): WebContents | undefined {
    return WebContents.getAllWebContents().find((contents) => contents.id === id)
  }

  static fromDevToolsTargetId(targetId: string): WebContents | undefined {
    return WebContents.getAllWebContents().find((contents) => contents.#targetId === targetId)
  }

  static getFocusedWebContents(): WebContents | null {
    return WebContents.getAllWebContents().at(-1) ?? null
  }

  constructor(owner: Owner, size: E.Size, preferences: E.WebPreferences) {
    super()
    const { nodeIntegration, contextIsolation, sandbox, webviewTag } = preferences
    if (nodeIntegration || webviewTag || contextIsolation === false || sandbox === false) {
      notOffered('a window without sandbox and contextIsolation, or with Node or webviews in it')
    }
    this.owner = owner
    this.#preferences = preferences
    WebContents.#all.add(this)
    this.#page = openPage(size, (page) => this.#prepare(page))
    this.#page.catch((error: unknown) => console.error(error))
  }

  async #prepare(page: PageTarget): Promise<void> {
    this.#targetId = page.targetId
    await Promise.all([
      this.#messages.connect(page.session),
      watchPage(page, this.#preferences.preload, this.#watcher()),
    ])
  }

  #watcher(): PageWatcher {
    return {
      onNavigated: (address) => {
        this.#address = address
        this.#isCrashed = false
        this.emit('did-navigate', preventable({}), toApp(address), 200, '')
      },
      onNavigatedInPage: (address) => {
        this.#address = address
        this.emit('did-navigate-in-page', preventable({}), toApp(address), true, 1, 1)
      },
      onLoading: (isLoading) => {
        if (isLoading === this.#isLoading) return
        this.#isLoading = isLoading
        this.emit(isLoading ? 'did-start-loading' : 'did-stop-loading')
      },
      onDomReady: () => this.emit('dom-ready', preventable({})),
      onLoaded: () => {
        // The empty page that a window begins with is not the app's.
        const isApps = this.#address !== '' && !this.#address.startsWith('about:blank')
        if (isApps) this.emit('did-finish-load', preventable({}))
      },
      onPainted: () => this.owner.onPainted(),
      onCrashed: () => {
        this.#isCrashed = true
        this.emit('render-process-gone', preventable({}), { reason: 'crashed', exitCode: 1 })
      },
      onGone: () => this.#destroyed(),
      onWindowOpen: (url, frameName, features) => this.#askToOpen(url, frameName, features),
      mayLoad: ({ address, isMainFrame }) => this.#mayLoad(address, isMainFrame),
    }
  }

  #askToOpen(url: string, frameName = '', features = ''): void {
    const { action } = this.#windowOpenHandler({
      url,
      frameName,
      features,
      disposition: features === '' ? 'foreground-tab' : 'new-window',
      referrer: { url: this.getURL(), policy: 'strict-origin-when-cross-origin' },
    })
    if (action === 'allow') this.owner.openChild(url)
  }

  /** Asks the app's listeners, but for what the app itself loads and for a reload. */
  #mayLoad(address: string, isMainFrame: boolean): boolean {
    const url = toApp(address)
    const isOwn = isMainFrame && this.#ownNavigations.delete(address)
    if (isOwn || url === this.getURL()) return true
    const frame = isMainFrame ? this.mainFrame : null
    const event = preventable({ url, isMainFrame, isSameDocument: false, frame })
    this.emit('will-frame-navigate', event)
    if (isMainFrame) this.emit('will-navigate', event, url, false, true, 1, 1)
    return !event.defaultPrevented
  }

  #destroyed(): void {
    if (this.#isDestroyed) return
    this.#isDestroyed = true
    WebContents.#all.delete(this)
    this.emit('destroyed')
    this.owner.onGone()
  }

  /** Resolves when the page has loaded. @throws with Chromium's error text when it cannot */
  async loadURL(url: string): Promise<void> {
    const { session } = await this.#page
    const address = new URL(toChromium(url)).href
    if (URL.canParse(url)) await askPermissions(this, toApp(address))
    this.#ownNavigations.add(address)
    const loaded = new Promise<void>((resolve, reject) => {
      this.once('did-finish-load', resolve)
      this.once('destroyed', () => reject(new Error(`ERR_FAILED (-2) loading '${url}'`)))
    })
    loaded.catch(() => {}) // a failed navigation below is the one that is reported
    const { errorText } = await session.send('Page.navigate', { url: address })
    if (errorText) {
      this.emit('did-fail-load', preventable({}), -2, errorText, url, true)
      throw new Error(`${errorText} (-2) loading '${url}'`)
    }
    await loaded
  }

  loadFile(): never {
    return notOffered('loadFile: the app has one origin')
  }

  reload(): void {
    this.#ownNavigations.add(this.#address)
    void this.#page.then(({ session }) => session.send('Page.reload'))
  }

  send(channel: string, ...args: unknown[]): void {
    if (!this.#isDestroyed) this.#messages.send(channel, args)
  }

  async executeJavaScript(code: string, userGesture = false): Promise<unknown> {
    const { session } = await this.#page
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression: code,
      awaitPromise: true,
      returnByValue: true,
      userGesture,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }

  async capturePage(area?: E.Rectangle): Promise<NativeImage> {
    const { session } = await this.#page
    const clip = area === undefined ? undefined : { ...area, scale: 1 }
    const { data } = await session.send('Page.captureScreenshot', { format: 'png', ...(clip && { clip }) })
    return new NativeImage(Buffer.from(data, 'base64'))
  }

  /** Electron refuses an empty icon, and drags nothing for a missing file without a word: here both are errors. */
  startDrag(item: DragItem): void {
    const isEmpty = !item.icon || (item.icon instanceof NativeImage && item.icon.isEmpty())
    if (isEmpty) throw new TypeError("Must specify non-empty 'icon' option")
    const missing = (item.files ?? [item.file]).find((file) => !existsSync(file))
    if (missing !== undefined) throw new Error(`startDrag of a file that does not exist: ${missing}`)
    this.drags.push(item)
  }

  getURL(): string {
    return toApp(this.#address)
  }

  getLastWebPreferences(): E.WebPreferences {
    return this.#preferences
  }

  setWindowOpenHandler(handler: WindowOpenHandler): void {
    this.#windowOpenHandler = handler
  }

  isDestroyed(): boolean {
    return this.#isDestroyed
  }

  isCrashed(): boolean {
    return this.#isCrashed
  }

  isLoading(): boolean {
    return this.#isLoading
  }

  isFocused(): boolean {
    return WebContents.getFocusedWebContents() === this
  }

  forcefullyCrashRenderer(): void {
    // The answer never comes: the page that would give it is gone.
    void this.#page.then(({ session }) => session.send('Page.crash').catch(() => {}))
  }

  /** A page that has not gone in its time, one that never quite opened say, counts as gone: Chromium's own end takes it along. */
  close(): void {
    const late = setTimeout(() => this.#destroyed(), CLOSE_LIMIT_MS)
    this.once('destroyed', () => clearTimeout(late))
    void this.#page
      .then(({ cdp, targetId }) => cdp.root.send('Target.closeTarget', { targetId }))
      .catch(() => this.#destroyed()) // it never opened, or is gone
  }

  focus(): void {
    void this.#page.then(({ session }) => session.send('Page.bringToFront').catch(() => {}))
  }

  async resize(size: E.Size): Promise<void> {
    await resizePage(await this.#page, size)
  }
}
