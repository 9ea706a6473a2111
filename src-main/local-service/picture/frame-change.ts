// How a frame differs from the one before it: how much, where, in light or in structure (pure).

import { FRAME_HEIGHT, FRAME_PIXELS, FRAME_WIDTH } from './frame-source.ts'

export interface FrameChange {
  /** Mean luma of the frame, 0..255. */
  readonly mean: number
  /** Mean absolute difference of luma. */
  readonly difference: number
  /** Share of the pixels that changed visibly. */
  readonly changedShare: number
  /** Share of the visibly changed pixels that went the way of the majority: 1 where all grew brighter or darker. */
  readonly oneWayShare: number
  /** Share of the picture's 144 blocks that moved. */
  readonly movingShare: number
}

const VISIBLE = 12
const BLOCK = 10
const BLOCKS_ACROSS = FRAME_WIDTH / BLOCK
const BLOCK_COUNT = BLOCKS_ACROSS * (FRAME_HEIGHT / BLOCK)
/** Mean difference within a block from which it counts as moving: above the noise of compression. */
const MOVING_BLOCK = 3

/** Compares two frames of luma. */
export function changeBetween(before: Uint8Array, after: Uint8Array): FrameChange {
  const blocks = new Uint32Array(BLOCK_COUNT)
  let sum = 0
  let total = 0
  let brighter = 0
  let darker = 0
  for (let pixel = 0; pixel < FRAME_PIXELS; pixel++) {
    const difference = after[pixel]! - before[pixel]!
    const size = difference < 0 ? -difference : difference
    sum += after[pixel]!
    total += size
    if (difference > VISIBLE) brighter++
    else if (difference < -VISIBLE) darker++
    const row = (pixel / FRAME_WIDTH) | 0
    blocks[((row / BLOCK) | 0) * BLOCKS_ACROSS + (((pixel - row * FRAME_WIDTH) / BLOCK) | 0)]! += size
  }
  const changed = brighter + darker
  let moving = 0
  for (const block of blocks) if (block >= MOVING_BLOCK * BLOCK * BLOCK) moving++
  return {
    mean: sum / FRAME_PIXELS,
    difference: total / FRAME_PIXELS,
    changedShare: changed / FRAME_PIXELS,
    oneWayShare: changed === 0 ? 0 : Math.max(brighter, darker) / changed,
    movingShare: moving / BLOCK_COUNT,
  }
}

/** Correlation of two frames' structure, −1..1; null where one of them has next to none. */
export function structureCorrelation(a: Uint8Array, b: Uint8Array): number | null {
  let sumA = 0
  let sumB = 0
  let squaresA = 0
  let squaresB = 0
  let products = 0
  for (let pixel = 0; pixel < FRAME_PIXELS; pixel++) {
    const x = a[pixel]!
    const y = b[pixel]!
    sumA += x
    sumB += y
    squaresA += x * x
    squaresB += y * y
    products += x * y
  }
  const varianceA = squaresA / FRAME_PIXELS - (sumA / FRAME_PIXELS) ** 2
  const varianceB = squaresB / FRAME_PIXELS - (sumB / FRAME_PIXELS) ** 2
  if (varianceA < FLAT_VARIANCE || varianceB < FLAT_VARIANCE) return null
  const covariance = products / FRAME_PIXELS - (sumA * sumB) / FRAME_PIXELS ** 2
  return covariance / Math.sqrt(varianceA * varianceB)
}

/** A frame whose luma varies by less than 4 of 255 has no structure to compare. */
const FLAT_VARIANCE = 16
