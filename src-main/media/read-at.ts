// Parts of a file, wherever it lies.

/** Reads a part of the file; shorter at its end. */
export type ReadAt = (offset: number, bytes: number) => Promise<Uint8Array>

const COPIED_BYTES = 1 << 20

/** The file from `at` to `until`, or to its end, in parts. */
export async function* copied(
  read: ReadAt,
  at: number,
  until = Number.POSITIVE_INFINITY,
): AsyncGenerator<Uint8Array> {
  while (at < until) {
    const part = await read(at, Math.min(COPIED_BYTES, until - at))
    if (part.length === 0) return
    yield part
    at += part.length
  }
}
