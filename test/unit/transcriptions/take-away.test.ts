// What of a transcription is taken away: one part's MIDI, the notes as a file, a page of the score.
import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import toneMidi from '@tonejs/midi'
import { afterAll, describe, expect, it } from 'vitest'
import type { NotesDocument } from '../../../src-main/bridge/transcriptions.ts'
import { PPQ, writeMidi } from '../../../src-main/local-service/transcription/files/midi-file.ts'
import { engravePage, onePart } from '../../../src-main/media/engrave.ts'
import { notesFile } from '../../../src-main/transcriptions/notes-file.ts'
import { partMidi, partsOf } from '../../../src-main/transcriptions/part-midi.ts'
import { makeTemporaryFolder } from '../../temporary-folder.ts'

const { Midi } = toneMidi
const folder = makeTemporaryFolder('take-away')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const document: NotesDocument = {
  notes: [
    { pitch: 60, start: 0, end: 0.5, velocity: 64, instrument: 'acoustic_piano' },
    { pitch: 36, start: 0.5, end: 0.6, velocity: 100, instrument: 'drums' },
    { pitch: 64, start: 1, end: 2, velocity: 90, instrument: 'acoustic_piano' },
  ],
  tempoMap: [
    { time: 0, bpm: 120 },
    { time: 1, bpm: 60 },
  ],
  timeSignature: { numerator: 3, denominator: 4 },
  bpm: 120,
  timing: { requested: 'performance', applied: 'performance', fallbackReason: null },
  isMusicXmlOptimized: false,
  isComplete: true,
}

describe('one part as MIDI', () => {
  it('holds the notes of that part at their times, with tempo and meter', () => {
    expect(partsOf(document)).toEqual(['acoustic_piano', 'drums'])
    const midi = new Midi(partMidi(null, document, 'acoustic_piano'))
    expect(midi.header.tempos.map(({ bpm }) => Math.round(bpm))).toEqual([120, 60])
    expect(midi.header.timeSignatures[0]?.timeSignature).toEqual([3, 4])
    const notes = midi.tracks.flatMap((track) => track.notes)
    expect(notes.map(({ midi: pitch, time, duration }) => [pitch, time, duration])).toEqual([
      [60, 0, expect.closeTo(0.5, 2)],
      [64, expect.closeTo(1, 2), expect.closeTo(1, 2)],
    ])
  })

  it('puts drums on their channel', () => {
    const midi = new Midi(partMidi(null, document, 'drums'))
    expect(midi.tracks.map(({ channel }) => channel)).toEqual([9])
  })

  it('is cut out of the service’s own file where a track is that part beyond doubt, its bends with it', () => {
    const note = (pitch: number, beat: number) => ({
      pitch,
      velocity: 80,
      startTicks: beat * PPQ,
      endTicks: beat * PPQ + 240,
    })
    const song = {
      tempos: [{ ticks: 0, bpm: 90 }],
      meters: [{ ticks: 0, numerator: 3, denominator: 4 }],
      parts: [
        { name: 'Kit', program: 0, channel: 9, notes: [note(36, 1)] },
        {
          name: 'Keys',
          program: 4,
          channel: 0,
          notes: [note(60, 0), note(60, 2)],
          bends: [{ ticks: 96, cents: 100 }],
        },
      ],
    }
    const cut = new Midi(partMidi(writeMidi(song), document, 'acoustic_piano'))
    expect(cut.header.tempos.map(({ bpm }) => Math.round(bpm))).toEqual([90])
    expect(cut.tracks.map(({ name, notes }) => [name, notes.length])).toEqual([['Keys', 2]])
    // Half a turn: a semitone of the two that are a whole one.
    expect(cut.tracks.flatMap(({ pitchBends }) => pitchBends.map(({ value }) => value))).toEqual([0.5])
    // Two tracks that could be it: the notes themselves are written.
    const twin = { name: 'Twin', program: 4, channel: 1, notes: [note(70, 0), note(70, 2)] }
    const both = writeMidi({ ...song, parts: [...song.parts, twin] })
    const written = new Midi(partMidi(both, document, 'acoustic_piano'))
    expect(written.tracks.flatMap(({ notes }) => notes.map(({ midi }) => midi))).toEqual([60, 64])
  })

  it('is played by another program', () => {
    const path = join(folder, 'part.mid')
    writeFileSync(path, partMidi(null, document, 'acoustic_piano'))
    const wav = join(folder, 'part.wav')
    execFileSync('fluidsynth', ['-ni', '-F', wav, '/usr/share/sounds/sf2/TimGM6mb.sf2', path], {
      stdio: 'ignore',
    })
    const seconds = Number(execFileSync('soxi', ['-D', wav], { encoding: 'utf8' }))
    expect(seconds).toBeGreaterThan(2)
  })
})

describe('the notes as a file', () => {
  it('is a table with a head, or all that is known', () => {
    const lines = notesFile(document, 'csv').split('\r\n')
    expect(lines[0]).toBe('start_s,end_s,pitch,velocity,instrument')
    expect(lines[1]).toBe('0,0.5,60,64,acoustic_piano')
    expect(lines).toHaveLength(5)
    expect(JSON.parse(notesFile(document, 'json'))).toEqual(document)
  })

  it('lets no instrument’s name become a formula or another column', () => {
    const [note] = document.notes
    if (note === undefined) throw new Error('no note')
    const hostile = { ...document, notes: [{ ...note, instrument: '=1+1,"x"' }] }
    expect(notesFile(hostile, 'csv').split('\r\n')[1]).toBe(`0,0.5,60,64,"'=1+1,""x"""`)
  })
})

const part = (id: string, pitches: readonly string[]): string =>
  `<part id="${id}"><measure number="1"><attributes><divisions>1</divisions><time><beats>4</beats><beat-type>4</beat-type></time><clef><sign>G</sign><line>2</line></clef></attributes>${pitches
    .map(
      (step) =>
        `<note><pitch><step>${step}</step><octave>4</octave></pitch><duration>1</duration><type>quarter</type></note>`,
    )
    .join('')}</measure></part>`
const head = (id: string, name: string, program: number): string =>
  `<score-part id="${id}"><part-name>${name}</part-name><midi-instrument id="${id}-I1"><midi-channel>1</midi-channel><midi-program>${program}</midi-program></midi-instrument></score-part>`
const SCORE = `<?xml version="1.0" encoding="UTF-8"?>
<score-partwise version="4.0"><part-list>${head('P1', 'Violin', 41)}${head('P2', 'Cello', 43)}</part-list>${part('P1', ['C', 'D', 'E', 'F'])}${part('P2', ['G', 'A', 'B', 'C'])}</score-partwise>`

describe('a page of the score', { timeout: 60_000 }, () => {
  const path = join(folder, 'score.musicxml')
  writeFileSync(path, SCORE)

  it('is a picture, and says where each moment stands on it', async () => {
    const page = await engravePage({ path, part: null, page: 1 })
    if (!page.ok) throw new Error(page.error.message)
    expect(page.value.pageCount).toBe(1)
    expect(page.value.svg).toContain('<svg')
    const { marks } = page.value
    expect(marks.map(({ quarter }) => quarter)).toEqual([0, 1, 2, 3])
    const xs = marks.map(({ x }) => x)
    expect(xs).toEqual([...xs].sort((a, b) => a - b))
    for (const { x, top, bottom } of marks) {
      expect(x).toBeGreaterThan(0)
      expect(x).toBeLessThan(1)
      expect(bottom).toBeGreaterThan(top)
    }
  })

  it('counts from the start of the recording where the score leaves its silence out', async () => {
    const late = join(folder, 'late.musicxml')
    const field =
      '<identification><miscellaneous><miscellaneous-field name="quarters-left-out">2.5</miscellaneous-field></miscellaneous></identification>'
    writeFileSync(late, SCORE.replace('<part-list>', `${field}<part-list>`))
    const page = await engravePage({ path: late, part: null, page: 1 })
    if (!page.ok) throw new Error(page.error.message)
    expect(page.value.marks.map(({ quarter }) => quarter)).toEqual([2.5, 3.5, 4.5, 5.5])
  })

  it('has the shape of the paper that the score is laid out for, of A4 where it names none', async () => {
    const shapeOf = async (height: number | null): Promise<number> => {
      const laidOut = join(folder, `shape-${height}.musicxml`)
      const layout = `<defaults><page-layout><page-height>${height}</page-height><page-width>1000</page-width></page-layout></defaults>`
      writeFileSync(laidOut, height === null ? SCORE : SCORE.replace('<part-list>', `${layout}<part-list>`))
      const page = await engravePage({ path: laidOut, part: null, page: 1 })
      if (!page.ok) throw new Error(page.error.message)
      const [, width, tall] = /viewBox="0 0 (\d+) (\d+)"/.exec(page.value.svg) ?? []
      return Number(tall) / Number(width)
    }
    expect(await shapeOf(1294)).toBeCloseTo(11 / 8.5, 2)
    expect(await shapeOf(null)).toBeCloseTo(297 / 210, 2)
    // Of no paper.
    expect(await shapeOf(90_000)).toBeCloseTo(297 / 210, 2)
  })

  it('shows one part alone', async () => {
    expect(onePart(SCORE, 'cello')).not.toContain('Violin')
    expect(onePart(SCORE, 'cello')).toContain('Cello')
    expect(onePart(SCORE, 'violin')).toContain('Violin')
    expect(onePart(SCORE, 'tuba')).toBe(SCORE)
    const both = await engravePage({ path, part: null, page: 1 })
    const one = await engravePage({ path, part: 'cello', page: 1 })
    if (!both.ok || !one.ok) throw new Error('not engraved')
    const notes = (svg: string): number => svg.split('class="note"').length - 1
    expect([notes(both.value.svg), notes(one.value.svg)]).toEqual([8, 4])
  })

  it('is refused by name where there is none', async () => {
    expect(await engravePage({ path, part: null, page: 9 })).toMatchObject({
      ok: false,
      error: { code: 'no_such_page' },
    })
    const hostile = join(folder, 'hostile.musicxml')
    writeFileSync(hostile, `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>${SCORE}`)
    expect(await engravePage({ path: hostile, part: null, page: 1 })).toMatchObject({
      ok: false,
      error: { code: 'score_unreadable' },
    })
  })
})
