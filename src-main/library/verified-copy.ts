// Copies a file so that it can be relied on: brought to the disk, read back, compared, and only then under its name.
import * as files from 'node:fs/promises'
import { dirname } from 'node:path'
import type { HashFile } from '../media/hash-file.ts'
import { hashFile, makeFolder, syncFile, syncFolder } from './durable-files.ts'

export interface Content {
  readonly bytes: number
  readonly sha256: string
}

/** A disk that gives back other bytes than it was given. */
export class CopyDiffers extends Error {}

export interface CopyOptions {
  /** Hashes long files off this thread. By default they are hashed on it. */
  readonly hashLong?: HashFile | undefined
  /** What the copy's name ends in until it is whole. */
  readonly suffix?: string
}

/** A file that was replaced while it was copied is copied again; a disk that lies does so each time. */
const TRIES = 3

/**
 * After it `to` holds what `from` holds, with its times, on the disk and read back; whatever had that name is replaced.
 * Never writes through a link. Throws the disk's errors, and `CopyDiffers`; what is unfinished then stays, and the next copy begins anew.
 */
export async function copyVerified(
  from: string,
  to: string,
  { hashLong, suffix = '.unfinished' }: CopyOptions = {},
): Promise<Content> {
  const unfinished = `${to}${suffix}`
  await makeFolder(files, dirname(to))
  let sha256 = ''
  for (let tries = 1; ; tries += 1) {
    await files.rm(unfinished, { force: true })
    await files.copyFile(from, unfinished, files.constants.COPYFILE_EXCL)
    const { atime, mtime } = await files.stat(from)
    await files.utimes(unfinished, atime, mtime)
    await syncFile(files, unfinished)
    sha256 = await hashFile(files, unfinished, hashLong)
    if ((await hashFile(files, from, hashLong)) === sha256) break
    if (tries === TRIES) throw new CopyDiffers(from)
  }
  const { size: bytes } = await files.stat(unfinished)
  await files.rename(unfinished, to)
  await syncFolder(files, dirname(to))
  return { bytes, sha256 }
}
