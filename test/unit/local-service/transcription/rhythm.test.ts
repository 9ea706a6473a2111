// Rhythm: tempo, beats, bars, grids and the map between seconds and beats, on onsets made here.

import { describe, expect, test } from 'vitest'
import { arrange } from '../../../../src-main/local-service/transcription/arrange.ts'
import type { KeyEnergy } from '../../../../src-main/local-service/transcription/listening/key-energy.ts'
import type { HeardNote } from '../../../../src-main/local-service/transcription/notes/decode-notes.ts'
import { chooseBeats } from '../../../../src-main/local-service/transcription/rhythm/choose-beats.ts'
import {
  chooseGrid,
  snap,
  unreliability,
  withoutLag,
} from '../../../../src-main/local-service/transcription/rhythm/grid.ts'
import { groupBeats } from '../../../../src-main/local-service/transcription/rhythm/meter.ts'
import { onsetEnvelope } from '../../../../src-main/local-service/transcription/rhythm/onset-envelope.ts'
import { hearRhythm } from '../../../../src-main/local-service/transcription/rhythm/take-rhythm.ts'
import {
  atOneTempo,
  beatsAt,
  mapThroughBeats,
  secondsAt,
  type TimeMap,
  tempoChanges,
} from '../../../../src-main/local-service/transcription/rhythm/time-map.ts'

const SILENT: KeyEnergy = {
  db: new Float32Array(0),
  frameDb: new Float32Array(0),
  bandDb: new Float32Array(0),
  brightness: new Float32Array(0),
  flux: new Float32Array(0),
}

function noteAt(start: number, pitch = 60, length = 0.2): HeardNote {
  return { pitch, start, end: start + length, levelDb: -20, certainty: 1 }
}

/** A bass note on each downbeat, a note on every other beat. */
function bars(count: number, beatsPerBar: number, bpm: number): HeardNote[] {
  return Array.from({ length: count * beatsPerBar }, (_, beat) => {
    const isDownbeat = beat % beatsPerBar === 0
    return noteAt(0.5 + (beat * 60) / bpm, isDownbeat ? 43 : 64 + (beat % 3), isDownbeat ? 0.5 : 0.2)
  })
}

/** How far from the nearest beat a moment lies, in beats. */
function offBeat(map: TimeMap, seconds: number): number {
  const beats = beatsAt(map, seconds)
  return Math.abs(beats - Math.round(beats))
}

const FROM_THE_START = { pickupBeats: 0, beatsPerBar: 4 }

describe('Beats', () => {
  test.each([64, 97, 120, 151])('finds a pulse of %d a minute and lies on it', (bpm) => {
    const notes = bars(12, 4, bpm)
    const beats = chooseBeats(onsetEnvelope(notes, SILENT, 60), notes, [], {
      bpm: null,
      isCompound: false,
    })?.beats
    expect(beats?.bpm).toBeCloseTo(bpm, 0)
    for (const { start } of notes) {
      const nearest = Math.min(...(beats?.times ?? []).map((time) => Math.abs(time - start)))
      expect(nearest).toBeLessThan(0.02)
    }
  })

  test.each([76, 84, 138, 152])('takes %d for the beat where eighths run above a bass of each bar', (bpm) => {
    const eighth = 30 / bpm
    const notes = Array.from({ length: 96 }, (_, index) => [
      noteAt(0.5 + index * eighth, 64 + ((index * 3) % 8), eighth * 0.9),
      ...(index % 8 === 0 ? [noteAt(0.5 + index * eighth, 36 + ((index / 8) % 4) * 2, eighth * 7.5)] : []),
      ...(index % 2 === 0 ? [noteAt(0.5 + index * eighth, 52 + ((index / 8) % 4), eighth * 1.8)] : []),
    ]).flat()
    expect(hearRhythm(notes, SILENT, 0.5 + 96 * eighth, {}).bpm).toBeCloseTo(bpm, 0)
  })

  test('lays beats on what is written, though what they are told by begins before it', () => {
    const bpm = 168
    const likely = bars(16, 4, bpm).map(({ start }) => ({ pitch: 36, start: start - 0.025, levelDb: -10 }))
    const written = likely.map(({ start }) => ({ start: start + 0.025 }))
    const rhythm = hearRhythm([], SILENT, 30, {}, likely, likely, written)
    expect(rhythm.bpm).toBeCloseTo(bpm, 0)
    for (const { start } of written) expect(offBeat(rhythm.map, start)).toBeLessThan(0.02)
  })

  test('follows a tempo that is named, though another pulse is there too', () => {
    const notes = bars(12, 4, 160)
    expect(hearRhythm(notes, SILENT, 30, { tempo: { mode: 'fixed', bpm: 80 } }).bpm).toBeCloseTo(80, 0)
  })

  test.each([
    [3, 16],
    [4, 12],
  ])('hears bars of %d by their accents', (beatsPerBar, count) => {
    const rhythm = hearRhythm(bars(count, beatsPerBar, 110), SILENT, 60, {})
    expect(rhythm).toMatchObject({ numerator: beatsPerBar, denominator: 4, unreliability: null })
  })

  test('writes an explicit 6/8 in dotted quarters', () => {
    const rhythm = hearRhythm(bars(12, 2, 80), SILENT, 30, {
      time_signature: { numerator: 6, denominator: 8 },
    })
    expect(rhythm).toMatchObject({ numerator: 6, denominator: 8, beatsPerBar: 2 })
    expect(rhythm.bpm).toBeCloseTo(120, 0)
  })

  test.each([48, 60, 96, 112])('hears dotted quarters at %d where a 6/8 is named and eighths run', (bpm) => {
    const eighth = 20 / bpm
    const notes = Array.from({ length: 96 }, (_, index) => [
      noteAt(0.5 + index * eighth, 67 + ((index * 2) % 5), eighth * 0.9),
      ...(index % 6 === 0 ? [noteAt(0.5 + index * eighth, 40 + ((index / 6) % 4) * 2, eighth * 2.8)] : []),
      ...(index % 6 === 3 ? [noteAt(0.5 + index * eighth, 52 + ((index / 3) % 3), eighth * 2.8)] : []),
    ]).flat()
    const rhythm = hearRhythm(notes, SILENT, 0.5 + 96 * eighth, {
      time_signature: { numerator: 6, denominator: 8 },
    })
    expect(rhythm.bpm).toBeCloseTo(bpm * 1.5, 0)
    expect(offBeat(rhythm.map, 0.5)).toBeCloseTo(0, 1)
  })

  test.each([
    [3, 150],
    [6, 118],
  ])('counts each three as one where beats in bars of %d at %d are to be in 6/8', (beatsPerBar, bpm) => {
    const rhythm = hearRhythm(bars(48 / beatsPerBar, beatsPerBar, bpm), SILENT, 60, {
      time_signature: { numerator: 6, denominator: 8 },
    })
    expect(rhythm.bpm).toBeCloseTo(bpm / 2, 0)
    expect(offBeat(rhythm.map, 0.5)).toBeCloseTo(0, 1)
  })

  test('leaves the beats of a 6/8 whose tempo is named', () => {
    const rhythm = hearRhythm(bars(16, 3, 150), SILENT, 30, {
      time_signature: { numerator: 6, denominator: 8 },
      tempo: { mode: 'fixed', bpm: 225 },
    })
    expect(rhythm.bpm).toBeCloseTo(225, 0)
  })

  test('does not rely on a few notes, nor on onsets strewn about', () => {
    expect(hearRhythm([noteAt(1), noteAt(2)], SILENT, 4, {}).unreliability).toBe('no_beats')
    let state = 7
    const strewn = Array.from({ length: 60 }, () => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31
      return noteAt((state / 2 ** 31) * 30)
    }).sort((a, b) => a.start - b.start)
    expect(hearRhythm(strewn, SILENT, 30, {}).unreliability).not.toBeNull()
  })
})

describe('A take that keeps no time', () => {
  /** Every interval as long as a player likes: some twice as long as others. */
  const rubato = Array.from(
    { length: 60 },
    (_, index) => 0.45 + 0.25 * Math.sin(index * 1.7) + 0.12 * Math.sin(index * 0.31),
  )
  const starts = rubato.map((_, index) => 0.5 + rubato.slice(0, index).reduce((sum, value) => sum + value, 0))

  test('is not snapped to a grid, and says why', () => {
    const notes = starts.map((start, index) => noteAt(start, 55 + ((index * 5) % 17), 0.4))
    const rhythm = hearRhythm(notes, SILENT, 40, {})
    expect(rhythm.unreliability).not.toBeNull()
    const { timing, notes: arranged } = arrange(notes, [], rhythm, { timing: 'quantized' })
    expect(timing).toEqual({
      requested: 'quantized',
      applied: 'performance',
      fallbackReason: rhythm.unreliability,
    })
    for (const [index, { start }] of arranged.entries()) expect(start).toBeCloseTo(starts[index] ?? 0, 2)
  })

  test('has no beat at all where nothing sounds', () => {
    const rhythm = hearRhythm([], SILENT, 10, {})
    expect(arrange([], [], rhythm, { timing: 'quantized' }).timing).toEqual({
      requested: 'quantized',
      applied: 'performance',
      fallbackReason: 'no_beats',
    })
  })
})

describe('Time map', () => {
  const times = Array.from({ length: 17 }, (_, beat) => 1 + beat * 0.5)

  test('goes from seconds to beats and back', () => {
    const { map } = mapThroughBeats(
      [...times.slice(0, 8), ...times.slice(8).map((time) => time + 0.4)],
      0,
      1,
      0.5,
    )
    for (const seconds of [0, 0.3, 1, 2.77, 4.6, 9, 20])
      expect(secondsAt(map, beatsAt(map, seconds))).toBeCloseTo(seconds, 9)
  })

  test('a steady take is one tempo, and the silence before it is a pickup of whole beats', () => {
    const { map, pickupBeats } = mapThroughBeats(times, 0, 1, times[0]!)
    expect(tempoChanges(map)).toEqual([
      { time: 0, bpm: 120 },
      { time: 1, bpm: 120 },
    ])
    expect(pickupBeats).toBe(2)
  })

  test('a pickup that is played has the part of a beat that it has, at the tempo of all', () => {
    for (const lead of [0.25, 0.375, 0.75]) {
      const beats = times.map((time) => time - 1 + lead)
      const { map, pickupBeats } = mapThroughBeats(beats, 0, 1, 0)
      expect(tempoChanges(map)[0]).toEqual({ time: 0, bpm: 120 })
      expect(pickupBeats).toBe(Math.ceil(lead * 2))
      expect(beatsAt(map, 0)).toBe(pickupBeats - lead * 2)
    }
  })

  test('at one tempo the beats stay and the seconds move', () => {
    const { map } = mapThroughBeats(times, 0, 1, times[0]!)
    expect(secondsAt(atOneTempo(map, 60, FROM_THE_START), beatsAt(map, 3))).toBeCloseTo(6, 9)
  })

  test('at one tempo a bar that is whole but for some milliseconds is whole', () => {
    const early = Array.from({ length: 16 }, (_, beat) => Math.max(0, beat * 0.6 - 0.03))
    const { map, pickupBeats } = mapThroughBeats(early, 4, 1, early[0]!)
    const flat = atOneTempo(map, 100, { pickupBeats, beatsPerBar: 4 })
    expect((pickupBeats - flat.knots[0]!.beats) % 4).toBe(0)
  })

  test.each([0, 0.1, 0.25, 0.43, 0.7, 1.9, 7.3])('at one tempo a take keeps its %d s of silence', (lead) => {
    const late = Array.from({ length: 16 }, (_, beat) => lead + beat * 0.6)
    const { map, pickupBeats } = mapThroughBeats(late, 2, 1, late[0]!)
    const flat = atOneTempo(map, 100, { pickupBeats, beatsPerBar: 4 })
    for (const [beat, seconds] of late.entries())
      expect(Math.abs(secondsAt(flat, pickupBeats - 2 + beat) - seconds)).toBeLessThan(0.0351)
    expect((pickupBeats - flat.knots[0]!.beats) % (1 / 16)).toBeCloseTo(0, 9)
  })
})

describe('Grid', () => {
  test('hears a swung take, though no beat of it has two places of a triplet', () => {
    const swung = Array.from({ length: 12 }, (_, beat) => [
      beat,
      beat + 0.66 + 0.02 * Math.sin(beat * 5),
    ]).flat()
    const grid = chooseGrid(swung, 'automatic', false)
    expect(snap(grid, 3.66)).toBeCloseTo(3 + 2 / 3, 9)
    const dotted = swung.map((onset) => (onset % 1 === 0 ? onset : onset + 0.09))
    expect(snap(chooseGrid(dotted, 'automatic', false), 3.75)).toBe(3.75)
    const few = swung.slice(0, 12)
    expect(snap(chooseGrid(few, 'automatic', false), 3.66)).toBe(3.75)
    const straight = swung.map((onset) => (onset % 1 === 0 ? onset : Math.floor(onset) + 0.5))
    expect(
      snap(chooseGrid([...swung, ...straight.map((onset) => onset + 12)], 'automatic', false), 3.66),
    ).toBe(3.75)
  })

  test('hears a swung take whose players are early or late', () => {
    const swung = Array.from({ length: 12 }, (_, beat) => [beat, beat + 0.66]).flat()
    const by = (lag: number) => swung.map((onset) => onset + lag)
    expect(snap(chooseGrid([...by(0.06), ...by(-0.04)], 'automatic', false), 3.7)).toBe(3.75)
    const together = [by(0.06), by(-0.04)].flatMap(withoutLag)
    expect(snap(chooseGrid(together, 'automatic', false), 3.7)).toBeCloseTo(3 + 2 / 3, 9)
    // Too few tell of no lag.
    expect(withoutLag([0.05, 1.05, 2.7])).toEqual([0.05, 1.05, 2.7])
  })

  test('takes triplets only where they clearly fit', () => {
    const triplets = chooseGrid([0, 1 / 3, 2 / 3, 1, 1.25, 1.5, 1.75, 2, 2.5], 'automatic', false)
    expect(snap(triplets, 0.35)).toBeCloseTo(1 / 3, 9)
    expect(snap(triplets, 1.3)).toBe(1.25)
    expect(snap(triplets, 2.45)).toBe(2.5)
    const doubtful = chooseGrid([0, 0.29, 0.71, 1], 'automatic', false)
    expect(snap(doubtful, 0.29)).toBe(0.25)
  })

  test.each([
    ['straight_sixteenths', 0.3, 0.25],
    ['eighth_triplets', 0.3, 1 / 3],
    ['sixteenth_triplets', 0.2, 1 / 6],
    ['swing_eighths', 0.6, 2 / 3],
  ] as const)('%s puts %d at %d', (subdivision, from, to) => {
    expect(snap(chooseGrid([], subdivision, false), 5 + from)).toBeCloseTo(5 + to, 9)
  })

  test('names what cannot be relied on', () => {
    const grid = chooseGrid([], 'straight_sixteenths', false)
    const even = Array.from({ length: 9 }, (_, beat) => beat)
    expect(unreliability(even, grid, even, 1)).toBeNull()
    expect(unreliability(even, grid, even, 0.3)).toBe('uncertain_beats')
    expect(unreliability([1, 2], grid, even, 1)).toBe('too_few_notes')
    expect(
      unreliability(
        even.map((beat) => beat + 0.125),
        grid,
        even,
        1,
      ),
    ).toBe('onsets_off_grid')
    expect(unreliability(even, grid, [0, 1, 1.6, 3, 3.5, 5], 1)).toBe('unsteady_beats')
  })

  test('relies on onsets further off the grid only where the tempo is sure', () => {
    const grid = chooseGrid([], 'straight_sixteenths', false)
    const even = Array.from({ length: 9 }, (_, beat) => beat)
    const late = even.map((beat) => beat + 0.05)
    expect(unreliability(late, grid, even, 0.96)).toBeNull()
    expect(unreliability(late, grid, even, 0.92)).toBe('onsets_off_grid')
    expect(unreliability(even, grid, even, 0.92)).toBeNull()
  })
})

describe('Bars', () => {
  const chord = (start: number, ...pitches: number[]): HeardNote[] =>
    pitches.map((pitch) => ({ pitch, start, end: start + 0.9, levelDb: -20, certainty: 1 }))
  const beatOf = ({ start }: { readonly start: number }) => start
  const loop = [
    [60, 64, 67],
    [57, 60, 64],
    [53, 57, 60],
    [55, 59, 62],
  ]
  /** A chord on every beat that changes with every second bar. */
  const even = (from: number) =>
    Array.from({ length: 24 }, (_, beat) =>
      chord(from + beat, ...(loop[Math.floor(beat / 4) % 4] ?? [])),
    ).flat()

  test('begin where the music begins, unless something tells otherwise', () => {
    expect(groupBeats(even(0), beatOf, 24, null)).toEqual({ beatsPerBar: 4, firstDownbeat: 0 })
    expect(groupBeats([...chord(0, 67), ...even(1)], beatOf, 25, null)).toEqual({
      beatsPerBar: 4,
      firstDownbeat: 1,
    })
  })

  test('begin with what begins before the first beat that was heard', () => {
    const drone = Array.from({ length: 25 }, (_, beat) => chord(beat - 1, 60)).flat()
    expect(groupBeats(drone, beatOf, 24, 4)).toEqual({ beatsPerBar: 4, firstDownbeat: 3 })
  })

  test('a snare is not hit on their first beat', () => {
    const drone = Array.from({ length: 24 }, (_, beat) => chord(beat, 60)).flat()
    const snares = Array.from({ length: 12 }, (_, index) => ({ pitch: 38, start: 2 * index, levelDb: -20 }))
    const { beatsPerBar, firstDownbeat } = groupBeats(drone, beatOf, 24, 4, snares)
    expect([beatsPerBar, firstDownbeat % 2]).toEqual([4, 1])
  })
})
