// What is read of MIDI files from outside, and what is refused.
import toneMidi from '@tonejs/midi'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readMidiNotes } from '../../../src-main/media/midi-notes.ts'
import { midiPart } from '../../../src-main/media/midi-part.ts'
import { END_OF_TRACK as END, rawMidi as raw, trioMidi } from './midi-fixture.ts'

const { Midi } = toneMidi

describe('the notes of a MIDI file', () => {
  it('are those that another reader finds, at its times, by the instruments of General MIDI', () => {
    const bytes = trioMidi()
    const read = readMidiNotes(bytes)
    if (!read.ok) throw new Error(read.error.message)
    const { notes, tempoMap, timeSignature } = read.value
    const theirs = new Midi(bytes).tracks.flatMap((track) => track.notes)
    expect(notes).toHaveLength(theirs.length)
    for (const { midi, time, duration } of theirs) {
      const found = notes.find(({ pitch, start }) => pitch === midi && Math.abs(start - time) < 1e-6)
      expect(found?.end).toBeCloseTo(time + duration, 6)
    }
    expect([...new Set(notes.map(({ instrument }) => instrument))].toSorted()).toEqual([
      'acoustic_bass',
      'drums',
      'violin',
    ])
    expect(tempoMap).toEqual([
      { time: 0, bpm: 120 },
      { time: 1, bpm: 60 },
    ])
    expect(timeSignature).toEqual({ numerator: 6, denominator: 8 })
  })

  it('last to the end of the piece where a file never ends them', () => {
    const hung = [0, 0x90, 60, 64, 0, 0xc0, 40, 0x83, 0x60, 0x90, 62, 64, 0x83, 0x60, 0xff, 0x2f, 0]
    expect(readMidiNotes(raw(hung))).toMatchObject({
      ok: true,
      value: {
        notes: [
          { pitch: 60, start: 0, end: 1, instrument: 'acoustic_piano' },
          { pitch: 62, start: 0.5, end: 1, instrument: 'violin' },
        ],
      },
    })
  })

  it.each<[string, [number, number, number][], object]>([
    [
      'a short bar before bar 1',
      [
        [0, 1, 4],
        [480, 4, 4],
      ],
      { timeSignature: { numerator: 4, denominator: 4 }, pickupQuarters: 1 },
    ],
    [
      'a meter told again where bar 1 begins',
      [
        [0, 3, 4],
        [960, 3, 4],
      ],
      { timeSignature: { numerator: 3, denominator: 4 }, pickupQuarters: 2 },
    ],
    [
      'a meter told only where bar 1 begins',
      [[240, 6, 8]],
      { timeSignature: { numerator: 6, denominator: 8 }, pickupQuarters: 0.5 },
    ],
    [
      'several meters',
      [
        [0, 4, 4],
        [1920, 4, 4],
        [3840, 3, 4],
        [5280, 7, 8],
      ],
      {
        timeSignature: { numerator: 4, denominator: 4 },
        meters: [
          { quarter: 0, numerator: 4, denominator: 4 },
          { quarter: 8, numerator: 3, denominator: 4 },
          { quarter: 11, numerator: 7, denominator: 8 },
        ],
      },
    ],
  ])('are counted in bars by what the file tells: %s', (_, told, expected) => {
    const midi = new Midi()
    midi.header.fromJSON({
      name: '',
      ppq: 480,
      meta: [],
      tempos: [{ ticks: 0, bpm: 120 }],
      timeSignatures: told.map(([ticks, ...timeSignature]) => ({ ticks, timeSignature })),
      keySignatures: [],
    })
    midi.addTrack().addNote({ midi: 60, ticks: 0, durationTicks: 6_000 })
    const read = readMidiNotes(midi.toArray())
    if (!read.ok) throw new Error(read.error.message)
    const { timeSignature, pickupQuarters, meters } = read.value
    expect({ timeSignature, pickupQuarters, meters }).toEqual({
      pickupQuarters: undefined,
      meters: undefined,
      ...expected,
    })
  })

  it('follow frames of film where the file counts in them', () => {
    const second = [0, 0x90, 60, 64, 0x87, 0x68, 0x80, 60, 0, ...END]
    // 25 frames of 40 parts: a thousandth of a second each.
    const film = readMidiNotes(raw(second, 0, 0xe728))
    expect(film).toMatchObject({ ok: true, value: { notes: [{ end: 1 }], tempoMap: [] } })
    // "29" stands for 29.97: 1,000 ticks of 40 a frame are 25 of its frames.
    const television = readMidiNotes(raw(second, 0, 0xe328))
    expect(television.ok && television.value.notes[0]?.end).toBeCloseTo((25 * 1_001) / 30_000, 9)
  })

  it.each([
    ['midi_invalid', 'no clock', raw([0, 0x90, 60, 64], 0, 0)],
    ['midi_invalid', 'no bytes', new Uint8Array(0)],
    ['midi_patterns', 'patterns', raw([0, 0x90, 60, 64, ...END], 2)],
    ['midi_empty', 'no note', raw(END)],
    [
      'midi_too_long',
      'two steps of 2^28 ticks',
      raw([0xff, 0xff, 0xff, 0x7f, 0x90, 60, 64, 0xff, 0xff, 0xff, 0x7f, 0x80, 60, 0, ...END]),
    ],
    [
      'midi_too_long',
      'more than an hour',
      raw([0, 0x90, 60, 64, 0xff, 0xff, 0x7f, 0x80, 60, 0, ...END], 0, 24),
    ],
  ])('are refused by name: %s, %s', (code, _, bytes) =>
    expect(readMidiNotes(bytes)).toMatchObject({ ok: false, error: { code } }),
  )

  it('are read in one pass, however many ends fit no beginning', () => {
    const stray = Array.from({ length: 60_000 }, () => [0, 0x80, 61, 0]).flat()
    const begun = Array.from({ length: 60_000 }, () => [0, 0x90, 60, 64]).flat()
    const read = readMidiNotes(raw([...begun, ...stray, ...END]))
    expect(read.ok && read.value.notes).toHaveLength(60_000)
  })

  it('are read or refused, never more, whatever bytes were changed; a part of what was read can be read', () => {
    const right = trioMidi()
    const change = fc.tuple(fc.nat(right.length - 1), fc.nat(255))
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), (changes) => {
        const bytes = Uint8Array.from(right)
        for (const [at, byte] of changes) bytes[at] = byte
        const read = readMidiNotes(bytes)
        if (!read.ok) return read.error.message.length > 10
        const [first] = read.value.notes
        return (
          read.value.notes.every(({ start, end }) => start >= 0 && end >= start && Number.isFinite(end)) &&
          first !== undefined &&
          readMidiNotes(midiPart(bytes, first.instrument)).ok
        )
      }),
      { numRuns: 500 },
    )
  })

  it('are cut out by part, with bends, tempo and meter', () => {
    const violin = new Midi(midiPart(trioMidi(), 'violin'))
    expect(violin.header.tempos.map(({ bpm }) => Math.round(bpm))).toEqual([120, 60])
    expect(violin.header.timeSignatures[0]?.timeSignature).toEqual([6, 8])
    const sounding = violin.tracks.filter(({ notes }) => notes.length > 0)
    expect(
      sounding.map(({ instrument, notes, pitchBends }) => [
        instrument.number,
        notes.length,
        pitchBends.length,
      ]),
    ).toEqual([[40, 2, 1]])
  })
})
