// Beats: which candidates a take has, how one of them is chosen, and what drums, harmony and even tempos have to say.

import { describe, expect, test } from 'vitest'
import type { KeyEnergy } from '../../../../src-main/local-service/transcription/listening/key-energy.ts'
import type { HeardNote } from '../../../../src-main/local-service/transcription/notes/decode-notes.ts'
import type { DrumHit } from '../../../../src-main/local-service/transcription/parts/drums.ts'
import { beatCandidates } from '../../../../src-main/local-service/transcription/rhythm/beat-candidates.ts'
import {
  BEAT_DETAILS,
  detailsOf,
} from '../../../../src-main/local-service/transcription/rhythm/beat-details.ts'
import {
  BEAT_FEATURES,
  describeBeats,
} from '../../../../src-main/local-service/transcription/rhythm/beat-features.ts'
import type { Beats } from '../../../../src-main/local-service/transcription/rhythm/beat-tracker.ts'
import { chancesOf, likeliest } from '../../../../src-main/local-service/transcription/rhythm/choose-beats.ts'
import { evenBeats } from '../../../../src-main/local-service/transcription/rhythm/even-beats.ts'
import {
  bassChanges,
  harmonyChanges,
} from '../../../../src-main/local-service/transcription/rhythm/harmony-changes.ts'
import { momentsOf } from '../../../../src-main/local-service/transcription/rhythm/moments.ts'
import { onsetEnvelope } from '../../../../src-main/local-service/transcription/rhythm/onset-envelope.ts'
import { keyRepetition } from '../../../../src-main/local-service/transcription/rhythm/repetition.ts'
import { hearRhythm } from '../../../../src-main/local-service/transcription/rhythm/take-rhythm.ts'
import { studyTake } from '../../../../src-main/local-service/transcription/rhythm/take-study.ts'
import { beatsAt } from '../../../../src-main/local-service/transcription/rhythm/time-map.ts'

const NO_FLUX = { flux: new Float32Array(0) }
const SILENT: KeyEnergy = {
  ...NO_FLUX,
  db: new Float32Array(0),
  frameDb: new Float32Array(0),
  bandDb: new Float32Array(0),
  brightness: new Float32Array(0),
}
const LEAD = 0.5

function noteAt(start: number, pitch = 60, length = 0.2): HeardNote {
  return { pitch, start, end: start + length, levelDb: -20, certainty: 1 }
}

/** Notes on the same places of each bar of four, in beats. */
function barsOf(places: readonly number[], bars: number, bpm: number): HeardNote[] {
  return Array.from({ length: bars }, (_, bar) =>
    places.map((place) => noteAt(LEAD + ((bar * 4 + place) * 60) / bpm, 60 + Math.round(place * 4))),
  ).flat()
}

function distanceToNearest(times: readonly number[], moment: number): number {
  return Math.min(...times.map((time) => Math.abs(time - moment)))
}

describe('Even beats', () => {
  test.each([71, 134, 186])('stay on a tempo of %d that syncopation hides, over four minutes', (bpm) => {
    const bars = Math.ceil((240 * bpm) / 240)
    const notes = barsOf([0, 0.75, 1.5, 2, 2.25, 3, 3.5], bars, bpm)
    const beats = evenBeats(onsetEnvelope(notes, NO_FLUX, 242), bpm * 1.02)
    expect(beats?.bpm).toBeCloseTo(bpm, 1)
    for (let beat = 0; beat < bars * 4; beat += 4)
      expect(distanceToNearest(beats?.times ?? [], LEAD + (beat * 60) / bpm)).toBeLessThan(0.04)
  })

  test('are none where nothing begins', () => {
    expect(evenBeats(new Float32Array(1000), 120)).toBeNull()
  })
})

describe('Candidates', () => {
  test('hold the written beats where all play dotted eighths', () => {
    const notes = barsOf([0, 0.75, 1.5, 2.25, 3, 3.5], 16, 128)
    const candidates = beatCandidates(onsetEnvelope(notes, NO_FLUX, 32))
    const isRight = ({ times, bpm }: Beats) =>
      Math.abs(bpm / 128 - 1) < 0.02 &&
      [0, 4, 8, 16, 32].every((beat) => distanceToNearest(times, LEAD + (beat * 60) / 128) < 0.05)
    expect(candidates.some(isRight)).toBe(true)
  })

  test('hold the beats that are off what most begins on', () => {
    // A bass and chords between the beats, one soft note on them.
    const notes = Array.from({ length: 64 }, (_, beat) => {
      const at = LEAD + (beat * 60) / 120
      return [noteAt(at, 76), noteAt(at + 0.25, 40), noteAt(at + 0.25, 64), noteAt(at + 0.25, 67)]
    }).flat()
    const candidates = beatCandidates(onsetEnvelope(notes, NO_FLUX, 34))
    const phases = candidates
      .filter(({ bpm }) => Math.abs(bpm / 120 - 1) < 0.02)
      .map(({ times }) => distanceToNearest(times, LEAD + 10))
    expect(Math.min(...phases)).toBeLessThan(0.05)
    expect(Math.max(...phases)).toBeGreaterThan(0.2)
  })
})

describe('The choice', () => {
  const beatsAt = (bpm: number, first: number): Beats => ({
    bpm,
    times: Array.from({ length: 8 }, (_, beat) => first + (beat * 60) / bpm),
  })

  test('is of the tempo that has most chance in all, then of its likeliest beats', () => {
    const candidates = [beatsAt(160, 0), beatsAt(80, 0), beatsAt(80.4, 0.3)]
    expect(likeliest(candidates, [0.4, 0.25, 0.35])).toEqual({
      beats: candidates[2],
      certainty: expect.closeTo(0.6, 9),
      placeCertainty: 0.35,
    })
    expect(likeliest([], [])).toBeNull()
  })

  test('has chances that add up, and even ones where the network cannot tell', () => {
    const rows = [Float32Array.of(0), Float32Array.of(1), Float32Array.of(2)]
    expect(chancesOf(rows, () => 0.3)).toEqual([1 / 3, 1 / 3, 1 / 3].map((share) => expect.closeTo(share, 9)))
    const [first, second, third] = chancesOf(rows, ([value = 0]) => 1 / (1 + Math.exp(-value)))
    expect((first ?? 0) + (second ?? 0) + (third ?? 0)).toBeCloseTo(1, 9)
    expect((third ?? 0) / (second ?? 1)).toBeCloseTo(Math.E, 6)
  })
})

describe('What speaks for beats', () => {
  const notes = barsOf([0, 1, 2, 3], 8, 120)
  const envelope = onsetEnvelope(notes, NO_FLUX, 18)
  const beats: Beats = { bpm: 120, times: Array.from({ length: 32 }, (_, beat) => LEAD + beat / 2) }
  const later: Beats = { ...beats, times: beats.times.map((time) => time + 0.25) }
  const kicks: DrumHit[] = Array.from({ length: 16 }, (_, bar) => ({
    pitch: 36,
    start: LEAD + bar,
    levelDb: -20,
  }))

  test('are as many numbers as the network has inputs, with drums and without', () => {
    for (const hits of [[], kicks]) {
      const row = describeBeats(studyTake(envelope, notes, hits), beats)
      expect(row).toHaveLength(BEAT_FEATURES)
      expect(row.every(Number.isFinite)).toBe(true)
    }
  })

  test('hits change what is known of beats, on them and off them', () => {
    const without = studyTake(envelope, notes, [])
    const withKicks = studyTake(envelope, notes, kicks)
    const changed = (candidate: Beats) =>
      describeBeats(withKicks, candidate).filter((value, i) => value !== describeBeats(without, candidate)[i])
    expect(changed(beats).length).toBeGreaterThan(4)
    expect([...changed(beats)]).not.toEqual([...changed(later)])
  })

  test('what is played comes again after a bar where all that begins is even', () => {
    const tones = [60, 64, 67, 72]
    const even = Array.from({ length: 64 }, (_, index) => noteAt(LEAD + index / 4, tones[index % 4]))
    const repetition = keyRepetition(even, 400, (pitch) => pitch)
    expect(repetition[100]).toBeGreaterThan(0.5)
    expect(repetition[200]).toBeGreaterThan(0.5)
    for (const lag of [25, 50, 75, 150]) expect(repetition[lag]).toBeLessThan(0)
    const ofAnyOctave = keyRepetition(even, 400, (pitch) => pitch % 12)
    expect(ofAnyOctave[25]).toBeGreaterThan(0)
  })

  test('that a take begins and ends on beats is known of them, and that it does on halves of the others', () => {
    const take = studyTake(envelope, notes, [])
    const [firstOn, firstOnHalf, firstOff, lastOn, lastOnHalf] = detailsOf(take, beats)
    expect([firstOn, firstOnHalf, firstOff, lastOn, lastOnHalf]).toEqual([1, 0, 0, 1, 0])
    expect(detailsOf(take, later).slice(0, 5)).toEqual([0, 1, 0, 0, 1])
    expect(detailsOf(take, beats)).toHaveLength(BEAT_DETAILS)
  })

  test('harmony changes where chords do, the bass where its tone does', () => {
    const chords = [0, 0, 5, 5, 7, 7].flatMap((root, index) =>
      [36, 60, 64, 67].map((pitch) => noteAt(1 + index, pitch + root, 0.9)),
    )
    const moments = momentsOf(chords)
    const changes = harmonyChanges(chords, moments)
    expect(changes.map((change) => change > 0.4)).toEqual([false, false, true, false, true, false])
    expect(bassChanges(moments, 50)).toEqual([0, 0, 1, 0, 1, 0])
  })
})

describe('Syncopated chords', () => {
  /** Chords and bass on three places of each bar that are no beats, and on two that are. */
  const chordsAt = (bpm: number): HeardNote[] => {
    const beat = 60 / bpm
    return Array.from({ length: 12 }, (_, bar) =>
      [0, 0.75, 1.5, 2.5, 3.25].flatMap((place) =>
        [36, 60, 64, 67].map((pitch) =>
          noteAt(LEAD + (bar * 4 + place) * beat, pitch + ([0, 5, 7, 9][bar % 4] ?? 0), 0.6 * beat),
        ),
      ),
    ).flat()
  }
  /** Kick and snare in turn on beats, hats on halves of them. */
  const grooveAt = (bpm: number): DrumHit[] =>
    Array.from({ length: 96 }, (_, half) => {
      const start = LEAD + (half * 30) / bpm
      const drum = half % 4 === 0 ? [36] : half % 4 === 2 ? [38] : []
      return [...drum, 42].map((pitch) => ({ pitch, start, levelDb: -20 }))
    }).flat()
  const heard = (bpm: number, hits: readonly DrumHit[]) =>
    hearRhythm(chordsAt(bpm), SILENT, LEAD + (48 * 60) / bpm + 1, {}, hits)

  test.each([84, 96, 112, 128, 140])('have the beats of the drums under them, at %d a minute', (bpm) => {
    const { map, bpm: found, unreliability } = heard(bpm, grooveAt(bpm))
    expect(Math.abs(found / bpm - 1)).toBeLessThan(0.02)
    const position = beatsAt(map, LEAD + (16 * 60) / bpm)
    expect(Math.abs(position - Math.round(position))).toBeLessThan(0.05)
    expect(unreliability).toBeNull()
  })

  test.each([84, 96, 112, 128, 140])('have their tempo without drums too, at %d a minute', (bpm) => {
    expect(Math.abs(heard(bpm, []).bpm / bpm - 1)).toBeLessThan(0.02)
  })
})
