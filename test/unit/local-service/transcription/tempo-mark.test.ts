// Metronome marks in PDFs: a drawn note, a number, and nothing in a font that the PDF does not have.
import { expect, test } from 'vitest'
import { drawTempoMarks } from '../../../../src-main/local-service/transcription/score/tempo-mark.ts'

const mark = (signs: string, bpm: number) =>
  `<g id="a1" class="tempo">\n<text x="4082" y="675" font-size="0px"><tspan class="rend"><tspan font-family="Leipzig" font-size="720px">${signs}</tspan></tspan><tspan font-size="405px"> = </tspan><tspan font-size="405px">${bpm}</tspan></text>\n</g>`

test('a mark of quarters becomes a drawn note and its number', () => {
  const drawn = drawTempoMarks(`<svg>${mark('\uECA5', 138)}</svg>`)
  expect(drawn).not.toContain('Leipzig')
  expect(drawn).toContain('>= 138</text>')
  expect(drawn.match(/<ellipse/g)).toHaveLength(1)
  expect(drawn).not.toContain('<circle')
})

test('a mark of dotted quarters has its dot, and each mark of a page is drawn', () => {
  const drawn = drawTempoMarks(`<svg>${mark('\uECA5\uECB7', 60)}${mark('\uECA5', 90)}</svg>`)
  expect(drawn.match(/<circle/g)).toHaveLength(1)
  expect(drawn.match(/<ellipse/g)).toHaveLength(2)
})

test('a page without marks stays as it is', () => {
  expect(drawTempoMarks('<svg><text x="1" y="2">Piano</text></svg>')).toBe(
    '<svg><text x="1" y="2">Piano</text></svg>',
  )
})
