// How bars are measured, and the bars of five and seven that are made to learn from.

import { describe, expect, test } from 'vitest'
import { isMeterRight, isNearlyRight, isRight } from '../../../bench/transcription/bar-measures.ts'
import { inOddMeter } from '../../../bench/transcription/odd-meters.ts'
import { seeded } from '../../../bench/transcription/pieces.ts'

type Counted = readonly [beatsPerBar: number, firstDownbeat: number]

const judged = ([beatsPerBar, firstDownbeat]: Counted, written: Counted) => ({
  take: {
    source: 'written' as const,
    name: 'a take',
    piece: 'a piece',
    kind: 'piano' as const,
    isBeginning: true,
    beatCount: 32,
    beatsPerBar: written[0],
    firstDownbeat: written[1],
  },
  bars: { beatsPerBar, firstDownbeat },
})

describe('Measured bars', () => {
  test('are right with the written beats from the written beat on', () => {
    expect(isRight(judged([4, 1], [4, 1]))).toBe(true)
    expect(isRight(judged([4, 1], [4, 5]))).toBe(true)
    expect(isRight(judged([4, 3], [4, 1]))).toBe(false)
    expect(isMeterRight(judged([4, 3], [4, 1]))).toBe(true)
    expect(isRight(judged([2, 1], [4, 1]))).toBe(false)
  })

  test('are nearly right as halves or doubles that begin together', () => {
    expect(isNearlyRight(judged([2, 1], [4, 3]))).toBe(true)
    expect(isNearlyRight(judged([4, 2], [2, 0]))).toBe(true)
    expect(isNearlyRight(judged([4, 1], [2, 0]))).toBe(false)
    expect(isNearlyRight(judged([3, 0], [4, 0]))).toBe(false)
  })
})

describe('Odd meters', () => {
  test('have more beats a bar, and each bar begins with the first beat of a written one', () => {
    const beats = Array.from({ length: 33 }, (_, beat) => 0.5 + beat * 0.5)
    const notes = beats.map((start, beat) => ({
      pitch: 60 + ((beat + 3) % 4),
      start,
      end: start + 0.4,
      velocity: 80,
    }))
    const piece = { parts: [{ program: 0, isDrums: false, notes }], beats, firstDownbeat: 1, beatsPerBar: 4 }
    for (let seed = 1; seed <= 8; seed++) {
      const odd = inOddMeter(piece, seeded(seed))
      expect([5, 7]).toContain(odd.beatsPerBar)
      const played = odd.parts[0]?.notes ?? []
      expect(played).toHaveLength(odd.beats.length)
      for (const [beat, note] of played.entries()) {
        expect(note.start).toBeCloseTo(odd.beats[beat]!)
        expect(note.pitch === 60).toBe(beat % odd.beatsPerBar === odd.firstDownbeat)
      }
    }
  })
})
