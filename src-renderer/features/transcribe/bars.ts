// Bars and beats along a piece, whose meter may change on the way (pure). Positions in quarter notes.
import type { NotesDocument } from '../../bridge.ts'

export type Meters = Pick<NotesDocument, 'timeSignature' | 'pickupQuarters' | 'meters'>

export interface BarLine {
  readonly quarter: number
  /** Counted from 1, on the first beat of a bar, a pickup being 0; null on the other beats. */
  readonly bar: number | null
  /** "3/4", on the first line of a meter that another one follows or comes before. */
  readonly meter: string | null
}

export interface Bars {
  /** Where a position lies in bars: 1 is where bar 1 begins, 1.5 its middle; a pickup lies below 1. */
  barAt(quarter: number): number
  /** The nearest sixteenth, all counted from 1: its bar (a pickup being 0), its beat, its place in the beat. */
  placeAt(quarter: number): { readonly bar: number; readonly beat: number; readonly sixteenth: number }
  /** Beats from one position to another; bars alone, then every other one, where beats would be more than `most`. */
  lines(from: number, to: number, most: number): readonly BarLine[]
}

/** Bars of one meter. The first stretch reaches back to before the first note. */
interface Stretch {
  readonly fromQuarter: number
  readonly firstBar: number
  readonly quartersABar: number
  readonly quartersABeat: number
  readonly name: string
}

const COMMON_TIME = { numerator: 4, denominator: 4 }
const ROUNDING = 1e-6
const SIXTEENTH_QUARTERS = 0.25

export function barsOf({ timeSignature, pickupQuarters = 0, meters }: Meters): Bars {
  const stretches = stretchesOf(meters ?? [{ quarter: pickupQuarters, ...(timeSignature ?? COMMON_TIME) }])
  /** The last stretch that begins there or before. */
  const indexAt = (quarter: number): number => {
    let [low, high] = [0, stretches.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((stretches[middle]?.fromQuarter ?? 0) <= quarter + ROUNDING) low = middle
      else high = middle - 1
    }
    return low
  }
  return {
    barAt(quarter) {
      const stretch = stretches[indexAt(quarter)]
      if (stretch === undefined) return 1
      return stretch.firstBar + (quarter - stretch.fromQuarter) / stretch.quartersABar
    },
    placeAt(quarter) {
      const nearest = Math.round(quarter / SIXTEENTH_QUARTERS) * SIXTEENTH_QUARTERS
      const stretch = stretches[indexAt(nearest)]
      if (stretch === undefined) return { bar: 1, beat: 1, sixteenth: 1 }
      const { fromQuarter, firstBar, quartersABar, quartersABeat } = stretch
      const bars = Math.floor((nearest - fromQuarter) / quartersABar + ROUNDING)
      const intoBar = nearest - fromQuarter - bars * quartersABar
      const beats = Math.floor(intoBar / quartersABeat + ROUNDING)
      const sixteenths = Math.round((intoBar - beats * quartersABeat) / SIXTEENTH_QUARTERS)
      return { bar: firstBar + bars, beat: beats + 1, sixteenth: sixteenths + 1 }
    },
    lines(from, to, most) {
      const [first, last] = [indexAt(from), indexAt(to)]
      const seen = stretches.slice(first, last + 1)
      const barsALine = thinning(seen, to - from, most)
      const closest = barsALine === 0 ? 0 : (to - from) / most / 2
      const lines: BarLine[] = []
      seen.forEach((stretch, index) => {
        const end = seen[index + 1]?.fromQuarter ?? Number.POSITIVE_INFINITY
        const step = barsALine === 0 ? stretch.quartersABeat : barsALine * stretch.quartersABar
        // Counted from where a meter begins, so that bars stay among the beats where every other line is left out.
        const begin = first + index === 0 ? from : Math.max(from, stretch.fromQuarter)
        for (let line = Math.ceil((begin - stretch.fromQuarter) / step - ROUNDING); ; line++) {
          const quarter = stretch.fromQuarter + line * step
          if (quarter > to + ROUNDING || quarter > end - ROUNDING) break
          if (quarter - (lines.at(-1)?.quarter ?? Number.NEGATIVE_INFINITY) < closest) continue
          const bars = (line * step) / stretch.quartersABar
          const isBar = Math.abs(bars - Math.round(bars)) < ROUNDING
          lines.push({
            quarter,
            bar: isBar ? stretch.firstBar + Math.round(bars) : null,
            meter: line === 0 && stretches.length > 1 ? stretch.name : null,
          })
        }
      })
      return lines
    },
  }
}

/** A meter begins a bar; one that was begun before, and is cut off there, counts. */
function stretchesOf(meters: NonNullable<Meters['meters']>): Stretch[] {
  const stretches: Stretch[] = []
  for (const { quarter, numerator, denominator } of meters) {
    const before = stretches.at(-1)
    const bars = before === undefined ? 0 : (quarter - before.fromQuarter) / before.quartersABar
    stretches.push({
      fromQuarter: quarter,
      firstBar: (before?.firstBar ?? 1) + Math.ceil(bars - ROUNDING),
      quartersABar: (numerator * 4) / denominator,
      quartersABeat: 4 / denominator,
      name: `${numerator}/${denominator}`,
    })
  }
  return stretches
}

/** How many bars lie between lines; 0 draws the beats. */
function thinning(seen: readonly Stretch[], span: number, most: number): number {
  const least = (of: (stretch: Stretch) => number): number =>
    seen.reduce((lowest, stretch) => Math.min(lowest, of(stretch)), Number.POSITIVE_INFINITY)
  if (span / least(({ quartersABeat }) => quartersABeat) <= most) return 0
  const shortest = least(({ quartersABar }) => quartersABar)
  let bars = 1
  while (span / (bars * shortest) > most) bars *= 2
  return bars
}
