// Writes the pieces of a file.
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { FilePiece } from './encoder.ts'

/** Written, brought to the disk, and hashed as it lies there. */
export async function writePieces(
  path: string,
  parts: AsyncIterable<FilePiece>,
): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const handle = await open(path, 'w+')
  try {
    let end = 0
    for await (const { bytes, at } of parts) {
      let place = at ?? end
      if (at === undefined) end += bytes.length
      for (let written = 0; written < bytes.length; ) {
        const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, place)
        written += bytesWritten
        place += bytesWritten
      }
    }
    await handle.sync()
    const hash = createHash('sha256')
    const block = Buffer.alloc(1 << 20)
    for (let at = 0; at < end; ) {
      const { bytesRead } = await handle.read(block, 0, block.length, at)
      if (bytesRead === 0) break
      hash.update(block.subarray(0, bytesRead))
      at += bytesRead
    }
    return { bytes: end, sha256: hash.digest('hex') }
  } finally {
    await handle.close()
  }
}
