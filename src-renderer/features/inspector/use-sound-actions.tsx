// What can be done with the selected sounds: for buttons, palette and shortcuts alike.
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { bridge, linkTo, type SoundDetail, type SoundPatch } from '../../bridge.ts'
import { useCommands } from '../../commands/registry.ts'
import { Confirm } from '../../components/confirm.tsx'
import { useAct } from '../../data/use-act.ts'
import { useDrag } from '../../data/use-drag.ts'
import { useStore } from '../../store.ts'
import { useWindow } from '../../window-state.ts'
import { texts } from '../../wording/texts.ts'
import { ChooseCollection } from '../collections/choose-collection.tsx'
import { editing } from '../edit/edit-state.ts'
import { ExportDialog } from '../exports/export-dialog.tsx'
import { EMPTY_SELECTION } from '../library/selection.ts'
import { transcribing } from '../transcribe/transcribe-state.ts'
import { ChooseCategory } from './category.tsx'

const words = texts.inspector

export interface SoundActions {
  /** How many sounds an action reaches. */
  readonly count: number
  readonly isRenaming: boolean
  readonly dialog: ReactNode
  /** Where a tag and a note are typed: commands lead there. */
  readonly tagField: RefObject<HTMLInputElement | null>
  readonly noteField: RefObject<HTMLTextAreaElement | null>
  /** Back to where the command was given. */
  leaveField(): void
  rename(isRenaming: boolean): void
  /** The inspected sound alone: several under one name could not be told apart. */
  renameTo(name: string): void
  change(patch: SoundPatch): void
  reveal(): void
  copyFiles(): void
  exportFiles(): void
  /** Into a collection. */
  collect(): void
  /** Chooses the category in the Universal Category System. */
  categorise(): void
  drag(): void
  /** A drag may follow: what it needs is rendered. */
  prepareDrag(): void
  edit(): void
  transcribe(): void
  trash(): void
}

/** @param detail the inspected sound: actions on one alone are its, the others reach the whole selection */
export function useSoundCommands(detail: SoundDetail): SoundActions {
  const state = useWindow()
  const act = useAct()
  const dragging = useDrag()
  const selected = useStore(state.selection, (selection) => selection.ids)
  const [isRenaming, setRenaming] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [open, setOpen] = useState<'export' | 'collect' | 'categorise' | null>(null)
  const tagField = useRef<HTMLInputElement>(null)
  const noteField = useRef<HTMLTextAreaElement>(null)
  const cameFrom = useRef<Element | null>(null)
  const leadTo = (field: RefObject<HTMLElement | null>): void => {
    cameFrom.current = document.activeElement
    field.current?.focus()
  }
  const close = (): void => setOpen(null)
  const ids = selected.size > 1 && selected.has(detail.id) ? [...selected] : [detail.id]

  const trash = async (): Promise<void> => {
    const trashed = await act(bridge.library.trash({ soundIds: ids }), (done) =>
      words.trash.done(done.trashed),
    )
    if (trashed === null) return
    const loaded = state.player.state.get().sound?.id
    if (loaded !== undefined && ids.includes(loaded)) state.player.unload()
    state.inspectedId.set(null)
    state.selection.set((now) => ({ ...EMPTY_SELECTION, cursor: now.cursor }))
  }
  const actions: Omit<SoundActions, 'dialog'> = {
    count: ids.length,
    tagField,
    noteField,
    leaveField: () => {
      if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus()
      cameFrom.current = null
    },
    isRenaming,
    rename: setRenaming,
    renameTo: (name) => void act(bridge.library.change({ soundIds: [detail.id], patch: { name } })),
    change: (patch) => void act(bridge.library.change({ soundIds: ids, patch })),
    reveal: () => void act(bridge.library.reveal({ soundId: detail.id })),
    copyFiles: () =>
      void act(bridge.library.copyFiles({ soundIds: ids }), () => words.actions.copied(ids.length)),
    exportFiles: () => setOpen('export'),
    collect: () => setOpen('collect'),
    categorise: () => setOpen('categorise'),
    drag: () => dragging.start(ids),
    prepareDrag: () => dragging.prepare(ids),
    edit: () => {
      state.edit.set((now) => editing(now, detail.id))
      state.view.set('edit')
    },
    transcribe: () => {
      state.transcribe.set((now) => transcribing(now, detail.id))
      state.view.set('transcribe')
    },
    trash: () => setAsking(true),
  }
  const verdict = (next: 'kept' | 'rejected'): void =>
    actions.change({ verdict: detail.verdict === next ? null : next })
  useCommands([
    {
      id: 'favourite',
      title: detail.isFavourite ? words.commands.noFavourite : words.commands.favourite,
      section: 'Sound',
      shortcuts: ['f'],
      run: () => actions.change({ isFavourite: !detail.isFavourite }),
    },
    {
      id: 'rename',
      title: words.commands.rename,
      section: 'Sound',
      shortcuts: ['f2'],
      run: () => setRenaming(true),
    },
    {
      id: 'tag',
      title: words.commands.tag,
      section: 'Sound',
      shortcuts: ['t'],
      run: () => leadTo(tagField),
    },
    {
      id: 'note',
      title: words.commands.note,
      section: 'Sound',
      shortcuts: ['n'],
      run: () => leadTo(noteField),
    },
    {
      id: 'keep',
      title: words.commands.keep,
      section: 'Sound',
      shortcuts: ['k'],
      run: () => verdict('kept'),
    },
    {
      id: 'reject',
      title: words.commands.reject,
      section: 'Sound',
      shortcuts: ['x'],
      run: () => verdict('rejected'),
    },
    {
      id: 'edit',
      title: words.commands.edit,
      section: 'Sound',
      shortcuts: ['mod+shift+e'],
      isEnabled: !detail.isMissing,
      run: actions.edit,
    },
    {
      id: 'transcribe',
      title: words.commands.transcribe,
      section: 'Sound',
      shortcuts: ['mod+shift+t'],
      isEnabled: !detail.isMissing,
      run: actions.transcribe,
    },
    {
      id: 'reveal',
      title: words.commands.reveal,
      section: 'Sound',
      shortcuts: ['mod+r'],
      run: actions.reveal,
    },
    {
      id: 'copy',
      title: words.commands.copy,
      section: 'Sound',
      shortcuts: ['mod+c'],
      run: actions.copyFiles,
    },
    {
      id: 'copy-link',
      title: words.commands.copyLink,
      section: 'Sound',
      run: () =>
        void act(bridge.app.copyText({ text: linkTo('sound', detail.uid) }), () => words.actions.linkCopied),
    },
    {
      id: 'export',
      title: words.commands.export,
      section: 'Sound',
      shortcuts: ['mod+e'],
      run: actions.exportFiles,
    },
    {
      id: 'collect',
      title: words.commands.collect,
      section: 'Sound',
      shortcuts: ['c'],
      run: actions.collect,
    },
    {
      id: 'categorise',
      title: words.category.choose,
      section: 'Sound',
      shortcuts: ['u'],
      run: actions.categorise,
    },
    ...([0, 1, 2, 3, 4, 5] as const).map((rating) => ({
      id: `rate-${rating}`,
      title: rating === 0 ? words.commands.noRating : words.commands.rate('★'.repeat(rating)),
      section: 'Sound' as const,
      shortcuts: [`alt+${rating}`],
      run: () => actions.change({ rating }),
    })),
    {
      id: 'trash',
      title: words.commands.trash,
      section: 'Sound',
      shortcuts: ['delete', 'mod+backspace'],
      run: actions.trash,
    },
  ])
  const asking = isAsking && (
    <Confirm
      title={words.trash.title(ids.length)}
      action={words.trash.action}
      isDangerous
      onConfirm={() => void trash()}
      onClose={() => setAsking(false)}
    >
      {words.trash.text(ids.length === 1 ? detail.name : null)}
    </Confirm>
  )
  const dialog = (
    <>
      {asking}
      {open === 'export' && <ExportDialog soundIds={ids} onClose={close} />}
      {open === 'collect' && <ChooseCollection soundIds={ids} onClose={close} />}
      {open === 'categorise' && <ChooseCategory soundIds={ids} onClose={close} />}
    </>
  )
  return { ...actions, dialog }
}
