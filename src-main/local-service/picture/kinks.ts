// Where a path that is seen badly breaks: the way in and the way out, each as it would go on by itself, meet at an angle (pure).

import { leastSquares } from './least-squares.ts'
import type { Track, TrackPoint } from './tracks.ts'
import type { Turn } from './turns.ts'

/** Points on either side that are looked at, and how many of them must have been seen whole. */
const REACH = 6
const LEAST_SEEN = 4
/** Of the usual area, what is seen whole: neither hidden nor at one with its shadow. */
const LEAST_AREA_SHARE = 0.6
const MOST_AREA_SHARE = 1.7
/** Steps within a frame in which the meeting point is looked for. */
const STEPS = 4
/** Pixels a frame by which the velocity changes at least, in errors of its own, and against what is left over. */
const LEAST_CHANGE = 1.2
const LEAST_ERRORS = 9
const MOST_LEFT_OVER = 0.22
/** What a path with an angle leaves over, against what a smooth one with as many numbers leaves. */
const BETTER_THAN_SMOOTH = 0.35
const LEAST_SPEED = 0.8
const LEAST_SHARE = 0.5
const STILL_GOES_ON = 0.8
const APART = 4
/** How much its box may differ in width and height. */
const SHAPE_PIXELS = 4
const SHAPE_SHARE = 0.3

interface Kink extends Turn {
  readonly index: number
  /** Change of velocity in errors of its own. */
  readonly errors: number
}

/** The hits along a path whose points are off by more than a fraction of a pixel. */
export function kinksOf({ points }: Track): readonly Turn[] {
  const kinks: Kink[] = []
  for (let index = LEAST_SEEN - 1; index < points.length - LEAST_SEEN; index++) {
    const kink = kinkAt(points, index)
    if (kink === null) continue
    const last = kinks.at(-1)
    if (last === undefined || index - last.index >= APART) kinks.push(kink)
    else if (kink.errors > last.errors) kinks[kinks.length - 1] = kink
  }
  return kinks
}

/** An angle between the points `index` and `index` + 1; null where the path goes on. */
function kinkAt(points: readonly TrackPoint[], index: number): Kink | null {
  const near = wholePoints(points.slice(Math.max(0, index + 1 - REACH), index + 1 + REACH))
  const middle = points[index]!.ordinal
  const before = near.filter(({ ordinal }) => ordinal <= middle).length
  if (before < LEAST_SEEN || near.length - before < LEAST_SEEN) return null
  if (!keepsShape(near)) return null
  let best: { readonly at: number; readonly fit: Fit } | null = null
  for (let step = 0; step < STEPS; step++) {
    const at = middle + (step + 0.5) / STEPS
    const fit = fitted(near, at, (u) => Math.max(0, u))
    if (fit !== null && (best === null || fit.leftOver < best.fit.leftOver)) best = { at, fit }
  }
  if (best === null) return null
  const { at, fit } = best
  const [changeX, changeY] = [fit.x[3]!, fit.y[3]!]
  const change = Math.hypot(changeX, changeY)
  const off = Math.sqrt(fit.leftOver / near.length)
  const smooth = fitted(near, at, (u) => u ** 3)
  if (smooth === null || fit.leftOver > BETTER_THAN_SMOOTH * smooth.leftOver) return null
  if (change < LEAST_CHANGE || off > MOST_LEFT_OVER * change) return null
  // Two numbers a point, eight that were fitted.
  const deviation = Math.sqrt(fit.leftOver / Math.max(1, 2 * near.length - 8))
  const errors = change / Math.max(1e-3, deviation * fit.errorOfLast)
  if (errors < LEAST_ERRORS) return null
  const [inX, inY] = [fit.x[1]!, fit.y[1]!]
  const [outX, outY] = [inX + changeX, inY + changeY]
  const [speedIn, speedOut] = [Math.hypot(inX, inY), Math.hypot(outX, outY)]
  if (speedIn < LEAST_SPEED || change < LEAST_SHARE * Math.max(speedIn, speedOut)) return null
  if ((inX * outX + inY * outY) / speedIn >= STILL_GOES_ON * speedIn) return null
  const [here, next] = [points[index]!, points[index + 1]!]
  const frame = here.frame + (next.frame - here.frame) * (at - middle)
  return { frame, change, area: here.area, index, errors }
}

function wholePoints(points: readonly TrackPoint[]): readonly TrackPoint[] {
  const seen = points.filter(({ isSeen }) => isSeen)
  const usual = seen.map(({ area }) => area).sort((a, b) => a - b)[seen.length >> 1] ?? 0
  return seen.filter(({ area }) => area >= LEAST_AREA_SHARE * usual && area <= MOST_AREA_SHARE * usual)
}

/** Limbs and what is lifted turn as they go; a thing that is hit does not. */
function keepsShape(points: readonly TrackPoint[]): boolean {
  return [
    points.map(({ left, right }) => right - left + 1),
    points.map(({ top, bottom }) => bottom - top + 1),
  ].every((sizes) => {
    const sorted = sizes.sort((a, b) => a - b)
    // One of each end may be off.
    const [least, most] = [sorted[1]!, sorted.at(-2)!]
    return most - least <= Math.max(SHAPE_PIXELS, SHAPE_SHARE * most)
  })
}

interface Fit {
  /** Place and velocity at the time, half the pull, and the share of what was added. */
  readonly x: readonly number[]
  readonly y: readonly number[]
  /** Sum of squares. */
  readonly leftOver: number
  /** Of the last number, in deviations of a point. */
  readonly errorOfLast: number
}

/** A parabola and one more way to go, in frames from `at`. */
function fitted(points: readonly TrackPoint[], at: number, more: (u: number) => number): Fit | null {
  const rows = points.map(({ ordinal }) => {
    const u = ordinal - at
    return [1, u, u * u, more(u)]
  })
  const x = leastSquares(
    rows,
    points.map((point) => point.x),
  )
  const y = leastSquares(
    rows,
    points.map((point) => point.y),
  )
  if (x === null || y === null) return null
  return { x: x.values, y: y.values, leftOver: x.leftOver + y.leftOver, errorOfLast: x.errors.at(-1)! }
}
