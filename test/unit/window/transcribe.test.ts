// What the transcribe view computes: notes found by time, bars on a tempo map, what sounds when.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '../../../src-main/shell/settings.ts'
import type { NotesDocument } from '../../../src-renderer/bridge.ts'
import { afterImport } from '../../../src-renderer/features/imports/after-import.ts'
import {
  drumLaneOf,
  firstNoteFrom,
  forNotesIn,
  instrumentName,
  noteTable,
  pitchName,
} from '../../../src-renderer/features/transcribe/note-table.ts'
import { inkOf, STRENGTHS, strengthOf } from '../../../src-renderer/features/transcribe/paint-notes.ts'
import { forNotesOfPass, passesBetween } from '../../../src-renderer/features/transcribe/sound/schedule.ts'
import {
  barCount,
  gridLines,
  snapped,
  stretchText,
  timeGrid,
} from '../../../src-renderer/features/transcribe/time-grid.ts'
import {
  agreementText,
  isUnderway,
  leftOut,
  optionsOf,
  otherCounts,
  parsedBpm,
  timingText,
} from '../../../src-renderer/features/transcribe/transcribe-options.ts'
import {
  isPartHeard,
  NO_TRANSCRIBE,
  showing,
  type TranscribeDraft,
  transcribing,
} from '../../../src-renderer/features/transcribe/transcribe-state.ts'
import { generation } from './examples.ts'

type Note = NotesDocument['notes'][number]
const note = (start: number, end: number, changes: Partial<Note> = {}): Note => ({
  pitch: 60,
  start,
  end,
  velocity: 80,
  instrument: 'acoustic_piano',
  ...changes,
})
const anchor = (changes = {}) => ({ clockS: 10, offsetS: 0, loop: null, endS: 8, rate: 1, ...changes })

describe('the table of notes', () => {
  /** A thousand short notes under one that lasts through all of them. */
  const many = [
    note(0, 500, { pitch: 36 }),
    ...Array.from({ length: 1000 }, (_, i) => note(i / 4, i / 4 + 0.2)),
  ]
  const table = noteTable(many)

  it('finds what sounds in a stretch, the long note that began before it too', () => {
    const found: number[] = []
    forNotesIn(table, 100, 101, (index) => found.push(index))
    const expected = many.flatMap((each, index) => (each.start < 101 && each.end > 100 ? [index] : []))
    expect(found).toEqual(expected)
    expect(found).toContain(0)
  })

  it('finds the first note from a time on', () => {
    expect(firstNoteFrom(table, 0)).toBe(0)
    expect(many[firstNoteFrom(table, 99.9)]?.start).toBe(100)
    expect(firstNoteFrom(table, 1e6)).toBe(table.count)
  })

  it('keeps the parts in the order in which they come in, drums outside of the range of pitches', () => {
    const drums = noteTable([
      note(0, 1),
      note(0.5, 0.6, { instrument: 'drums', pitch: 36 }),
      note(1, 2, { pitch: 72 }),
    ])
    expect(drums.parts.map(({ instrument, count }) => [instrument, count])).toEqual([
      ['acoustic_piano', 2],
      ['drums', 1],
    ])
    expect([drums.lowPitch, drums.highPitch]).toEqual([54, 78])
  })

  it('has a range to draw where there is no note', () => {
    const none = noteTable([])
    expect(none.lowPitch).toBeLessThan(none.highPitch)
  })

  it('names pitches, instruments and drums', () => {
    expect([pitchName(60), pitchName(70), pitchName(21)]).toEqual(['C4', 'B♭4', 'A0'])
    expect(instrumentName('soprano_and_alto_sax')).toBe('Soprano and alto sax')
    expect([36, 38, 42, 45, 49].map(drumLaneOf)).toEqual(['kick', 'snare', 'hat', 'tom', 'cymbal'])
  })
})

describe('bars on the tempo map', () => {
  const inThree = { numerator: 3, denominator: 4 }
  const grid = timeGrid(
    {
      tempoMap: [
        { time: 1, bpm: 120 },
        { time: 5, bpm: 60 },
      ],
      timeSignature: inThree,
    },
    8,
  )
  if (grid === null) throw new Error('no grid')

  it('counts quarters through a change of tempo, there and back', () => {
    expect(grid.quarterAt(5)).toBeCloseTo(8)
    expect(grid.quarterAt(7)).toBeCloseTo(10)
    for (const timeS of [0, 1, 2.3, 5, 9.7]) expect(grid.timeAt(grid.quarterAt(timeS))).toBeCloseTo(timeS)
  })

  it('knows the tempo that lasts longest, whatever a hurried moment says', () => {
    expect(grid.usualBpm).toBe(120)
    const hurried = [
      { time: 0, bpm: 30_000 },
      { time: 0.002, bpm: 96 },
    ]
    expect(timeGrid({ tempoMap: hurried, timeSignature: null }, 10)?.usualBpm).toBe(96)
  })

  it('draws a line a beat, and names bars', () => {
    const lines = gridLines(grid, 1, 4)
    expect(lines.map(({ timeS }) => timeS)).toEqual([1, 1.5, 2, 2.5, 3, 3.5, 4])
    expect(lines.flatMap(({ bar }) => bar ?? [])).toEqual([1, 2, 3])
  })

  it('begins bar 1 where the score does, after a pickup', () => {
    const pickedUp = timeGrid(
      { tempoMap: [{ time: 0, bpm: 60 }], timeSignature: inThree, pickupQuarters: 2 },
      20,
    )
    if (pickedUp === null) throw new Error('no grid')
    const lines = gridLines(pickedUp, 0, 8.5)
    expect(lines.map(({ timeS }) => timeS)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    expect(lines.flatMap(({ timeS, bar }) => (bar === null ? [] : [[timeS, bar]]))).toEqual([
      [2, 1],
      [5, 2],
      [8, 3],
    ])
    expect(stretchText(pickedUp, 2, 8)).toBe('1–2')
    expect(stretchText(pickedUp, 0, 5)).toBe('0–1')
  })

  it('begins a bar where the meter changes, and says which one', () => {
    const changing = timeGrid(
      {
        tempoMap: [{ time: 0, bpm: 60 }],
        timeSignature: inThree,
        pickupQuarters: 1,
        meters: [
          { quarter: 1, ...inThree },
          { quarter: 7, numerator: 6, denominator: 8 },
          // A bar of 6/8 is cut off here: it counts.
          { quarter: 11, numerator: 4, denominator: 4 },
        ],
      },
      30,
    )
    if (changing === null) throw new Error('no grid')
    const lines = gridLines(changing, 0, 19.2)
    expect(lines.flatMap(({ timeS, bar }) => (bar === null ? [] : [[timeS, bar]]))).toEqual([
      [1, 1],
      [4, 2],
      [7, 3],
      [10, 4],
      [11, 5],
      [15, 6],
      [19, 7],
    ])
    expect(lines.flatMap(({ timeS, meter }) => (meter === null ? [] : [[timeS, meter]]))).toEqual([
      [1, '3/4'],
      [7, '6/8'],
      [11, '4/4'],
    ])
    expect(lines.filter(({ timeS }) => timeS >= 7 && timeS < 10)).toHaveLength(6)
    expect(stretchText(changing, 0, 4)).toBe('0–1')
    expect(stretchText(changing, 7, 15)).toBe('3–5')
    expect(barCount(changing, 1, 19)).toBe(6)
  })

  it('stays with few lines however often the meter changes', () => {
    const meters = Array.from({ length: 5_000 }, (_, at) => ({
      quarter: at * 3,
      numerator: at % 2 === 0 ? 3 : 6,
      denominator: at % 2 === 0 ? 4 : 8,
    }))
    const changing = timeGrid({ tempoMap: [{ time: 0, bpm: 60 }], timeSignature: inThree, meters }, 15_000)
    if (changing === null) throw new Error('no grid')
    expect(gridLines(changing, 0, 15_000).length).toBeLessThan(900)
  })

  it('draws bars alone where beats would be too many', () => {
    const lines = gridLines(grid, 0, 4000)
    expect(lines.length).toBeLessThanOrEqual(402)
  })

  it('snaps to the wished fraction, or not', () => {
    expect(snapped(1.3, grid, 'sixteenth')).toBeCloseTo(1.25)
    expect(snapped(1.35, grid, 'eighth')).toBeCloseTo(1.25)
    expect(snapped(1.3, grid, 'off')).toBe(1.3)
    expect(snapped(1.3, null, 'eighth')).toBe(1.3)
  })

  it('says a stretch in bars, or in seconds where there are none', () => {
    expect(stretchText(grid, 1, 4)).toBe('1–2')
    expect(stretchText(null, 1, 4)).toBe('1.0–4.0 s')
    // Parts of bars are named as such: no bar is looped that is not heard whole.
    expect(stretchText(grid, 1, 3)).toBe('1.1–2.2')
    expect(stretchText(grid, 1.625, 4)).toBe('1.2.2–3.1')
    expect(timeGrid({ tempoMap: [], timeSignature: null }, 0)).toBeNull()
  })
})

describe('what sounds when', () => {
  it('is written once for each window, and ends with the single pass', () => {
    const passes = [...passesBetween(anchor(), 10, 14), ...passesBetween(anchor(), 14, 30)]
    expect(passes.map(({ fromS, toS }) => [fromS, toS])).toEqual([
      [0, 4],
      [4, 8],
    ])
    expect(passes.map(({ isEntry }) => isEntry)).toEqual([true, false])
  })

  it('goes round a loop without a gap, each round at its own time', () => {
    const loop = anchor({ loop: { startS: 2, endS: 3 }, offsetS: 2.5, endS: 3 })
    const passes = passesBetween(loop, 10, 12.25)
    expect(passes.map(({ fromS, toS, clockS, isEntry }) => [fromS, toS, clockS, isEntry])).toEqual([
      [2.5, 3, 10, true],
      [2, 3, 10.5, true],
      [2, 2.75, 11.5, true],
    ])
  })

  it('sounds each note of a loop once a round, however the windows fall', () => {
    const table = noteTable([note(2, 2.4), note(2.25, 2.5), note(2.9, 3.5)])
    const loop = anchor({ loop: { startS: 2, endS: 3 }, offsetS: 2, endS: 3 })
    const told: [number, number, number][] = []
    for (let clockS = 10; clockS < 13 - 1e-9; clockS += 0.15) {
      for (const pass of passesBetween(loop, clockS, Math.min(13, clockS + 0.15)))
        forNotesOfPass(table, pass, (index, atS, lengthS) => told.push([index, atS, lengthS]))
    }
    expect(told.map(([index]) => index)).toEqual([0, 1, 2, 0, 1, 2, 0, 1, 2])
    for (const [index, atS, lengthS] of told) {
      const begun = (table.start[index] ?? 0) - 2
      expect((atS - 10 + 1e-9) % 1).toBeCloseTo(begun, 6)
      // Nothing is held over the end of the loop.
      expect(begun + lengthS).toBeLessThanOrEqual(1 + 1e-9)
    }
  })

  it('comes round at the end of any loop, at any time and tempo', () => {
    const seconds = (max: number) => fc.double({ min: 0, max, noNaN: true })
    fc.assert(
      fc.property(
        seconds(90_000),
        seconds(10),
        fc.double({ min: 0.01, max: 30, noNaN: true }),
        seconds(0.999),
        fc.constantFrom(0.5, 0.75, 1, 1.5),
        (clockS, startS, lengthS, share, rate) => {
          const loop = { startS, endS: startS + lengthS }
          const played = anchor({ clockS, offsetS: startS + share * lengthS, loop, endS: loop.endS, rate })
          const untilS = clockS + (2.5 * lengthS) / rate
          const passes = passesBetween(played, clockS, untilS)
          // Each begins where the one before ended, and all together are as long as what was asked for.
          for (const [index, pass] of passes.entries()) {
            expect(pass.toS).toBeGreaterThanOrEqual(pass.fromS)
            if (index > 0) expect(pass.fromS).toBeCloseTo(loop.startS, 8)
          }
          const soundedS = passes.reduce((sum, { fromS, toS }) => sum + toS - fromS, 0)
          expect(soundedS / rate).toBeCloseTo(untilS - clockS, 6)
        },
      ),
      { numRuns: 300, seed: 8 },
    )
  })

  it('keeps to the clock at another tempo, each round of a loop at its own time', () => {
    const table = noteTable([note(2, 2.4), note(2.5, 3.5)])
    const loop = anchor({ loop: { startS: 2, endS: 3 }, offsetS: 2, endS: 3, rate: 0.5 })
    const told: [number, number, number][] = []
    for (let clockS = 10; clockS < 14 - 1e-9; clockS += 0.15) {
      for (const pass of passesBetween(loop, clockS, Math.min(14, clockS + 0.15)))
        forNotesOfPass(table, pass, (...each) => told.push(each))
    }
    expect(told.map(([index]) => index)).toEqual([0, 1, 0, 1])
    for (const [at, expected] of [10, 11, 12, 13].entries()) expect(told[at]?.[1]).toBeCloseTo(expected, 6)
    expect(told.map(([, , lengthS]) => lengthS.toFixed(6))).toEqual([
      '0.800000',
      '1.000000',
      '0.800000',
      '1.000000',
    ])
  })

  it('begins in the middle of a note that was jumped into, not of a drum', () => {
    const table = noteTable([note(0, 4), note(0, 4, { instrument: 'drums', pitch: 49 }), note(3, 4)])
    const told: [number, number, number][] = []
    const [pass] = passesBetween(anchor({ offsetS: 2 }), 10, 10.5)
    if (pass !== undefined) forNotesOfPass(table, pass, (...each) => told.push(each))
    expect(told).toEqual([[0, 10, 2]])
  })
})

const DRAFT: TranscribeDraft = { ...DEFAULT_SETTINGS.transcribe, ...NO_TRANSCRIBE.draft }

describe('the options of a request', () => {
  const detection = {
    detectionId: 'd-1',
    recommended: ['acoustic_piano', 'drums'],
    instruments: [
      { name: 'acoustic_piano', agreement: 1 },
      { name: 'drums', agreement: 0.83 },
      { name: 'oboe', agreement: 0.17 },
    ],
    creditsCharged: 0,
  }
  it('say what was set, and hand on what was detected', () => {
    expect(optionsOf(DRAFT, detection, null)).toEqual({
      timing: 'performance',
      subdivision: 'automatic',
      page_size: 'a4',
      score_pdfs: true,
      optimize_musicxml: true,
      instruments: ['acoustic_piano', 'drums'],
      instrument_detection_id: 'd-1',
    })
    const draft = {
      ...DRAFT,
      meter: '6/8',
      isTempoFixed: true,
      bpm: 92,
      hasScorePdfs: false,
      isReadable: false,
    }
    expect(optionsOf(draft, null, null)).toMatchObject({
      time_signature: { numerator: 6, denominator: 8 },
      tempo: { mode: 'fixed', bpm: 92 },
      optimize_musicxml: false,
    })
    expect(optionsOf(draft, null, null)).not.toHaveProperty('instruments')
    expect(optionsOf({ ...draft, bpm: null }, null, null).tempo).toEqual({ mode: 'fixed' })
  })

  it('are asked for once while they are worked on', () => {
    const options = optionsOf(DRAFT, null, null)
    const { connectionId } = generation()
    const asked = { connectionId, options }
    // As they come back: the same, written in another order.
    const stored = Object.fromEntries(Object.entries(options).reverse())
    expect(isUnderway({ generation: generation(), options: stored }, asked)).toBe(true)
    expect(isUnderway({ generation: generation({ state: 'done' }), options: stored }, asked)).toBe(false)
    expect(isUnderway({ generation: generation(), options: stored }, { ...asked, connectionId: 'c2' })).toBe(
      false,
    )
    const quantized = optionsOf({ ...DRAFT, timing: 'quantized' }, null, null)
    expect(isUnderway({ generation: generation(), options: quantized }, asked)).toBe(false)
  })

  it('name what a list leaves out that was heard', () => {
    expect(leftOut(detection, null)).toEqual([])
    expect(leftOut(detection, new Set(['drums']))).toEqual(['acoustic_piano'])
  })

  it('say agreement as listens, and why a grid was not used', () => {
    expect(agreementText(0.83)).toBe('10/12')
    const timing = { requested: 'quantized', applied: 'performance', fallbackReason: 'no_beats' }
    const document: NotesDocument = {
      notes: [],
      tempoMap: [],
      timeSignature: null,
      bpm: null,
      timing,
      isMusicXmlOptimized: null,
      isComplete: true,
    }
    expect(timingText(document)).toBe('as played: no beat was found')
    const newer = { ...document, timing: { ...timing, fallbackReason: 'some_new_reason' } }
    expect(timingText(newer)).toBe('as played: some new reason')
  })

  it('reads tempos in bounds, and counts music half and twice as fast where the service takes that', () => {
    expect(['96', '96,55', '9', '900', '', 'fast'].map(parsedBpm)).toEqual([96, 96.6, 30, 300, null, null])
    expect(otherCounts(72.04)).toEqual([36, 144.1])
    expect(otherCounts(50)).toEqual([100])
    expect(otherCounts(160)).toEqual([80])
  })
})

describe('the state of the view', () => {
  it('forgets what belonged to another sound, keeps how the person works', () => {
    const worked = {
      ...NO_TRANSCRIBE,
      soundId: 1,
      generationId: 'g',
      mutedParts: new Set(['oboe']),
      snap: 'off' as const,
    }
    expect(transcribing(worked, 1)).toBe(worked)
    expect(transcribing(worked, 2)).toMatchObject({ soundId: 2, generationId: null, snap: 'off' })
    expect(transcribing(worked, 2).mutedParts.size).toBe(0)
    // A tempo or meter of one recording would make nonsense of the next.
    const wished = { ...worked, draft: { meter: '3/4', isTempoFixed: true, bpm: 96 } }
    expect(transcribing(wished, 2).draft).toEqual(NO_TRANSCRIBE.draft)
    expect(showing(worked, 'h')).toMatchObject({ soundId: 1, generationId: 'h' })
  })

  it('opens the first sound of the import that it awaits, and of no other one', () => {
    const awaiting = { ...NO_TRANSCRIBE, soundId: 1, awaitedImportId: 7 }
    const told = (changes: object) =>
      afterImport(awaiting, { id: 7, state: 'running', firstSoundId: null, ...changes }, transcribing)
    expect(told({ id: 6, firstSoundId: 3 })).toBe(awaiting)
    expect(told({})).toBe(awaiting)
    expect(told({ firstSoundId: 3 })).toMatchObject({ soundId: 3, awaitedImportId: null })
    for (const state of ['done', 'canceled'])
      expect(told({ state })).toMatchObject({ soundId: 1, awaitedImportId: null })
  })

  it('hears soloed parts alone', () => {
    const parts = { mutedParts: new Set(['oboe']), soloParts: new Set<string>() }
    expect(['oboe', 'cello'].map((name) => isPartHeard(parts, name))).toEqual([false, true])
    const solo = { ...parts, soloParts: new Set(['oboe']) }
    expect(['oboe', 'cello'].map((name) => isPartHeard(solo, name))).toEqual([true, false])
  })
})

describe('notes painted by pixels', () => {
  it('have their colour in the order of a picture’s bytes', () => {
    const bytes = new Uint8Array(new Uint32Array([inkOf('#7f6dd6', 1)]).buffer)
    expect([...bytes]).toEqual([0x7f, 0x6d, 0xd6, 255])
  })

  it('keep the softest and the hardest stroke apart, in bounds', () => {
    expect([1, 31, 32, 127].map(strengthOf)).toEqual([0, 0, 1, STRENGTHS - 1])
  })
})
