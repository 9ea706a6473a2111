// Reads clips for the service: a few at once, the others in line; given up when nobody asks any more, and when the service closes.

import type { PictureEvents } from './events.ts'
import type { ClipFacts, ClipWindow, FrameSource, Inspection } from './frame-source.ts'
import { readPicture } from './read-picture.ts'

export interface PictureReader {
  /** What the file at `path` holds. */
  inspect(path: string): Promise<Inspection>
  /**
   * The events in a window of a clip.
   * @throws PictureUnreadable where decoding breaks; the reason of the abort once that is given up or the reader is closed
   */
  read(path: string, facts: ClipFacts, window: ClipWindow, signal?: AbortSignal): Promise<PictureEvents>
  /**
   * The clip's own sound in a window, mono at a rate that is asked for; null where it is not to be had.
   * @throws PictureUnreadable where decoding breaks
   */
  readonly soundAt: ((path: string, window: ClipWindow, rateHz: number) => Promise<Float32Array>) | null
  close(): void
}

/** Decoders that run at once: each takes two threads and up to some hundred MiB. */
const AT_ONCE = 2

/** A reader over a frame source. */
export function createPictureReader(source: FrameSource): PictureReader {
  const closing = new AbortController()
  const waiting: (() => void)[] = []
  let running = 0

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      closing.signal.throwIfAborted()
      return await work()
    } finally {
      const next = waiting.shift()
      // The place is handed on as it is.
      if (next) next()
      else running--
    }
  }

  const { soundAt } = source

  return {
    inspect: (path) => inTurn(() => source.inspect(path, closing.signal)),
    read(path, facts, window, signal) {
      const given = signal === undefined ? closing.signal : AbortSignal.any([closing.signal, signal])
      return inTurn(() => {
        given.throwIfAborted()
        return readPicture(source, path, facts, window, given)
      })
    },
    soundAt:
      soundAt === undefined
        ? null
        : (path, window, rateHz) => inTurn(() => soundAt(path, window, rateHz, closing.signal)),
    close: () => closing.abort(),
  }
}
