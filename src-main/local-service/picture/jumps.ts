// Tells the jumps of a picture apart: cuts, flashes of light, and lights that go on or off (pure).

import { changeBetween, type FrameChange, structureCorrelation } from './frame-change.ts'
import type { Frame } from './frame-source.ts'

export type Jump = 'cut' | 'flash' | 'after-flash'

export interface JudgedFrame {
  readonly frame: Frame
  /** Compared with the frame before; null for the first. */
  readonly change: FrameChange | null
  /** What happens between the frame before and this one; `after-flash`: within a flash, or back from it. */
  readonly jump: Jump | null
}

/** A flash is over within this time. */
const FLASH_MS = 300
const MEMORY_FRAMES = 12
/** Pixels that change visibly in a jump, and how far the change must stand out of the motion around it. */
const JUMP_SHARE = 0.45
const JUMP_DIFFERENCE = 9
const STANDS_OUT = 2.5
/** A brightness jump goes one way nearly everywhere. */
const ONE_WAY = 0.85
/** Same place, other light: what is in the picture still lies where it lay. */
const SAME_PLACE = 0.7
/** Difference below which the picture is the one from before the flash again. */
const SAME_PICTURE = 10

/** Judges frames one by one. It answers some frames late, because a flash is known by its end: `end` gives the rest. */
export function createJumpJudge(framesPerSecond: number): {
  push(frame: Frame): readonly JudgedFrame[]
  end(): readonly JudgedFrame[]
} {
  const lookAhead = Math.max(2, Math.ceil((FLASH_MS / 1000) * framesPerSecond))
  const waiting: { readonly frame: Frame; readonly change: FrameChange | null }[] = []
  const recent: number[] = []
  let previous: Frame | null = null
  let beforeWaiting: Frame | null = null
  let flashLeft = 0

  function judgeFirst(): JudgedFrame {
    // Called with at least one frame waiting.
    const { frame, change } = waiting.shift()!
    const before = beforeWaiting
    beforeWaiting = frame
    let jump: Jump | null = null
    if (flashLeft > 0) {
      flashLeft--
      jump = 'after-flash'
    } else if (before && change && isJump(change)) {
      jump = kindOfJump(before, frame, change)
    }
    if (change && jump === null) {
      recent.push(change.difference)
      if (recent.length > MEMORY_FRAMES) recent.shift()
    }
    if (jump === 'cut') recent.length = 0
    return { frame, change, jump }
  }

  function isJump({ changedShare, difference }: FrameChange): boolean {
    if (changedShare < JUMP_SHARE || difference < JUMP_DIFFERENCE) return false
    const next = waiting[0]?.change?.difference ?? 0
    const later = waiting[1]?.change?.difference ?? 0
    // One of the two that follow may be the way back from a flash of one or two frames.
    const around = Math.max(medianOf(recent), Math.min(next, later))
    return difference > STANDS_OUT * around
  }

  function kindOfJump(before: Frame, frame: Frame, change: FrameChange): Jump {
    const isLight = change.oneWayShare > ONE_WAY
    if (isLight) {
      const back = waiting
        .slice(0, lookAhead)
        .findIndex((later) => changeBetween(before.luma, later.frame.luma).difference < SAME_PICTURE)
      if (back >= 0) {
        flashLeft = back + 1
        return 'flash'
      }
      const isSamePlace = (structureCorrelation(before.luma, frame.luma) ?? 0) > SAME_PLACE
      if (isSamePlace) return 'flash'
    }
    return 'cut'
  }

  return {
    push(frame) {
      waiting.push({ frame, change: previous && changeBetween(previous.luma, frame.luma) })
      previous = frame
      return waiting.length > lookAhead ? [judgeFirst()] : []
    },
    end() {
      const rest: JudgedFrame[] = []
      while (waiting.length > 0) rest.push(judgeFirst())
      return rest
    },
  }
}

function medianOf(values: readonly number[]): number {
  if (values.length === 0) return 0
  return values.toSorted((a, b) => a - b)[values.length >> 1]!
}
