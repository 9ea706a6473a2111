// Keeps a picture with its sound: the sound is never touched, the picture follows. Pure. Seconds.

/** What the picture is told. */
export type Correction =
  | { readonly kind: 'none' }
  /** Runs a little faster or slower until it is there. */
  | { readonly kind: 'rate'; readonly rate: number }
  | { readonly kind: 'seek'; readonly toS: number }

/** Nobody sees less. Source: ITU-R BT.1359, far below its threshold. */
const UNSEEN_S = 0.008
/** Further away it jumps. */
const FAR_S = 0.25
/** It is to be there after so long. */
const CATCH_UP_S = 0.5
const MOST_RATE_CHANGE = 0.25

/** @param pictureS where the picture stands @param soundS where the sound does @param rate at which both are to run */
export function correction(pictureS: number, soundS: number, rate: number): Correction {
  const behindS = soundS - pictureS
  if (Math.abs(behindS) <= UNSEEN_S) return { kind: 'none' }
  if (Math.abs(behindS) > FAR_S) return { kind: 'seek', toS: soundS }
  const change = Math.min(MOST_RATE_CHANGE, Math.max(-MOST_RATE_CHANGE, behindS / CATCH_UP_S))
  return { kind: 'rate', rate: rate * (1 + change) }
}
