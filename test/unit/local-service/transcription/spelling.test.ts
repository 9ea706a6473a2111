// Notes are spelled by what is played around them, and carry accidentals where a player needs them.

import { describe, expect, test } from 'vitest'
import { accidentalsOf } from '../../../../src-main/local-service/transcription/score/accidentals.ts'
import { spellByContext } from '../../../../src-main/local-service/transcription/score/context-spelling.ts'
import {
  type Key,
  type Spelling,
  spell,
  spellingAt,
} from '../../../../src-main/local-service/transcription/score/spelling.ts'
import { valuesOfBar } from '../../../../src-main/local-service/transcription/score/written-notes.ts'

const F_MAJOR: Key = { fifths: -1, mode: 'major' }
const C_MAJOR: Key = { fifths: 0, mode: 'major' }
const SIGNS: Readonly<Record<number, string>> = { [-2]: 'bb', [-1]: 'b', 0: '', 1: '#', 2: 'x' }

const nameOf = ({ step, alter }: Spelling): string => `${step}${SIGNS[alter]}`

/** The names of a tune's notes, one after the other. */
function namesIn(key: Key, pitches: readonly number[]): string[] {
  const positionOf = spellByContext(
    pitches.map((pitch, index) => ({ pitch, start: index * 6 })),
    key,
  )
  return pitches.map((pitch, index) => nameOf(spellingAt(positionOf(index * 6, pitch), pitch)))
}

describe('A note', () => {
  test('below the note that it leads to is sharp, though the key is one of flats', () => {
    // D minor, whose one flat is taken for F major's.
    const tune = [62, 61, 62, 64, 65, 64, 65, 67, 69, 62, 69, 67, 65, 64, 62, 61, 62]
    expect(nameOf(spell(61, F_MAJOR))).toBe('Db')
    expect(namesIn(F_MAJOR, tune).filter((name) => name.length > 1)).toEqual(['C#', 'C#'])
  })

  test('of the minor subdominant in major is flat', () => {
    const chords = [60, 64, 67, 60, 64, 67, 53, 56, 60, 65, 68, 72, 60, 64, 67, 72]
    expect(namesIn(C_MAJOR, chords).filter((name) => name.length > 1)).toEqual(['Ab', 'Ab'])
  })

  test('is called the same wherever it is asked for', () => {
    const positionOf = spellByContext([{ pitch: 61, start: 0 }], C_MAJOR)
    expect(nameOf(spellingAt(positionOf(0, 61), 61))).toBe(nameOf(spell(61, C_MAJOR)))
    expect(nameOf(spellingAt(positionOf(99, 66), 66))).toBe(nameOf(spell(66, C_MAJOR)))
  })

  test('keeps its pitch whatever its name, of two signs at most', () => {
    const natural = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 }
    for (let position = -24; position <= 30; position++) {
      const pitch = 60 + ((((position * 7) % 12) + 12) % 12)
      const { step, alter, octave } = spellingAt(position, pitch)
      expect((octave + 1) * 12 + natural[step] + alter).toBe(pitch)
      expect(Math.abs(alter)).toBeLessThanOrEqual(2)
    }
  })
})

describe('Accidentals', () => {
  const FOUR = { barLength: 48, beatLength: 12, missingBefore: 0 }
  /** The accidentals of quarters of voices in C major, null for none. */
  const signs = (...voices: (readonly number[])[]) => {
    const values = voices.map((pitches) =>
      valuesOfBar(
        pitches.map((pitch, index) => ({ start: index * 12, end: index * 12 + 12, pitches: [pitch] })),
        0,
        FOUR,
      ),
    )
    const accidentalOf = accidentalsOf([values], (_, pitch) => spell(pitch, C_MAJOR), C_MAJOR)
    return values.map((voice) => voice.map((value) => accidentalOf(value, value.pitches[0] ?? 0) ?? null))
  }

  test('hold to the bar line, on their own line', () => {
    expect(signs([66, 66, 78, 65])).toEqual([['sharp', null, 'sharp', 'natural']])
  })

  test('hold for the other voice of the staff too', () => {
    expect(signs([66, 72, 72, 72], [60, 66, 65, 60])).toEqual([
      ['sharp', null, null, null],
      [null, null, 'natural', null],
    ])
  })

  test('are not said again on what is tied from the bar before, and hold no longer than it', () => {
    const chords = [
      { start: 36, end: 60, pitches: [66] },
      { start: 60, end: 72, pitches: [66] },
    ]
    const values = valuesOfBar(chords, 48, FOUR)
    const accidentalOf = accidentalsOf([[values]], (_, pitch) => spell(pitch, C_MAJOR), C_MAJOR)
    expect(values.slice(0, 2).map((value) => accidentalOf(value, 66) ?? null)).toEqual([null, 'sharp'])
  })

  test('are taken back by a sign in the next bar, and there once', () => {
    const pitches = [66, 60, 60, 60, 65, 65, 60, 60, 65, 60, 60, 60]
    const chords = pitches.map((pitch, index) => ({
      start: index * 12,
      end: index * 12 + 12,
      pitches: [pitch],
    }))
    const bars = [0, 48, 96].map((start) => [valuesOfBar(chords, start, FOUR)])
    const accidentalOf = accidentalsOf(bars, (_, pitch) => spell(pitch, C_MAJOR), C_MAJOR)
    const found = bars.flat(2).map((value) => accidentalOf(value, value.pitches[0] ?? 0) ?? null)
    expect(found.map((sign, index) => [sign, index]).filter(([sign]) => sign !== null)).toEqual([
      ['sharp', 0],
      ['natural', 4],
    ])
  })
})
