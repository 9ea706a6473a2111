// The rhythm of a take: beats, bars, grid, and the map between seconds and beats that everything written stands on.

import type { AudioToMidiRequest } from '../../../contract/index.ts'
import type { KeyEnergy } from '../listening/key-energy.ts'
import type { HeardNote } from '../notes/decode-notes.ts'
import type { DrumHit } from '../parts/drums.ts'
import { chooseBeats } from './choose-beats.ts'
import { beatsOfThree } from './compound-beats.ts'
import { chooseGrid, type Grid, lagOf, unreliability, withoutLag } from './grid.ts'
import { groupBeats } from './meter.ts'
import { onsetEnvelope } from './onset-envelope.ts'
import { beatIndexer, beatsAt, evenMap, mapThroughBeats, type TimeMap } from './time-map.ts'

export interface TakeRhythm {
  readonly map: TimeMap
  readonly grid: Grid
  /** Quarter notes a minute. */
  readonly bpm: number
  readonly numerator: number
  readonly denominator: number
  /** Beats of a whole bar, and of the incomplete ones before the first downbeat. */
  readonly beatsPerBar: number
  readonly pickupBeats: number
  /** How sure it is that the tempo is the take's own, 0..1. */
  readonly certainty: number
  /** Why notes cannot be snapped to the grid; null when they can. */
  readonly unreliability: string | null
}

type Wishes = Pick<AudioToMidiRequest, 'subdivision' | 'time_signature' | 'tempo'>

/** Hits that are later than this lie off the beat, they do not tell where it is. */
const MOST_LATE_SECONDS = 0.035

/** What a take without beats is written at. */
const DEFAULT_BPM = 120

/**
 * Hears the rhythm of all that begins.
 * @param pitched notes that have a pitch
 * @param hits what is heard of drums, whether they are written or not: beats are told by them
 * @param drums those that bars are told by
 * @param written those that are written, and snapped to the grid
 */
export function hearRhythm(
  pitched: readonly HeardNote[],
  energy: KeyEnergy,
  durationSeconds: number,
  wishes: Wishes,
  hits: readonly DrumHit[] = [],
  drums: readonly DrumHit[] = [],
  written: readonly Pick<DrumHit, 'start'>[] = drums,
): TakeRhythm {
  const notes = [...pitched, ...drums.map(asNote)]
  const isCompound = wishes.time_signature?.denominator === 8
  const quartersPerBeat = isCompound ? 1.5 : 1
  const hint = wishes.tempo?.bpm === undefined ? null : wishes.tempo.bpm / quartersPerBeat
  const envelope = onsetEnvelope(notes, energy, durationSeconds, hits)
  const chosen = notes.length < 4 ? null : chooseBeats(envelope, notes, hits, { bpm: hint, isCompound })
  if (!chosen || chosen.beats.times.length < 4) return withoutBeats(wishes, notes)
  const { certainty } = chosen
  const isCounted = isCompound && hint === null
  const beats = isCounted ? beatsOfThree(chosen.beats, chosen.thirds, notes, drums) : chosen.beats

  const indexOf = beatIndexer(beats.times)
  const wanted = wishes.time_signature ? wishes.time_signature.numerator / (isCompound ? 3 : 1) : null
  const { beatsPerBar, firstDownbeat } = groupBeats(
    notes,
    ({ start }) => indexOf(start),
    beats.times.length,
    wanted,
    drums,
  )
  const begun = [pitched, written].map((some) => some.map(({ start }) => start))
  const times = settled(beats.times, written)
  const { map, pickupBeats } = mapThroughBeats(
    times,
    firstDownbeat,
    quartersPerBeat,
    notes.reduce((first, { start }) => Math.min(first, start), Number.POSITIVE_INFINITY),
  )
  const onsets = begun.map((starts) => starts.map((start) => beatsAt(map, start)))
  const placed = onsets.flatMap(withoutLag)
  const grid = chooseGrid(placed, wishes.subdivision ?? 'automatic', isCompound)
  return {
    map,
    grid,
    bpm: beats.bpm * quartersPerBeat,
    numerator: wishes.time_signature?.numerator ?? beatsPerBar,
    denominator: wishes.time_signature?.denominator ?? 4,
    beatsPerBar,
    pickupBeats,
    certainty,
    unreliability: unreliability(onsets.flat(), grid, times, certainty),
  }
}

/**
 * Beats on the hits of drums: what beats are told by rises a little before they begin. Notes are no such measure, those of strings are
 * heard late. All times in seconds.
 */
function settled(times: readonly number[], hits: readonly Pick<DrumHit, 'start'>[]): readonly number[] {
  const beatSeconds = (times.at(-1)! - times[0]!) / (times.length - 1)
  const late = lagOf(hits.map(({ start }) => start).map(beatIndexer(times))) * beatSeconds
  return Math.abs(late) > MOST_LATE_SECONDS ? times : times.map((time) => time + late)
}

/** A hit as beats hear it: without a pitch that could tell of harmony. */
function asNote({ start, levelDb }: DrumHit): HeardNote {
  return { pitch: 60, start, end: start + 0.1, levelDb: levelDb - 60, certainty: 1 }
}

function withoutBeats(
  { subdivision, time_signature: signature, tempo }: Wishes,
  notes: readonly HeardNote[],
): TakeRhythm {
  const isCompound = signature?.denominator === 8
  const bpm = tempo?.bpm ?? DEFAULT_BPM
  const even = evenMap(isCompound ? bpm / 1.5 : bpm)
  const map = { ...even, quartersPerBeat: isCompound ? 1.5 : 1 }
  const numerator = signature?.numerator ?? 4
  return {
    map,
    grid: chooseGrid(
      notes.map(({ start }) => beatsAt(map, start)),
      subdivision ?? 'automatic',
      isCompound,
    ),
    bpm,
    numerator,
    denominator: signature?.denominator ?? 4,
    beatsPerBar: isCompound ? numerator / 3 : numerator,
    pickupBeats: 0,
    certainty: 0,
    unreliability: 'no_beats',
  }
}
