// Scores: every bar is full, ties and tuplets close, spelling and beams are right; MIDI carries what was written.

import toneMidi from '@tonejs/midi'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Instrument } from '../../../../src-main/contract/index.ts'
import { arrange } from '../../../../src-main/local-service/transcription/arrange.ts'
import { writeMidi } from '../../../../src-main/local-service/transcription/files/midi-file.ts'
import type { KeyEnergy } from '../../../../src-main/local-service/transcription/listening/key-energy.ts'
import type { HeardNote } from '../../../../src-main/local-service/transcription/notes/decode-notes.ts'
import { hearRhythm } from '../../../../src-main/local-service/transcription/rhythm/take-rhythm.ts'
import { writeMusicXml } from '../../../../src-main/local-service/transcription/score/musicxml.ts'
import {
  alterInKey,
  findKey,
  spell,
} from '../../../../src-main/local-service/transcription/score/spelling.ts'
import {
  faithfulVoices,
  readableVoices,
  struckVoice,
} from '../../../../src-main/local-service/transcription/score/voices.ts'
import {
  type ScoreNote,
  valuesOfBar,
} from '../../../../src-main/local-service/transcription/score/written-notes.ts'

const SILENT: KeyEnergy = {
  db: new Float32Array(0),
  frameDb: new Float32Array(0),
  bandDb: new Float32Array(0),
  brightness: new Float32Array(0),
  flux: new Float32Array(0),
}

const SIZES = { whole: 48, half: 24, quarter: 12, eighth: 6, '16th': 3, '32nd': 1.5 } as const
const COMMON = { barLength: 48, beatLength: 12, missingBefore: 0 }

/** Notes on sixteenths or on triplet eighths, each beat of one kind. */
const scoreNotes = fc
  .array(
    fc.record({
      beat: fc.nat(11),
      place: fc.nat(3),
      beats: fc.integer({ min: 0, max: 5 }),
      endPlace: fc.nat(3),
      pitch: fc.integer({ min: 40, max: 90 }),
    }),
    { maxLength: 40 },
  )
  .map((drawn) =>
    drawn.map((note): ScoreNote => {
      const at = (beat: number, place: number) =>
        beat * 12 + (beat % 3 === 2 ? Math.min(place, 2) * 4 : place * 3)
      const start = at(note.beat, note.place)
      return {
        pitch: note.pitch,
        start,
        end: Math.max(start + (note.beat % 3 === 2 ? 4 : 3), at(note.beat + note.beats, note.endPlace)),
      }
    }),
  )

describe.each([
  ['faithful', faithfulVoices],
  ['readable', readableVoices],
])('A %s score', (_, setVoices) => {
  test('has full bars without overlaps, whatever was played', () => {
    fc.assert(
      fc.property(scoreNotes, (notes) => {
        for (const voice of setVoices(notes)) {
          for (const [index, chord] of voice.entries()) {
            expect(chord.end).toBeGreaterThan(chord.start)
            expect(voice[index + 1]?.start ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(chord.end)
          }
          for (let bar = 0; bar < 5; bar++) {
            const values = valuesOfBar(voice, bar * 48, COMMON)
            expect(values.reduce((sum, { length }) => sum + length, 0)).toBe(48)
            for (const [index, value] of values.entries()) {
              const next = values[index + 1]
              const share = (value.dots === 1 ? 1.5 : 1) * (value.isTriplet ? 2 / 3 : 1)
              expect(value.length).toBeCloseTo(SIZES[value.type] * share, 9)
              if (value.tiedTo && next) expect(next).toMatchObject({ tiedFrom: true, pitches: value.pitches })
            }
          }
        }
      }),
      { numRuns: 200, seed: 8 },
    )
  })
})

describe('Rests', () => {
  const note = (start: number, end: number, pitch = 60): ScoreNote => ({ pitch, start, end })

  test('tails of a sixteenth are none in a score to read', () => {
    const ends = (...notes: ScoreNote[]) => readableVoices(notes)[0]?.map(({ end }) => end)
    expect(ends(note(0, 9), note(24, 27))).toEqual([12, 30])
    expect(ends(note(0, 3), note(3, 6))).toEqual([3, 6])
    expect(ends(note(4, 6), note(24, 26))).toEqual([8, 30])
  })

  test('an eighth past a beat is no tail of a half', () => {
    const end = (note: ScoreNote, beatLength?: number) => readableVoices([note], beatLength)[0]?.[0]?.end
    expect(end(note(0, 28))).toBe(24)
    expect(end(note(12, 42))).toBe(36)
    expect(end(note(0, 18))).toBe(18)
    expect(end(note(0, 42), 18)).toBe(36)
    expect(end(note(0, 30), 18)).toBe(30)
  })

  test('drums are written up to the next hit, and never over a beat', () => {
    const hits = [note(0, 2), note(6, 8), note(12, 14), note(27, 29), note(48, 50)]
    expect(struckVoice(hits, 12).map(({ start, end }) => end - start)).toEqual([6, 6, 12, 3, 12])
  })
})

describe('Values', () => {
  const bar = (...spans: [number, number][]) =>
    valuesOfBar(
      spans.map(([start, end]) => ({ start, end, pitches: [60] })),
      0,
      COMMON,
    ).map(
      ({ type, dots, isTriplet, pitches }) =>
        `${pitches.length === 0 ? 'rest ' : ''}${isTriplet ? 'triplet ' : ''}${type}${'.'.repeat(dots)}`,
    )

  test('are the ones that a reader expects', () => {
    expect(bar([0, 48])).toEqual(['whole'])
    expect(bar([0, 18], [18, 24])).toEqual(['quarter.', 'eighth', 'rest half'])
    expect(bar([0, 4], [4, 8], [8, 12], [12, 48])).toEqual([
      'triplet eighth',
      'triplet eighth',
      'triplet eighth',
      'half.',
    ])
    expect(bar([6, 18])).toEqual(['rest eighth', 'quarter', 'rest eighth', 'rest half'])
    expect(bar([0, 18], [18, 30])).toEqual(['quarter.', 'eighth', 'eighth', 'rest eighth', 'rest quarter'])
  })

  test('what is held over dotted beats is read in dotted values', () => {
    const nineEighths = (end: number) =>
      valuesOfBar([{ start: 0, end, pitches: [60] }], 0, { barLength: 54, beatLength: 18, missingBefore: 0 })
        .filter(({ pitches }) => pitches.length > 0)
        .map(({ type, dots }) => `${type}${'.'.repeat(dots)}`)
    expect(nineEighths(24)).toEqual(['quarter.', 'eighth'])
    expect(nineEighths(36)).toEqual(['half.'])
    expect(nineEighths(54)).toEqual(['half.', 'quarter.'])
  })

  test('a note over the bar line is tied', () => {
    const [last] = valuesOfBar([{ start: 36, end: 60, pitches: [60] }], 0, COMMON).slice(-1)
    const [first] = valuesOfBar([{ start: 36, end: 60, pitches: [60] }], 48, COMMON)
    expect(last).toMatchObject({ tiedTo: true, tiedFrom: false, type: 'quarter' })
    expect(first).toMatchObject({ tiedTo: false, tiedFrom: true, type: 'quarter' })
  })
})

describe('Spelling', () => {
  test('follows the key', () => {
    const names = (fifths: number) =>
      [60, 61, 63, 66, 68, 70].map((pitch) => {
        const { step, alter } = spell(pitch, { fifths, mode: 'major' })
        return step + (alter > 0 ? '#' : alter < 0 ? 'b' : '')
      })
    expect(names(0)).toEqual(['C', 'C#', 'Eb', 'F#', 'Ab', 'Bb'])
    expect(names(4)).toEqual(['C', 'C#', 'D#', 'F#', 'G#', 'A#'])
    expect(names(-4)).toEqual(['C', 'Db', 'Eb', 'Gb', 'Ab', 'Bb'])
    for (let pitch = 0; pitch < 128; pitch++) {
      for (let fifths = -6; fifths <= 6; fifths++) {
        const { step, alter, octave } = spell(pitch, { fifths, mode: 'major' })
        const natural = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 }[step]
        expect((octave + 1) * 12 + natural + alter).toBe(pitch)
      }
    }
  })

  test('a minor key has its leading note, sharp or natural', () => {
    const name = (pitch: number, fifths: number) => {
      const { step, alter } = spell(pitch, { fifths, mode: 'minor' })
      return step + (alter > 0 ? '#' : alter < 0 ? 'b' : '')
    }
    expect(name(68, 0)).toBe('G#')
    expect(name(73, -1)).toBe('C#')
    expect(name(66, -2)).toBe('F#')
    expect(name(71, -3)).toBe('B')
    expect(name(63, 1)).toBe('D#')
    expect(name(70, 0)).toBe('Bb')
  })

  test('finds D minor where every F and C is natural, though D and G are held most', () => {
    // Seconds of each pitch of a flute's tune as it was transcribed.
    const held = { 60: 1, 62: 5.1, 64: 1.7, 65: 1.7, 67: 4.4, 69: 2, 70: 1.2 }
    const notes = Object.entries(held).map(([pitch, seconds]) => ({
      pitch: Number(pitch),
      start: 0,
      end: Math.min(4, seconds),
    }))
    expect(findKey([...notes, { pitch: 62, start: 4, end: 5.1 }, { pitch: 67, start: 4, end: 4.4 }])).toEqual(
      {
        fifths: -1,
        mode: 'minor',
      },
    )
  })

  test('finds D major and its sharps', () => {
    const scale = [62, 64, 66, 67, 69, 71, 73, 74, 69, 66, 62].map((pitch, start) => ({
      pitch,
      start,
      end: start + 1,
    }))
    const key = findKey(scale)
    expect(key).toEqual({ fifths: 2, mode: 'major' })
    expect((['F', 'C', 'G'] as const).map((step) => alterInKey(step, key))).toEqual([1, 1, 0])
  })
})

describe('MIDI file', () => {
  test('is type 1 with tempo, meter, programs and the drum channel', () => {
    const note = { pitch: 60, startTicks: 480, endTicks: 960, velocity: 90 }
    const bytes = writeMidi({
      tempos: [
        { ticks: 0, bpm: 120 },
        { ticks: 960, bpm: 90 },
      ],
      meters: [{ ticks: 0, numerator: 6, denominator: 8 }],
      key: { fifths: -3, mode: 'minor' },
      parts: [
        { name: 'Violin', program: 40, channel: 0, notes: [note] },
        { name: 'Drums', program: 0, channel: 9, notes: [{ ...note, pitch: 36 }] },
      ],
    })
    expect(new DataView(bytes.buffer, bytes.byteOffset).getUint16(8)).toBe(1)
    const midi = new toneMidi.Midi(bytes)
    expect(midi.header.tempos.map(({ ticks, bpm }) => [ticks, Math.round(bpm)])).toEqual([
      [0, 120],
      [960, 90],
    ])
    expect(midi.header.timeSignatures[0]?.timeSignature).toEqual([6, 8])
    expect(midi.header.keySignatures).toEqual([{ key: 'Eb', scale: 'minor', ticks: 0 }])
    expect(
      midi.tracks.map(({ channel, instrument, notes }) => [
        channel,
        instrument.number,
        notes[0]?.midi,
        notes[0]?.ticks,
      ]),
    ).toEqual([
      [0, 40, 60, 480],
      [9, 0, 36, 480],
    ])
  })
})

describe('What players read', () => {
  const played = (instrument: Instrument, pitches: readonly number[], isOptimized = true): string => {
    const notes = pitches.map(
      (pitch, index): HeardNote => ({
        pitch,
        start: index / 2,
        end: index / 2 + 0.45,
        levelDb: -20,
        certainty: 1,
      }),
    )
    const rhythm = hearRhythm(notes, SILENT, 10, { tempo: { mode: 'fixed', bpm: 120 } })
    const arrangement = arrange(notes, [], rhythm, { instruments: [instrument] })
    return writeMusicXml(arrangement, { isOptimized, pageSize: 'a4' })
  }
  const scale = [60, 62, 64, 65, 67, 69, 71, 72]
  const firstPitch = (xml: string) =>
    /<step>(\w)<\/step>(<alter>[^<]+<\/alter>)?<octave>(\d)/.exec(xml)?.slice(1)

  test.each([
    ['clarinet', ['D', undefined, '4'], 2, '<diatonic>-1</diatonic><chromatic>-2</chromatic>'],
    ['french_horn', ['G', undefined, '4'], 1, '<diatonic>-4</diatonic><chromatic>-7</chromatic>'],
    ['soprano_and_alto_sax', ['A', undefined, '4'], 3, '<diatonic>-5</diatonic><chromatic>-9</chromatic>'],
    [
      'baritone_sax',
      ['A', undefined, '5'],
      3,
      '<diatonic>-5</diatonic><chromatic>-9</chromatic><octave-change>-1</octave-change>',
    ],
  ] as const)('%s reads its own key in a score to read', (instrument, first, fifths, transpose) => {
    const xml = played(instrument, scale)
    expect(firstPitch(xml)).toEqual(first)
    expect(xml).toContain(`<fifths>${fifths}</fifths>`)
    expect(xml).toContain(`<transpose>${transpose}</transpose>`)
    const faithful = played(instrument, scale, false)
    expect(faithful).not.toContain('<transpose>')
    expect(firstPitch(faithful)).toEqual(['C', undefined, '4'])
  })

  test('a guitar stands under a clef with an eight, and its notes keep their pitch', () => {
    const xml = played('acoustic_guitar', scale)
    expect(xml).toContain(
      '<clef><sign>G</sign><line>2</line><clef-octave-change>-1</clef-octave-change></clef>',
    )
    expect(firstPitch(xml)).toEqual(['C', undefined, '4'])
  })

  test('a part alone has the key and the bars of the whole', () => {
    const line = (pitches: readonly number[], from: number) =>
      pitches.map(
        (pitch, at): HeardNote => ({
          pitch,
          start: (from + at) / 2,
          end: (from + at) / 2 + 0.45,
          levelDb: -20,
          certainty: 1,
        }),
      )
    const notes = [...line([62, 64, 66, 67, 69, 71, 73, 74, 69, 66, 62, 62], 0), ...line([31, 31, 36, 31], 0)]
    const rhythm = hearRhythm(notes, SILENT, 10, { tempo: { mode: 'fixed', bpm: 120 } })
    const arrangement = arrange(notes, [], rhythm, { instruments: ['violin', 'contrabass'] })
    const whole = writeMusicXml(arrangement, { isOptimized: true, pageSize: 'a4' })
    const alone = writeMusicXml(arrangement, { isOptimized: true, pageSize: 'a4', only: 'contrabass' })
    expect(alone.match(/<fifths>[^<]+/)?.[0]).toBe(whole.match(/<fifths>[^<]+/)?.[0])
    expect(2 * (alone.match(/<measure /g)?.length ?? 0)).toBe(whole.match(/<measure /g)?.length)
    expect(alone.match(/<score-part /g)).toHaveLength(1)
  })

  test('no empty bar follows the last note', () => {
    const notes = [
      { pitch: 60, start: 0, end: 9 },
      { pitch: 62, start: 1, end: 1.4 },
    ].map((note): HeardNote => ({ ...note, levelDb: -20, certainty: 1 }))
    const rhythm = hearRhythm(notes, SILENT, 10, { tempo: { mode: 'fixed', bpm: 120 } })
    const arrangement = arrange(notes, [], rhythm, { instruments: ['violin'] })
    const xml = writeMusicXml(arrangement, { isOptimized: true, pageSize: 'a4' })
    expect(xml.split('<measure ').at(-1)).toContain('<pitch>')
  })

  test('tablature leaves out what the neck does not have', () => {
    const notes = [64, 100, 30].map(
      (pitch, index): HeardNote => ({ pitch, start: index, end: index + 0.9, levelDb: -20, certainty: 1 }),
    )
    const rhythm = hearRhythm(notes, SILENT, 10, { tempo: { mode: 'fixed', bpm: 120 } })
    const arrangement = arrange(notes, [], rhythm, { instruments: ['acoustic_guitar'] })
    const xml = writeMusicXml(arrangement, { isOptimized: true, pageSize: 'a4', isTablature: true })
    expect(xml.match(/<pitch>/g)).toHaveLength(xml.match(/<fret>/g)?.length ?? 0)
    expect(xml.match(/<fret>0<\/fret>/g)?.length).toBeGreaterThan(0)
    expect(xml).not.toContain('<octave>7</octave>')
  })

  test('a score ends with a final bar line', () => {
    expect(played('violin', scale).match(/light-heavy/g)).toHaveLength(1)
  })
})
