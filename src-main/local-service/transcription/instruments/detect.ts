// Suggests the instruments of a recording: several listens to each window, each to other notes; what many name is admitted.

import type { Instrument } from '../../../contract/index.ts'
import { measureKeyEnergy } from '../listening/key-energy.ts'
import { frameCountOf, MODEL_RATE_HZ } from '../listening/posteriors.ts'
import type { Recording } from '../listening/recording.ts'
import { decodeNotes, type HeardNote } from '../notes/decode-notes.ts'
import { type DrumHit, findSureDrums, isClearlyPercussive } from '../parts/drums.ts'
import type { Listener } from '../transcribe.ts'
import type { HeardInstrument } from '../transcription.ts'
import { coverNotes } from './cover.ts'
import { createTimbreMeter } from './timbre.ts'
import { decodeTimbreClasses, timbreScores } from './timbre-classes.ts'
import { TIMBRE_CLASSES } from './trained-timbres.ts'

/** Windows of a recording that are listened to, spread over it. */
const WINDOWS = 6
const WINDOW_SECONDS = 8
/** Independent listens to each window: each hears every twelfth note, and the one after. */
const LISTENS = 12
/** A listen names every instrument that this share of its notes, by their certainty, sounds most like. */
const NAMED_SHARE = 0.34
/** It is admitted when this share of one window's listens name it. */
const ADMITTED_AGREEMENT = 0.25
/** Sure hits a second that make drums. */
const DRUM_HITS_PER_SECOND = 2
/** Drums ask for more agreement than others: music without them comes to 4 of 12, with them to 7 at least. */
const DRUMS_ADMITTED_AGREEMENT = 5 / LISTENS
/** A note that would not be there if the recording were drums alone. Certainty, 0..1. */
const SURE_NOTE = 0.8
const SILENCE_DB = -70

const classes = decodeTimbreClasses(TIMBRE_CLASSES)

/** Every admitted instrument, the most agreed on first. Silence admits none. */
export function detectInstruments(
  { signal, durationMs }: Recording,
  { model, networks }: Listener,
): HeardInstrument[] {
  const best = new Map<Instrument, number>()
  const sureNotes: number[] = []
  let [hits, seconds] = [0, 0]
  for (const window of windowsOf(signal, durationMs / 1000)) {
    const heard = listenTo(window, model, networks)
    sureNotes.push(...heard.sureNotes)
    hits += heard.hits
    seconds += window.length / MODEL_RATE_HZ
    for (const [instrument, agreement] of heard.agreements)
      best.set(instrument, Math.max(best.get(instrument) ?? 0, agreement))
  }
  const heard = [...best]
    .map(([name, agreement]) => ({ name, agreement }))
    .sort((a, b) => b.agreement - a.agreement || a.name.localeCompare(b.name))
  const drums = heard.filter(({ name, agreement }) => name === 'drums' && areDrumsAdmitted(agreement))
  // What drums alone sound like besides is no instrument.
  if (drums.length > 0 && isClearlyPercussive(hits, sureNotes.length, seconds)) return drums
  const pitched = heard.filter(({ name }) => name !== 'drums')
  const admitted = pitched.filter(({ agreement }) => agreement >= ADMITTED_AGREEMENT)
  // Drums with notes beside them are no whole list: what was named most often stands for the notes, however seldom it was.
  const named = drums.length > 0 && admitted.length === 0 ? pitched.slice(0, 1) : admitted
  return [...drums, ...coverNotes(named, pitched, sureNotes)].sort(
    (a, b) => b.agreement - a.agreement || a.name.localeCompare(b.name),
  )
}

/** How many of a window's slices have drums, 0..1, in the best window: what is said of drums needs no notes. */
export const drumsAgreed = ({ signal, durationMs }: Recording): number =>
  windowsOf(signal, durationMs / 1000).reduce((most, window) => {
    const energy = measureKeyEnergy(window, frameCountOf(window))
    return Math.max(most, drumAgreement(window, findSureDrums(energy)))
  }, 0)

/** Whether so much agreement admits drums. */
export const areDrumsAdmitted = (agreement: number): boolean => agreement >= DRUMS_ADMITTED_AGREEMENT

function windowsOf(signal: Float32Array, seconds: number): Float32Array[] {
  const count = Math.max(1, Math.min(WINDOWS, Math.floor(seconds / WINDOW_SECONDS)))
  const length = Math.round(WINDOW_SECONDS * MODEL_RATE_HZ)
  const room = Math.max(0, signal.length - length)
  return Array.from({ length: count }, (_, index) => {
    const start = count === 1 ? 0 : Math.round((room * index) / (count - 1))
    return signal.subarray(start, start + length)
  })
}

interface HeardWindow {
  readonly agreements: ReadonlyMap<Instrument, number>
  /** Pitches of the notes that surely are some. */
  readonly sureNotes: readonly number[]
  readonly hits: number
}

function listenTo(
  signal: Float32Array,
  model: Listener['model'],
  networks: Listener['networks'],
): HeardWindow {
  const energy = measureKeyEnergy(signal, frameCountOf(signal))
  if (energy.frameDb.every((level) => level < SILENCE_DB))
    return { agreements: new Map(), sureNotes: [], hits: 0 }
  const posteriors = model.listen(signal)
  const notes = decodeNotes({ posteriors, energy }, networks)
  const timbreOf = createTimbreMeter(signal, energy)
  const likest = notes.map((note) => indexOfLargest(timbreScores(classes, timbreOf(note))))
  const named = new Map<Instrument, number>()
  const listens = Math.min(LISTENS, notes.length)
  for (let listen = 0; listen < listens; listen++) {
    for (const instrument of nameIn(notes, likest, listen))
      named.set(instrument, (named.get(instrument) ?? 0) + 1)
  }
  const agreements = new Map([...named].map(([instrument, times]) => [instrument, times / LISTENS]))
  const hits = findSureDrums(energy)
  const drums = drumAgreement(signal, hits)
  if (drums > 0) agreements.set('drums', drums)
  const sureNotes = notes.filter(({ certainty }) => certainty >= SURE_NOTE).map(({ pitch }) => pitch)
  return { agreements, sureNotes, hits: hits.length }
}

/** What one listen names: it hears every twelfth pair of notes. */
function nameIn(notes: readonly HeardNote[], likest: readonly number[], listen: number): Instrument[] {
  const votes = new Float32Array(classes.instruments.length)
  let weight = 0
  for (const [index, { certainty }] of notes.entries()) {
    const turn = (index - listen + LISTENS) % LISTENS
    if (turn !== 0 && turn !== 1) continue
    votes[likest[index]!]! += certainty
    weight += certainty
  }
  return classes.instruments.filter((_, index) => weight > 0 && votes[index]! / weight >= NAMED_SHARE)
}

function indexOfLargest(values: Float32Array): number {
  return values.indexOf(Math.max(...values))
}

/** Slices of the window in which drums are hit often enough. */
function drumAgreement(signal: Float32Array, hits: readonly DrumHit[]): number {
  const seconds = signal.length / MODEL_RATE_HZ
  const slice = seconds / LISTENS
  const isHit = (listen: number) => {
    const count = hits.filter(({ start }) => start >= listen * slice && start < (listen + 1) * slice).length
    return count / slice >= DRUM_HITS_PER_SECOND
  }
  const isVaried = new Set(hits.map(({ pitch }) => pitch)).size >= 2
  return isVaried
    ? Array.from({ length: LISTENS }, (_, listen) => isHit(listen)).filter(Boolean).length / LISTENS
    : 0
}
