// Where the path of a thing breaks: it was hit, or hit something (pure).

import type { Track, TrackPoint } from './tracks.ts'

export interface Turn {
  /** In frames from the window's start, with fractions: where the ways in and out meet. */
  readonly frame: number
  /** Change of velocity in pixels a frame. */
  readonly change: number
  readonly area: number
}

/** Below this a change of velocity drowns in the rounding of positions. */
const LEAST_CHANGE = 1
/** A hit changes velocity at once, and by more than falling or swinging does in the same time. */
const STANDS_OUT = 2.6
const BEYOND_PULL = 1.2
/** Frames on either side of a point that tell what is usual there. */
const AROUND = 8
/** Share of the speed that must change, so that the wobble of a fast thing is no hit. */
const LEAST_SHARE = 0.5
/** Speed with which something must come to hit anything. */
const LEAST_SPEED = 0.5
/** Hits of one thing are at least this many frames apart. */
const APART = 3
/** A thing of which part is hidden (by the picture's edge, mostly), or that is seen as one with another, has no centre to go by. */
const LEAST_AREA_SHARE = 0.65
const MOST_AREA_SHARE = 1.6
/** How much its area may differ over the points around a hit: things that come apart or together seem to jump. */
const STEADY_AREA = 1.5

/** How much a thing's box may differ in width and height over these points: what swings on a joint has no one place. */
const STIFF_PIXELS = 3
const STIFF_SHARE = 0.3
/** Points around a hit over which a thing keeps its shape: limbs and what is lifted turn as they go. */
const SHAPE_BEFORE = 5
const SHAPE_AFTER = 6
/** A thing smaller than this is a speck, or the rim of a shadow. */
const LEAST_HIT_AREA = 26
/** Points before and after a hit: what is seen for a moment only has no path to be turned off. */
const LEAST_BEFORE = 2
const LEAST_AFTER = 5
/** Pixels a frame of a blow, and the share of them that may be left after it. */
const STRUCK_SPEED = 2
const STRUCK_LEFT = 0.25
/** Points after a blow over which it stands. */
const STANDS_POINTS = 3

/** The hits along a path. */
export function turnsOf({ points }: Track): readonly Turn[] {
  const pulls = points.map((_, index) => ({
    before: usualPull(points, index - AROUND, index - 1),
    after: usualPull(points, index + 2, index + 1 + AROUND),
  }))
  const changes = points.map((_, index) => suddenChange(points, index, pulls[index]!))
  const turns: Turn[] = []
  for (let index = 1; index < points.length - 2; index++) {
    const change = changes[index]!
    const { before, after } = pulls[index]!
    const pull = Math.hypot(before.x + after.x, before.y + after.y)
    if (change < LEAST_CHANGE || change < BEYOND_PULL * pull) continue
    if (change < STANDS_OUT * usualChange(changes, index)) continue
    if (!isLargestAround(changes, index) || !isHit(points, index)) continue
    if (!isWhole(points, index) || points[index]!.area < LEAST_HIT_AREA) continue
    if (!isStiff(points, index) && !isStruck(points, index)) continue
    turns.push({ frame: meetingPoint(points, index), change, area: points[index]!.area })
  }
  return turns
}

interface Vector {
  readonly x: number
  readonly y: number
}

interface Pulls {
  readonly before: Vector
  readonly after: Vector
}

/** What pulls at it all the time over some points, such as gravity: the median change of velocity from frame to frame. */
function usualPull(points: readonly TrackPoint[], from: number, to: number): Vector {
  const x: number[] = []
  const y: number[] = []
  for (let at = Math.max(1, from); at <= Math.min(points.length - 2, to); at++) {
    x.push(points[at + 1]!.x - 2 * points[at]!.x + points[at - 1]!.x)
    y.push(points[at + 1]!.y - 2 * points[at]!.y + points[at - 1]!.y)
  }
  return { x: medianOf(x), y: medianOf(y) }
}

/**
 * Change of velocity between the step into point `index` and the step out of the next, less what pulls at it in the two frames
 * between the middles of these steps: a hit lies between these two points.
 */
function suddenChange(
  points: readonly TrackPoint[],
  index: number,
  { before: pullIn, after: pullOut }: Pulls,
): number {
  const before = points[index - 1]
  const at = points[index]
  const next = points[index + 1]
  const after = points[index + 2]
  if (!before || !at || !next || !after) return 0
  const x = after.x - next.x - (at.x - before.x) - pullIn.x - pullOut.x
  const y = after.y - next.y - (at.y - before.y) - pullIn.y - pullOut.y
  return Math.hypot(x, y)
}

/** How much it changes when nothing happens: by the calmer of the times before and after. */
function usualChange(changes: readonly number[], index: number): number {
  const before = changes.slice(Math.max(1, index - AROUND), Math.max(1, index - 2))
  const after = changes.slice(index + 3, Math.min(changes.length - 2, index + AROUND + 1))
  const sides = [before, after].filter((side) => side.length >= 3).map(medianOf)
  return sides.length === 0 ? 0 : Math.min(...sides)
}

function medianOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.toSorted((a, b) => a - b)[values.length >> 1]!
}

function isLargestAround(changes: readonly number[], index: number): boolean {
  for (let other = index - APART + 1; other < index + APART; other++) {
    if (other === index || changes[other] === undefined) continue
    // Of two alike the first stands.
    if (other < index ? changes[other]! >= changes[index]! : changes[other]! > changes[index]!) return false
  }
  return true
}

/** It came with some speed and was turned or stopped: what only set off, or sped up, hit nothing. */
function isHit(points: readonly TrackPoint[], index: number): boolean {
  const inX = points[index]!.x - points[index - 1]!.x
  const inY = points[index]!.y - points[index - 1]!.y
  const outX = points[index + 2]!.x - points[index + 1]!.x
  const outY = points[index + 2]!.y - points[index + 1]!.y
  const speedIn = Math.hypot(inX, inY)
  const speedOut = Math.hypot(outX, outY)
  const change = Math.hypot(outX - inX, outY - inY)
  if (speedIn < LEAST_SPEED || change < LEAST_SHARE * Math.max(speedIn, speedOut)) return false
  // Some of its speed on its way in is gone: what was only pushed on hit nothing.
  const along = (inX * outX + inY * outY) / speedIn
  return along < 0.9 * speedIn
}

function isWhole(points: readonly TrackPoint[], index: number): boolean {
  const around = points.slice(Math.max(0, index - AROUND), index + AROUND + 1).map((point) => point.area)
  const usual = around.sort((a, b) => a - b)[around.length >> 1]!
  const near = [index - 1, index, index + 1, index + 2].map((at) => points[at]!.area)
  const [least, most] = [Math.min(...near), Math.max(...near)]
  return least >= LEAST_AREA_SHARE * usual && most <= MOST_AREA_SHARE * usual && most <= STEADY_AREA * least
}

/** It came fast and stands, and goes on standing: that is a blow, whatever it hangs on. */
function isStruck(points: readonly TrackPoint[], index: number): boolean {
  const speedAt = (at: number): number =>
    Math.hypot(points[at]!.x - points[at - 1]!.x, points[at]!.y - points[at - 1]!.y)
  const speed = speedAt(index)
  if (speed < STRUCK_SPEED) return false
  for (let at = index + 2; at <= Math.min(points.length - 1, index + STANDS_POINTS); at++)
    if (speedAt(at) > STRUCK_LEFT * speed) return false
  const end = points[Math.min(points.length - 1, index + STANDS_POINTS)]!
  return Math.hypot(end.x - points[index + 2]!.x, end.y - points[index + 2]!.y) <= STRUCK_LEFT * speed
}

/** It keeps its shape on a path that is seen before and after: what stands after a blow may be gone into the background. */
function isStiff(points: readonly TrackPoint[], index: number): boolean {
  if (index < LEAST_BEFORE || points.length - index < LEAST_AFTER) return false
  const near = points.slice(Math.max(0, index - SHAPE_BEFORE), index + SHAPE_AFTER + 1)
  return [
    near.map(({ left, right }) => right - left + 1),
    near.map(({ top, bottom }) => bottom - top + 1),
  ].every((sizes) => {
    // One point on each side may be off.
    const sorted = sizes.sort((a, b) => a - b)
    const [least, most] = [sorted[1]!, sorted.at(-2)!]
    return most - least <= Math.max(STIFF_PIXELS, STIFF_SHARE * most)
  })
}

/** Where between the points `index` and `index` + 1 the way in, gone on, is nearest to the way out, gone back. */
function meetingPoint(points: readonly TrackPoint[], index: number): number {
  const at = points[index]!
  const next = points[index + 1]!
  const inX = at.x - points[index - 1]!.x
  const inY = at.y - points[index - 1]!.y
  const outX = points[index + 2]!.x - next.x
  const outY = points[index + 2]!.y - next.y
  // at + in·t = next − out·(1 − t), by least squares over x and y.
  const dX = inX - outX
  const dY = inY - outY
  const t = ((next.x - outX - at.x) * dX + (next.y - outY - at.y) * dY) / (dX * dX + dY * dY)
  return at.frame + (next.frame - at.frame) * Math.max(0, Math.min(1, t))
}
