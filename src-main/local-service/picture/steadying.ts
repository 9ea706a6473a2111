// Takes the unrest of a hand out of the frames of a shot: each is laid on the first by what all of it moved (pure).

import { FRAME_HEIGHT, FRAME_PIXELS, FRAME_WIDTH } from './frame-source.ts'

/** The farthest that a frame may lie from the first one of its shot. */
const REACH = 12
const HALF_WIDTH = FRAME_WIDTH / 2
const HALF_HEIGHT = FRAME_HEIGHT / 2
const QUARTERS = [0, HALF_HEIGHT].flatMap((top) => [0, HALF_WIDTH].map((left) => ({ left, top })))
const LEAST_TOLD = 3
/** Quarters agree within so many pixels. */
const AGREEMENT = 0.6
/** Nearer than this the frames lie on each other as they are. */
const LEAST_SHIFT = 0.35
/** A profile that varies less than this tells no place. */
const LEAST_CONTRAST = 2
/** The best place must leave less than this of what varies. */
const LEFT_OVER = 0.5

/** Where the frames of a shot are laid: what the quarters of its first one show by column and by row. */
export interface Anchor {
  readonly columns: readonly Float32Array[]
  readonly rows: readonly Float32Array[]
}

export interface Shift {
  readonly x: number
  readonly y: number
}

/** The anchor that a frame makes. */
export function anchorOf(luma: Uint8Array): Anchor {
  const columns = QUARTERS.map(() => new Float32Array(HALF_WIDTH))
  const rows = QUARTERS.map(() => new Float32Array(HALF_HEIGHT))
  for (const [index, { left, top }] of QUARTERS.entries()) {
    const [across, down] = [columns[index]!, rows[index]!]
    for (let y = 0; y < HALF_HEIGHT; y++) {
      const from = (top + y) * FRAME_WIDTH + left
      for (let x = 0; x < HALF_WIDTH; x++) {
        across[x]! += luma[from + x]! / HALF_HEIGHT
        down[y]! += luma[from + x]! / HALF_WIDTH
      }
    }
  }
  return { columns: columns.map(levelled), rows: rows.map(levelled) }
}

/** How far what a frame shows lies from where the anchor has it, in parts of pixels; null where its quarters do not agree on it. */
export function shiftFrom(anchor: Anchor, luma: Uint8Array): Shift | null {
  const here = anchorOf(luma)
  const x = agreed(anchor.columns.map((profile, index) => placeOf(profile, here.columns[index]!)))
  const y = agreed(anchor.rows.map((profile, index) => placeOf(profile, here.rows[index]!)))
  return x === null || y === null ? null : { x, y }
}

/** The middle of the places on which all but one agree: in one a thing may move. */
function agreed(places: readonly (number | null)[]): number | null {
  const told = places.filter((place) => place !== null).sort((a, b) => a - b)
  // Fewer may be told by one thing that moves across them.
  if (told.length < LEAST_TOLD) return null
  const middle = (told[(told.length - 1) >> 1]! + told[told.length >> 1]!) / 2
  const near = told.filter((place) => Math.abs(place - middle) <= AGREEMENT)
  return near.length < told.length - 1 ? null : near.reduce((sum, place) => sum + place, 0) / near.length
}

export const isShift = ({ x, y }: Shift): boolean => Math.hypot(x, y) >= LEAST_SHIFT

/** A frame as the anchor would have it; what it does not show is taken from `beside`. */
export function laidBack(luma: Uint8Array, { x: shiftX, y: shiftY }: Shift, beside: Uint8Array): Uint8Array {
  const laid = new Uint8Array(FRAME_PIXELS)
  const [left, top] = [Math.floor(shiftX), Math.floor(shiftY)]
  const [shareX, shareY] = [shiftX - left, shiftY - top]
  for (let y = 0, at = 0; y < FRAME_HEIGHT; y++) {
    const from = y + top
    const isRow = from >= 0 && from + 1 < FRAME_HEIGHT
    for (let x = 0; x < FRAME_WIDTH; x++, at++) {
      const column = x + left
      if (!isRow || column < 0 || column + 1 >= FRAME_WIDTH) {
        laid[at] = beside[at]!
        continue
      }
      const corner = from * FRAME_WIDTH + column
      const above = luma[corner]! * (1 - shareX) + luma[corner + 1]! * shareX
      const below = luma[corner + FRAME_WIDTH]! * (1 - shareX) + luma[corner + FRAME_WIDTH + 1]! * shareX
      laid[at] = above * (1 - shareY) + below * shareY + 0.5
    }
  }
  return laid
}

/** Less its own mean: brighter as a whole is the same place. */
function levelled(profile: Float32Array): Float32Array {
  const mean = profile.reduce((sum, value) => sum + value, 0) / profile.length
  return profile.map((value) => value - mean)
}

/** The shift of least difference, between pixels by the parabola through its neighbours; null where nothing tells it, or none fits. */
function placeOf(anchor: Float32Array, here: Float32Array): number | null {
  const contrast = anchor.reduce((sum, value) => sum + Math.abs(value), 0) / anchor.length
  if (contrast < LEAST_CONTRAST) return null
  const differences = Array.from({ length: 2 * REACH + 1 }, (_, index) =>
    meanDifference(anchor, here, index - REACH),
  )
  const best = differences.indexOf(Math.min(...differences))
  const [before, at, after] = [differences[best - 1], differences[best]!, differences[best + 1]]
  if (before === undefined || after === undefined || at > LEFT_OVER * contrast) return null
  const bend = before - 2 * at + after
  return best - REACH + (bend > 0 ? (before - after) / (2 * bend) : 0)
}

/** `here` is compared where it lies `shift` further on than the anchor. */
function meanDifference(anchor: Float32Array, here: Float32Array, shift: number): number {
  const from = Math.max(0, -shift)
  const to = Math.min(anchor.length, anchor.length - shift)
  let sum = 0
  for (let index = from; index < to; index++) sum += Math.abs(anchor[index]! - here[index + shift]!)
  return sum / (to - from)
}
