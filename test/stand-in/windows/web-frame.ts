// The main frame of a page, as `event.senderFrame` and `webContents.mainFrame` show it; preloads run in no other.
import { originOf } from '../browser/schemes.ts'

interface Contents {
  getURL(): string
  isDestroyed(): boolean
  send(channel: string, ...args: unknown[]): void
}

export class WebFrame {
  readonly name = ''
  readonly parent = null
  readonly frames: readonly WebFrame[] = []
  readonly processId = 1
  readonly routingId = 1
  readonly frameTreeNodeId = 1
  readonly #contents: Contents

  constructor(contents: Contents) {
    this.#contents = contents
  }

  get top(): WebFrame {
    return this
  }

  get framesInSubtree(): readonly WebFrame[] {
    return [this]
  }

  get url(): string {
    return this.#contents.getURL()
  }

  get origin(): string {
    return originOf(this.url)
  }

  get detached(): boolean {
    return this.#contents.isDestroyed()
  }

  isDestroyed(): boolean {
    return this.#contents.isDestroyed()
  }

  send(channel: string, ...args: unknown[]): void {
    this.#contents.send(channel, ...args)
  }
}
