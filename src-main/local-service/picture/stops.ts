// Where all motion breaks off at once: a hammer has struck, a door is shut (pure). What comes to rest gently hit nothing.

/** How much moves from the frame before to this one. */
export interface Liveliness {
  /** Sum of the visible differences of luma. */
  readonly energy: number
  /** Share of it by the picture's edge: what goes out there has not stopped. */
  readonly edgeShare: number
}

export interface Stop {
  /** In frames from the window's start, with fractions. */
  readonly frame: number
  readonly energy: number
}

/** Less than this is a leaf, or noise: about 40 pixels that change by 30. */
const LEAST_ENERGY = 2000
/** Just before the stop it was about as lively as it got in this time: what comes to rest gently is not. */
const BEFORE_MS = 170
const OF_LIVELIEST = 0.55
/** What breaks off over two frames is less lively in the second. */
const STILL_OF_LIVELIEST = 0.45
/** It moved all that time: a jolt of a few frames may be anything. */
const LEAST_BEFORE = 0.05
/** What is left afterwards, for so long. */
const LEFT_OVER = 0.22
const AFTER_MS = 100
const MOST_EDGE_SHARE = 0.2

/** The stops in a row of frames; null where two frames cannot be compared. */
export function stopsOf(frames: readonly (Liveliness | null)[], framesPerSecond: number): readonly Stop[] {
  const before = Math.max(3, Math.round((BEFORE_MS / 1000) * framesPerSecond))
  const after = Math.max(2, Math.round((AFTER_MS / 1000) * framesPerSecond))
  const stops: Stop[] = []
  for (let index = before; index + after < frames.length; index++) {
    const last = frames[index - 1]
    const at = frames[index]
    if (!last || !at || last.energy < LEAST_ENERGY) continue
    const earlier = frames
      .slice(index - before, index)
      .map((frame) => frame?.energy ?? Number.POSITIVE_INFINITY)
    const previous = stops.at(-1)
    const isSame = previous !== undefined && index - previous.frame < 2
    const share = isSame ? STILL_OF_LIVELIEST : OF_LIVELIEST
    if (last.energy < share * Math.max(...earlier) || at.energy > last.energy) continue
    if (Math.min(...earlier) < LEAST_BEFORE * last.energy) continue
    const later = frames.slice(index + 1, index + 1 + after)
    if (!later.every((frame) => frame && frame.energy <= LEFT_OVER * last.energy)) continue
    if (last.edgeShare > MOST_EDGE_SHARE || at.edgeShare > MOST_EDGE_SHARE) continue
    // It went on as fast as before for a part of the frame, and then stood.
    const stop = { frame: index - 1 + Math.min(1, at.energy / last.energy), energy: last.energy }
    if (isSame) stops[stops.length - 1] = stop
    else stops.push(stop)
  }
  return stops
}
