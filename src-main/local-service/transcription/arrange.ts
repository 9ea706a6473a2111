// From heard notes to a transcription: parts, velocities, and the times that the caller asked for.

import { type AudioToMidiRequest, INSTRUMENTS, type Instrument } from '../../contract/index.ts'
import type { Bend } from './bends/bends.ts'
import type { HeardNote } from './notes/decode-notes.ts'
import { assignByRegister } from './parts/assign.ts'
import type { DrumHit } from './parts/drums.ts'
import { snap } from './rhythm/grid.ts'
import type { TakeRhythm } from './rhythm/take-rhythm.ts'
import { atOneTempo, beatsAt, secondsAt, type TimeMap, tempoChanges } from './rhythm/time-map.ts'
import type { TempoChange, Timing, TranscribedNote } from './transcription.ts'

/** A note with its places: as it is played, in beats, and on the grid as it is written. */
export interface ArrangedNote extends TranscribedNote {
  readonly startBeats: number
  readonly endBeats: number
  readonly writtenStart: number
  readonly writtenEnd: number
  /** Where it lies in the recording, in seconds. */
  readonly heardStart: number
  readonly heardEnd: number
}

export interface Arrangement {
  /** In order of time. */
  readonly notes: readonly ArrangedNote[]
  readonly instruments: readonly Instrument[]
  readonly map: TimeMap
  readonly tempoMap: readonly TempoChange[]
  readonly rhythm: TakeRhythm
  readonly timing: {
    readonly requested: Timing
    readonly applied: Timing
    readonly fallbackReason: string | null
  }
  /** Quarter notes a minute. */
  readonly bpm: number
  /** The pitch wheel of each part that bends. */
  readonly bends: ReadonlyMap<Instrument, readonly Bend[]>
}

/** The loud notes of a take get this velocity; 40 dB softer is a tenth of it (General MIDI's square law). */
const LOUD_VELOCITY = 100
const DRUM_SECONDS = 0.1
/** The shortest written note, in beats. */
const SHORTEST_BEATS = 1 / 6

/**
 * Places everything that was heard; bends are heard when parts are known.
 * @param assigned the instrument of each note; where nobody listened to how they sound, their register tells
 */
export function arrange(
  notes: readonly HeardNote[],
  drums: readonly DrumHit[],
  rhythm: TakeRhythm,
  request: Pick<AudioToMidiRequest, 'timing' | 'tempo' | 'instruments'>,
  assigned: readonly Instrument[] = assignByRegister(notes, request.instruments ?? null),
): Arrangement {
  const requested = request.timing ?? 'performance'
  const fallbackReason = requested === 'quantized' ? rhythm.unreliability : null
  const applied = fallbackReason === null ? requested : 'performance'
  const bpm = round(request.tempo?.bpm ?? rhythm.bpm, 2)
  // Without beats there is no pacing to flatten: the fixed tempo is written over the take as it is.
  const map =
    request.tempo && rhythm.unreliability !== 'no_beats' ? atOneTempo(rhythm.map, bpm, rhythm) : rhythm.map
  const place = placer(rhythm, map, applied)

  const pitchedVelocity = velocities(notes.map(({ levelDb }) => levelDb))
  const drumVelocity = velocities(drums.map(({ levelDb }) => levelDb))
  const arranged = [
    ...notes.map((note, index) => ({
      pitch: note.pitch,
      velocity: pitchedVelocity(note.levelDb),
      instrument: assigned[index]!,
      ...place(note.start, note.end),
    })),
    ...drums.map(({ pitch, start, levelDb }) => ({
      pitch,
      velocity: drumVelocity(levelDb),
      instrument: 'drums' as const,
      ...place(start, start + DRUM_SECONDS),
    })),
  ].sort((a, b) => a.start - b.start || a.pitch - b.pitch)
  const present = new Set(arranged.map(({ instrument }) => instrument))
  return {
    notes: arranged,
    instruments: INSTRUMENTS.filter((instrument) => present.has(instrument)),
    map,
    tempoMap: tempoChanges(map),
    rhythm,
    timing: { requested, applied, fallbackReason },
    bpm,
    bends: new Map(),
  }
}

function placer({ map: heardMap, grid }: TakeRhythm, map: TimeMap, applied: Timing) {
  return (start: number, end: number) => {
    const heardStart = Math.max(0, beatsAt(heardMap, start))
    const heardEnd = beatsAt(heardMap, end)
    const writtenStart = snap(grid, heardStart)
    const writtenEnd = Math.max(snap(grid, heardEnd), writtenStart + SHORTEST_BEATS, nextPlace(writtenStart))
    const [startBeats, endBeats] =
      applied === 'quantized' ? [writtenStart, writtenEnd] : [heardStart, heardEnd]
    const startSeconds = Math.max(0, secondsAt(map, startBeats))
    return {
      start: round(startSeconds, 4),
      end: round(Math.max(startSeconds + 0.01, secondsAt(map, endBeats)), 4),
      startBeats,
      endBeats,
      writtenStart,
      writtenEnd,
      heardStart: start,
      heardEnd: end,
    }
  }

  /** The first place of the grid after one of its places. */
  function nextPlace(beats: number): number {
    const beat = Math.floor(beats + 1e-6)
    const within = beats - beat
    return beat + (grid.placesOf(beat).find((place) => place > within + 1e-6) ?? 1)
  }
}

/** Levels as velocities, relative to the loud ones among them. */
function velocities(levels: readonly number[]): (levelDb: number) => number {
  const loud = levels.toSorted((a, b) => a - b)[Math.floor(levels.length * 0.9)] ?? 0
  return (levelDb) => Math.max(1, Math.min(127, Math.round(LOUD_VELOCITY * 10 ** ((levelDb - loud) / 40))))
}

function round(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits
}
