// Suggests the instruments of a recording: several listens to each window, each to other notes; what many name is admitted.

import type { Instrument } from '../../../contract/index.ts'
import { findSureHits } from '../drums/written-hits.ts'
import { measureKeyEnergy } from '../listening/key-energy.ts'
import { frameCountOf, MODEL_RATE_HZ } from '../listening/posteriors.ts'
import type { Recording } from '../listening/recording.ts'
import { decodeNotes, SURE_NOTE } from '../notes/decode-notes.ts'
import { type DrumHit, isClearlyPercussive } from '../parts/drums.ts'
import { describeSounds } from '../parts/note-sounds.ts'
import type { Listener } from '../transcribe.ts'
import type { HeardInstrument } from '../transcription.ts'
import { coverNotes } from './cover.ts'
import { likenedNotes, presenceOf } from './likened-notes.ts'
import { heardBy, LISTENS, type LikenedNote, PITCHED } from './presence.ts'

/** Most windows of a recording that are listened to, spread over it. */
const WINDOWS = 6
const WINDOW_SECONDS = 8
/** A listen names every instrument that is so probably there, by its notes. */
const NAMED_PRESENCE = 0.5
/** It is admitted when this share of one window's listens name it, and it is so probable by all notes together. */
const ADMITTED_AGREEMENT = 6 / LISTENS
const ADMITTED_PRESENCE = 0.25
/** For drums each listen hears so much of its window; so many sure hits in it name them. */
const DRUM_LISTEN_SECONDS = 3
const DRUM_HITS = 3
/** Of 66 pieces with drums, generated ones and those that train-hits.ts keeps out, 62 have it, of 126 without them one. */
const DRUMS_ADMITTED_AGREEMENT = 6 / LISTENS
const SILENCE_DB = -70

/** Every admitted instrument, the most agreed on first. Silence admits none. */
export function detectInstruments(
  { signal, durationMs }: Recording,
  { model, networks }: Listener,
): HeardInstrument[] {
  const best = new Map<Instrument, number>()
  const notes: LikenedNote[] = []
  let [hits, seconds] = [0, 0]
  for (const window of windowsOf(signal, durationMs / 1000)) {
    const heard = listenTo(window, model, networks)
    notes.push(...heard.notes)
    hits += heard.hits
    seconds += window.length / MODEL_RATE_HZ
    for (const [instrument, agreement] of heard.agreements)
      best.set(instrument, Math.max(best.get(instrument) ?? 0, agreement))
  }
  const heard = [...best].map(([name, agreement]) => ({ name, agreement })).sort(byAgreement)
  const sureNotes = notes.filter(({ certainty }) => certainty >= SURE_NOTE).map(({ pitch }) => pitch)
  const drums = heard.filter(({ name, agreement }) => name === 'drums' && areDrumsAdmitted(agreement))
  // What drums alone sound like besides is no instrument.
  if (drums.length > 0 && isClearlyPercussive(hits, sureNotes.length, seconds)) return drums
  const pitched = heard.filter(({ name }) => name !== 'drums')
  const presence = presenceOf(notes)
  const admitted = pitched.filter(
    ({ name, agreement }) => agreement >= ADMITTED_AGREEMENT && presence(name) >= ADMITTED_PRESENCE,
  )
  // Drums with notes beside them are no whole list: the likeliest stands for the notes, however seldom it was named.
  const isPartial = drums.length > 0 && admitted.length === 0 && notes.length > 0
  const named = isPartial ? [pitched[0] ?? { name: likeliest(presence), agreement: 0 }] : admitted
  return [...drums, ...coverNotes(named, pitched, sureNotes)].sort(byAgreement)
}

const likeliest = (presence: (instrument: Instrument) => number): Instrument =>
  PITCHED.reduce((best, name) => (presence(name) > presence(best) ? name : best))

function byAgreement(one: HeardInstrument, other: HeardInstrument): number {
  return other.agreement - one.agreement || one.name.localeCompare(other.name)
}

/** Which share of a window's listens name drums, in the best window: what is said of drums needs no notes. */
export const drumsAgreed = ({ signal, durationMs }: Recording): number =>
  windowsOf(signal, durationMs / 1000).reduce((most, window) => {
    const energy = measureKeyEnergy(window, frameCountOf(window))
    return Math.max(most, drumAgreement(window.length / MODEL_RATE_HZ, findSureHits(window, energy)))
  }, 0)

/** Whether so much agreement admits drums. */
export const areDrumsAdmitted = (agreement: number): boolean => agreement >= DRUMS_ADMITTED_AGREEMENT

function windowsOf(signal: Float32Array, seconds: number): Float32Array[] {
  const count = Math.max(1, Math.min(WINDOWS, Math.ceil(seconds / WINDOW_SECONDS)))
  const length = Math.round(WINDOW_SECONDS * MODEL_RATE_HZ)
  const room = Math.max(0, signal.length - length)
  return Array.from({ length: count }, (_, index) => {
    const start = count === 1 ? 0 : Math.round((room * index) / (count - 1))
    return signal.subarray(start, start + length)
  })
}

interface HeardWindow {
  readonly agreements: ReadonlyMap<Instrument, number>
  readonly notes: readonly LikenedNote[]
  readonly hits: number
}

function listenTo(
  signal: Float32Array,
  model: Listener['model'],
  networks: Listener['networks'],
): HeardWindow {
  const energy = measureKeyEnergy(signal, frameCountOf(signal))
  if (energy.frameDb.every((level) => level < SILENCE_DB))
    return { agreements: new Map(), notes: [], hits: 0 }
  const heard = { posteriors: model.listen(signal), energy }
  const decoded = decodeNotes(heard, networks)
  const notes = likenedNotes(decoded, describeSounds(decoded, heard, signal))
  const named = new Map<Instrument, number>()
  for (let listen = 0; listen < LISTENS; listen++) {
    const presence = presenceOf(heardBy(listen, notes))
    for (const instrument of PITCHED)
      if (presence(instrument) >= NAMED_PRESENCE) named.set(instrument, (named.get(instrument) ?? 0) + 1)
  }
  const agreements = new Map([...named].map(([instrument, times]) => [instrument, times / LISTENS]))
  const hits = findSureHits(signal, energy)
  const drums = drumAgreement(signal.length / MODEL_RATE_HZ, hits)
  if (drums > 0) agreements.set('drums', drums)
  return { agreements, notes, hits: hits.length }
}

/** Listens that begin one after the other all over the window, and end where it began; hits of one drum alone are another's. */
function drumAgreement(seconds: number, hits: readonly DrumHit[]): number {
  const isVaried = new Set(hits.map(({ pitch }) => pitch)).size >= 2
  if (!isVaried) return 0
  const named = Array.from({ length: LISTENS }, (_, listen) => {
    const from = (listen * seconds) / LISTENS
    const heard = hits.filter(({ start }) => (start - from + seconds) % seconds < DRUM_LISTEN_SECONDS)
    return heard.length >= DRUM_HITS
  })
  return named.filter(Boolean).length / LISTENS
}
