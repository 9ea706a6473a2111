// Opens a file for a reader of its head, which keeps it open where it is one of its kind.
import { type FileHandle, open } from 'node:fs/promises'
import { type FileErrorCode, fileFailure, type Outcome } from './outcome.ts'

/** What the reader makes of the open file, which is closed again where that is a failure. Errors: the reader's, and those of the disk. */
export async function opened<T, Code extends string>(
  path: string,
  read: (handle: FileHandle, fileBytes: number) => Promise<Outcome<T, Code>>,
): Promise<Outcome<T, Code | FileErrorCode>> {
  let handle: FileHandle | null = null
  try {
    handle = await open(path, 'r')
    const made = await read(handle, (await handle.stat()).size)
    if (!made.ok) await handle.close()
    return made
  } catch (error) {
    await handle?.close()
    return fileFailure(error, 'read the file')
  }
}
