// Types only: the stand-in against Electron's own declarations. A signature that drifts, or a name Electron has not, fails `tsc`.
import type * as E from 'electron'
import type { nativeTheme, powerMonitor } from './system/desktop.ts'
import type { Menu } from './system/menu.ts'
import type { nativeImage } from './system/native-image.ts'
import type { BrowserWindow } from './windows/browser-window.ts'
import type { ipcMain } from './windows/ipc-main.ts'
import type { WebContents } from './windows/web-contents.ts'
import type { WebFrame } from './windows/web-frame.ts'

/** Checks that ours can be used wherever these members of Electron's are. */
type Offers<Theirs, _Ours extends Theirs> = true

// Emitters' `on` overloads, and members that hand out other stand-in objects, are beyond a structural check.
export type Checked = [
  Offers<
    Pick<
      E.BrowserWindow,
      | 'blur'
      | 'close'
      | 'destroy'
      | 'focus'
      | 'getBounds'
      | 'getContentBounds'
      | 'getMinimumSize'
      | 'getNormalBounds'
      | 'getSize'
      | 'getTitle'
      | 'hide'
      | 'id'
      | 'isDestroyed'
      | 'isFocused'
      | 'isFullScreen'
      | 'isMaximized'
      | 'isMinimized'
      | 'isVisible'
      | 'loadURL'
      | 'maximize'
      | 'minimize'
      | 'restore'
      | 'setBounds'
      | 'setFullScreen'
      | 'setMinimumSize'
      | 'setSize'
      | 'setTitle'
      | 'show'
      | 'unmaximize'
    >,
    BrowserWindow
  >,
  Offers<
    Pick<
      E.WebContents,
      | 'close'
      | 'executeJavaScript'
      | 'focus'
      | 'forcefullyCrashRenderer'
      | 'getURL'
      | 'id'
      | 'isCrashed'
      | 'isDestroyed'
      | 'isFocused'
      | 'isLoading'
      | 'loadURL'
      | 'reload'
      | 'send'
      | 'setWindowOpenHandler'
      | 'startDrag'
    >,
    WebContents
  >,
  Offers<
    Pick<
      E.WebFrameMain,
      | 'detached'
      | 'frameTreeNodeId'
      | 'isDestroyed'
      | 'name'
      | 'origin'
      | 'processId'
      | 'routingId'
      | 'send'
      | 'url'
    >,
    WebFrame
  >,
  Offers<
    Pick<
      E.NativeTheme,
      'inForcedColorsMode' | 'shouldUseDarkColors' | 'shouldUseHighContrastColors' | 'themeSource'
    >,
    typeof nativeTheme
  >,
  Offers<
    Pick<E.PowerMonitor, 'getSystemIdleTime' | 'isOnBatteryPower' | 'onBatteryPower'>,
    typeof powerMonitor
  >,
  Offers<Pick<E.IpcMain, 'handle' | 'handleOnce' | 'removeHandler'>, typeof ipcMain>,
  Offers<Pick<E.Menu, 'closePopup' | 'popup'>, Menu>,
  Offers<
    Pick<
      E.NativeImage,
      'getAspectRatio' | 'getSize' | 'isEmpty' | 'setTemplateImage' | 'toDataURL' | 'toPNG'
    >,
    ReturnType<typeof nativeImage.createEmpty>
  >,
]

type NamesElectronHasNot = Exclude<keyof typeof import('./electron.ts'), keyof typeof E>
export type OnlyElectronsNames = Offers<never, NamesElectronHasNot>
