// The one window: sandboxed, isolated, kept on its origin; its place is remembered.
import { writeFile } from 'node:fs/promises'
import type { Rectangle, WebContents } from 'electron'
import { app, BrowserWindow, dialog } from 'electron'
import { APP_ORIGIN } from '../bridge/contract.ts'
import type { ReloadingWindow } from './crash-recovery.ts'
import { recoverWindow } from './crash-recovery.ts'

export interface WindowOptions {
  readonly preloadPath: string
  readonly iconPath: string
  readonly bounds: WindowBounds | null
  readonly saveBounds: (bounds: WindowBounds) => void
  readonly backgroundColor: string
  readonly log: (message: string) => void
  /** Calls back each time the page listens to events. */
  readonly onListening: (watcher: () => void) => void
}
export interface WindowBounds extends Rectangle {
  readonly isMaximized: boolean
}

const DEFAULT_SIZE = { width: 1440, height: 900 }
const MINIMUM_SIZE = { minWidth: 1024, minHeight: 640 }

/** Opens the window; it shows itself at its first paint. */
export function openMainWindow(options: WindowOptions): BrowserWindow {
  const { bounds } = options
  const window = new BrowserWindow({
    ...DEFAULT_SIZE,
    ...(bounds === null ? {} : { x: bounds.x, y: bounds.y, width: bounds.width, height: bounds.height }),
    ...MINIMUM_SIZE,
    show: false,
    title: 'Foleyroom',
    icon: options.iconPath,
    backgroundColor: options.backgroundColor,
    autoHideMenuBar: true,
    webPreferences: {
      preload: options.preloadPath,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
      // A sound plays when it is selected by a key: that gesture does not always count as one.
      autoplayPolicy: 'no-user-gesture-required',
      // Playback is scheduled by timers of the page; a covered window must not slow them down.
      backgroundThrottling: false,
    },
  })
  const wasMaximized = bounds?.isMaximized === true
  let isShown = false
  window.once('ready-to-show', () => {
    isShown = true
    // Maximizing shows a window: before its first paint it would be an empty one.
    if (wasMaximized) window.maximize()
    window.show()
  })
  const save = (): void => {
    const isMaximized = window.isMaximized() || (wasMaximized && !isShown)
    options.saveBounds({ ...window.getNormalBounds(), isMaximized })
  }
  window.on('close', save)
  recoverWindow(reloadingWindow(window, options.onListening), Date.now, options.log)
  window.loadURL(`${APP_ORIGIN}/index.html`).catch((error: unknown) => {
    // A window that is closed while it loads is no fault.
    if (!window.isDestroyed()) options.log(`window: its page did not load (${String(error)})`)
  })
  return window
}

const OPEN_AGAIN = 0
/** The window as its recovery sees it. */
function reloadingWindow(window: BrowserWindow, onListening: WindowOptions['onListening']): ReloadingWindow {
  const { webContents } = window
  return {
    onGone: (watcher) => void webContents.on('render-process-gone', (_event, { reason }) => watcher(reason)),
    onLoaded: onListening,
    reload: () => webContents.reload(),
    tell(notice) {
      if (!window.isDestroyed()) webContents.send('notice', notice)
    },
    async ask() {
      const answer = await dialog.showMessageBox({
        type: 'error',
        message: 'The window of Foleyroom keeps crashing.',
        detail: 'Jobs go on without it, and nothing that was stored is lost.',
        buttons: ['Open it again', 'Quit'],
        defaultId: OPEN_AGAIN,
        cancelId: 1,
      })
      return answer.response === OPEN_AGAIN
    },
    quit: () => app.quit(),
  }
}

/** Applies to every page that will ever exist: no navigation, no second window, no webview. */
export function lockDownContents(contents: WebContents, refused: (what: string) => void): void {
  contents.on('will-navigate', (event) => {
    if (event.url.startsWith(`${APP_ORIGIN}/`)) return
    event.preventDefault()
    refused(`navigation to ${event.url.slice(0, 200)}`)
  })
  contents.on('will-attach-webview', (event) => {
    event.preventDefault()
    refused('a webview')
  })
  contents.setWindowOpenHandler(({ url }) => {
    refused(`a window for ${url.slice(0, 200)}`)
    return { action: 'deny' }
  })
}

/** Writes what the window shows as a PNG, once it has painted its first real content. */
export async function writeScreenshot(window: BrowserWindow, path: string): Promise<void> {
  const image = await window.webContents.capturePage()
  await writeFile(path, image.toPNG())
}
