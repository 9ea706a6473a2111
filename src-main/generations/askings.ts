// The questions that are being asked before an intent: each can be told of while its file is uploaded, and given up.
import type { AskingView } from '../bridge/askings.ts'
import { failure } from '../bridge/reply.ts'
import type { Reply, UploadProgress } from '../bridge/types.ts'
import type { Asker } from './bring-source.ts'

export interface Askings {
  /** Asks under a number. Given up, it answers `canceled`. */
  ask<T>(askingId: string, question: (asker: Asker) => Promise<Reply<T>>): Promise<Reply<T>>
  /** Ends it wherever it is. Nothing happens where it is over, or was never asked. */
  cancel(askingId: string): void
  /** Gives up everything, and waits until it is over. */
  close(): Promise<void>
}

/** The window is told of an upload's progress this often. */
const PROGRESS_EVERY_MS = 250

/** Opens the room. `onProgress` is told a few times a second, and once when an upload is over. */
export function createAskings(ports: {
  readonly monotonicMs: () => number
  readonly onProgress: (view: AskingView) => void
}): Askings {
  const { monotonicMs, onProgress } = ports
  const underway = new Map<string, { readonly stop: AbortController; readonly over: Promise<unknown> }>()

  const run = async <T>(
    askingId: string,
    question: (asker: Asker) => Promise<Reply<T>>,
    signal: AbortSignal,
  ): Promise<Reply<T>> => {
    let toldAtMs = Number.NEGATIVE_INFINITY
    const tell = (upload: UploadProgress): void => {
      const isOver = upload.doneBytes >= upload.totalBytes
      if (!isOver && monotonicMs() - toldAtMs < PROGRESS_EVERY_MS) return
      toldAtMs = monotonicMs()
      onProgress({ askingId, upload: isOver ? null : upload })
    }
    const answer = await question({ signal, onProgress: tell })
    return !answer.ok && signal.aborted ? canceled() : answer
  }

  return {
    ask(askingId, question) {
      const stop = new AbortController()
      const over = run(askingId, question, stop.signal).finally(() => underway.delete(askingId))
      underway.set(askingId, { stop, over })
      return over
    },
    cancel: (askingId) => underway.get(askingId)?.stop.abort(),
    async close() {
      const all = [...underway.values()]
      for (const { stop } of all) stop.abort()
      await Promise.allSettled(all.map(({ over }) => over))
    },
  }
}

const canceled = (): Reply<never> =>
  failure({ code: 'canceled', message: 'There is no answer: the question was given up.', retryable: true })
