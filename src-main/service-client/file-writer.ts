// Writes what comes in, while more comes in: one write in flight, what arrives meanwhile goes with the next one, and the disk is kept busy
// by syncs along the way. Memory: a MiB or two, whatever the size of the file.
import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'

/** What may wait for the write in flight before the network is held back. */
const WAITING_BYTES_MAX = 1024 * 1024
/** A sync along the way each time so much was written: the last one then has little left to do. */
const SYNC_EVERY_BYTES = 32 * 1024 * 1024

export interface FileWriter {
  /** Takes a chunk that nobody changes any more; resolves when there is room for another. Rejects with the disk's first failure. */
  write(chunk: Uint8Array): Promise<void>
  /** Resolves when everything that was taken is in the file, though not yet on the disk. Rejects as `write`. */
  settle(): Promise<void>
  /** Where the file ends by what was written so far. */
  writtenBytes(): number
  /** A sync along the way failed: what the file holds can no longer be trusted. */
  isSyncFailed(): boolean
  /** Of the whole file in hexadecimal; null where it was not written from its beginning. */
  sha256(): string | null
}

/** @param fromBytes where the file is continued; the handle is truncated to it already */
export function createFileWriter(handle: FileHandle, fromBytes: number): FileWriter {
  const hash = fromBytes === 0 ? createHash('sha256') : null
  let waiting: Uint8Array[] = []
  let waitingBytes = 0
  let position = fromBytes
  let unsyncedBytes = 0
  let inFlight: Promise<void> | null = null
  let syncing: Promise<void> | null = null
  let failure: { readonly error: unknown } | null = null
  let isSyncFailed = false

  const syncAlong = (): void => {
    if (unsyncedBytes < SYNC_EVERY_BYTES || syncing !== null) return
    unsyncedBytes = 0
    syncing = handle
      .datasync()
      .catch((error: unknown) => {
        isSyncFailed = true
        failure ??= { error }
      })
      .finally(() => {
        syncing = null
      })
  }
  const writeWaiting = async (): Promise<void> => {
    try {
      while (waiting.length > 0 && failure === null) {
        const batch = waiting
        waiting = []
        waitingBytes = 0
        await writeAll(handle, batch, position)
        const bytes = batch.reduce((sum, { byteLength }) => sum + byteLength, 0)
        position += bytes
        unsyncedBytes += bytes
        syncAlong()
      }
    } catch (error) {
      failure ??= { error }
    } finally {
      inFlight = null
    }
  }
  const throwFailure = (): void => {
    if (failure !== null) throw failure.error
  }
  return {
    async write(chunk) {
      throwFailure()
      hash?.update(chunk)
      waiting.push(chunk)
      waitingBytes += chunk.byteLength
      inFlight ??= writeWaiting()
      if (waitingBytes > WAITING_BYTES_MAX) await inFlight
    },
    async settle() {
      await inFlight
      await syncing
      throwFailure()
    },
    writtenBytes: () => position,
    isSyncFailed: () => isSyncFailed,
    sha256: () => hash?.digest('hex') ?? null,
  }
}

/** The system may take less than it was given. */
async function writeAll(handle: FileHandle, chunks: readonly Uint8Array[], position: number): Promise<void> {
  let rest = [...chunks]
  let at = position
  while (rest.length > 0) {
    const { bytesWritten } = await handle.writev(rest, at)
    at += bytesWritten
    rest = after(rest, bytesWritten)
  }
}

/** What is left of the chunks behind so many bytes. */
function after(chunks: readonly Uint8Array[], bytes: number): Uint8Array[] {
  let skipped = 0
  for (const [index, chunk] of chunks.entries()) {
    if (skipped + chunk.byteLength > bytes)
      return [chunk.subarray(bytes - skipped), ...chunks.slice(index + 1)]
    skipped += chunk.byteLength
  }
  return []
}
