// What is written as MusicXML validates against its schema and adds up, whatever was played, in every meter, subdivision and setting.
// The schema is 3.1's. What is written names 4.0, which adds to it; no package that could be had carries 4.0's own. @stringsync/musicxml was generated from
// it: what that reads it conforms to 4.0, element by element and value by value, so that what it writes again is the same only where nothing was wrong.

import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MusicXML } from '@stringsync/musicxml'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AudioToMidiRequest,
  INSTRUMENTS,
  NUMERATORS_OVER_4,
  NUMERATORS_OVER_8,
  SUBDIVISIONS,
} from '../../../../src-main/contract/index.ts'
import { arrange } from '../../../../src-main/local-service/transcription/arrange.ts'
import type { KeyEnergy } from '../../../../src-main/local-service/transcription/listening/key-energy.ts'
import type { HeardNote } from '../../../../src-main/local-service/transcription/notes/decode-notes.ts'
import { DRUMS, type DrumHit } from '../../../../src-main/local-service/transcription/parts/drums.ts'
import { hearRhythm } from '../../../../src-main/local-service/transcription/rhythm/take-rhythm.ts'
import { writeMusicXml } from '../../../../src-main/local-service/transcription/score/musicxml.ts'
import type { ScoreOptions } from '../../../../src-main/local-service/transcription/score/written-part.ts'
import { makeTemporaryFolder } from '../../../temporary-folder.ts'

const SCHEMA = join(import.meta.dirname, 'musicxml-3.1')
/** Another program reads them all: no bound on how fast, only on whether it ends. */
const A_BUSY_MACHINE_MS = 120_000
const TAKES = 100
/** A quarter at 120 a minute, in seconds. */
const QUARTER = 0.5
const SIZES: Readonly<Record<string, number>> = {
  whole: 48,
  half: 24,
  quarter: 12,
  eighth: 6,
  '16th': 3,
}

const SILENT: KeyEnergy = {
  db: new Float32Array(0),
  frameDb: new Float32Array(0),
  bandDb: new Float32Array(0),
  brightness: new Float32Array(0),
  flux: new Float32Array(0),
}

interface Take {
  readonly notes: readonly HeardNote[]
  readonly drums: readonly DrumHit[]
  readonly request: Pick<AudioToMidiRequest, 'subdivision' | 'time_signature' | 'tempo' | 'instruments'>
  readonly options: ScoreOptions
  /** Whether its last part is written by itself. */
  readonly isAlone: boolean
}

const meter = fc.oneof(
  fc.constant(undefined),
  fc.constantFrom(...NUMERATORS_OVER_4).map((numerator) => ({ denominator: 4 as const, numerator })),
  fc.constantFrom(...NUMERATORS_OVER_8).map((numerator) => ({ denominator: 8 as const, numerator })),
)

/** Eight bars so high that a dashed line goes over them, whatever beats and bars are heard. */
const HIGH_NOTES = Array.from(
  { length: 32 },
  (_, quarter): HeardNote => ({
    pitch: 100 + (quarter % 5),
    start: quarter * QUARTER,
    end: (quarter + 1) * QUARTER,
    levelDb: -20,
    certainty: 1,
  }),
)

/** Moments in quarters: on sixteenths, on triplets, or anywhere. */
const moment = fc
  .tuple(fc.nat(23), fc.constantFrom(0, 1 / 4, 1 / 3, 1 / 2, 2 / 3, 3 / 4, 0.4, 0.07, 0.95))
  .map(([quarter, within]) => quarter + within)

const take: fc.Arbitrary<Take> = fc.record({
  notes: fc.array(
    fc
      .tuple(
        moment,
        fc.constantFrom(0.02, 0.2, 1 / 3, 0.5, 1, 1.5, 2, 3.3, 9),
        fc.integer({ min: 21, max: 108 }),
      )
      .map(
        ([start, length, pitch]): HeardNote => ({
          pitch,
          start: start * QUARTER,
          end: (start + length) * QUARTER,
          levelDb: -20,
          certainty: 1,
        }),
      ),
    { maxLength: 50 },
  ),
  drums: fc.array(
    fc
      .tuple(moment, fc.constantFrom(...DRUMS))
      .map(([start, { pitch }]): DrumHit => ({ pitch, start: start * QUARTER, levelDb: -12 })),
    { maxLength: 20 },
  ),
  request: fc
    .record({
      subdivision: fc.constantFrom(...SUBDIVISIONS),
      meter,
      bpm: fc.option(fc.constantFrom(60, 120, 133), { nil: undefined }),
      instruments: fc.option(
        fc.uniqueArray(fc.constantFrom(...INSTRUMENTS), { minLength: 1, maxLength: 4 }),
        {
          nil: undefined,
        },
      ),
    })
    .map(({ subdivision, meter, bpm, instruments }) => ({
      subdivision,
      ...(meter && { time_signature: meter }),
      ...(bpm !== undefined && { tempo: { mode: 'fixed' as const, bpm } }),
      ...(instruments && { instruments }),
    })),
  options: fc.record({
    isOptimized: fc.boolean(),
    pageSize: fc.constantFrom('a4' as const, 'letter' as const),
    isTablature: fc.boolean(),
  }),
  isAlone: fc.boolean(),
})

function written({ notes, drums, request, options, isAlone }: Take): string {
  const inOrder = notes.toSorted((a, b) => a.start - b.start)
  const rhythm = hearRhythm(inOrder, SILENT, 20, request)
  const arrangement = arrange(inOrder, drums, rhythm, request)
  const only = isAlone ? arrangement.instruments.at(-1) : undefined
  return writeMusicXml(arrangement, { ...options, ...(only && { only }) })
}

/** Of these notes alone. */
const takeOf = (notes: readonly HeardNote[]): Take => ({
  notes,
  drums: [],
  request: {},
  options: { isOptimized: false, pageSize: 'a4' },
  isAlone: false,
})

const scores = [...fc.sample(take, { numRuns: TAKES, seed: 31 }), takeOf([]), takeOf(HIGH_NOTES)].map(written)

test(
  'every score validates against the schema',
  () => {
    const folder = makeTemporaryFolder('musicxml')
    try {
      const files = scores.map((score, index) => {
        const file = join(folder, `${index}.musicxml`)
        writeFileSync(file, score)
        return file
      })
      const { status, stderr } = spawnSync(
        'xmllint',
        ['--nonet', '--noout', '--schema', join(SCHEMA, 'musicxml.xsd'), ...files],
        { encoding: 'utf8', env: { ...process.env, XML_CATALOG_FILES: join(SCHEMA, 'catalog.xml') } },
      )
      expect(stderr.split('\n').filter((line) => line !== '' && !line.endsWith(' validates'))).toEqual([])
      expect(status).toBe(0)
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
  A_BUSY_MACHINE_MS,
)

/** What a document says, whatever its layout, the order of attributes and trailing zeros. */
function saidBy(xml: string): string {
  return xml
    .replace(/<[?!][^>]*>|>\s+(?=<)/g, (found) => (found.startsWith('>') ? '>' : ''))
    .replace(/<([\w-]+)((?: [\w:-]+="[^"]*")+)/g, (_, name, attributes) => {
      return `<${name} ${attributes
        .match(/[\w:-]+="[^"]*"/g)
        .sort()
        .join(' ')}`
    })
    .replace(/<([\w-]+)([^>]*)><\/\1>/g, '<$1$2/>')
    .replace(/-?\d+\.\d+/g, (number) => String(Number(number)))
    .replaceAll('>', '>\n')
    .trim()
}

const conformed = (xml: string): string => saidBy(MusicXML.parse(xml).serialize())

test('every score conforms to the schema of 4.0', () => {
  for (const score of scores) expect(conformed(score)).toBe(saidBy(score))
})

test.each([
  ['a step that there is none of', /<step>.<\/step>/, '<step>H</step>'],
  ['an element that is none', /<divisions>/, '<parts/><divisions>'],
  ['elements out of their order', /<duration>/, '<chord/><duration>'],
  ['an attribute that is none', / number="1"/, ' numbr="1"'],
])('a mistake does not conform: %s', (_, from, to) => {
  const wrong = scores.find((score) => from.test(score))?.replace(from, to) ?? ''
  expect(wrong).toContain(to)
  expect(conformed(wrong)).not.toBe(saidBy(wrong))
})

/** What the reader of a score counts, of one element of a bar. */
interface Counted {
  readonly xml: string
  readonly duration: number
  readonly voice: string
}

const textOf = (xml: string, name: string): string | null =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? null

/** The bars of a part, each as its notes and backups in order. */
function barsOf(part: string): Counted[][] {
  return [...part.matchAll(/<measure [^>]*>(.*?)<\/measure>/gs)].map(([, bar = '']) =>
    [...bar.matchAll(/<(note|backup)(?: [^>]*)?>(.*?)<\/\1>/gs)].map(([, kind, xml = '']) => ({
      xml,
      voice: kind === 'backup' ? 'backup' : (textOf(xml, 'voice') ?? ''),
      duration: Number(textOf(xml, 'duration')),
    })),
  )
}

const parts = scores.flatMap((score) =>
  [...score.matchAll(/<part id="[^"]*">(.*?)<\/part>/gs)].map(([, part = '']) => ({
    part,
    bars: barsOf(part),
  })),
)
const isChord = ({ xml }: Counted): boolean => xml.startsWith('<chord/>')
const voicesOfBars = parts.flatMap(({ bars }) =>
  bars.flatMap((bar) => [...Map.groupBy(bar, ({ voice }) => voice).values()]),
)

test('among them are the marks that are only sometimes written', () => {
  const marks = [
    '<octave-shift',
    '<multiple-rest>',
    'implicit="yes"',
    'print-object="no"',
    '<transpose>',
    'TAB',
  ]
  expect(marks.filter((mark) => !scores.some((score) => score.includes(mark)))).toEqual([])
})

// What is wrong is gathered and told at once: an `expect` a note would take longer than the writing.
describe('In every score', () => {
  test('each voice fills its bar, and steps back by the whole of it', () => {
    const wrong = parts.flatMap(({ part, bars }) => {
      const [beats, beatType] = ['beats', 'beat-type'].map((name) => Number(textOf(part, name)))
      return bars.flatMap((bar, index) => {
        const voices = Map.groupBy(
          bar.filter((counted) => !isChord(counted)),
          ({ voice }) => voice,
        )
        const lengths = [...voices].flatMap(([voice, all]) => {
          const durations = all.map(({ duration }) => duration)
          return voice === 'backup' ? durations : [durations.reduce((sum, length) => sum + length, 0)]
        })
        // Before the first downbeat a bar may be shorter.
        const whole = index === 0 ? lengths[0] : (48 * beats!) / beatType!
        return lengths.filter((length) => length !== whole)
      })
    })
    expect(wrong).toEqual([])
  })

  test('a note lasts as long as it looks', () => {
    const wrong = parts
      .flatMap(({ bars }) => bars.flat())
      .filter(({ xml, duration }) => {
        const type = textOf(xml, 'type')
        const isDotted = xml.includes('<dot/>')
        const isTriplet = xml.includes('<actual-notes>3</actual-notes>')
        return (
          type !== null && duration !== (SIZES[type] ?? 0) * (isDotted ? 1.5 : 1) * (isTriplet ? 2 / 3 : 1)
        )
      })
    expect(wrong).toEqual([])
  })

  test('what is tied goes on in the next note of its voice, to the end', () => {
    const wrong = parts.flatMap(({ bars }) => {
      const open = new Map<string, string>()
      const broken: string[] = []
      for (const chord of chordsOf(bars.flat())) {
        const { voice } = chord[0]!
        const tied = (word: string) =>
          chord
            .filter(({ xml }) => xml.includes(`<tie type="${word}"/>`))
            .map(({ xml }) => pitchOf(xml))
            .join()
        if (tied('stop') !== (open.get(voice) ?? '')) broken.push(chord.map(({ xml }) => xml).join())
        open.set(voice, tied('start'))
      }
      return [...broken, ...[...open.values()].filter((left) => left !== '')]
    })
    expect(wrong).toEqual([])
  })

  test.each([
    ['tuplet', '<tuplet type="start"', '<tuplet type="stop"'],
    ['beam', '>begin</beam>', '>end</beam>'],
  ])('every %s that begins ends in its bar', (_, begin, end) => {
    const wrong = voicesOfBars.filter((voice) => {
      const depths = [0]
      for (const { xml } of voice)
        depths.push(depths.at(-1)! + xml.split(begin).length - xml.split(end).length)
      return depths.at(-1) !== 0 || Math.min(...depths) < 0
    })
    expect(wrong).toEqual([])
  })

  test('triplets are whole: their lengths fill a beat', () => {
    const wrong = voicesOfBars.flatMap((voice) => {
      const lengths: number[] = []
      let length = 0
      for (const counted of voice) {
        if (isChord(counted) || !counted.xml.includes('<actual-notes>')) continue
        length += counted.duration
        if (!counted.xml.includes('<tuplet type="stop"/>')) continue
        lengths.push(length)
        length = 0
      }
      return lengths.filter((length) => length !== 12)
    })
    expect(wrong).toEqual([])
  })
})

/** Notes that sound together, rests among them. */
function chordsOf(notes: readonly Counted[]): Counted[][] {
  const chords: Counted[][] = []
  for (const note of notes) {
    if (note.voice === 'backup') continue
    if (isChord(note)) chords.at(-1)!.push(note)
    else chords.push([note])
  }
  return chords
}

function pitchOf(xml: string): string {
  return /<(pitch|unpitched)>.*<\/\1>/.exec(xml)?.[0] ?? ''
}
