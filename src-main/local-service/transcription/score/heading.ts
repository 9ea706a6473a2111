// What stands above the first system of a page: the piece and the part on the first one, smaller and with their number on the others.

import { isPrintable } from './text-fonts.ts'

export interface Heading {
  /** Of the piece; null where nobody knows it. */
  readonly title: string | null
  /** What is printed of it: "Score", or a part's name. */
  readonly sheet: string
}

export interface HeadLine {
  readonly text: string
  readonly points: number
  /** From the top of the page. */
  readonly baselinePoints: number
  readonly align: 'left' | 'center'
}

/** As far from both sides as the staves. */
export const HEAD_SIDE_POINTS = 42.5

/** The line next to the staves, within the top margin. */
const LOW_BASELINE_POINTS = 38
/** The title stands over a part's name, which it may be long enough to reach. */
const HIGH_BASELINE_POINTS = 26
const TITLE_POINTS = 16
const PART_POINTS = 11
const RUNNING_POINTS = 9

/** The lines above a page; pages are counted from 1. A part's name stands to the left of a title, or in its place. */
export function headLines(heading: Heading, page: number): readonly HeadLine[] {
  const baselinePoints = LOW_BASELINE_POINTS
  if (page > 1) {
    const text = `${runningTitle(heading)} – ${page}`
    return [{ text, points: RUNNING_POINTS, baselinePoints, align: 'center' }]
  }
  const { title, sheet } = shown(heading)
  if (title === null) return [{ text: sheet, points: TITLE_POINTS, baselinePoints, align: 'center' }]
  return [
    { text: title, points: TITLE_POINTS, baselinePoints: HIGH_BASELINE_POINTS, align: 'center' },
    { text: sheet, points: PART_POINTS, baselinePoints, align: 'left' },
  ]
}

/** Piece and part in one line. */
export function runningTitle(heading: Heading): string {
  const { title, sheet } = shown(heading)
  return title === null ? sheet : `${title} – ${sheet}`
}

/** A title of which letters would be missing is left out. */
const shown = ({ title, sheet }: Heading): Heading => ({
  title: title !== null && isPrintable(title) ? title : null,
  sheet,
})
