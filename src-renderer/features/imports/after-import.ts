// What an import that a view waits for makes of its state.
import type { ImportView } from '../../bridge.ts'

export interface AwaitingImport {
  /** An import whose first sound opens as soon as it is there: its files were brought to this view. */
  readonly awaitedImportId: number | null
}

/** What an import says of itself, where it is the awaited one: its first sound opens, or nothing is awaited any more. */
export function afterImport<State extends AwaitingImport>(
  state: State,
  { id, state: standing, firstSoundId }: Pick<ImportView, 'id' | 'state' | 'firstSoundId'>,
  opening: (state: State, soundId: number) => State,
): State {
  if (id !== state.awaitedImportId) return state
  if (firstSoundId !== null) return { ...opening(state, firstSoundId), awaitedImportId: null }
  return standing === 'done' || standing === 'canceled' ? { ...state, awaitedImportId: null } : state
}
