// The order of a score's parts, their names and brackets, and how the app finds one of them.

import { describe, expect, test } from 'vitest'
import { INSTRUMENTS } from '../../../../src-main/contract/index.ts'
import { arrange } from '../../../../src-main/local-service/transcription/arrange.ts'
import type { HeardNote } from '../../../../src-main/local-service/transcription/notes/decode-notes.ts'
import { INSTRUMENT_FACTS } from '../../../../src-main/local-service/transcription/parts/instruments.ts'
import { hearRhythm } from '../../../../src-main/local-service/transcription/rhythm/take-rhythm.ts'
import { writeMusicXml } from '../../../../src-main/local-service/transcription/score/musicxml.ts'
import {
  bracketsOf,
  inScoreOrder,
} from '../../../../src-main/local-service/transcription/score/score-order.ts'
import { onePart } from '../../../../src-main/media/engrave.ts'
import { instrumentOfProgram } from '../../../../src-main/media/midi-instruments.ts'

const none = new Float32Array(0)
const SILENT = { db: none, frameDb: none, bandDb: none, brightness: none, flux: none }

describe('The order of a score', () => {
  test('has a place for every instrument', () => {
    expect(inScoreOrder(INSTRUMENTS).toSorted()).toEqual(INSTRUMENTS.toSorted())
  })

  test('is that of orchestras, strings last and families joined', () => {
    const order = inScoreOrder([
      'acoustic_piano',
      'cello',
      'violin',
      'trumpet',
      'french_horn',
      'flutes',
      'drums',
    ])
    expect(order).toEqual(['flutes', 'french_horn', 'trumpet', 'acoustic_piano', 'drums', 'violin', 'cello'])
    expect(bracketsOf(order)).toEqual([
      ['french_horn', 'trumpet'],
      ['violin', 'cello'],
    ])
  })

  test('has who sings and who bows above who accompanies', () => {
    expect(inScoreOrder(['acoustic_piano', 'electric_bass', 'violin', 'voice', 'drums'])).toEqual([
      'voice',
      'violin',
      'acoustic_piano',
      'electric_bass',
      'drums',
    ])
  })

  test('is that of the parts, each of which the app finds by its instrument', () => {
    const names = ['acoustic_piano', 'clarinet', 'drums', 'french_horn', 'trumpet', 'violin'] as const
    const notes = names.map(
      (_, index): HeardNote => ({ pitch: 60, start: index, end: index + 1, levelDb: 0, certainty: 1 }),
    )
    const rhythm = hearRhythm(notes, SILENT, 10, { tempo: { mode: 'fixed', bpm: 120 } })
    const hits = [{ pitch: 38, start: 1, levelDb: 0 }]
    const heard = arrange(
      notes,
      hits,
      rhythm,
      {},
      names.map((name) => (name === 'drums' ? 'violin' : name)),
    )
    const score = writeMusicXml(heard, { isOptimized: true, pageSize: 'a4' })
    const namesIn = (xml: string) => [...xml.matchAll(/<part-name>([^<]*)</g)].map(([, name]) => name)
    const all = ['Clarinet in B-flat', 'French horn in F', 'Trumpet in B-flat', 'Piano', 'Drums', 'Violin']
    expect(namesIn(score)).toEqual(all)
    expect(score.match(/<part-group/g)).toHaveLength(2)
    const alone = ['clarinet', 'french_horn', 'trumpet', 'acoustic_piano', 'drums', 'violin'].map((name) => {
      const one = onePart(score, name)
      expect(one).not.toContain('part-group')
      expect(one.match(/<part /g)).toHaveLength(1)
      return namesIn(one)
    })
    expect(alone).toEqual(all.map((name) => [name]))
  })

  test('says of each instrument what the app knows it by', () => {
    for (const name of INSTRUMENTS)
      if (name !== 'drums') expect(instrumentOfProgram(INSTRUMENT_FACTS[name].program)).toBe(name)
  })
})
