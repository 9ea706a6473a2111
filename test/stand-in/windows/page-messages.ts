// Messages between a page's preload and ipcMain: invoke, send, push, and the paths of files that the page was given.
import type { Session } from '../browser/cdp.ts'
import { codec } from './codec.ts'
import { ipcMain } from './ipc-main.ts'
import { preventable } from './open-windows.ts'
import { POST_BINDING, PRELOAD_WORLD } from './page-scripts.ts'

interface Sender {
  readonly mainFrame: object
  send(channel: string, ...args: unknown[]): void
}

/** What page/world-preload.js posts; `args` is the codec's text. */
type FromPage =
  | { readonly kind: 'invoke'; readonly id: number; readonly channel: string; readonly args: string }
  | { readonly kind: 'send'; readonly channel: string; readonly args: string }
  | { readonly kind: 'open'; readonly url: string }

/** A file's place-holder within JSON within JSON: \u0001 arrives as \\u0001. */
const FILE_TOKEN = /\\\\u0001stand-in-file:(\d+)\\\\u0001/g

export class PageMessages {
  readonly #sender: Sender
  readonly #onOpen: (url: string) => void
  #session: Session | undefined
  /** The preload's world of the document that is shown; '' between documents. */
  #context = ''

  constructor(sender: Sender, onOpen: (url: string) => void) {
    this.#sender = sender
    this.#onOpen = onOpen
  }

  async connect(session: Session): Promise<void> {
    this.#session = session
    session.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.name === PRELOAD_WORLD) this.#context = context.uniqueId
    })
    session.on('Runtime.executionContextDestroyed', ({ executionContextUniqueId }) => {
      if (this.#context === executionContextUniqueId) this.#context = ''
    })
    session.on('Runtime.bindingCalled', ({ name, payload }) => {
      if (name === POST_BINDING) void this.#receive(payload)
    })
    await session.send('Runtime.addBinding', { name: POST_BINDING, executionContextName: PRELOAD_WORLD })
  }

  /** Pushes to the page; lost while it has no document, as in Electron. @throws for what cannot be cloned */
  send(channel: string, args: readonly unknown[]): void {
    this.#deliver({ kind: 'push', channel, args: codec.encode(args) })
  }

  #deliver(message: object): void {
    if (this.#context === '') return
    const call = this.#session?.send('Runtime.callFunctionOn', {
      uniqueContextId: this.#context,
      functionDeclaration: '(message) => __standInDeliver(message)',
      arguments: [{ value: JSON.stringify(message) }],
      silent: true,
    })
    call?.catch(() => {}) // the document went away in between
  }

  async #receive(payload: string): Promise<void> {
    const text = payload.includes('stand-in-file:') ? await this.#withPaths(payload) : payload
    const message = JSON.parse(text) as FromPage // written by page/world-preload.js
    if (message.kind === 'open') {
      this.#onOpen(message.url)
      return
    }
    const event = preventable({
      type: 'frame',
      sender: this.#sender,
      senderFrame: this.#sender.mainFrame,
      frameId: 1,
      processId: 1,
      ports: [],
      reply: (channel: string, ...args: unknown[]) => this.#sender.send(channel, ...args),
    })
    const args = codec.decode(message.args) as unknown[] // the preload encodes its argument list
    if (message.kind === 'send') {
      ipcMain.emit(message.channel, event, ...args)
      return
    }
    const { id } = message
    try {
      const value = codec.encode(await ipcMain.answer(message.channel, event, args))
      this.#deliver({ kind: 'reply', id, ok: true, value })
    } catch (error) {
      this.#deliver({ kind: 'reply', id, ok: false, value: String(error) })
    }
  }

  /** Only Chromium's side knows a file's path: it is put in place of the token that webUtils gave the preload. */
  async #withPaths(payload: string): Promise<string> {
    let filled = payload
    for (const [token, index] of new Map([...payload.matchAll(FILE_TOKEN)].map((m) => [m[0], m[1]!]))) {
      const { result } = await this.#session!.send('Runtime.evaluate', {
        uniqueContextId: this.#context,
        expression: `__standInFile(${index})`,
      })
      const { path } = await this.#session!.send('DOM.getFileInfo', { objectId: result.objectId! })
      const quoted = JSON.stringify(JSON.stringify(path).slice(1, -1)).slice(1, -1)
      filled = filled.replaceAll(token, () => quoted)
    }
    return filled
  }
}
