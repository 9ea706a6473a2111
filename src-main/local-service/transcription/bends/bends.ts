// The bends of a transcription: where one part plays one note at a time, the pitch that strays from its keys, as a hand would turn a wheel.

import type { Instrument } from '../../../contract/index.ts'
import type { ArrangedNote, Arrangement } from '../arrange.ts'
import { createPitchReader, type PitchPoint, type PitchReader } from './pitch-track.ts'

/** Where the wheel stands from a place on, in cents above the keys. */
export interface Bend {
  /** Beats of the arrangement's map. */
  readonly beats: number
  readonly cents: number
}

/** Who can leave the pitch of a key while it sounds. Keyboards, mallets, harps and organs cannot, and of sections it cannot be told. */
const BENDING: ReadonlySet<Instrument> = new Set<Instrument>([
  'acoustic_guitar',
  'clean_electric_guitar',
  'distorted_electric_guitar',
  'acoustic_bass',
  'electric_bass',
  'violin',
  'viola',
  'cello',
  'contrabass',
  'voice',
  'trumpet',
  'trombone',
  'tuba',
  'french_horn',
  'soprano_and_alto_sax',
  'tenor_sax',
  'baritone_sax',
  'oboe',
  'english_horn',
  'bassoon',
  'clarinet',
  'flutes',
  'synth_lead',
])

/** A note must sound so long before its pitch can be followed … */
const SHORTEST_SECONDS = 0.15
/** … and notes of one part may overlap by so much before the wheel would detune the other. */
const OVERLAP_SECONDS = 0.04
/** The attack is no pitch yet, nor is what is left once a note was let go. */
const ATTACK_SECONDS = 0.05
const RELEASE_SECONDS = 0.04
/** A note holds still within so much; instruments are tuned off by at most so much. */
const STILL_CENTS = 20
const FURTHEST_TUNING_CENTS = 60
/** What strays less is not heard as a bend. */
const LEAST_CENTS = 25
/** A pitch that leaps so far from one frame to the next was not followed but lost. */
const LEAP_CENTS = 70
/** The wheel moves in steps of so much: fewer are heard, more are in the way. */
const STEP_CENTS = 5
const FEWEST_POINTS = 4

/** The wheel of each part that has bends, in order of time; it stands in the middle where it says nothing. */
export function hearBends(
  { notes, instruments }: Pick<Arrangement, 'notes' | 'instruments'>,
  signal: Float32Array,
): ReadonlyMap<Instrument, readonly Bend[]> {
  const reader = createPitchReader(signal)
  const wheels = new Map<Instrument, readonly Bend[]>()
  for (const instrument of instruments) {
    if (!BENDING.has(instrument)) continue
    const bends = bendsOfPart(
      notes.filter((note) => note.instrument === instrument),
      reader,
    )
    if (bends.length > 0) wheels.set(instrument, bends)
  }
  return wheels
}

function bendsOfPart(notes: readonly ArrangedNote[], reader: PitchReader): Bend[] {
  const tracks = notes.map((note, index) => (isAlone(notes, index) ? trackOf(note, reader) : []))
  // A recording may be tuned higher or lower than its keys throughout: that is no bend.
  const tuning = tuningOf(tracks)
  return notes.flatMap((note, index) => {
    const points = tracks[index]!.map(({ seconds, cents }) => ({ seconds, cents: cents - tuning }))
    const furthest = points.reduce((most, { cents }) => Math.max(most, Math.abs(cents)), 0)
    if (furthest < LEAST_CENTS) return []
    const placed = thinned(points).map(({ seconds, cents }) => ({
      beats: beatsOf(note, seconds),
      cents: Math.round(cents),
    }))
    const [first] = placed
    // The wheel is turned when the note begins, and let go when it ends, so that what comes next is in tune.
    return [
      { beats: note.startBeats, cents: first?.cents ?? 0 },
      ...placed.slice(1),
      { beats: note.endBeats, cents: 0 },
    ]
  })
}

function isAlone(notes: readonly ArrangedNote[], index: number): boolean {
  const note = notes[index]!
  if (note.heardEnd - note.heardStart < SHORTEST_SECONDS) return false
  return notes.every(
    (other) =>
      other === note ||
      other.heardStart >= note.heardEnd - OVERLAP_SECONDS ||
      other.heardEnd <= note.heardStart + OVERLAP_SECONDS,
  )
}

/** The pitch of a note between its attack and its end, three frames at a time; empty where it was lost. */
function trackOf({ pitch, heardStart, heardEnd }: ArrangedNote, reader: PitchReader): PitchPoint[] {
  const start = heardStart + ATTACK_SECONDS
  const points = reader.track({ pitch, start, end: Math.max(start, heardEnd - RELEASE_SECONDS) })
  if (points.length < FEWEST_POINTS) return []
  const smooth = points.map(({ seconds }, index) => ({
    seconds,
    cents: median(centsOf(points.slice(Math.max(0, index - 1), index + 2))),
  }))
  const isLost = smooth.some(
    ({ cents }, index) => Math.abs(cents - (smooth[index - 1]?.cents ?? cents)) > LEAP_CENTS,
  )
  return isLost ? [] : smooth
}

/** A moment of a note as a place between its first and its last beat. */
function beatsOf({ heardStart, heardEnd, startBeats, endBeats }: ArrangedNote, seconds: number): number {
  return startBeats + ((seconds - heardStart) / (heardEnd - heardStart)) * (endBeats - startBeats)
}

/** Leaves out what the wheel need not be moved for. */
function thinned(points: readonly PitchPoint[]): PitchPoint[] {
  const kept: PitchPoint[] = []
  for (const point of points) {
    const last = kept.at(-1)
    if (last === undefined || Math.abs(point.cents - last.cents) >= STEP_CENTS) kept.push(point)
  }
  return kept
}

/** How far off its keys all of it lies, by the notes that hold still; 0 where none does. */
function tuningOf(tracks: readonly (readonly PitchPoint[])[]): number {
  const still = tracks.map(centsOf).filter((cents) => cents.length > 0 && spreadOf(cents) < STILL_CENTS)
  const tuning = median(still.map(median))
  return Math.abs(tuning) <= FURTHEST_TUNING_CENTS ? tuning : 0
}

/** Between the tenth and the ninetieth of a hundred. */
function spreadOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.9)]! - sorted[Math.floor(sorted.length * 0.1)]!
}

const centsOf = (points: readonly PitchPoint[]): number[] => points.map(({ cents }) => cents)

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
