// Tells where one picture goes over into another: all of it changes for a while, and neither light nor a camera explains it (pure).

import { lightOf } from './background.ts'
import { FRAME_HEIGHT, FRAME_PIXELS, FRAME_WIDTH } from './frame-source.ts'
import type { JudgedFrame } from './jumps.ts'
import { anchorOf, isShift, laidBack, shiftFrom } from './steadying.ts'

/** Frames are compared over so much time: from one to the next a slow dissolve is less than grain. */
const APART_MS = 240
/** Share of the picture's blocks that change in a dissolve, and by how much in the mean. */
const CHANGED_SHARE = 0.5
const BLOCK = 10
const LEAST_CHANGE = 4
/** How far the middle may be off the mean of both, against the way from one to the other. */
const MOST_OFF = 0.3

/** Takes the frames in order; true where the picture is another one than a moment ago, and became so bit by bit. */
export function createDissolveJudge(framesPerSecond: number): { push(judged: JudgedFrame): boolean } {
  const apart = Math.max(2, Math.round((APART_MS / 1000) * framesPerSecond))
  const recent: Uint8Array[] = []
  return {
    push({ frame, jump }) {
      if (jump !== null) recent.length = 0
      recent.push(frame.luma)
      if (recent.length <= apart) return false
      // It has more than two.
      const before = recent.shift()!
      return isAnother(before, frame.luma) && isBetween(recent[(apart >> 1) - 1]!, before, frame.luma)
    },
  }
}

function isAnother(before: Uint8Array, after: Uint8Array): boolean {
  if (changedShare(before, after) <= CHANGED_SHARE) return false
  const shift = shiftFrom(anchorOf(before), after)
  const laid = shift !== null && isShift(shift) ? laidBack(after, shift, before) : after
  return changedShare(before, laid) > CHANGED_SHARE
}

/** A dissolve is on its way evenly: in the middle of the time it shows as much of both. What moves is elsewhere then. */
function isBetween(middle: Uint8Array, before: Uint8Array, after: Uint8Array): boolean {
  let off = 0
  let way = 0
  for (let pixel = 0; pixel < FRAME_PIXELS; pixel++) {
    off += Math.abs(2 * middle[pixel]! - before[pixel]! - after[pixel]!) / 2
    way += Math.abs(after[pixel]! - before[pixel]!)
  }
  return off < MOST_OFF * way
}

/** Share of blocks that differ by more than the light does. */
function changedShare(before: Uint8Array, after: Uint8Array): number {
  const { gain, offset } = lightOf(after, before)
  const across = FRAME_WIDTH / BLOCK
  const sums = new Float64Array((FRAME_WIDTH / BLOCK) * (FRAME_HEIGHT / BLOCK))
  for (let pixel = 0; pixel < FRAME_PIXELS; pixel++) {
    const row = (pixel / FRAME_WIDTH) | 0
    const block = ((row / BLOCK) | 0) * across + (((pixel - row * FRAME_WIDTH) / BLOCK) | 0)
    sums[block]! += Math.abs(after[pixel]! - gain * before[pixel]! - offset)
  }
  let changed = 0
  for (const sum of sums) if (sum >= LEAST_CHANGE * BLOCK * BLOCK) changed++
  return changed / sums.length
}
