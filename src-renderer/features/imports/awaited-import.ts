// Files that were brought to a view of one sound: the first of them opens there as soon as it is in the library.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { bridge } from '../../bridge.ts'
import { currentImport } from '../../data/queries.ts'
import { type Store, useStore } from '../../store.ts'
import { announce, useWindow } from '../../window-state.ts'
import { type AwaitingImport, afterImport } from './after-import.ts'

/** Opens what was dropped onto a view, or imported from it, and says where nothing of it could be read. */
export function useAwaitedImport<State extends AwaitingImport>(
  store: Store<State>,
  opening: (state: State, soundId: number) => State,
): void {
  const state = useWindow()
  const client = useQueryClient()
  const awaitedId = useStore(store, (now) => now.awaitedImportId)
  const { data: latest = null } = useQuery(currentImport)
  useEffect(() => bridge.on.importing((view) => client.setQueryData(currentImport.queryKey, view)), [client])
  useEffect(() => {
    if (latest === null || latest.id !== awaitedId) return
    store.set((now) => afterImport(now, latest, opening))
    const [problem] = latest.problems
    if (latest.state === 'done' && latest.firstSoundId === null && problem !== undefined)
      announce(state, { tone: 'error', message: `${problem.name}: ${problem.message}` })
  }, [state, store, awaitedId, latest, opening])
}
