// Files of this machine as the client meets them: named problems instead of raw system errors.
import { constants } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { failed, type ServiceResult } from './result.ts'
import { isSystemCode } from './system-codes.ts'

/** A problem with a local file, with a code of ours and words for a person. */
export class LocalFileError extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** What identified a file when it was opened. */
export type FileIdentity = { readonly sizeBytes: number; readonly modifiedMs: number; readonly inode: number }

/**
 * Opens a regular file for reading.
 * @throws LocalFileError when it is missing, unreadable, empty, or no regular file (a FIFO would block for ever)
 */
export async function openRegularFile(
  path: string,
): Promise<{ readonly handle: FileHandle; readonly identity: FileIdentity }> {
  const seen = await stat(path).catch((error: unknown) => {
    throw problemOf(error, path)
  })
  if (!seen.isFile()) throw new LocalFileError('not_a_file', `${path} is not a file`)
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch((error: unknown) => {
    throw problemOf(error, path)
  })
  const identity = await identityOf(handle)
  if (identity.sizeBytes > 0) return { handle, identity }
  await handle.close()
  throw new LocalFileError('file_empty', `${path} is empty`)
}

/** What identifies an open file now. */
export async function identityOf(handle: FileHandle): Promise<FileIdentity> {
  const stats = await handle.stat()
  return { sizeBytes: stats.size, modifiedMs: stats.mtimeMs, inode: stats.ino }
}

/** Whether nothing about a file has changed. */
export function isSameFile(before: FileIdentity, after: FileIdentity): boolean {
  return (
    before.sizeBytes === after.sizeBytes &&
    before.modifiedMs === after.modifiedMs &&
    before.inode === after.inode
  )
}

/** A local problem as a failed result. */
export function failureOfFile(error: unknown, path: string, bytesMayHaveLeft: boolean) {
  const { code, message } = problemOf(error, path)
  return failed({ kind: 'local_file', code, message, bytesMayHaveLeft }) satisfies ServiceResult<never>
}

/**
 * Names a system error of a file.
 * @throws the error itself when it is no system error, for then it is a bug
 */
export function problemOf(error: unknown, path: string): LocalFileError {
  if (error instanceof LocalFileError) return error
  if (!isSystemCode(error)) throw error
  switch (error.code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new LocalFileError('file_missing', `${path} is not there any more`)
    case 'ELOOP':
      return new LocalFileError('file_link_loop', `${path} is a link that can't be followed`)
    case 'EACCES':
    case 'EPERM':
      return new LocalFileError('file_forbidden', `${path} can't be opened: no permission`)
    case 'EROFS':
      return new LocalFileError('folder_read_only', `${path} can't be written: the disk is read-only`)
    case 'ENOSPC':
    case 'EDQUOT':
      return new LocalFileError('disk_full', `${path} can't be written: the disk is full`)
    case 'EIO':
      return new LocalFileError('disk_error', `${path}: the disk reports an error`)
    default:
      return new LocalFileError('file_unusable', `${path} can't be used (${error.code})`)
  }
}
