// The window of the person among those that are open: hidden ones, which decode pictures, are never told, asked or shown anything.
import { BrowserWindow } from 'electron'
import { isPictureWindow } from './picture-window.ts'

/** Every window that a person can see, in the order in which they were opened. */
export const personsWindows = (): readonly BrowserWindow[] =>
  BrowserWindow.getAllWindows().filter((window) => !window.isDestroyed() && !isPictureWindow(window))

/** The one to which dialogs belong; none on macOS after it was closed. */
export const personsWindow = (): BrowserWindow | undefined => personsWindows()[0]
