// What can be done with the selected sounds: for buttons, palette and shortcuts alike.
import { type ReactNode, useState } from 'react'
import { bridge, type SoundDetail, type SoundPatch } from '../../bridge.ts'
import { useCommands } from '../../commands/registry.ts'
import { Confirm } from '../../components/confirm.tsx'
import { useAct } from '../../data/use-act.ts'
import { useStore } from '../../store.ts'
import { useWindow } from '../../window-state.ts'
import { counted } from '../../wording/numbers.ts'
import { EMPTY_SELECTION } from '../library/selection.ts'

export interface SoundActions {
  /** How many sounds an action reaches. */
  readonly count: number
  readonly isRenaming: boolean
  readonly dialog: ReactNode
  rename(isRenaming: boolean): void
  change(patch: SoundPatch): void
  reveal(): void
  copyFiles(): void
  exportFiles(): void
  drag(): void
  trash(): void
}

/** @param detail the inspected sound: actions on one alone are its, the others reach the whole selection */
export function useSoundCommands(detail: SoundDetail): SoundActions {
  const state = useWindow()
  const act = useAct()
  const selected = useStore(state.selection, (selection) => selection.ids)
  const [isRenaming, setRenaming] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const ids = selected.size > 1 && selected.has(detail.id) ? [...selected] : [detail.id]
  const what = counted(ids.length, 'sound')

  const trash = async (): Promise<void> => {
    const trashed = await act(
      bridge.library.trash({ soundIds: ids }),
      (done) =>
        `${counted(done.trashed, 'sound')} moved to the system’s trash, from where they can be put back`,
    )
    if (trashed === null) return
    const loaded = state.player.state.get().sound?.id
    if (loaded !== undefined && ids.includes(loaded)) state.player.unload()
    state.inspectedId.set(null)
    state.selection.set((now) => ({ ...EMPTY_SELECTION, cursor: now.cursor }))
  }
  const actions: Omit<SoundActions, 'dialog'> = {
    count: ids.length,
    isRenaming,
    rename: setRenaming,
    change: (patch) => void act(bridge.library.change({ soundIds: ids, patch })),
    reveal: () => void act(bridge.library.reveal({ soundId: detail.id })),
    copyFiles: () =>
      void act(bridge.library.copyFiles({ soundIds: ids }), () => `${counted(ids.length, 'file')} copied`),
    exportFiles: () =>
      void act(bridge.library.export({ soundIds: ids }), (result) =>
        result === null ? null : `${counted(result.exported, 'file')} exported to ${result.folderName}`,
      ),
    drag: () => bridge.drag.start({ soundIds: ids }),
    trash: () => setAsking(true),
  }
  const verdict = (next: 'kept' | 'rejected'): void =>
    actions.change({ verdict: detail.verdict === next ? null : next })
  useCommands([
    {
      id: 'favourite',
      title: detail.isFavourite ? 'No longer a favourite' : 'Make it a favourite',
      section: 'Sound',
      shortcuts: ['f'],
      run: () => actions.change({ isFavourite: !detail.isFavourite }),
    },
    { id: 'rename', title: 'Rename', section: 'Sound', shortcuts: ['f2'], run: () => setRenaming(true) },
    { id: 'keep', title: 'Keep this take', section: 'Sound', shortcuts: ['k'], run: () => verdict('kept') },
    {
      id: 'reject',
      title: 'Reject this take',
      section: 'Sound',
      shortcuts: ['x'],
      run: () => verdict('rejected'),
    },
    { id: 'reveal', title: 'Reveal in folder', section: 'Sound', shortcuts: ['mod+r'], run: actions.reveal },
    { id: 'copy', title: 'Copy the file', section: 'Sound', shortcuts: ['mod+c'], run: actions.copyFiles },
    { id: 'export', title: 'Export…', section: 'Sound', shortcuts: ['mod+e'], run: actions.exportFiles },
    {
      id: 'trash',
      title: 'Move to the trash…',
      section: 'Sound',
      shortcuts: ['delete', 'mod+backspace'],
      run: actions.trash,
    },
  ])
  const dialog = isAsking && (
    <Confirm
      title={`Move ${what} to the trash?`}
      action="Move to trash"
      isDangerous
      onConfirm={() => void trash()}
      onClose={() => setAsking(false)}
    >
      {ids.length === 1 ? `“${detail.name}” goes` : 'The files go'} to the system’s trash. Put back from there{' '}
      {ids.length === 1 ? 'it returns' : 'they return'} to the library.
    </Confirm>
  )
  return { ...actions, dialog }
}
