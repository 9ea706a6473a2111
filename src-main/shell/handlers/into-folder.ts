// Files that go out into a folder which the person chooses.
import { failure, success } from '../../bridge/reply.ts'
import type { Reply } from '../../bridge/types.ts'
import { fileFailure } from '../../media/outcome.ts'

export interface FolderChoice {
  /** Null when the person cancels. */
  chooseFolder(title: string, button: string): Promise<string | null>
  /** The last part of a path. */
  nameOf(path: string): string
}

/** Asks for a folder and lets `put` write there; null when the person cancels. What the disk refuses is said with its reason. */
export async function intoChosenFolder<T>(
  { chooseFolder, nameOf }: FolderChoice,
  asked: { readonly title: string; readonly button: string },
  put: (folder: string) => Promise<T>,
): Promise<Reply<T | null>> {
  const folder = await chooseFolder(asked.title, asked.button)
  if (folder === null) return success(null)
  try {
    return success(await put(folder))
  } catch (error) {
    return failure({ ...fileFailure(error, `write into “${nameOf(folder)}”`).error, code: 'folder_refused' })
  }
}
