// Printed scores: whoever opens one sees the letters that it was set with.

import { beforeAll, describe, expect, test } from 'vitest'
import {
  type Engraver,
  loadEngraver,
} from '../../../../src-main/local-service/transcription/score/engrave.ts'

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
  const print = async (title: string) => (await engraver.pdf(ONE_BAR, 'a4', title)).toString('latin1')

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

  test('is the same to the byte each time', async () => {
    expect(await print('Flute')).toBe(await print('Flute'))
  })
})
