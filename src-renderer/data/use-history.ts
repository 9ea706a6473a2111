// Undo and redo of what the person changed in the library.
import { useQuery } from '@tanstack/react-query'
import { bridge } from '../bridge.ts'
import { useCommands } from '../commands/registry.ts'
import { texts } from '../wording/texts.ts'
import { libraryHistory } from './queries.ts'
import { useAct } from './use-act.ts'

const words = texts.controls

/** Offers both as commands, named for what they would do. */
export function useHistory(): void {
  const act = useAct()
  // While it is read anew what was just done may be undone already: the main process knows.
  const { data, isFetching } = useQuery(libraryHistory)
  useCommands([
    {
      id: 'undo',
      title: words.undo(data?.undo ?? null),
      section: 'Sound',
      shortcuts: ['mod+z'],
      ownsKeys: true,
      isEnabled: data?.undo != null || isFetching,
      run: () => void act(bridge.library.undo(), ({ done }) => (done === null ? null : words.undone(done))),
    },
    {
      id: 'redo',
      title: words.redo(data?.redo ?? null),
      section: 'Sound',
      shortcuts: ['mod+shift+z'],
      ownsKeys: true,
      isEnabled: data?.redo != null || isFetching,
      run: () => void act(bridge.library.redo(), ({ done }) => (done === null ? null : words.redone(done))),
    },
  ])
}
