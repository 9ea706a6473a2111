// The state of transcribing a sound: what was detected, the price, the transcriptions there are, and the notes of the one that is shown.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  type BridgeError,
  bridge,
  type ConnectionView,
  errorOf,
  type NotesDocument,
  type Quote,
  type Settings,
  type SoundDetail,
  type TranscriptionIntent,
  type TranscriptionView,
} from '../../bridge.ts'
import { transcribedNotes, transcriptionQuote, transcriptionsOf } from '../../data/queries.ts'
import { useAppState, useSettings } from '../../data/use-settings.ts'
import { useIntent } from '../../data/use-start.ts'
import type { PlayerSound } from '../../player/player.ts'
import { useStore } from '../../store.ts'
import { announce, useWindow } from '../../window-state.ts'
import { isInFlight } from '../../wording/generations.ts'
import { texts } from '../../wording/texts.ts'
import { playerSound } from '../library/player-sound.ts'
import { type NoteTable, noteTable } from './note-table.ts'
import { type TimeGrid, timeGrid } from './time-grid.ts'
import { isUnderway, optionsOf } from './transcribe-options.ts'
import { showing, type TakeDraft, type TranscribeDraft, type TranscribeState } from './transcribe-state.ts'
import { type Listening, useListening } from './use-listening.ts'

type Request = Pick<TranscriptionIntent, 'connectionId' | 'soundId' | 'options'>

/** Notes as roll, bar and list of parts show them: of a recording, or of a MIDI file. */
export interface ShownNotes {
  readonly played: PlayerSound
  readonly state: TranscribeState
  readonly table: NoteTable
  readonly grid: TimeGrid | null
  change(part: Partial<TranscribeState> | ((now: TranscribeState) => Partial<TranscribeState>)): void
}

export interface Transcription extends ShownNotes, Listening {
  readonly detail: SoundDetail
  readonly connection: ConnectionView | null
  readonly quote: (Quote & { readonly isUpperBound: false }) | null
  /** Why it cannot be sent, or was refused. */
  readonly refusal: BridgeError | null
  readonly isSending: boolean
  /** Newest first. */
  readonly results: readonly TranscriptionView[]
  readonly shown: TranscriptionView | null
  /** Of the one that is shown; null before any are there. */
  readonly document: NotesDocument | null
  /** The score stands in the roll's place. */
  readonly isScoreLarge: boolean
  readonly draft: TranscribeDraft
  changeDraft(part: Partial<TakeDraft>): void
  changeHabits(part: Partial<Settings['transcribe']>): void
  run(): void
  approve(): void
}

export const NO_NOTES: NotesDocument['notes'] = []

export function useTranscription(detail: SoundDetail): Transcription {
  const window = useWindow()
  const { transcribe } = window
  const state = useStore(transcribe)
  const app = useAppState()
  const connection = app.connections.find((each) => each.id === app.activeConnectionId) ?? null
  const connectionId = connection?.id ?? ''
  const listening = useListening(connectionId, detail.id)
  const { detection } = listening

  const asked = useQuery({
    ...transcriptionQuote({ connectionId, soundId: detail.id }),
    enabled: connection !== null && !detail.isMissing,
    retry: false,
  })
  const [{ transcribe: habits }, changeSettings] = useSettings()
  const draft = useMemo(() => ({ ...habits, ...state.draft }), [habits, state.draft])
  const request: Request | null = useMemo(
    () =>
      connectionId === ''
        ? null
        : {
            connectionId,
            soundId: detail.id,
            options: optionsOf(draft, detection, state.ticked),
          },
    [connectionId, detail.id, draft, detection, state.ticked],
  )
  const send = useIntent<Request>(bridge.transcriptions.start, (generation) =>
    transcribe.set((now) => showing(now, generation.id)),
  )
  const { data: results = [] } = useQuery(transcriptionsOf(detail.id))
  const shown = results.find(({ generation }) => generation.id === state.generationId) ?? results[0] ?? null
  const isOver = shown !== null && !isInFlight(shown.generation)
  const { data: document = null } = useQuery({
    ...transcribedNotes(shown?.generation.id ?? '', `${shown?.noteCount ?? 0}${isOver ? ' final' : ''}`),
    enabled: shown !== null && shown.noteCount > 0,
    // While more notes come the ones that are there stay.
    placeholderData: (before, query) => (query?.queryKey[1] === shown?.generation.id ? before : undefined),
  })
  const table = useMemo(() => noteTable(document?.notes ?? NO_NOTES), [document])
  const grid = useMemo(
    () => (document === null ? null : timeGrid(document, table.durationS)),
    [document, table],
  )
  const quoteError = asked.error === null ? null : errorOf(asked.error)
  const quote = asked.data === undefined ? null : { ...asked.data, isUpperBound: false as const }
  const missing: BridgeError | null = detail.isMissing
    ? { code: 'file_missing', message: texts.transcribe.gone, retryable: false }
    : null
  return {
    detail,
    played: playerSound(detail),
    state,
    connection,
    ...listening,
    quote,
    refusal: missing ?? (send.isFor(request) ? send.refusal : null) ?? quoteError,
    isSending: send.isSending,
    results,
    shown,
    document,
    table,
    grid,
    isScoreLarge: state.isScoreLarge && table.count > 0,
    change: (part) =>
      transcribe.set((now) => ({ ...now, ...(typeof part === 'function' ? part(now) : part) })),
    draft,
    changeHabits: (part) => changeSettings({ transcribe: { ...habits, ...part } }),
    changeDraft: (part) => transcribe.set((now) => ({ ...now, draft: { ...now.draft, ...part } })),
    run: () => {
      if (request === null) return
      // It would give the same notes for another price.
      if (results.some((result) => isUnderway(result, request)))
        announce(window, { tone: 'info', message: texts.transcribe.pay.underway })
      else send.start(request, quote?.isMetered === true ? quote.credits : null)
    },
    approve: send.approve,
  }
}
