// Sends one part while the next is made: whoever takes them works beside the decoder, not after it.
import type { Send } from './work.ts'

export interface SendLine {
  /** Resolves once the part before this one was taken; throws what sending that one threw. */
  put(bytes: Uint8Array<ArrayBuffer>): Promise<void>
  /** Resolves once everything was taken. */
  end(): Promise<void>
}

/** One part is under way at most. */
export function createSendLine(send: Send): SendLine {
  let underWay: Promise<void> = Promise.resolve()
  return {
    async put(bytes) {
      await underWay
      underWay = send(bytes)
      // Heard of at the next part or at the end; until then nobody waits for it.
      underWay.catch(() => {})
    },
    end: () => underWay,
  }
}
