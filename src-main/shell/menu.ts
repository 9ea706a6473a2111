// The application menu: what a platform expects, and the app's own commands with their shortcuts.

import type { MenuItemConstructorOptions } from 'electron'
import { Menu } from 'electron'
import type { CommandName } from '../bridge/types.ts'

/** Sets the menu. `run` passes a command on to the window. */
export function setApplicationMenu(options: {
  readonly isMac: boolean
  readonly isDevelopment: boolean
  readonly run: (name: CommandName) => void
  readonly openLibraryFolder: () => void
}): void {
  const { isMac, isDevelopment, run } = options
  const item = (id: CommandName, label: string, accelerator?: string): MenuItemConstructorOptions => ({
    id,
    label,
    click: () => run(id),
    // Shown here, heard by the page alone: it knows which view and which field a key is for. macOS offers it to the page first.
    ...(accelerator === undefined ? {} : { accelerator, registerAccelerator: false }),
  })
  const settings = item('settings', 'Settings…', 'CmdOrCtrl+,')
  const template: MenuItemConstructorOptions[] = [
    ...(isMac
      ? [
          {
            label: 'Foleyroom',
            submenu: [
              { role: 'about' as const },
              { type: 'separator' as const },
              settings,
              { type: 'separator' as const },
              { role: 'services' as const },
              { role: 'hide' as const },
              { role: 'hideOthers' as const },
              { role: 'unhide' as const },
              { type: 'separator' as const },
              { role: 'quit' as const },
            ],
          },
        ]
      : []),
    {
      label: 'File',
      submenu: [
        item('focus-omnibar', 'Find or Describe a Sound', 'CmdOrCtrl+F'),
        item('generate', 'Generate', 'CmdOrCtrl+Return'),
        { type: 'separator' },
        { id: 'open-library-folder', label: 'Open Library Folder', click: options.openLibraryFolder },
        ...(isMac ? [] : [{ type: 'separator' as const }, settings, { role: 'quit' as const }]),
      ],
    },
    { role: 'editMenu' },
    {
      label: 'Sound',
      submenu: [
        item('play', 'Play or Stop'),
        item('loop', 'Loop'),
        { type: 'separator' },
        item('trash', 'Move to Trash'),
      ],
    },
    {
      label: 'View',
      submenu: [
        item('palette', 'Commands…', 'CmdOrCtrl+K'),
        item('shortcuts', 'Keyboard Shortcuts'),
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        // The same key without Shift, and the one beside the digits.
        { role: 'zoomIn', accelerator: 'CmdOrCtrl+=', visible: false },
        { role: 'zoomIn', accelerator: 'CmdOrCtrl+numadd', visible: false },
        { role: 'zoomOut' },
        { role: 'zoomOut', accelerator: 'CmdOrCtrl+numsub', visible: false },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        ...(isDevelopment ? [{ role: 'reload' as const }, { role: 'toggleDevTools' as const }] : []),
      ],
    },
    { role: 'windowMenu' },
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}
