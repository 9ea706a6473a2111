// Swung eighths are written evenly under a word, triplets stay triplets, and nothing else is touched.

import { describe, expect, test } from 'vitest'
import type { Instrument } from '../../../../src-main/contract/index.ts'
import type { ArrangedNote, Arrangement } from '../../../../src-main/local-service/transcription/arrange.ts'
import { evenMap } from '../../../../src-main/local-service/transcription/rhythm/time-map.ts'
import { writeMusicXml } from '../../../../src-main/local-service/transcription/score/musicxml.ts'
import { writtenAsSwing } from '../../../../src-main/local-service/transcription/score/swing.ts'

/** Notes that begin at these places, in quarters at 120, and last to the next. */
function playing(places: readonly number[], instrument: Instrument = 'violin'): ArrangedNote[] {
  return places.map((place, index) => {
    const end = places[index + 1] ?? Math.floor(place) + 1
    return {
      pitch: 60 + (index % 5),
      instrument,
      velocity: 80,
      start: place / 2,
      end: end / 2,
      heardStart: place / 2,
      heardEnd: end / 2,
      startBeats: place,
      endBeats: end,
      writtenStart: place,
      writtenEnd: end,
    }
  })
}

function arranged(notes: readonly ArrangedNote[], quartersPerBeat = 1): Arrangement {
  const map = { ...evenMap(120), quartersPerBeat }
  return {
    notes,
    instruments: ['violin'],
    map,
    tempoMap: [{ time: 0, bpm: 120 }],
    rhythm: {
      map,
      grid: { placesOf: () => [0, 1 / 3, 2 / 3, 1] },
      bpm: 120,
      numerator: 4,
      denominator: 4,
      beatsPerBar: 4,
      pickupBeats: 0,
      certainty: 1,
      unreliability: null,
    },
    timing: { requested: 'quantized', applied: 'quantized', fallbackReason: null },
    bpm: 120,
    bends: new Map(),
  }
}

const beats = (count: number, ...within: number[]): number[] =>
  Array.from({ length: count }, (_, beat) => within.map((place) => beat + place)).flat()
const SWUNG = beats(12, 0, 2 / 3)
const isClose = (places: readonly number[] | undefined, expected: readonly number[]): boolean =>
  places?.length === expected.length && places.every((place, at) => Math.abs(place - expected[at]!) < 1e-9)

describe('A swung piece', () => {
  test('is written in even eighths, and its notes still touch', () => {
    const swing = writtenAsSwing(arranged(playing(SWUNG)))
    expect(swing?.notes.map(({ writtenStart }) => writtenStart)).toEqual(beats(12, 0, 0.5))
    expect(swing?.notes[0]?.writtenEnd).toBe(0.5)
  })

  test('keeps its triplets', () => {
    const places = [...SWUNG, 12, 12 + 1 / 3, 12 + 2 / 3]
    const written = writtenAsSwing(arranged(playing(places)))?.notes.map(({ writtenStart }) => writtenStart)
    expect(isClose(written?.slice(-3), [12, 12 + 1 / 3, 12 + 2 / 3])).toBe(true)
  })

  test('says so over its first bar, once, and only in a score to read', () => {
    const xml = (isOptimized: boolean) =>
      writeMusicXml(arranged(playing(SWUNG)), { isOptimized, pageSize: 'a4' })
    expect(xml(true).match(/>Swing</g)).toHaveLength(1)
    expect(xml(true)).not.toContain('<tuplet')
    expect(xml(false)).not.toContain('Swing')
    expect(xml(false)).toContain('<tuplet')
  })
})

describe('What does not swing', () => {
  test.each([
    ['triplets', beats(12, 0, 1 / 3, 2 / 3)],
    ['even eighths', beats(12, 0, 0.5)],
    ['a few late eighths', [...beats(5, 0, 2 / 3), 5, 6, 7, 8]],
    ['late eighths among even ones', [...SWUNG, ...beats(6, 0, 0.5).map((place) => place + 12)]],
  ])('%s', (_, places) => {
    expect(writtenAsSwing(arranged(playing(places)))).toBeNull()
  })

  test('dotted beats', () => {
    expect(writtenAsSwing(arranged(playing(SWUNG), 1.5))).toBeNull()
  })
})
