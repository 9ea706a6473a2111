// Tempos are written where they change, and not where they only breathe.

import { expect, test } from 'vitest'
import type { Arrangement } from '../../../../src-main/local-service/transcription/arrange.ts'
import { mapThroughBeats } from '../../../../src-main/local-service/transcription/rhythm/time-map.ts'
import { writtenTempos } from '../../../../src-main/local-service/transcription/score/tempos.ts'

/** Which bars of four carry which mark; each bar is played at its own tempo. */
function tempos(bpm: number, ...ofBars: number[]): string[] {
  const beats = [0]
  for (const own of ofBars) for (let beat = 0; beat < 4; beat++) beats.push(beats.at(-1)! + 60 / own)
  const { map } = mapThroughBeats(beats, 0, 1, beats[0]!)
  const bars = ofBars.map((_, index) => ({
    start: index * 48,
    barLength: 48,
    beatLength: 12,
    missingBefore: 0,
    number: index + 1,
    isPickup: false,
  }))
  const arrangement: Pick<Arrangement, 'map' | 'bpm'> = { map, bpm }
  return [...writtenTempos(arrangement, bars)].map(([bar, tempo]) => `${bar.number}: ${Math.round(tempo)}`)
}

test('an even piece has one mark', () => {
  expect(tempos(120, 120, 121, 119, 120)).toEqual(['1: 120'])
})

test('rubato is not marked', () => {
  expect(tempos(100, 100, 94, 100, 106, 100)).toEqual(['1: 100'])
})

test('one slow bar is not marked', () => {
  expect(tempos(100, 100, 80, 100, 100)).toEqual(['1: 100'])
})

test('a new tempo is marked where it begins, and the old one where it comes back', () => {
  expect(tempos(100, 100, 100, 140, 140, 140, 100, 100)).toEqual(['1: 100', '3: 140', '6: 100'])
})
