// Beats and bars on the time of a recording, by its tempo map. Positions in quarter notes, times in seconds.
import type { NotesDocument } from '../../bridge.ts'
import { type Bars, barsOf, type Meters } from './bars.ts'

export interface TimeGrid {
  quarterAt(timeS: number): number
  timeAt(quarter: number): number
  /** By the map, at a time. */
  bpmAt(timeS: number): number
  /** What most of the recording is played at. */
  readonly usualBpm: number
  readonly bars: Bars
  /** The map as it is drawn: from each time on, so many quarters a minute. */
  readonly steps: readonly { readonly timeS: number; readonly bpm: number }[]
}

/** @returns null where no beat is known: then only seconds are drawn */
export function timeGrid(
  document: Meters & Pick<NotesDocument, 'tempoMap'>,
  durationS: number,
): TimeGrid | null {
  const steps = document.tempoMap
    .filter(({ time, bpm }) => Number.isFinite(time) && bpm > 0)
    .map(({ time, bpm }) => ({ timeS: time, bpm }))
    .toSorted((a, b) => a.timeS - b.timeS)
  const [first] = steps
  if (first === undefined) return null
  /** Quarters at each step, counted from the first one. */
  const quarters: number[] = [0]
  steps.forEach((step, index) => {
    const next = steps[index + 1]
    if (next !== undefined)
      quarters.push((quarters[index] ?? 0) + ((next.timeS - step.timeS) * step.bpm) / 60)
  })
  const stepAt = (fits: (index: number) => boolean): number => {
    let [low, high] = [0, steps.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (fits(middle)) low = middle
      else high = middle - 1
    }
    return low
  }
  const stepAtTime = (timeS: number): number => stepAt((index) => (steps[index]?.timeS ?? 0) <= timeS)
  return {
    steps,
    quarterAt(timeS) {
      const index = stepAtTime(timeS)
      const step = steps[index] ?? first
      return (quarters[index] ?? 0) + ((timeS - step.timeS) * step.bpm) / 60
    },
    timeAt(quarter) {
      const index = stepAt((at) => (quarters[at] ?? 0) <= quarter)
      const step = steps[index] ?? first
      return step.timeS + ((quarter - (quarters[index] ?? 0)) * 60) / step.bpm
    },
    usualBpm: usualBpm(steps, durationS),
    bpmAt: (timeS) => (steps[stepAtTime(timeS)] ?? first).bpm,
    bars: barsOf(document),
  }
}

/** The median by time: a few hurried milliseconds count as such. */
function usualBpm(
  steps: readonly { readonly timeS: number; readonly bpm: number }[],
  durationS: number,
): number {
  const lasting = steps
    .map(({ timeS, bpm }, index) => ({
      bpm,
      lastsS: Math.max(0, (steps[index + 1]?.timeS ?? durationS) - timeS),
    }))
    .toSorted((a, b) => a.bpm - b.bpm)
  let leftS = lasting.reduce((sum, { lastsS }) => sum + lastsS, 0) / 2
  for (const { bpm, lastsS } of lasting) {
    leftS -= lastsS
    if (leftS <= 0) return bpm
  }
  return lasting.at(-1)?.bpm ?? 0
}

/** How finely edges of a loop snap. */
export type Snap = 'off' | 'eighth' | 'sixteenth'
const SNAP_QUARTERS: Readonly<Record<Exclude<Snap, 'off'>, number>> = { eighth: 0.5, sixteenth: 0.25 }

/** The time moved to the nearest line of the grid. */
export function snapped(timeS: number, grid: TimeGrid | null, snap: Snap): number {
  if (grid === null || snap === 'off') return timeS
  const step = SNAP_QUARTERS[snap]
  return Math.max(0, grid.timeAt(Math.round(grid.quarterAt(timeS) / step) * step))
}

export interface GridLine {
  readonly timeS: number
  /** Counted from 1, on the first beat of a bar, a pickup being 0; null on the other beats. */
  readonly bar: number | null
  /** "3/4" where a piece of several meters begins one. */
  readonly meter: string | null
}

/** Most lines that are drawn at once. */
const MOST_LINES = 400

/** Beats between two times; bars alone, then every other one, where beats would stand too close. */
export const gridLines = (grid: TimeGrid, fromS: number, toS: number): readonly GridLine[] =>
  grid.bars
    .lines(grid.quarterAt(fromS), grid.quarterAt(toS), MOST_LINES)
    .map(({ quarter, bar, meter }) => ({ timeS: grid.timeAt(quarter), bar, meter }))

/** "5–8" for a stretch of whole bars; "5.3–6.1.2" for another, from place to place as DAWs name them; its seconds without a grid. */
export function stretchText(grid: TimeGrid | null, startS: number, endS: number): string {
  if (grid === null) return `${startS.toFixed(1)}–${endS.toFixed(1)} s`
  const { bars } = grid
  const [from, to] = [grid.quarterAt(startS), grid.quarterAt(endS)]
  const [first, end] = [bars.barAt(from), bars.barAt(to)]
  // A pickup is whole from the piece's first moment on.
  const isWhole = (isOnBar(first) || from <= ON_BAR) && isOnBar(end)
  if (!isWhole) return `${placeText(bars, from)}–${placeText(bars, to)}`
  const [begin, last] = [Math.floor(first + ON_BAR), Math.round(end) - 1]
  return last <= begin ? `${begin}` : `${begin}–${last}`
}

const ON_BAR = 1e-3
const isOnBar = (bar: number): boolean => Math.abs(bar - Math.round(bar)) < ON_BAR

/** "5.3", bar and beat, or "5.3.2" with the sixteenth of the beat. */
function placeText(bars: Bars, quarter: number): string {
  const { bar, beat, sixteenth } = bars.placeAt(quarter)
  return sixteenth === 1 ? `${bar}.${beat}` : `${bar}.${beat}.${sixteenth}`
}

/** How many bars lie between two times, whole ones. */
export const barCount = (grid: TimeGrid, fromS: number, toS: number): number =>
  Math.max(1, Math.round(grid.bars.barAt(grid.quarterAt(toS)) - grid.bars.barAt(grid.quarterAt(fromS))))
