// Keeps a picture with its sound: the sound is never touched, the picture follows. Pure but for its memory. Seconds.

/** What the picture is told. */
export type Correction =
  | { readonly kind: 'none' }
  /** Runs a little faster or slower until it is there; 1 where it is. */
  | { readonly kind: 'rate'; readonly rate: number }
  | { readonly kind: 'seek'; readonly toS: number }

export interface Follower {
  /** @param pictureS where the picture stands @param soundS what is heard @param nowS of a clock that only runs on */
  look(pictureS: number, soundS: number, nowS: number): Correction
  /** The picture was put somewhere: what was seen before says nothing any more. */
  restart(): void
}

/** Single looks are off by some milliseconds, as both clocks are read in steps: this long a time is averaged. */
const SMOOTH_S = 0.3
/** Nobody sees less. Source: ITU-R BT.1359, far below its threshold. */
const UNSEEN_S = 0.006
/** It runs at its own speed again once it is so near. */
const THERE_S = 0.002
/** Further away for so long it jumps. */
const FAR_S = 0.25
const PATIENCE_S = 0.3
/** It is to be there after so long. */
const CATCH_UP_S = 0.7
const MOST_RATE_CHANGE = 0.25
/** Each change costs a decoder a moment: not more often than this. */
const HOLD_S = 0.2

const NONE: Correction = { kind: 'none' }

export function createFollower(): Follower {
  /** How far the picture is behind, and when that was last seen; null before the first look. */
  let mean: { readonly behindS: number; readonly atS: number } | null = null
  let rate = 1
  let changedAtS = Number.NEGATIVE_INFINITY
  let farSinceS: number | null = null
  const restart = (): void => {
    mean = null
    rate = 1
    changedAtS = Number.NEGATIVE_INFINITY
    farSinceS = null
  }
  return {
    restart,
    look(pictureS, soundS, nowS) {
      const behindS = soundS - pictureS
      if (Math.abs(behindS) > FAR_S) {
        farSinceS ??= nowS
        if (nowS - farSinceS < PATIENCE_S) return NONE
        restart()
        return { kind: 'seek', toS: soundS }
      }
      farSinceS = null
      const part = mean === null ? 1 : 1 - Math.exp((mean.atS - nowS) / SMOOTH_S)
      const averageS = mean === null ? behindS : mean.behindS + part * (behindS - mean.behindS)
      mean = { behindS: averageS, atS: nowS }
      if (nowS - changedAtS < HOLD_S) return NONE
      const isNear = Math.abs(averageS) <= (rate === 1 ? UNSEEN_S : THERE_S)
      if (isNear && rate === 1) return NONE
      const change = Math.min(MOST_RATE_CHANGE, Math.max(-MOST_RATE_CHANGE, averageS / CATCH_UP_S))
      rate = isNear ? 1 : 1 + change
      changedAtS = nowS
      return { kind: 'rate', rate }
    },
  }
}
