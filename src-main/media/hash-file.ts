// What a file holds, as one number: read a block at a time, so that whoever shares the thread gets a turn between two.
import { createHash } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import { type FileErrorCode, failed, fileFailure, type Outcome, succeeded } from './outcome.ts'

export interface ContentHash {
  readonly bytes: number
  /** Of the content, in hex. */
  readonly sha256: string
}

/** Hashes the plain file at an absolute path, on this thread or elsewhere. */
export type HashFile = (
  file: { readonly path: string },
  signal?: AbortSignal,
) => Promise<Outcome<ContentHash, string>>

/** A file of so many bytes or fewer is hashed on this thread, in a few turns: sooner done than a worker is free. */
export const SHORT_BYTES = 4 << 20

/** A block is hashed in a millisecond or three. */
const BLOCK_BYTES = 1 << 20

/**
 * Hashes the plain file at `path` (absolute).
 * @throws the signal's reason when it is aborted
 */
export async function hashContent(
  { path }: { readonly path: string },
  signal?: AbortSignal,
): Promise<Outcome<ContentHash, FileErrorCode>> {
  try {
    // Asked before opening: a named pipe would be waited on without end.
    if (!(await stat(path)).isFile()) return failed('not_a_file', 'It is not a plain file.')
    return succeeded(await hashBlocks(path, signal))
  } catch (error) {
    signal?.throwIfAborted()
    return fileFailure(error, 'read the file')
  }
}

/**
 * Hashes a file that is known to be plain, and shows every block to `each` before the next is read into its place.
 * @throws the disk's errors, and the signal's reason when it is aborted
 */
export async function hashBlocks(
  path: string,
  signal?: AbortSignal,
  each?: (block: Uint8Array) => Promise<void>,
): Promise<ContentHash> {
  const handle = await open(path, 'r')
  try {
    const hash = createHash('sha256')
    const block = Buffer.allocUnsafe(BLOCK_BYTES)
    let bytes = 0
    for (;;) {
      signal?.throwIfAborted()
      const { bytesRead } = await handle.read(block, 0, block.length)
      if (bytesRead === 0) return { bytes, sha256: hash.digest('hex') }
      const read = block.subarray(0, bytesRead)
      hash.update(read)
      bytes += bytesRead
      await each?.(read)
    }
  } finally {
    await handle.close()
  }
}
