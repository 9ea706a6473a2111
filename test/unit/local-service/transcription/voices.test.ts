// Two voices on a staff: the higher one first, rests only where they tell something; triplets, drums and names as engravers set them.

import { describe, expect, test } from 'vitest'
import type { Instrument } from '../../../../src-main/contract/index.ts'
import type { ArrangedNote, Arrangement } from '../../../../src-main/local-service/transcription/arrange.ts'
import { evenMap } from '../../../../src-main/local-service/transcription/rhythm/time-map.ts'
import { longRests } from '../../../../src-main/local-service/transcription/score/long-rests.ts'
import { writeMusicXml } from '../../../../src-main/local-service/transcription/score/musicxml.ts'
import {
  faithfulVoices,
  readableVoices,
} from '../../../../src-main/local-service/transcription/score/voices.ts'
import type { ScoreNote } from '../../../../src-main/local-service/transcription/score/written-notes.ts'

const note = (pitch: number, start: number, end: number): ScoreNote => ({ pitch, start, end })
/** A half held, and quarters after the first under or over it. */
const heldWith = (held: number, moving: number, from = 0): ScoreNote[] => [
  note(held, from, from + 36),
  note(moving, from + 12, from + 24),
  note(moving, from + 24, from + 36),
]

describe('Voices', () => {
  test.each([
    ['to read', readableVoices],
    ['to the letter', faithfulVoices],
  ])('are in order of height in a score %s', (_, setVoices) => {
    const pitchesOf = (notes: readonly ScoreNote[]) =>
      setVoices(notes).map((voice) => voice.map(({ pitches }) => pitches[0]))
    expect(pitchesOf(heldWith(76, 64))).toEqual([[76], [64, 64]])
    expect(pitchesOf(heldWith(52, 64))).toEqual([[64, 64], [52]])
  })

  test('change places between what is held', () => {
    const notes = [...heldWith(76, 64), ...heldWith(52, 64, 48), note(60, 96, 108)]
    expect(readableVoices(notes).map((voice) => voice.map(({ pitches }) => pitches[0]))).toEqual([
      [76, 64, 64, 60],
      [64, 64, 52],
    ])
  })
})

describe('A second voice to read', () => {
  const lengths = (notes: readonly ScoreNote[]) =>
    readableVoices(notes).map((voice) => voice.map(({ start, end, pitches }) => [pitches[0], start, end]))

  test('is for what stays held: what the next held note cuts short goes with what moves', () => {
    const moving = [0, 12, 24, 36, 48].map((start) => note(76, start, start + 12))
    expect(lengths([note(50, 0, 48), note(52, 12, 60), ...moving])).toEqual([
      [
        [50, 0, 12],
        [76, 12, 24],
        [76, 24, 36],
        [76, 36, 48],
        [76, 48, 60],
      ],
      [[52, 12, 60]],
    ])
  })

  test('lets go of a key before the other strikes it', () => {
    const notes = [note(74, 12, 18), note(74, 18, 60), note(62, 24, 36), note(66, 36, 48)]
    expect(lengths(notes).flat()).toContainEqual([74, 12, 18])
    expect(lengths(notes).flat()).toContainEqual([74, 18, 60])
  })
})

/** A score at 120 in four, of notes in divisions that all instruments play. */
function scoreOf(
  instruments: readonly Instrument[],
  notes: readonly ScoreNote[],
  only?: Instrument,
  title?: string,
): string {
  const arranged = instruments.flatMap((instrument) =>
    notes.map(
      ({ pitch, start, end }): ArrangedNote => ({
        pitch,
        instrument,
        velocity: 80,
        start: start / 24,
        end: end / 24,
        heardStart: start / 24,
        heardEnd: end / 24,
        startBeats: start / 12,
        endBeats: end / 12,
        writtenStart: start / 12,
        writtenEnd: end / 12,
      }),
    ),
  )
  const map = evenMap(120)
  const arrangement: Arrangement = {
    notes: arranged,
    instruments,
    map,
    tempoMap: [{ time: 0, bpm: 120 }],
    rhythm: {
      map,
      grid: { placesOf: () => [0, 1 / 4, 1 / 2, 3 / 4, 1] },
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
  return writeMusicXml(arrangement, {
    isOptimized: true,
    pageSize: 'a4',
    ...(only && { only }),
    ...(title && { title }),
  })
}

describe('What engravers set', () => {
  test('a second voice shows no rests before its first note and after its last', () => {
    const xml = scoreOf(['violin'], [...heldWith(76, 64), note(72, 36, 48)])
    const second = [...xml.matchAll(/<note([^>]*)>(.*?)<\/note>/g)].filter(([, , inside]) =>
      inside?.includes('<voice>2</voice>'),
    )
    expect(
      second.map(([, hidden, inside]) => (inside?.includes('<rest') ? `rest${hidden}` : 'note')),
    ).toEqual(['rest print-object="no"', 'note', 'note', 'rest print-object="no"'])
  })

  test('triplets have a bracket where no beam joins them', () => {
    const brackets = (...lengths: number[]) => {
      let at = 0
      const notes = lengths.map((length) => {
        at += length
        return note(60, at - length, at)
      })
      return [...scoreOf(['violin'], notes).matchAll(/bracket="(\w+)"/g)].map(([, word]) => word)
    }
    expect(brackets(4, 4, 4, 12, 24)).toEqual(['no'])
    expect(brackets(8, 4, 12, 24)).toEqual(['yes'])
  })

  test('drums have their stems up', () => {
    const xml = scoreOf(['drums'], [note(42, 0, 2), note(36, 0, 2), note(38, 12, 14)])
    expect(xml.match(/<stem>up<\/stem>/g)).toHaveLength(3)
  })

  test('parts are called what scores call them', () => {
    expect(scoreOf(['cello'], [note(48, 0, 48)])).toContain('<part-abbreviation>Vc.</part-abbreviation>')
  })

  test('a part alone is not named before its staves', () => {
    const xml = scoreOf(['cello', 'violin'], [note(48, 0, 48)], 'cello')
    expect(xml).toContain('<part-name print-object="no">Cello</part-name>')
  })

  test('a title is told where it is known, whatever is in it', () => {
    const notes = [note(60, 0, 48)]
    expect(scoreOf(['violin'], notes)).not.toContain('<work')
    expect(scoreOf(['violin'], notes, undefined, 'Rhythm & <Blues>')).toContain(
      '<work><work-title>Rhythm &amp; &lt;Blues&gt;</work-title></work>',
    )
  })

  test('staves are smaller where there are many, on a page of the same size', () => {
    const page = (...instruments: Instrument[]) => {
      const xml = scoreOf(instruments, [note(60, 0, 48)])
      const [mm = 0, height = 0] = ['millimeters', 'page-height'].map((name) =>
        Number(new RegExp(`<${name}>([^<]*)`).exec(xml)?.[1]),
      )
      return { mm, heightMm: Math.round((height * mm) / 40) }
    }
    expect(page('violin', 'viola', 'acoustic_piano')).toEqual({ mm: 7, heightMm: 297 })
    expect(page('violin', 'viola', 'cello', 'acoustic_piano')).toEqual({ mm: 5.6, heightMm: 297 })
  })

  test('bars on end in which a part alone is silent are one rest, in a score they are bars', () => {
    const notes = [note(60, 0, 48), note(62, 5 * 48, 6 * 48)]
    const rests = (only?: Instrument) =>
      [...scoreOf(['violin'], notes, only).matchAll(/<multiple-rest>(\d+)</g)].map(([, bars]) => bars)
    expect(rests('violin')).toEqual(['4'])
    expect(rests()).toEqual([])
  })

  test('a long rest has two bars at least, and hides no mark', () => {
    const bars = (text: string) =>
      [...text].map((sign) => ({ isEmpty: sign !== 'o', isMarked: sign === '=' }))
    expect([...longRests(bars('o---'))]).toEqual([[1, 3]])
    expect([...longRests(bars('--o--o'))]).toEqual([
      [0, 2],
      [3, 2],
    ])
    expect([...longRests(bars('o-o-o'))]).toEqual([])
    expect([...longRests(bars('=---o'))]).toEqual([[0, 4]])
    expect([...longRests(bars('--=-'))]).toEqual([
      [0, 2],
      [2, 2],
    ])
    const late = scoreOf(['violin', 'cello'], [note(60, 0, 48), note(62, 5 * 48, 6 * 48)], 'cello')
    expect(late.indexOf('<metronome>')).toBeLessThan(late.indexOf('<multiple-rest>'))
  })
})
