// Printed scores: whoever opens one sees the letters that it was set with.

import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { readSourceTitle, titleLine } from '../../../../src-main/local-service/codecs/source-title.ts'
import {
  type Engraver,
  loadEngraver,
} from '../../../../src-main/local-service/transcription/score/engrave.ts'
import { headLines, runningTitle } from '../../../../src-main/local-service/transcription/score/heading.ts'
import { marksByBar, withMarks } from '../../../../src-main/local-service/transcription/score/marked-rests.ts'

const NOTE =
  '<note><pitch><step>C</step><octave>5</octave></pitch><duration>4</duration><voice>1</voice><type>whole</type></note>'
const ONE_BAR =
  '<?xml version="1.0" encoding="UTF-8"?><score-partwise version="4.0"><part-list><score-part id="P1"><part-name>Flute</part-name></score-part></part-list>' +
  `<part id="P1"><measure number="1"><attributes><divisions>1</divisions></attributes>${NOTE}</measure></part></score-partwise>`

describe('A printed score', () => {
  let engraver: Engraver
  beforeAll(async () => {
    engraver = await loadEngraver()
  })
  const print = async (sheet: string) =>
    (await engraver.pdf(ONE_BAR, 'a4', { title: 'Étude', sheet })).toString('latin1')

  test('carries its font: no reader has to find one like it', async () => {
    const pdf = await print('Flute')
    const fonts = [...pdf.matchAll(/\/BaseFont \/(\S+)/g)].map(([, name]) => name)
    expect(fonts).not.toEqual([])
    expect(fonts.filter((name) => !/^[A-Z]{6}\+Tinos/.test(name ?? ''))).toEqual([])
    expect(pdf).toContain('/FontFile2')
  })

  test('can be searched, and weighs little', async () => {
    const pdf = await print('Flute')
    expect(pdf).toContain('/ToUnicode')
    expect(pdf.length).toBeLessThan(20_000)
  })

  test('shows the tempo over a long rest', async () => {
    const tempo =
      '<direction placement="above"><direction-type><metronome><beat-unit>quarter</beat-unit><per-minute>96</per-minute></metronome></direction-type></direction>'
    const long = '<attributes><measure-style><multiple-rest>2</multiple-rest></measure-style></attributes>'
    const rest = '<note><rest measure="yes"/><duration>4</duration><voice>1</voice></note>'
    const inRests = (before: string) =>
      ONE_BAR.replace('</attributes>', `</attributes>${before}`)
        .replace(NOTE, rest)
        .replace('</measure>', `</measure><measure number="2">${rest}</measure>`)
    const drawn = async (musicXml: string) =>
      (await engraver.pdf(musicXml, 'a4', { title: null, sheet: 'Flute' })).length
    expect(await drawn(inRests(long + tempo))).toBeGreaterThan(await drawn(inRests(long)))
  })

  test('is the same to the byte each time', async () => {
    expect(await print('Flute')).toBe(await print('Flute'))
  })
})

describe('Marks over long rests', () => {
  const measure = (number: number, inside: string) => `<measure xml:id="m" n="${number}">${inside}</measure>`
  const tempo = '<tempo mm="96"><rend>=</rend> 96</tempo>'
  const dir = '<dir>Swing</dir>'

  test('are found in the bars that have some', () => {
    const mei = measure(1, `<staff/>${tempo}${dir}`) + measure(2, '<staff/>')
    expect([...marksByBar(mei)]).toEqual([['1', tempo + dir]])
  })

  test('are put into the long rests that begin there, and nowhere else', () => {
    const marks = new Map([
      ['1', tempo],
      ['5', dir],
    ])
    const mei =
      measure(1, '<multiRest num="4"/>') + measure(5, '<note/>') + measure(6, '<multiRest num="2"/>')
    expect(withMarks(mei, marks)).toBe(
      measure(1, `<multiRest num="4"/>${tempo}`) + measure(5, '<note/>') + measure(6, '<multiRest num="2"/>'),
    )
  })
})

describe('The heading of a score', () => {
  const part = { title: 'Blue Monday', sheet: 'Piano' }
  const texts = (heading: typeof part | { title: null; sheet: string }, page: number) =>
    headLines(heading, page).map(({ text, align }) => `${align}: ${text}`)

  test('has the title over the page and the part to its left', () => {
    expect(texts(part, 1)).toEqual(['center: Blue Monday', 'left: Piano'])
  })

  test('is one line with the number on the pages that follow', () => {
    expect(texts(part, 3)).toEqual(['center: Blue Monday – Piano – 3'])
  })

  test('is the part alone where nobody knows the title, or its letters are none that can be printed', () => {
    expect(texts({ title: null, sheet: 'Piano' }, 1)).toEqual(['center: Piano'])
    expect(texts({ title: '月の光', sheet: 'Piano' }, 1)).toEqual(['center: Piano'])
    expect(runningTitle({ title: 'Лунный свет', sheet: 'Piano' })).toBe('Лунный свет – Piano')
  })
})

describe('A title from a sound file', () => {
  const inFile = async (bytes: Buffer) => {
    const folder = await mkdtemp(join(tmpdir(), 'foleyroom-title-'))
    try {
      writeFileSync(join(folder, 'sound'), bytes)
      return await readSourceTitle(join(folder, 'sound'))
    } finally {
      await rm(folder, { recursive: true })
    }
  }

  test('is read where a WAV has it, in UTF-8', async () => {
    expect(await inFile(wavCalled('Für Elise'))).toBe('Für Elise')
  })

  test('is missing where the file says none, or is no sound', async () => {
    expect(await inFile(wavCalled(''))).toBeNull()
    expect(await inFile(Buffer.from('no sound at all'))).toBeNull()
    expect(await inFile(Buffer.alloc(0))).toBeNull()
  })

  test('is one line of sixty characters at most', () => {
    expect(titleLine(' Two\nlines\u0000 ')).toBe('Two lines')
    expect(titleLine('\n')).toBeNull()
    const long = titleLine('A slow piano piece in the manner of an old waltz, with rain on the roof') ?? ''
    expect(long).toBe('A slow piano piece in the manner of an old waltz, with…')
    expect([...(titleLine('ö'.repeat(100)) ?? '')]).toHaveLength(60)
  })
})

/** A WAV of ten samples whose INFO list has a name, or none. */
function wavCalled(name: string): Buffer {
  const chunk = (id: string, content: Buffer) => {
    const head = Buffer.alloc(8)
    head.write(id, 'latin1')
    head.writeUInt32LE(content.length, 4)
    return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
  }
  const format = Buffer.alloc(16)
  format.writeUInt16LE(1, 0)
  format.writeUInt16LE(1, 2)
  format.writeUInt32LE(8000, 4)
  format.writeUInt32LE(16_000, 8)
  format.writeUInt16LE(2, 12)
  format.writeUInt16LE(16, 14)
  const info = name === '' ? [] : [chunk('INAM', Buffer.from(`${name}\0`))]
  const list = chunk('LIST', Buffer.concat([Buffer.from('INFO'), ...info]))
  const chunks = [Buffer.from('WAVE'), chunk('fmt ', format), list, chunk('data', Buffer.alloc(20))]
  return chunk('RIFF', Buffer.concat(chunks))
}
