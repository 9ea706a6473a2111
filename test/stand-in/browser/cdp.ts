// A small client of the Chrome DevTools Protocol over a pair of pipes, typed by Playwright's copy of the protocol.
import type { Readable, Writable } from 'node:stream'
import type { Protocol } from '../../../node_modules/playwright-core/types/protocol.d.ts'

export type { Protocol }

type Method = keyof Protocol.CommandParameters & keyof Protocol.CommandReturnValues
type EventName = keyof Protocol.Events
type Listener = (params: unknown) => void

/** One target's line: the browser itself, or a page. */
export interface Session {
  send<M extends Method>(
    method: M,
    params?: Protocol.CommandParameters[M],
  ): Promise<Protocol.CommandReturnValues[M]>
  on<E extends EventName>(event: E, listener: (params: Protocol.Events[E]) => void): void
}

interface Waiting {
  readonly method: string
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

interface Message {
  readonly id?: number
  readonly sessionId?: string
  readonly method?: string
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

/** Commands out, answers and events in; messages are JSON, each ended by a NUL byte. */
export class Cdp {
  /** The browser's own session. */
  readonly root: Session
  #lastId = 0
  readonly #waiting = new Map<number, Waiting>()
  readonly #listeners = new Map<string, Map<string, Listener[]>>()
  readonly #output: Writable

  constructor(output: Writable, input: Readable) {
    this.#output = output
    let parts: Buffer[] = []
    input.on('data', (chunk: Buffer) => {
      let from = 0
      for (let end = chunk.indexOf(0, from); end >= 0; end = chunk.indexOf(0, from)) {
        parts.push(chunk.subarray(from, end))
        this.#receive(Buffer.concat(parts).toString('utf8'))
        parts = []
        from = end + 1
      }
      if (from < chunk.length) parts.push(chunk.subarray(from))
    })
    input.on('close', () => this.#end())
    output.on('error', () => this.#end())
    this.root = this.session('')
  }

  session(sessionId: string): Session {
    const listeners = this.#listeners.get(sessionId) ?? new Map<string, Listener[]>()
    this.#listeners.set(sessionId, listeners)
    return {
      send: <M extends Method>(method: M, params?: Protocol.CommandParameters[M]) =>
        new Promise<Protocol.CommandReturnValues[M]>((resolve, reject) => {
          const id = ++this.#lastId
          // The protocol's own pairing of method and result is the reason for both casts of this file.
          this.#waiting.set(id, { method, resolve: resolve as (result: unknown) => void, reject })
          this.#output.write(
            `${JSON.stringify({ id, method, params: params ?? {}, sessionId: sessionId || undefined })}\0`,
          )
        }),
      on: (event, listener) => {
        listeners.set(event, [...(listeners.get(event) ?? []), listener as Listener])
      },
    }
  }

  #receive(text: string): void {
    const message = JSON.parse(text) as Message // Chromium's own messages
    if (message.id === undefined) {
      const listeners = this.#listeners.get(message.sessionId ?? '')?.get(message.method ?? '') ?? []
      for (const listener of listeners) listener(message.params)
      return
    }
    const waiting = this.#waiting.get(message.id)
    this.#waiting.delete(message.id)
    if (message.error) waiting?.reject(new Error(`${waiting.method}: ${message.error.message}`))
    else waiting?.resolve(message.result)
  }

  #end(): void {
    for (const { method, reject } of this.#waiting.values())
      reject(new Error(`${method}: Chromium has ended`))
    this.#waiting.clear()
  }
}
