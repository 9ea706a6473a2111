// The steps of a figure that walks: its feet are farthest apart from when one meets the floor (pure).

import type { Track, TrackPoint } from './tracks.ts'

export interface Step {
  /** In frames from the window's start, with fractions. */
  readonly frame: number
  readonly area: number
}

/** A figure stands: so much higher than wide. */
const UPRIGHT = 1.25
/** It goes on: so many times its own height, on a floor that stays where it is. */
const WALKED_HEIGHTS = 0.35
const FLOOR_SHARE = 0.06
/** Its feet part by so much of its height, and come together to so little of that. */
const STRIDE_SHARE = 0.2
const TOGETHER = 0.6
/** They are as far apart as they get, but for the roundness of a foot. */
const APART = 0.94
const LEAST_APART = 0.75
/** Fewer steps in a row prove no walk. */
const LEAST_STEPS = 3
const LEAST_STEP_MS = 220
const LONGEST_STEP_MS = 1100
/** How much longer or shorter than the one before a step may be. */
const UNEVEN = 1.7

/** The steps along a path; none where it is not that of somebody who walks. */
export function stepsOf({ points }: Track, framesPerSecond: number): readonly Step[] {
  if (!isFigure(points)) return []
  const stride = quantile(
    points.map(({ feet }) => feet),
    0.95,
  )
  const height = quantile(points.map(heightOf), 0.5)
  if (stride < STRIDE_SHARE * height) return []
  const steps: Step[] = []
  let areTogether = false
  for (let index = 1; index < points.length; index++) {
    const { feet } = points[index]!
    if (feet <= TOGETHER * stride) areTogether = true
    if (!areTogether || feet < LEAST_APART * stride || feet < APART * topFrom(points, index, stride)) continue
    areTogether = false
    steps.push({ frame: reachedAt(points, index), area: points[index]!.area })
  }
  return walksIn(steps, 1000 / framesPerSecond).flat()
}

/** Rows of steps that follow each other as those of a walk do. */
function walksIn(steps: readonly Step[], frameMs: number): readonly (readonly Step[])[] {
  const walks: Step[][] = []
  let lastSpanMs: number | null = null
  for (const step of steps) {
    const walk = walks.at(-1)
    const before = walk?.at(-1)
    const spanMs = before === undefined ? 0 : (step.frame - before.frame) * frameMs
    const isPace = spanMs >= LEAST_STEP_MS && spanMs <= LONGEST_STEP_MS
    const isEven = lastSpanMs === null || (spanMs <= UNEVEN * lastSpanMs && spanMs >= lastSpanMs / UNEVEN)
    if (walk !== undefined && isPace && isEven) {
      walk.push(step)
      lastSpanMs = spanMs
    } else {
      walks.push([step])
      lastSpanMs = null
    }
  }
  return walks.filter(({ length }) => length >= LEAST_STEPS)
}

function isFigure(points: readonly TrackPoint[]): boolean {
  if (points.length < 2) return false
  const height = quantile(points.map(heightOf), 0.5)
  const width = quantile(
    points.map(({ left, right }) => right - left + 1),
    0.5,
  )
  const bottoms = points.map(({ bottom }) => bottom)
  const xs = points.map(({ x }) => x)
  return (
    height >= UPRIGHT * width &&
    quantile(bottoms, 0.9) - quantile(bottoms, 0.1) <= Math.max(2, FLOOR_SHARE * height) &&
    Math.max(...xs) - Math.min(...xs) >= WALKED_HEIGHTS * height
  )
}

const heightOf = ({ top, bottom }: TrackPoint): number => bottom - top + 1

/** How far apart the feet get before they come together again. */
function topFrom(points: readonly TrackPoint[], from: number, stride: number): number {
  let top = 0
  for (let index = from; index < points.length; index++) {
    const { feet } = points[index]!
    if (index > from && feet <= TOGETHER * stride) break
    top = Math.max(top, feet)
  }
  return top
}

/** Between the point before and this one, where the feet, going on as they parted before, reach this width. */
function reachedAt(points: readonly TrackPoint[], index: number): number {
  const [before, at] = [points[index - 1]!, points[index]!]
  const speed = before.feet - (points[index - 2] ?? before).feet
  const share = speed > 0 ? Math.min(1, (at.feet - before.feet) / speed) : 1
  return before.frame + (at.frame - before.frame) * Math.max(0, share)
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}
