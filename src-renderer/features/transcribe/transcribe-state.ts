// What the transcribe view holds while a person works; it stays as it was left when another view is looked at.
import type { AskingView, BridgeError, Settings } from '../../bridge.ts'
import type { Asking } from '../asking/asking.ts'
import type { Viewport } from '../edit/viewport.ts'
import type { AwaitingImport } from '../imports/after-import.ts'
import type { Snap } from './time-grid.ts'

/** The options that a person sets for one recording. */
export interface TakeDraft {
  /** "4/4"; null is detected. */
  readonly meter: string | null
  readonly isTempoFixed: boolean
  /** Of a fixed tempo; null is detected. */
  readonly bpm: number | null
}

/** All options as a person sets them: those of habit are kept as settings. What the request says of them stands in `transcribe-options.ts`. */
export type TranscribeDraft = TakeDraft & Settings['transcribe']

/** A listen for the instruments of a sound. */
export type Listen =
  | { readonly kind: 'underway'; readonly asking: Asking }
  | { readonly kind: 'refused'; readonly error: BridgeError }

export interface TranscribeState extends AwaitingImport {
  /** What is transcribed; null while none was chosen. */
  readonly soundId: number | null
  /** The MIDI file that is shown in place of a sound; null for none. */
  readonly midiId: string | null
  /** The transcription that is shown; null takes the newest. */
  readonly generationId: string | null
  readonly draft: TakeDraft
  /** Those that have no answer, for each connection and sound (`listenKey`). */
  readonly listens: ReadonlyMap<string, Listen>
  /** Free detections that each connection's account has left, as last told. */
  readonly freeListens: ReadonlyMap<string, number>
  /** Instruments that are ticked, where the person changed the recommendation. */
  readonly ticked: ReadonlySet<string> | null
  /** Null shows all of it. */
  readonly viewport: Viewport | null
  readonly mutedParts: ReadonlySet<string>
  readonly soloParts: ReadonlySet<string>
  readonly chosenPart: string | null
  /** Index of the note that is selected. */
  readonly noteIndex: number | null
  readonly snap: Snap
  readonly heard: 'source' | 'midi'
  readonly hasMetronome: boolean
  /** Of playing, to the tempo of the recording. */
  readonly tempoPercent: number
  readonly scorePage: number
  readonly isScoreOfPart: boolean
  /** The score stands in the roll's place, once there are notes. */
  readonly isScoreLarge: boolean
}

const NO_WISHES: TakeDraft = { meter: null, isTempoFixed: false, bpm: null }

export const NO_TRANSCRIBE: TranscribeState = {
  soundId: null,
  midiId: null,
  awaitedImportId: null,
  generationId: null,
  draft: NO_WISHES,
  listens: new Map(),
  freeListens: new Map(),
  ticked: null,
  viewport: null,
  mutedParts: new Set(),
  soloParts: new Set(),
  chosenPart: null,
  noteIndex: null,
  snap: 'sixteenth',
  heard: 'midi',
  hasMetronome: false,
  tempoPercent: 100,
  scorePage: 1,
  isScoreOfPart: false,
  isScoreLarge: false,
}

/** What belongs to the result that was looked at before goes. */
const FRESH = {
  viewport: null,
  mutedParts: new Set<string>(),
  soloParts: new Set<string>(),
  chosenPart: null,
  noteIndex: null,
  scorePage: 1,
  isScoreOfPart: false,
}

/** Another sound is transcribed: how the person works stays, what was wished for that one recording goes. */
export const transcribing = (state: TranscribeState, soundId: number): TranscribeState =>
  state.soundId === soundId && state.midiId === null
    ? state
    : { ...state, ...FRESH, soundId, midiId: null, generationId: null, ticked: null, draft: NO_WISHES }

/** A MIDI file is looked at. */
export const openingMidi = (state: TranscribeState, midiId: string): TranscribeState =>
  state.midiId === midiId
    ? state
    : { ...state, ...FRESH, soundId: null, midiId, generationId: null, ticked: null }

/** Another result of the same sound is looked at. */
export const showing = (state: TranscribeState, generationId: string | null): TranscribeState => ({
  ...state,
  ...FRESH,
  generationId,
})

/** Whether a part is heard: soloed ones alone where there are any. */
export const isPartHeard = (
  { mutedParts, soloParts }: Pick<TranscribeState, 'mutedParts' | 'soloParts'>,
  instrument: string,
): boolean => (soloParts.size > 0 ? soloParts.has(instrument) : !mutedParts.has(instrument))

/** The set with the name put in, or taken out. */
export function toggled(names: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const next = new Set(names)
  if (!next.delete(name)) next.add(name)
  return next
}

export const listenKey = (connectionId: string, soundId: number): string => `${connectionId}:${soundId}`

/** @param listen null: it is over */
export function withListen(state: TranscribeState, key: string, listen: Listen | null): TranscribeState {
  const listens = new Map(state.listens)
  if (listen === null) listens.delete(key)
  else listens.set(key, listen)
  return { ...state, listens }
}

/** The number of the listen that is underway; null for none. */
export function listenUnderway({ listens }: Pick<TranscribeState, 'listens'>, key: string): string | null {
  const listen = listens.get(key)
  return listen?.kind === 'underway' ? listen.asking.id : null
}

/** How far a listen is. */
export function listeningOn(state: TranscribeState, { askingId, upload }: AskingView): TranscribeState {
  const key = [...state.listens.keys()].find((each) => listenUnderway(state, each) === askingId)
  return key === undefined
    ? state
    : withListen(state, key, { kind: 'underway', asking: { id: askingId, upload } })
}
