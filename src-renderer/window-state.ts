// What the window's features share: the view, the search, the selection, the player. Made once, handed down by context.
import { createContext, useContext } from 'react'
import { bridge, type ExportOptions, type Notice } from './bridge.ts'
import type { Platform } from './commands/keys.ts'
import type { CommandRegistry } from './commands/registry.ts'
import { type EditState, NO_EDIT } from './features/edit/edit-state.ts'
import { EMPTY_SELECTION, type Selection } from './features/library/selection.ts'
import { NO_TRANSCRIBE, type TranscribeState } from './features/transcribe/transcribe-state.ts'
import { NO_VIDEO, type VideoState } from './features/video/video-state.ts'
import type { Player } from './player/player.ts'
import { createStore, type Store } from './store.ts'

export type ViewName = 'library' | 'video' | 'edit' | 'transcribe' | 'activity' | 'settings'

/** What Space, the arrows and the player's bar move while a view has a transport of its own. */
export interface Transport {
  /** What plays, and of what kind it is. */
  readonly name: string
  readonly detail: string
  readonly isPlaying: Store<boolean>
  positionS(): number
  durationS(): number
  seek(toS: number): void
  toggle(): void
  toStart(): void
  nudge(byS: number): void
  /** Puts an edge of the selection at the playhead. */
  edge(which: 'start' | 'end'): void
  clear(): void
}

/** A notice with a number, so that two of the same text are two. */
export interface NumberedNotice extends Notice {
  readonly number: number
}

export interface WindowState {
  readonly platform: Platform
  readonly player: Player
  readonly commands: CommandRegistry
  readonly view: Store<ViewName>
  /** What stands in the omnibar. */
  readonly searchText: Store<string>
  readonly selection: Store<Selection>
  /** The sound that the inspector shows. */
  readonly inspectedId: Store<number | null>
  /** Takes are compared at one loudness. */
  readonly isMatching: Store<boolean>
  readonly edit: Store<EditState>
  readonly transcribe: Store<TranscribeState>
  readonly video: Store<VideoState>
  /** Null: the player's. */
  readonly transport: Store<Transport | null>
  /** What was dragged last, until the pointer moves in the window again: dropped here it means these sounds. */
  readonly draggedIds: Store<readonly number[]>
  /** As last written with. */
  readonly exportOptions: Store<ExportOptions | null>
  /** The model that edits, by connection, where the person chose one. */
  readonly editModels: Store<ReadonlyMap<string, string>>
  readonly notices: Store<readonly NumberedNotice[]>
  /** What is read out and not shown: the news of jobs. */
  readonly spoken: Store<string>
  /** Counts wishes to type into the omnibar, from any view. */
  readonly omnibarWishes: Store<number>
  readonly overlay: Store<'palette' | 'shortcuts' | null>
}

/** @param parts what is not a plain value */
export function createWindowState(parts: Pick<WindowState, 'platform' | 'player' | 'commands'>): WindowState {
  return {
    ...parts,
    view: createStore<ViewName>('library'),
    searchText: createStore(''),
    selection: createStore(EMPTY_SELECTION),
    inspectedId: createStore<number | null>(null),
    isMatching: createStore(true),
    edit: createStore(NO_EDIT),
    transcribe: createStore(NO_TRANSCRIBE),
    video: createStore(NO_VIDEO),
    transport: createStore<Transport | null>(null),
    draggedIds: createStore<readonly number[]>([]),
    exportOptions: createStore<ExportOptions | null>(null),
    editModels: createStore<ReadonlyMap<string, string>>(new Map()),
    notices: createStore<readonly NumberedNotice[]>([]),
    spoken: createStore(''),
    omnibarWishes: createStore(0),
    overlay: createStore<'palette' | 'shortcuts' | null>(null),
  }
}

const WindowContext = createContext<WindowState | null>(null)
export const WindowProvider = WindowContext.Provider

/** The shared state. @throws Error outside of its provider */
export function useWindow(): WindowState {
  const state = useContext(WindowContext)
  if (state === null) throw new Error('useWindow stands outside of WindowProvider')
  return state
}

let noticeNumber = 0
/** Shows a notice at the foot of the window. */
export function announce(state: WindowState, notice: Notice): void {
  noticeNumber += 1
  const numbered = { ...notice, number: noticeNumber }
  // Three are as many as can be read.
  state.notices.set((notices) => [...notices.slice(-2), numbered])
}

/**
 * Begins the system's own drag with the files of these sounds.
 * @param files the sounds whose files are dragged, where they are others: those rendered of them
 */
export function beginDrag(state: WindowState, soundIds: readonly number[], files = soundIds): void {
  state.draggedIds.set(soundIds)
  // While the system drags, no pointer moves in the page; the first one after it ends the meaning of a drop.
  addEventListener('pointermove', () => state.draggedIds.set([]), { once: true })
  bridge.drag.start({ soundIds: files })
}
