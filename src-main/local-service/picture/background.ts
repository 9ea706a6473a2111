// The still part of a shot, and what stands out of it: the things that move (pure).

import { FRAME_HEIGHT, FRAME_PIXELS, FRAME_WIDTH } from './frame-source.ts'

/** A connected part of the picture that differs from the background. */
export interface Blob {
  /** Centre of gravity in pixels, weighted by the difference. */
  readonly x: number
  readonly y: number
  /** In pixels. */
  readonly area: number
}

const LEAST_DIFFERENCE = 16
const LEAST_AREA = 10
/** More parts than this are leaves, water or noise. */
const MOST_BLOBS = 8
/** Where more of the picture stands out than this, nothing in it can be told apart. */
const MOST_SHARE = 0.4

/** The median of each pixel over frames of one shot: what moved on is not in it. Takes at least one frame. */
export function backgroundOf(frames: readonly Uint8Array[]): Uint8Array {
  const background = new Uint8Array(FRAME_PIXELS)
  const values = new Uint8Array(frames.length)
  const middle = frames.length >> 1
  for (let pixel = 0; pixel < FRAME_PIXELS; pixel++) {
    for (let index = 0; index < values.length; index++) values[index] = frames[index]![pixel]!
    background[pixel] = values.sort()[middle]!
  }
  return background
}

/** The things that stand out of the background; null where that is too much of the picture, or too many to be things. */
export function blobsOf(luma: Uint8Array, background: Uint8Array): readonly Blob[] | null {
  const shift = medianDifference(luma, background)
  const weights = new Uint8Array(FRAME_PIXELS)
  let standingOut = 0
  for (let pixel = 0; pixel < FRAME_PIXELS; pixel++) {
    const difference = Math.abs(luma[pixel]! - background[pixel]! - shift)
    if (difference < LEAST_DIFFERENCE) continue
    weights[pixel] = Math.min(255, difference)
    standingOut++
  }
  if (standingOut > MOST_SHARE * FRAME_PIXELS) return null
  const blobs = connectedParts(weights)
  return blobs.length > MOST_BLOBS ? null : blobs
}

/** How much brighter the frame is than the background as a whole: changes of light are no things. */
function medianDifference(luma: Uint8Array, background: Uint8Array): number {
  const counts = new Uint16Array(511)
  let sampled = 0
  for (let pixel = 0; pixel < FRAME_PIXELS; pixel += 7) {
    counts[luma[pixel]! - background[pixel]! + 255]!++
    sampled++
  }
  let seen = 0
  for (let value = 0; value < counts.length; value++) {
    seen += counts[value]!
    if (seen * 2 >= sampled) return value - 255
  }
  return 0
}

/** Flood fill over the four neighbours; `weights` is used up. */
function connectedParts(weights: Uint8Array): readonly Blob[] {
  const blobs: Blob[] = []
  const stack: number[] = []
  for (let start = 0; start < FRAME_PIXELS; start++) {
    if (weights[start] === 0) continue
    let area = 0
    let sum = 0
    let sumX = 0
    let sumY = 0
    const take = (pixel: number) => {
      const weight = weights[pixel]!
      if (weight === 0) return
      weights[pixel] = 0
      const y = (pixel / FRAME_WIDTH) | 0
      area++
      sum += weight
      sumX += weight * (pixel - y * FRAME_WIDTH)
      sumY += weight * y
      stack.push(pixel)
    }
    take(start)
    for (let pixel = stack.pop(); pixel !== undefined; pixel = stack.pop()) {
      const x = pixel % FRAME_WIDTH
      if (x > 0) take(pixel - 1)
      if (x < FRAME_WIDTH - 1) take(pixel + 1)
      if (pixel >= FRAME_WIDTH) take(pixel - FRAME_WIDTH)
      if (pixel < FRAME_WIDTH * (FRAME_HEIGHT - 1)) take(pixel + FRAME_WIDTH)
    }
    if (area >= LEAST_AREA) blobs.push({ x: sumX / sum, y: sumY / sum, area })
  }
  return blobs
}
