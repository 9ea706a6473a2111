// Outcomes of work on files: expected failures are values with a code, a sentence and whether trying again may help.

export interface Failure<Code extends string> {
  readonly code: Code
  readonly message: string
  readonly retryable: boolean
}
/** The same shape as the bridge's `Reply`, with the codes known to the compiler. */
export type Outcome<T, Code extends string> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: Failure<Code> }

export const succeeded = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value })

export const failed = <Code extends string>(
  code: Code,
  message: string,
  retryable = false,
): { readonly ok: false; readonly error: Failure<Code> } => ({
  ok: false,
  error: { code, message, retryable },
})

/** What the disk may answer, by the names that the rest of the app uses. */
export type FileErrorCode =
  | 'disk_full'
  | 'no_access'
  | 'read_only'
  | 'other_device'
  | 'io_error'
  | 'file_missing'
  | 'file_exists'
  | 'not_a_file'
  | 'too_many_files'

const FILE_ERRORS: Readonly<
  Record<string, { readonly code: FileErrorCode; readonly says: string; readonly retryable: boolean }>
> = {
  ENOSPC: { code: 'disk_full', says: 'the disk is full', retryable: true },
  EDQUOT: { code: 'disk_full', says: 'the disk quota is used up', retryable: true },
  EACCES: { code: 'no_access', says: 'access is denied', retryable: false },
  EPERM: { code: 'no_access', says: 'access is denied', retryable: false },
  EROFS: { code: 'read_only', says: 'the folder is read-only', retryable: false },
  EXDEV: { code: 'other_device', says: 'the folder lies on another disk', retryable: false },
  EIO: { code: 'io_error', says: 'the disk reports an error', retryable: true },
  EBUSY: { code: 'io_error', says: 'the file is in use', retryable: true },
  ENOENT: { code: 'file_missing', says: 'there is no such file', retryable: false },
  EEXIST: { code: 'file_exists', says: 'a file of that name is there already', retryable: false },
  EISDIR: { code: 'not_a_file', says: 'it is a folder', retryable: false },
  ENOTDIR: { code: 'not_a_file', says: 'part of its path is not a folder', retryable: false },
  ELOOP: { code: 'not_a_file', says: 'its links lead in a circle', retryable: false },
  ENXIO: { code: 'not_a_file', says: 'it is not a plain file', retryable: false },
  EMFILE: { code: 'too_many_files', says: 'too many files are open', retryable: true },
  ENFILE: { code: 'too_many_files', says: 'too many files are open', retryable: true },
}

/** The `code` of a Node system error, such as 'ENOSPC'; null for everything else. */
export function errnoOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}

/**
 * Names an error of the file system. `doing` completes "Could not …", for example "write door.wav".
 * @throws the error itself where it is not one of the disk's expected answers: that is a bug, not a failure
 */
export function fileFailure(
  error: unknown,
  doing: string,
): { readonly ok: false; readonly error: Failure<FileErrorCode> } {
  const known = FILE_ERRORS[errnoOf(error) ?? '']
  if (!known) throw error
  return failed(known.code, `Could not ${doing}: ${known.says}.`, known.retryable)
}
