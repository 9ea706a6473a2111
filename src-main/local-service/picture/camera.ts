// How far the camera moved between two frames, where most of the picture agrees on it (pure).

import { FRAME_HEIGHT, FRAME_WIDTH } from './frame-source.ts'

/** In pixels of the analysed frame. */
export interface CameraShift {
  readonly x: number
  readonly y: number
}

const REACH = 14
const HALF_WIDTH = FRAME_WIDTH / 2
const HALF_HEIGHT = FRAME_HEIGHT / 2
/** Voting quarters of the picture that must agree, and how closely. */
const QUORUM = 3
const AGREEMENT = 1.5
/** A quarter whose profile varies less than this has nothing to be followed by. */
const LEAST_CONTRAST = 2
/** The best shift must explain this much of what no shift leaves. */
const EXPLAINS = 0.6

/** The shift on which at least three quarters of the picture agree; null where there is none. */
export function cameraShift(before: Uint8Array, after: Uint8Array): CameraShift | null {
  const votes: CameraShift[] = []
  for (const left of [0, HALF_WIDTH]) {
    for (const top of [0, HALF_HEIGHT]) {
      const x = profileShift(columns(before, left, top), columns(after, left, top))
      const y = profileShift(rows(before, left, top), rows(after, left, top))
      // Stripes along one way tell nothing of a shift along it.
      if (x !== null || y !== null) votes.push({ x: x ?? 0, y: y ?? 0 })
    }
  }
  for (const vote of votes) {
    const agreeing = votes.filter(
      (other) => Math.abs(other.x - vote.x) <= AGREEMENT && Math.abs(other.y - vote.y) <= AGREEMENT,
    )
    if (agreeing.length < QUORUM) continue
    const x = mean(agreeing.map((other) => other.x))
    const y = mean(agreeing.map((other) => other.y))
    return Math.hypot(x, y) < 0.75 ? null : { x, y }
  }
  return null
}

function columns(luma: Uint8Array, left: number, top: number): Float32Array {
  const profile = new Float32Array(HALF_WIDTH)
  for (let y = top; y < top + HALF_HEIGHT; y++) {
    for (let x = 0; x < HALF_WIDTH; x++) profile[x]! += luma[y * FRAME_WIDTH + left + x]! / HALF_HEIGHT
  }
  return profile
}

function rows(luma: Uint8Array, left: number, top: number): Float32Array {
  const profile = new Float32Array(HALF_HEIGHT)
  for (let y = 0; y < HALF_HEIGHT; y++) {
    for (let x = left; x < left + HALF_WIDTH; x++)
      profile[y]! += luma[(top + y) * FRAME_WIDTH + x]! / HALF_WIDTH
  }
  return profile
}

/** The shift of a profile by least mean difference; null where it is too flat to tell. */
function profileShift(before: Float32Array, after: Float32Array): number | null {
  const level = mean(before)
  if (mean(before.map((value) => Math.abs(value - level))) < LEAST_CONTRAST) return null
  let best = Number.POSITIVE_INFINITY
  let bestShift = 0
  for (let shift = -REACH; shift <= REACH; shift++) {
    const difference = meanDifference(before, after, shift)
    if (difference >= best) continue
    best = difference
    bestShift = shift
  }
  return best < EXPLAINS * meanDifference(before, after, 0) ? bestShift : 0
}

function meanDifference(before: Float32Array, after: Float32Array, shift: number): number {
  const from = Math.max(0, shift)
  const to = Math.min(after.length, after.length + shift)
  let sum = 0
  for (let index = from; index < to; index++) sum += Math.abs(after[index]! - before[index - shift]!)
  return sum / (to - from)
}

function mean(values: ArrayLike<number>): number {
  let sum = 0
  for (let index = 0; index < values.length; index++) sum += values[index]!
  return sum / values.length
}
