// The `ipcMain` module: handlers by channel for invoke, an emitter for send.
import { EventEmitter } from 'node:events'

/** The app's functions take Electron's own event; what they get here is in web-contents.ts. */
type Handler = (event: never, ...args: never[]) => unknown

class IpcMain extends EventEmitter {
  readonly #handlers = new Map<string, Handler>()

  handle(channel: string, handler: Handler): void {
    if (this.#handlers.has(channel)) {
      throw new Error(`Attempted to register a second handler for '${channel}'`)
    }
    this.#handlers.set(channel, handler)
  }

  handleOnce(channel: string, handler: Handler): void {
    this.handle(channel, (event, ...args) => {
      this.removeHandler(channel)
      return handler(event, ...args)
    })
  }

  removeHandler(channel: string): void {
    this.#handlers.delete(channel)
  }

  /** Calls the handler of an `invoke`. @throws when nobody handles the channel, or what the handler throws */
  async answer(channel: string, event: unknown, args: readonly unknown[]): Promise<unknown> {
    const handler = this.#handlers.get(channel)
    if (!handler) throw new Error(`No handler registered for '${channel}'`)
    return await handler(event as never, ...(args as never[])) // the app checks what it is given
  }
}

export const ipcMain = new IpcMain()
