// Bars: how many beats they have, and which beat begins the first.

import { describe, expect, test } from 'vitest'
import type { HeardNote } from '../../../../src-main/local-service/transcription/notes/decode-notes.ts'
import type { DrumHit } from '../../../../src-main/local-service/transcription/parts/drums.ts'
import { describeBars } from '../../../../src-main/local-service/transcription/rhythm/bar-features.ts'
import { studyOf } from '../../../../src-main/local-service/transcription/rhythm/bar-study.ts'
import { groupBeats } from '../../../../src-main/local-service/transcription/rhythm/meter.ts'

const BEAT_SECONDS = 60 / 161
const ROOTS = [48, 53, 55, 48, 45, 50, 55, 48]

const note = (pitch: number, beat: number, beats: number): HeardNote => ({
  pitch,
  start: beat * BEAT_SECONDS,
  end: (beat + 0.9 * beats) * BEAT_SECONDS,
  levelDb: -20,
  certainty: 1,
})
const beatOf = ({ start }: { readonly start: number }) => start / BEAT_SECONDS

/** A bass on each first beat, chords on the others, a tune that is held over the bar. */
function dance(beatsPerBar: number, bars: number, from: number): HeardNote[] {
  return Array.from({ length: bars }, (_, bar) => {
    const root = ROOTS[bar % ROOTS.length]!
    const first = from + bar * beatsPerBar
    const chords = Array.from({ length: beatsPerBar - 1 }, (_, beat) =>
      [4, 7, 12].map((third) => note(root + third, first + beat + 1, 1)),
    ).flat()
    return [note(root - 12, first, 1), note(root + 24 + (bar % 3) * 2, first, beatsPerBar), ...chords]
  }).flat()
}

describe('Bars', () => {
  test('of a fast waltz have three beats', () => {
    expect(groupBeats(dance(3, 20, 0), beatOf, 60, null)).toEqual({ beatsPerBar: 3, firstDownbeat: 0 })
  })

  test('begin after a pickup', () => {
    const waltz = [note(67, 0, 1), ...dance(3, 20, 1)]
    expect(groupBeats(waltz, beatOf, 61, null)).toEqual({ beatsPerBar: 3, firstDownbeat: 1 })
  })

  test('of a march have two or four beats', () => {
    const { beatsPerBar, firstDownbeat } = groupBeats(dance(4, 16, 0), beatOf, 64, null)
    expect([beatsPerBar, firstDownbeat]).toEqual([4, 0])
  })

  test('of five beats are heard where they are clear', () => {
    expect(groupBeats(dance(5, 12, 0), beatOf, 60, null)).toEqual({ beatsPerBar: 5, firstDownbeat: 0 })
  })

  test('have the beats that are wanted, whatever is heard', () => {
    for (const wanted of [1, 2, 4, 6, 9])
      expect(groupBeats(dance(3, 20, 0), beatOf, 60, wanted).beatsPerBar).toBe(wanted)
  })

  test('begin with the first note where hardly anything is played', () => {
    expect(groupBeats([note(60, -1, 1)], beatOf, 2, null)).toEqual({ beatsPerBar: 4, firstDownbeat: 3 })
    expect(groupBeats([], beatOf, 0, 3)).toEqual({ beatsPerBar: 3, firstDownbeat: 0 })
  })

  test('are told of drums alone', () => {
    const drums = Array.from({ length: 64 }, (_, beat): DrumHit[] => {
      const start = beat * BEAT_SECONDS
      const drum = beat % 2 === 0 ? 36 : 38
      const crash = beat % 16 === 0 ? [{ pitch: 49, start, levelDb: -20 }] : []
      return [{ pitch: drum, start, levelDb: -20 }, ...crash]
    }).flat()
    const notes = drums.map(({ start, levelDb }) => ({
      pitch: 60,
      start,
      end: start + 0.1,
      levelDb: levelDb - 60,
      certainty: 1,
    }))
    expect(groupBeats(notes, beatOf, 64, null, drums)).toEqual({ beatsPerBar: 4, firstDownbeat: 0 })
  })

  test('are described by the same numbers in any key', () => {
    const bars = { beatsPerBar: 3, firstDownbeat: 1 }
    const described = (semitones: number) =>
      describeBars(
        studyOf(
          dance(3, 20, 0).map((one) => ({ ...one, pitch: one.pitch + semitones })),
          beatOf,
          60,
          [],
        ),
        bars,
      )
    const [low, high] = [described(0), described(5)]
    expect(high.every((value, index) => Math.abs(value - low[index]!) < 1e-4)).toBe(true)
  })
})
