// Metronome marks as drawings: Verovio sets their note in its own text font, which PDFs of ours do not carry.

/** Size of the number, in Verovio's units of a page: nine of them are a tenth of a millimetre. */
const TEXT_SIZE = 405
/** The small note beside it, in the same units, from the mark's left end and its baseline up. */
const HEAD = { x: 76, y: 54, width: 78, height: 52 } as const
const STEM = { x: 146, top: 440, width: 20 } as const
const DOT = { x: 235, radius: 26 } as const
const TEXT_X = { plain: 230, dotted: 330 } as const

/** A mark in Verovio's SVG: where it stands, then its note, its sign and its number in `tspan`s. */
const MARK = /<g id="[^"]*" class="tempo">\s*<text x="(-?\d+)" y="(-?\d+)"[^>]*>([\s\S]*?)<\/text>\s*<\/g>/g
/** Signs of a music font are in Unicode's private use area (SMuFL). */
const MUSIC_SIGN = /[\uE000-\uF8FF]/g

/** The SVG of a page with its marks drawn. They are all of quarters, plain or dotted, as musicxml-attributes.ts writes them. */
export const drawTempoMarks = (svg: string): string =>
  svg.replace(MARK, (mark, x: string, y: string, inside: string) => {
    const bpm = /\d+/.exec(inside.replace(/<[^>]*>/g, ''))?.[0]
    if (bpm === undefined) return mark
    const isDotted = (inside.match(MUSIC_SIGN)?.length ?? 1) > 1
    return drawing(Number(x), Number(y), isDotted, bpm)
  })

function drawing(x: number, y: number, isDotted: boolean, bpm: string): string {
  const [headX, headY] = [x + HEAD.x, y - HEAD.y]
  const dot = isDotted ? `<circle cx="${x + DOT.x}" cy="${headY}" r="${DOT.radius}"/>` : ''
  return (
    `<g><ellipse cx="${headX}" cy="${headY}" rx="${HEAD.width}" ry="${HEAD.height}" transform="rotate(-25 ${headX} ${headY})"/>` +
    `<rect x="${x + STEM.x - STEM.width}" y="${y - STEM.top}" width="${STEM.width}" height="${STEM.top - HEAD.y}"/>${dot}` +
    `<text x="${x + (isDotted ? TEXT_X.dotted : TEXT_X.plain)}" y="${y}" font-size="${TEXT_SIZE}px">= ${bpm}</text></g>`
  )
}
