// The hidden window that decodes one clip: sandboxed, without a preload, so without the bridge; closed as soon as it is done.
import { BrowserWindow } from 'electron'
import type { DecodingPage } from './picture-desk.ts'

const hidden = new WeakSet<BrowserWindow>()

/** Whether a window is one of these: it is told nothing, and what it sent would not be heard. */
export const isPictureWindow = (window: BrowserWindow): boolean => hidden.has(window)

/** Opens one at an address of the app's origin. `lockDownContents` holds for it as for every page. */
export function openPictureWindow(url: string): DecodingPage {
  const window = new BrowserWindow({
    show: false,
    width: 320,
    height: 240,
    skipTaskbar: true,
    focusable: false,
    webPreferences: {
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
      // It is never seen: what is slowed down in the background would be all of it.
      backgroundThrottling: false,
    },
  })
  hidden.add(window)
  let tell = (_why: string): void => {}
  window.webContents.on('render-process-gone', (_event, { reason }) => tell(reason))
  window.on('closed', () => tell('its window was closed'))
  window.loadURL(url).catch((error: unknown) => tell(`its page did not load (${String(error)})`))
  return {
    onGone(watcher) {
      tell = watcher
    },
    close() {
      tell = () => {}
      if (!window.isDestroyed()) window.destroy()
    },
  }
}
