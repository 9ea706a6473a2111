// The still part of a shot, and what stands out of it: the things that move (pure).

import { FRAME_HEIGHT, FRAME_PIXELS, FRAME_WIDTH } from './frame-source.ts'

/** A connected part of the picture that differs from the background. */
export interface Blob {
  /** Centre of gravity in pixels, weighted by the difference. */
  readonly x: number
  readonly y: number
  /** In pixels. */
  readonly area: number
  /** The box around it, in whole pixels. */
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  /** Width of its lowest part: how far apart feet are. */
  readonly feet: number
}

const LEAST_DIFFERENCE = 16
const LEAST_AREA = 10
/** Share of a thing's largest difference from which a pixel is of the thing itself. */
const CORE_SHARE = 0.4
/** Share of a thing's height that is its lowest part. */
const FEET_SHARE = 0.15
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
  const { gain, offset } = lightOf(luma, background)
  const weights = new Uint8Array(FRAME_PIXELS)
  let standingOut = 0
  for (let pixel = 0; pixel < FRAME_PIXELS; pixel++) {
    const difference = Math.abs(luma[pixel]! - gain * background[pixel]! - offset)
    if (difference < LEAST_DIFFERENCE) continue
    weights[pixel] = Math.min(255, difference)
    standingOut++
  }
  if (standingOut > MOST_SHARE * FRAME_PIXELS) return null
  const blobs = connectedParts(weights)
  return blobs.length > MOST_BLOBS ? null : blobs
}

/** Rounds of fitting, each without what stood out in the one before. */
const FIT_ROUNDS = 3
const FIT_OUTLIER = 24
const FIT_STEP = 7

/** How the frame's light goes with the background's, by least squares over what does not stand out: fades and changes of light are no things. */
export function lightOf(
  luma: Uint8Array,
  background: Uint8Array,
): { readonly gain: number; readonly offset: number } {
  let fit = { gain: 1, offset: medianDifference(luma, background) }
  for (let round = 0; round < FIT_ROUNDS; round++) {
    let count = 0
    let sumX = 0
    let sumY = 0
    let sumXX = 0
    let sumXY = 0
    for (let pixel = 0; pixel < FRAME_PIXELS; pixel += FIT_STEP) {
      const x = background[pixel]!
      const y = luma[pixel]!
      if (Math.abs(y - fit.gain * x - fit.offset) > FIT_OUTLIER) continue
      count++
      sumX += x
      sumY += y
      sumXX += x * x
      sumXY += x * y
    }
    const spread = count * sumXX - sumX * sumX
    // A background of one grey, or next to nothing that fits, tells no gain.
    if (count < FRAME_PIXELS / FIT_STEP / 4 || spread < count * count * 4) return fit
    const gain = Math.max(0.1, Math.min(3, (count * sumXY - sumX * sumY) / spread))
    fit = { gain, offset: (sumY - gain * sumX) / count }
  }
  return fit
}

/** How much brighter the frame is than the background as a whole. */
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
    const pixels: number[] = []
    const differences: number[] = []
    const take = (pixel: number) => {
      const weight = weights[pixel]!
      if (weight === 0) return
      weights[pixel] = 0
      pixels.push(pixel)
      differences.push(weight)
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
    if (pixels.length >= LEAST_AREA) blobs.push(blobOf(pixels, differences))
  }
  return blobs
}

/** A thing by its core: a shadow that it meets, or a reflection, differs less than it does. */
function blobOf(pixels: readonly number[], differences: readonly number[]): Blob {
  const least = CORE_SHARE * Math.max(...sampled(differences))
  const core: number[] = []
  let sum = 0
  let sumX = 0
  let sumY = 0
  pixels.forEach((pixel, index) => {
    const difference = differences[index]!
    if (difference < least) return
    core.push(pixel)
    const y = (pixel / FRAME_WIDTH) | 0
    sum += difference
    sumX += difference * (pixel - y * FRAME_WIDTH)
    sumY += difference * y
  })
  return { x: sumX / sum, y: sumY / sum, area: core.length, ...outlineOf(core) }
}

/** Few enough to be passed on as arguments; the first of some thousand are as good as all. */
const sampled = (values: readonly number[]): readonly number[] => values.slice(0, 4096)

/** The box around some pixels, and the width of what lies lowest. */
function outlineOf(pixels: readonly number[]): Omit<Blob, 'x' | 'y' | 'area'> {
  let [left, right, top, bottom] = [FRAME_WIDTH, 0, FRAME_HEIGHT, 0]
  for (const pixel of pixels) {
    const y = (pixel / FRAME_WIDTH) | 0
    const x = pixel - y * FRAME_WIDTH
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  const lowest = bottom - FEET_SHARE * (bottom - top)
  let [from, to] = [FRAME_WIDTH, 0]
  for (const pixel of pixels) {
    const y = (pixel / FRAME_WIDTH) | 0
    if (y < lowest) continue
    from = Math.min(from, pixel - y * FRAME_WIDTH)
    to = Math.max(to, pixel - y * FRAME_WIDTH)
  }
  return { left, right, top, bottom, feet: to - from + 1 }
}
