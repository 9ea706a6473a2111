// What makes a file survive a power cut, and a name never replace another: the few steps, over a port. All throw the disk's errors.
import { createHash } from 'node:crypto'
import type * as nodeFiles from 'node:fs/promises'
import { dirname } from 'node:path'
import { type HashFile, SHORT_BYTES } from '../media/hash-file.ts'
import { errnoOf } from '../media/outcome.ts'

/** What is used of `node:fs/promises`: tests put a disk in its place that is full, slow or lying. */
export type FilesPort = Pick<
  typeof nodeFiles,
  'open' | 'mkdir' | 'link' | 'rename' | 'unlink' | 'readdir' | 'stat' | 'realpath' | 'rm'
>

/**
 * SHA-256 of a file by its absolute path, in hex; read as a stream. Throws the disk's errors.
 * @param hashLong hashes what would take this thread for long, off it; what fails there is read here, for the disk's own error
 */
export async function hashFile(
  files: Pick<FilesPort, 'open' | 'stat'>,
  path: string,
  hashLong?: HashFile,
): Promise<string> {
  if (hashLong !== undefined && (await files.stat(path)).size > SHORT_BYTES) {
    const hashed = await hashLong({ path })
    if (hashed.ok) return hashed.value.sha256
  }
  const handle = await files.open(path, 'r')
  try {
    const hash = createHash('sha256')
    const block = Buffer.allocUnsafe(1 << 20)
    for (;;) {
      const { bytesRead } = await handle.read(block, 0, block.length)
      if (bytesRead === 0) return hash.digest('hex')
      hash.update(block.subarray(0, bytesRead))
    }
  } finally {
    await handle.close()
  }
}

/** Every byte of a chunk, however many the disk takes at a time. */
export async function writeAll(handle: nodeFiles.FileHandle, chunk: Uint8Array): Promise<void> {
  for (let written = 0; written < chunk.length; ) {
    written += (await handle.write(chunk, written, chunk.length - written)).bytesWritten
  }
}

/** Brings a file's content to the disk. */
export async function syncFile(files: Pick<FilesPort, 'open'>, path: string): Promise<void> {
  const handle = await files.open(path, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Brings a folder's entries to the disk. Windows has no such call: there the journal of NTFS does it. */
export async function syncFolder(files: Pick<FilesPort, 'open'>, path: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await files.open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** What disks answer that have no hard links. */
const WITHOUT_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

/** `link` fails where the name is taken, atomically; disks without hard links get an exclusive placeholder and a rename over it. */
export async function moveWithoutReplacing(files: FilesPort, from: string, to: string): Promise<void> {
  try {
    await files.link(from, to)
  } catch (error) {
    if (!WITHOUT_LINKS.has(errnoOf(error) ?? '')) throw error
    await (await files.open(to, 'wx')).close()
    try {
      await files.rename(from, to)
    } catch (renameError) {
      await files.rm(to, { force: true })
      throw renameError
    }
    return
  }
  await files.unlink(from)
}

/** Gives a file a second name, under which it stays when another takes its first. Disks without hard links lose the first name meanwhile. */
export async function moveAside(
  files: Pick<FilesPort, 'link' | 'rename'>,
  path: string,
  aside: string,
): Promise<void> {
  try {
    await files.link(path, aside)
  } catch (error) {
    if (!WITHOUT_LINKS.has(errnoOf(error) ?? '')) throw error
    await files.rename(path, aside)
  }
}

/** Moves a file without replacing one; where a crash left it under both names, the old name goes. */
export async function finishOrMove(files: FilesPort, from: string, to: string): Promise<void> {
  try {
    await moveWithoutReplacing(files, from, to)
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error
    const [source, target] = await Promise.all([files.stat(from), files.stat(to)])
    if (source.ino !== target.ino || source.dev !== target.dev) throw error
    await files.unlink(from)
  }
}

/**
 * Makes a folder with those above it that are missing. Node's own way of doing so calls a read-only disk a missing file.
 * @returns whether it was made now
 */
export async function makeFolder(files: Pick<FilesPort, 'mkdir'>, path: string): Promise<boolean> {
  try {
    await files.mkdir(path)
    return true
  } catch (error) {
    const code = errnoOf(error)
    if (code === 'EEXIST' || code === 'EISDIR') return false
    if (code !== 'ENOENT' || dirname(path) === path) throw error
  }
  await makeFolder(files, dirname(path))
  return makeFolder(files, path)
}

/** The names in a folder; none where it is not there. */
export async function readFolder(
  files: Pick<FilesPort, 'readdir'>,
  path: string,
): Promise<readonly string[]> {
  try {
    return await files.readdir(path)
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return []
    throw error
  }
}
