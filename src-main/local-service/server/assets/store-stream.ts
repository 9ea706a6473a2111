// Writes a stream to a file: bounded, hashed, synced, and removed again where it cannot be kept.

import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'

export type StoredStream =
  | { readonly ok: true; readonly bytes: number; readonly sha256: string }
  | { readonly ok: false; readonly problem: 'empty' | 'too_large' }

/** Reads the stream to its end, or to the first byte over `maxBytes`. What the stream throws is thrown on, without a file left. */
export async function storeStream(
  path: string,
  stream: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<StoredStream> {
  const handle = await open(path, 'wx')
  let stored: StoredStream = { ok: false, problem: 'empty' }
  try {
    stored = await write(handle, stream, maxBytes)
    return stored
  } finally {
    await handle.close()
    if (!stored.ok) await rm(path, { force: true })
  }
}

async function write(
  handle: Awaited<ReturnType<typeof open>>,
  stream: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<StoredStream> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.length
    if (bytes > maxBytes) return { ok: false, problem: 'too_large' }
    hash.update(chunk)
    await handle.writeFile(chunk)
  }
  if (bytes === 0) return { ok: false, problem: 'empty' }
  await handle.sync()
  return { ok: true, bytes, sha256: hash.digest('hex') }
}
