// Engraves a page of a MusicXML file as a picture, and says where on it each moment stands. Verovio (LGPL) is a package of its own that is only called.
import { readFile } from 'node:fs/promises'
import { DRUMS, instrumentOfProgram } from './midi-instruments.ts'
import { checkMusicXml } from './musicxml-check.ts'
import { type FileErrorCode, failed, fileFailure, type Outcome, succeeded } from './outcome.ts'

/** A moment of the music on a page: `quarter` from the beginning, the rest as fractions of the page. */
export interface ScoreMark {
  readonly quarter: number
  readonly x: number
  readonly top: number
  readonly bottom: number
}
export interface ScorePicture {
  readonly pageCount: number
  readonly svg: string
  readonly marks: readonly ScoreMark[]
}
export type EngraveErrorCode = FileErrorCode | 'score_unreadable' | 'no_such_page'

interface Loaded {
  readonly key: string
  readonly pageCount: number
  readonly page: (page: number) => string
  readonly starts: ReadonlyMap<string, number>
}
/** The score whose pages are turned: loading it again for each page would take longer than the page. */
let loaded: Loaded | null = null

/** `part` engraves that instrument alone; null the whole score. `page` from 1. */
export async function engravePage(order: {
  readonly path: string
  readonly part: string | null
  readonly page: number
}): Promise<Outcome<ScorePicture, EngraveErrorCode>> {
  let text: string
  try {
    text = await readFile(order.path, 'utf8')
  } catch (error) {
    return fileFailure(error, 'read the score')
  }
  const checked = checkMusicXml(text)
  if (!checked.ok) return failed('score_unreadable', checked.error.message)
  const key = `${order.path} ${order.part ?? 'all'} ${text.length}`
  if (loaded?.key !== key) loaded = await load(key, order.part === null ? text : onePart(text, order.part))
  if (loaded === null) return failed('score_unreadable', 'The score cannot be engraved.')
  const { pageCount, page, starts } = loaded
  if (order.page > pageCount)
    return failed('no_such_page', `The score has ${pageCount} pages; there is no page ${order.page}.`)
  const svg = page(order.page)
  return succeeded({ pageCount, svg, marks: marksOf(svg, starts) })
}

/** Less stands on a page than in print: it is read on a screen, in a narrow column. */
const PAGE_WIDTH_TENTHS_MM = 1400
const MARGIN_TENTHS_MM = 70
/** Height to width where the score names no page: A4. */
const A4_SHAPE = 297 / 210
/** A page of another shape than any paper is not followed. */
const [WIDEST_SHAPE, TALLEST_SHAPE] = [0.5, 2]

async function load(key: string, musicXml: string): Promise<Loaded | null> {
  const [{ default: createModule }, { VerovioToolkit }] = await Promise.all([
    import('verovio/wasm'),
    import('verovio/esm'),
  ])
  const toolkit = new VerovioToolkit(await createModule())
  toolkit.setOptions({
    pageWidth: PAGE_WIDTH_TENTHS_MM,
    pageHeight: Math.round(PAGE_WIDTH_TENTHS_MM * pageShape(musicXml)),
    pageMarginLeft: MARGIN_TENTHS_MM,
    pageMarginRight: MARGIN_TENTHS_MM,
    pageMarginTop: MARGIN_TENTHS_MM,
    pageMarginBottom: MARGIN_TENTHS_MM,
    header: 'none',
    footer: 'none',
    breaks: 'auto',
    svgViewBox: true,
  })
  if (!toolkit.loadData(musicXml)) return null
  const leftOut = quartersLeftOut(musicXml)
  const starts = new Map<string, number>()
  for (const { qstamp, on } of toolkit.renderToTimemap())
    for (const id of on ?? []) starts.set(id, qstamp + leftOut)
  return { key, pageCount: toolkit.getPageCount(), page: (number) => toolkit.renderToSVG(number), starts }
}

/** Height to width of the paper that the score is laid out for. Source: MusicXML 4.0, page-layout. */
function pageShape(musicXml: string): number {
  const [, height, width] =
    /<page-height>([\d.]+)<\/page-height>\s*<page-width>([\d.]+)<\/page-width>/.exec(musicXml) ?? []
  const shape = Number(height) / Number(width)
  return shape >= WIDEST_SHAPE && shape <= TALLEST_SHAPE ? shape : A4_SHAPE
}

/** How much of the recording's beginning the score leaves out, as our local service says in its scores; 0 where nothing is said. */
function quartersLeftOut(musicXml: string): number {
  const [, text] = /<miscellaneous-field name="quarters-left-out">(-?[\d.]+)</.exec(musicXml) ?? []
  const quarters = Number(text ?? 0)
  return Number.isFinite(quarters) ? quarters : 0
}

/** The document with the part of one instrument; whole where none is known to be its. Source: MusicXML 4.0, score-partwise. */
export function onePart(musicXml: string, instrument: string): string {
  const kept = [...musicXml.matchAll(/<score-part\s[^>]*?id="([^"]+)"[\s\S]*?<\/score-part>/g)].find(
    ([head]) => instrumentOfPart(head) === instrument,
  )?.[1]
  if (kept === undefined) return musicXml
  const other = (id: string): boolean => id !== kept
  return musicXml
    .replace(/<score-part\s[^>]*?id="([^"]+)"[\s\S]*?<\/score-part>/g, (whole, id: string) =>
      other(id) ? '' : whole,
    )
    .replace(/<part-group\b(?:[^>]*\/>|[\s\S]*?<\/part-group>)/g, '')
    .replace(/<part\s[^>]*?id="([^"]+)"[\s\S]*?<\/part>/g, (whole, id: string) => (other(id) ? '' : whole))
}

/** Who plays a part, in the service's own names; null where its `score-part` has no MIDI program. */
function instrumentOfPart(head: string): string | null {
  const numberIn = (tag: string): number => Number(new RegExp(`<${tag}>(\\d+)</${tag}>`).exec(head)?.[1])
  // MusicXML counts both from 1.
  if (numberIn('midi-channel') === 10) return DRUMS
  const program = numberIn('midi-program')
  return program >= 1 && program <= 128 ? instrumentOfProgram(program - 1) : null
}

/** Reads Verovio's own SVG: where notes are drawn, and how far the staves of their system reach. */
function marksOf(svg: string, starts: ReadonlyMap<string, number>): readonly ScoreMark[] {
  const [, width, height] = /class="definition-scale"[^>]*viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? []
  if (width === undefined || height === undefined) return []
  const [, marginX = '0', marginY = '0'] =
    /class="page-margin"[^>]*translate\((-?\d+),\s*(-?\d+)\)/.exec(svg) ?? []
  const systems = svg.split(/(?=<g [^>]*class="system")/).slice(1)
  const byQuarter = new Map<number, ScoreMark>()
  for (const system of systems) {
    const lines = [...system.matchAll(/<path d="M(\d+) (\d+) L(\d+) (\d+)"/g)].flatMap(([, , y1, , y2]) =>
      y1 === y2 ? [Number(y1)] : [],
    )
    if (lines.length === 0) continue
    const top = (Math.min(...lines) + Number(marginY)) / Number(height)
    const bottom = (Math.max(...lines) + Number(marginY)) / Number(height)
    const notes = system.matchAll(/<g id="([^"]+)" class="note"[\s\S]*?translate\((-?\d+),\s*-?\d+\)/g)
    for (const [, id = '', x = '0'] of notes) {
      const quarter = starts.get(id)
      if (quarter === undefined || byQuarter.has(quarter)) continue
      byQuarter.set(quarter, { quarter, x: (Number(x) + Number(marginX)) / Number(width), top, bottom })
    }
  }
  return [...byQuarter.values()].sort((a, b) => a.quarter - b.quarter)
}
