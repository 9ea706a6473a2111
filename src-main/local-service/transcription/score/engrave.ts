// Engraves MusicXML: pages by Verovio (LGPL, a package of its own that is only called), written as PDF.

import PdfDocument from 'pdfkit'
import svgToPdf from 'svg-to-pdfkit'
import { HEAD_SIDE_POINTS, type Heading, headLines, runningTitle } from './heading.ts'
import { loadScore } from './marked-rests.ts'
import { drawTempoMarks } from './tempo-mark.ts'
import { loadTextFonts, TEXT_FONTS, textFontFor } from './text-fonts.ts'
import type { ScoreOptions } from './written-part.ts'

/** Pages in points, and in tenths of a millimetre for Verovio. */
const PAGES = {
  a4: { points: [595.28, 841.89], tenthsMm: [2100, 2970] },
  letter: { points: [612, 792], tenthsMm: [2159, 2794] },
} as const
const MARGIN_TENTHS_MM = 150
/** Verovio's own staves are this high: for smaller ones it sets a larger page, which is then drawn smaller. */
const VEROVIO_STAFF_MM = 7

export interface Engraver {
  /** The score as one PDF. Deterministic but for nothing: no date is written. */
  pdf(musicXml: string, pageSize: ScoreOptions['pageSize'], heading: Heading): Promise<Buffer>
}

/** Loads Verovio and the fonts: a tenth of a second and some 30 MB. @throws where its WebAssembly cannot be started or a font is missing */
export async function loadEngraver(): Promise<Engraver> {
  const [{ default: createModule }, { VerovioToolkit }] = await Promise.all([
    import('verovio/wasm'),
    import('verovio/esm'),
  ])
  const toolkit = new VerovioToolkit(await createModule())
  const textFonts = loadTextFonts()
  return {
    async pdf(musicXml, pageSize, heading) {
      const { points, tenthsMm } = PAGES[pageSize]
      const enlarged = (tenths: number) => Math.round((tenths * VEROVIO_STAFF_MM) / staffMmOf(musicXml))
      const margin = enlarged(MARGIN_TENTHS_MM)
      toolkit.setOptions({
        pageWidth: enlarged(tenthsMm[0]),
        pageHeight: enlarged(tenthsMm[1]),
        pageMarginLeft: margin,
        pageMarginRight: margin,
        pageMarginTop: margin,
        pageMarginBottom: margin,
        header: 'none',
        footer: 'none',
        breaks: 'auto',
        multiRestStyle: 'block',
        svgViewBox: true,
      })
      if (!loadScore(toolkit, musicXml)) throw new Error('Verovio cannot read the score')
      const document = new PdfDocument({
        autoFirstPage: false,
        size: [...points],
        margin: 0,
        info: {
          Title: runningTitle(heading),
          Producer: 'Foleyroom',
          CreationDate: new Date(0),
          ModDate: new Date(0),
        },
      })
      for (const [name, file] of textFonts) document.registerFont(name, file)
      const chunks: Buffer[] = []
      const isWritten = new Promise<Buffer>((resolve, reject) => {
        document.on('data', (chunk: Buffer) => chunks.push(chunk))
        document.on('end', () => resolve(Buffer.concat(chunks)))
        document.on('error', reject)
      })
      for (let page = 1; page <= toolkit.getPageCount(); page++) {
        document.addPage()
        for (const line of headLines(heading, page)) {
          document.font(TEXT_FONTS.plain).fontSize(line.points)
          document.text(line.text, HEAD_SIDE_POINTS, line.baselinePoints, {
            width: points[0] - 2 * HEAD_SIDE_POINTS,
            align: line.align,
            baseline: 'alphabetic',
            lineBreak: false,
          })
        }
        svgToPdf(document, drawable(drawTempoMarks(toolkit.renderToSVG(page))), 0, 0, {
          width: points[0],
          height: points[1],
          fontCallback: (_family, isBold, isItalic) => textFontFor(isBold, isItalic),
        })
      }
      document.end()
      return isWritten
    },
  }
}

/** How high a staff is to be printed, as the score says it itself. */
const staffMmOf = (musicXml: string): number =>
  Number(/<millimeters>([\d.]+)<\/millimeters>/.exec(musicXml)?.[1] ?? VEROVIO_STAFF_MM)

/** What the style sheet of Verovio's SVG says, as attributes: the PDF writer reads no style sheets. */
const drawable = (svg: string): string =>
  svg
    .replace(/<style[\s\S]*?<\/style>/g, '')
    .replace(/<(path|polyline|polygon|rect|ellipse)(?=[^>]*stroke-width)/g, '<$1 stroke="black"')
