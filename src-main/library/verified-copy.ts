// Copies a file so that it can be relied on: hashed on the way, brought to the disk, read back, and only then under its name.
import { createHash } from 'node:crypto'
import * as files from 'node:fs/promises'
import { dirname } from 'node:path'
import { hashFile, makeFolder, syncFile, syncFolder, writeAll } from './durable-files.ts'

export interface Content {
  readonly bytes: number
  readonly sha256: string
}

/** A disk that gives back other bytes than it was given. */
export class CopyDiffers extends Error {}

const UNFINISHED = '.unfinished'
const BLOCK_BYTES = 1 << 20

/**
 * After it `to` holds what `from` holds, on the disk and read back; one of that name that is equal is left, any other is replaced.
 * Never writes through a link. Throws the disk's errors, and `CopyDiffers`.
 */
export async function copyVerified(from: string, to: string): Promise<Content> {
  const unfinished = `${to}${UNFINISHED}`
  await makeFolder(files, dirname(to))
  await files.rm(unfinished, { force: true })
  const content = await copyHashing(from, unfinished)
  const { atime, mtime } = await files.stat(from)
  await files.utimes(unfinished, atime, mtime)
  await syncFile(files, unfinished)
  if ((await hashFile(files, unfinished)) !== content.sha256) throw new CopyDiffers(from)
  await files.rename(unfinished, to)
  await syncFolder(files, dirname(to))
  return content
}

async function copyHashing(from: string, to: string): Promise<Content> {
  const source = await files.open(from, 'r')
  try {
    const target = await files.open(to, 'wx')
    try {
      const hash = createHash('sha256')
      const block = Buffer.allocUnsafe(BLOCK_BYTES)
      for (let bytes = 0; ; ) {
        const { bytesRead } = await source.read(block, 0, block.length)
        if (bytesRead === 0) return { bytes, sha256: hash.digest('hex') }
        const chunk = block.subarray(0, bytesRead)
        hash.update(chunk)
        await writeAll(target, chunk)
        bytes += bytesRead
      }
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}
