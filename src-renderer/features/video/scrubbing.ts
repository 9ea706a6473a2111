// A press or a drag along a box that stands for time.
import type { PointerEvent, RefObject } from 'react'
import { clamp } from '../../player/time-math.ts'

/** A press or a drag along a box, as a part of its width. */
export function scrubbing(boxRef: RefObject<HTMLElement | null>, move: (part: number) => void) {
  const partOf = (event: PointerEvent): number => {
    const rect = boxRef.current?.getBoundingClientRect()
    return rect === undefined || rect.width === 0 ? 0 : clamp((event.clientX - rect.left) / rect.width, 0, 1)
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      move(partOf(event))
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (event.buttons === 1) move(partOf(event))
    },
  }
}
