// Small frames of one clip: asked of a worker as they come in sight, kept within a bound, least recently drawn first out.
import { createStore, type Store } from '../../../store.ts'
import type { FromStripWorker, ToStripWorker } from './strip-messages.ts'

/** What all kept frames take at most: some hundred at the height of the lane. */
export const MOST_STRIP_BYTES = 24 * 1024 * 1024

/** The worker's end that is used here. */
export interface StripWorker {
  onmessage: ((event: MessageEvent<FromStripWorker>) => void) | null
  postMessage(message: ToStripWorker): void
  terminate(): void
}

export class FrameStrip {
  /** Grows with every frame that came: what is drawn is drawn again. */
  readonly revision: Store<number> = createStore(0)
  /** Whether the clip's picture cannot be shown here. */
  readonly isBlank: Store<boolean> = createStore(false)
  readonly #worker: StripWorker
  readonly #kept = new Map<number, ImageBitmap>()
  #height = 0
  #bytes = 0

  constructor(worker: StripWorker, address: string, framesPerSecond: number) {
    this.#worker = worker
    worker.onmessage = ({ data }) => this.#take(data)
    worker.postMessage({ kind: 'open', address, framesPerSecond })
  }

  /** The frame as it was decoded; undefined while it is not there. */
  frame(frame: number): ImageBitmap | undefined {
    const bitmap = this.#kept.get(frame)
    if (bitmap !== undefined) {
      this.#kept.delete(frame)
      this.#kept.set(frame, bitmap)
    }
    return bitmap
  }

  /** Has these decoded where they are not there; what was asked for before is given up. @param height in device pixels */
  want(frames: readonly number[], height: number): void {
    if (height !== this.#height) this.#forget()
    this.#height = height
    const missing = frames.filter((frame) => !this.#kept.has(frame))
    this.#worker.postMessage({ kind: 'want', frames: missing, height })
  }

  close(): void {
    this.#worker.terminate()
    this.#forget()
  }

  #take(message: FromStripWorker): void {
    if (message.kind === 'none') {
      this.isBlank.set(true)
      return
    }
    const { frame, height, bitmap } = message
    // Of a size that is not drawn any more, or here already.
    if (height !== this.#height || this.#kept.has(frame)) {
      bitmap.close()
      return
    }
    this.#kept.set(frame, bitmap)
    this.#bytes += bytesOf(bitmap)
    for (const [oldest, kept] of this.#kept) {
      if (this.#bytes <= MOST_STRIP_BYTES || oldest === frame) break
      this.#drop(oldest, kept)
    }
    this.revision.set((revision) => revision + 1)
  }

  #drop(frame: number, bitmap: ImageBitmap): void {
    this.#kept.delete(frame)
    this.#bytes -= bytesOf(bitmap)
    bitmap.close()
  }

  #forget(): void {
    for (const [frame, bitmap] of this.#kept) this.#drop(frame, bitmap)
  }
}

const bytesOf = ({ width, height }: ImageBitmap): number => width * height * 4
