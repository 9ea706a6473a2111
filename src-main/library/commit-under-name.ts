// A finished file gets a name of its own, though other programs may put files into the folder at the same time.
import { failed, succeeded } from '../media/outcome.ts'
import type { FolderOutcome, LibraryFolder, PlannedName } from './folder.ts'

/** Names that somebody else takes between plan and commit, before it gives up. */
const NAMES_TRIED = 20

export interface Naming {
  readonly planned: PlannedName
  /** As `plan` asks it. */
  readonly isTaken: (relativePath: string) => boolean
  /** A path that is known already; it is tried before any is planned. */
  readonly first?: string
  /** Called with each path that is planned here, before the file moves there: so that the next start finds it after a crash. */
  readonly onPlan?: (relativePath: string) => void
}

/**
 * Commits a partial file under a name that is free; what lies there stays. Returns the path.
 * Errors: those of `plan` and `commit`; after any, the partial file is still there.
 */
export async function commitUnderName(
  place: Pick<LibraryFolder, 'plan' | 'commit'>,
  key: string,
  { planned, isTaken, first, onPlan }: Naming,
): Promise<FolderOutcome<string>> {
  let known = first
  for (let tries = 0; tries < NAMES_TRIED; tries += 1) {
    const path = known === undefined ? await place.plan(planned, isTaken) : succeeded(known)
    if (!path.ok) return path
    if (known === undefined) onPlan?.(path.value)
    known = undefined
    const committed = await place.commit(key, path.value)
    if (committed.ok) return path
    if (committed.error.code !== 'file_exists') return committed
  }
  return failed('file_exists', `The names for “${planned.name}” are taken as fast as they are chosen.`, true)
}
