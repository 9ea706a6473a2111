// Groups beats into bars: how many to a bar, and which of them is the first.

import type { HeardNote } from '../notes/decode-notes.ts'
import type { DrumHit } from '../parts/drums.ts'
import { harmonicDistance } from './harmony.ts'

export interface BarGrouping {
  readonly beatsPerBar: number
  /** Index of the first beat that begins a bar. */
  readonly firstDownbeat: number
}

/** Groupings that are heard; 4 where they tell nothing. */
const GROUPINGS = [4, 3, 2] as const
const DEFAULT_GROUPING = 4
/** Bars of two are half of bars of four: they must be much clearer to be taken for it; bars of three a little. */
const HANDICAP: Readonly<Record<number, number>> = { 2: 2.2, 3: 1.1, 4: 1 }
/** Music that begins on a downbeat is likelier than music with a pickup. */
const BEGINNING_BONUS = 1.3
/** What a change of harmony adds to a beat's accent: from the beat before, and from the two before to the two from here on. */
const BEAT_HARMONY = 3
const HALF_BAR_HARMONY = 6
/** A snare is hit between downbeats. */
const SNARE_ACCENT = -3
const SNARE_PITCH = 38
/** Beats a drum may be off. */
const ON_BEAT = 0.15

/**
 * Hears the accents: on a downbeat more begins, it begins lower, lasts longer, the harmony changes, and no snare is hit. Weights and
 * handicaps are what was best on 419 half minutes of written music, none of the test's: see RESULTS.md of the bench.
 * @param beatOf where something starts, in beats from the first
 * @param wanted beats of a bar when they are known
 * @param drums the drums that are written, if there are any
 */
export function groupBeats(
  notes: readonly HeardNote[],
  beatOf: (begun: { readonly start: number }) => number,
  beatCount: number,
  wanted: number | null,
  drums: readonly DrumHit[] = [],
): BarGrouping {
  const accents = accentsOf(notes, beatOf, beatCount)
  for (const hit of drums) {
    const beat = Math.round(beatOf(hit))
    const isOnBeat = Math.abs(beatOf(hit) - beat) <= ON_BEAT && accents[beat] !== undefined
    if (hit.pitch === SNARE_PITCH && isOnBeat) accents[beat]! += SNARE_ACCENT
  }
  const beginning = notes.reduce((first, note) => Math.min(first, Math.round(beatOf(note))), beatCount)
  const candidates = wanted === null ? GROUPINGS : [wanted]
  const usual = wanted ?? DEFAULT_GROUPING
  let best = { beatsPerBar: usual, firstDownbeat: (usual + (beginning % usual)) % usual }
  let bestScore = 0
  for (const beatsPerBar of candidates) {
    for (let phase = 0; phase < Math.min(beatsPerBar, beatCount); phase++) {
      // What begins before the first beat that was heard begins on a negative one.
      const isBeginning = (beginning - phase) % beatsPerBar === 0
      const bonus = isBeginning ? BEGINNING_BONUS : 1
      const score = (bonus * contrast(accents, beatsPerBar, phase)) / (HANDICAP[beatsPerBar] ?? 1)
      if (score > bestScore * 1.02) {
        bestScore = score
        best = { beatsPerBar, firstDownbeat: phase }
      }
    }
  }
  return best
}

function accentsOf(
  notes: readonly HeardNote[],
  beatOf: (begun: { readonly start: number }) => number,
  count: number,
): Float32Array {
  const accents = new Float32Array(count)
  const chroma = Array.from({ length: count }, () => new Float32Array(12))
  for (const note of notes) {
    const position = beatOf(note)
    const beat = Math.round(position)
    const inBeat = Math.max(0, Math.min(count - 1, Math.floor(position + 0.1)))
    chroma[inBeat]![note.pitch % 12]! += note.end - note.start
    if (beat < 0 || beat >= count || Math.abs(position - beat) > ON_BEAT) continue
    const low = note.pitch < 52 ? 1.5 : 0
    accents[beat]! += 0.6 + low + Math.min(2, note.end - note.start)
  }
  for (let beat = 1; beat < count; beat++)
    accents[beat]! += BEAT_HARMONY * harmonicDistance(chroma[beat]!, chroma[beat - 1]!)
  for (let beat = 2; beat < count - 1; beat++) {
    const before = sumOf(chroma[beat - 2]!, chroma[beat - 1]!)
    accents[beat]! += HALF_BAR_HARMONY * harmonicDistance(sumOf(chroma[beat]!, chroma[beat + 1]!), before)
  }
  return accents
}

const sumOf = (a: Float32Array, b: Float32Array): Float32Array => a.map((value, index) => value + b[index]!)

/** How far accents at one phase of a grouping stand above all others, in deviations of their mean. */
function contrast(accents: Float32Array, beatsPerBar: number, phase: number): number {
  let on = 0
  let onCount = 0
  let off = 0
  let squares = 0
  for (const [beat, accent] of accents.entries()) {
    squares += accent * accent
    if (beat % beatsPerBar === phase) {
      on += accent
      onCount++
    } else off += accent
  }
  const offCount = accents.length - onCount
  if (onCount < 2 || offCount < 2) return 0
  const mean = (on + off) / accents.length
  const deviation = Math.sqrt(Math.max(1e-6, squares / accents.length - mean * mean))
  return ((on / onCount - off / offCount) / deviation) * Math.sqrt(onCount * (offCount / accents.length))
}
