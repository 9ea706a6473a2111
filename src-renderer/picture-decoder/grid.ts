// Puts frames of any times on an even grid: each slot shows the last frame whose rounded place is not behind it (pure).

export interface Grid<F> {
  /** The next frame of the clip, in the order of time. @returns the slots that are known now */
  push(timeS: number, durationS: number, frame: F): readonly F[]
  /** The slots that the last frame still fills. */
  end(): readonly F[]
}

/** A grid of `slots` places from `startS` on. A frame that begins late also fills the places before the first one. */
export function createGrid<F>(startS: number, framesPerSecond: number, slots: number): Grid<F> {
  let held: { readonly frame: F; readonly endSlot: number } | null = null
  let next = 0
  const slotOf = (timeS: number): number => Math.round((timeS - startS) * framesPerSecond)
  const fill = (until: number): F[] => {
    if (held === null) return []
    const count = Math.max(0, Math.min(slots, until) - next)
    next += count
    return new Array<F>(count).fill(held.frame)
  }
  return {
    push(timeS, durationS, frame) {
      const slot = slotOf(timeS)
      const known = fill(slot)
      held = { frame, endSlot: Math.max(slot + 1, slotOf(timeS + durationS)) }
      return known
    },
    end: () => (held === null ? [] : fill(held.endSlot)),
  }
}
