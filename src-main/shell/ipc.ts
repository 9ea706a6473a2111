// Binds the dispatcher to Electron's IPC: reads who sent a message, nothing more.
import type { IpcMainEvent, IpcMainInvokeEvent } from 'electron'
import { BrowserWindow, ipcMain } from 'electron'
import type { EventName, EventPayload } from '../bridge/contract.ts'
import type { Dispatcher, Sender } from '../bridge/dispatcher.ts'
import { commandNames, dropNames, requestNames } from '../bridge/dispatcher.ts'
import { personsWindows } from './persons-window.ts'
import { isPictureWindow } from './picture-window.ts'

function senderOf(event: IpcMainEvent | IpcMainInvokeEvent): Sender {
  // Null once the frame navigated or went away; Electron's types say so since 35.
  const frame = event.senderFrame
  const window = BrowserWindow.fromWebContents(event.sender)
  return {
    frameUrl: frame === null ? null : frame.url,
    isMainFrame: frame !== null && frame.parent === null,
    isKnownWindow: window !== null && !isPictureWindow(window),
  }
}

/** Registers one listener an entry of the contract. */
export function bindIpc(dispatcher: Dispatcher): void {
  for (const name of [...requestNames, ...dropNames]) {
    ipcMain.handle(name, (event, args: unknown) => dispatcher.request(name, senderOf(event), args))
  }
  for (const name of commandNames) {
    ipcMain.on(name, (event, args: unknown) => dispatcher.command(name, senderOf(event), args))
  }
}

/** Tells every window of the person's. */
export function broadcast<N extends EventName>(name: N, payload: EventPayload<N>): void {
  for (const window of personsWindows()) window.webContents.send(name, payload)
}
