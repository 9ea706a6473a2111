// The `BrowserWindow` class: a window's life and bounds round its webContents.
import { EventEmitter } from 'node:events'
import type * as E from 'electron'
import { app } from '../app.ts'
import { appFacts } from '../app-facts.ts'
import { notOffered } from '../not-offered.ts'
import type { NativeImage } from '../system/native-image.ts'
import { type OpenWindow, openWindows, preventable } from './open-windows.ts'
import { type Owner, WebContents } from './web-contents.ts'

const DEFAULT_SIZE: E.Size = { width: 800, height: 600 }

export class BrowserWindow extends EventEmitter implements Owner, OpenWindow {
  static #lastId = 0
  readonly id = ++BrowserWindow.#lastId
  readonly webContents: WebContents
  readonly #options: E.BrowserWindowConstructorOptions
  readonly #closed: Promise<void>
  #resolveClosed: () => void = () => {}
  #bounds: E.Rectangle
  #minimumSize: [number, number]
  #title: string
  #isVisible: boolean
  #isMaximized = false
  #isMinimized = false
  #isFullScreen = false
  #isPainted = false
  #isDestroyed = false

  static getAllWindows(): BrowserWindow[] {
    return [...openWindows].filter((window) => window instanceof BrowserWindow)
  }

  static fromWebContents(contents: WebContents | undefined): BrowserWindow | null {
    return contents?.owner instanceof BrowserWindow ? contents.owner : null
  }

  static fromId(id: number): BrowserWindow | null {
    return BrowserWindow.getAllWindows().find((window) => window.id === id) ?? null
  }

  static getFocusedWindow(): BrowserWindow | null {
    return BrowserWindow.getAllWindows().at(-1) ?? null
  }

  constructor(options: E.BrowserWindowConstructorOptions = {}) {
    super()
    if (!app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready')
    this.#options = options
    const { width = DEFAULT_SIZE.width, height = DEFAULT_SIZE.height, x = 0, y = 0 } = options
    this.#bounds = { x, y, width, height }
    this.#minimumSize = [options.minWidth ?? 0, options.minHeight ?? 0]
    this.#title = options.title ?? appFacts.name
    this.#isVisible = options.show !== false
    this.#closed = new Promise((resolve) => {
      this.#resolveClosed = resolve
    })
    openWindows.add(this)
    this.webContents = new WebContents(this, { width, height }, options.webPreferences ?? {})
    app.emit('web-contents-created', preventable({}), this.webContents)
    app.emit('browser-window-created', preventable({}), this)
  }

  onPainted(): void {
    if (this.#isPainted) return
    this.#isPainted = true
    this.emit('ready-to-show')
  }

  onGone(): void {
    if (this.#isDestroyed) return
    this.#isDestroyed = true
    openWindows.delete(this)
    this.emit('closed')
    this.#resolveClosed()
    if (openWindows.size === 0) app.onAllWindowsClosed()
  }

  openChild(url: string): void {
    const child = new BrowserWindow({ webPreferences: this.#options.webPreferences ?? {} })
    this.webContents.emit('did-create-window', child, { url })
    child.loadURL(url).catch((error: unknown) => console.error(error))
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url)
  }

  loadFile(): never {
    return notOffered('loadFile: the app has one origin')
  }

  capturePage(area?: E.Rectangle): Promise<NativeImage> {
    return this.webContents.capturePage(area)
  }

  show(): void {
    this.#isVisible = true
    this.emit('show')
  }

  showInactive(): void {
    this.show()
  }

  hide(): void {
    this.#isVisible = false
    this.emit('hide')
  }

  focus(): void {
    this.webContents.focus()
    this.emit('focus')
  }

  blur(): void {
    this.emit('blur')
  }

  isFocused(): boolean {
    return BrowserWindow.getFocusedWindow() === this
  }

  isVisible(): boolean {
    return this.#isVisible
  }

  isDestroyed(): boolean {
    return this.#isDestroyed
  }

  /** In a turn of its own, as `app.quit`. */
  close(): void {
    setImmediate(() => void this.closeForQuit())
  }

  async closeForQuit(): Promise<boolean> {
    const event = preventable({})
    this.emit('close', event)
    if (event.defaultPrevented) return false
    this.destroy()
    await this.#closed
    return true
  }

  destroy(): void {
    this.webContents.close()
  }

  getBounds(): E.Rectangle {
    return { ...this.#bounds }
  }

  getContentBounds(): E.Rectangle {
    return this.getBounds()
  }

  getNormalBounds(): E.Rectangle {
    return this.getBounds()
  }

  setBounds(bounds: Partial<E.Rectangle>): void {
    const before = this.#bounds
    this.#bounds = { ...before, ...bounds }
    const { x, y, width, height } = this.#bounds
    if (x !== before.x || y !== before.y) this.emit('move')
    if (width === before.width && height === before.height) return
    void this.webContents.resize({ width, height }).then(
      () => this.emit('resize'),
      (error: unknown) => console.error(error),
    )
  }

  getSize(): number[] {
    return [this.#bounds.width, this.#bounds.height]
  }

  setSize(width: number, height: number): void {
    this.setBounds({ width, height })
  }

  getMinimumSize(): number[] {
    return [...this.#minimumSize]
  }

  setMinimumSize(width: number, height: number): void {
    this.#minimumSize = [width, height]
  }

  isMaximized(): boolean {
    return this.#isMaximized
  }

  maximize(): void {
    this.#isMaximized = true
    this.emit('maximize')
  }

  unmaximize(): void {
    this.#isMaximized = false
    this.emit('unmaximize')
  }

  isMinimized(): boolean {
    return this.#isMinimized
  }

  minimize(): void {
    this.#isMinimized = true
    this.emit('minimize')
  }

  restore(): void {
    this.#isMinimized = false
    this.emit('restore')
  }

  isFullScreen(): boolean {
    return this.#isFullScreen
  }

  setFullScreen(isFullScreen: boolean): void {
    this.#isFullScreen = isFullScreen
    this.emit(isFullScreen ? 'enter-full-screen' : 'leave-full-screen')
  }

  setTitle(title: string): void {
    this.#title = title
  }

  getTitle(): string {
    return this.#title
  }

  /** Decoration of a native window, which a page of Chromium has not: nothing to do, nothing to see. */
  setMenuBarVisibility(): void {}
  setAutoHideMenuBar(): void {}
  setMenu(): void {}
  setProgressBar(): void {}
  setBackgroundColor(): void {}
  setTitleBarOverlay(): void {}
  flashFrame(): void {}
}
