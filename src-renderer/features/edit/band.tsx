// A stretch of the time axis as a box across a lane.
import type { ReactNode } from 'react'

/** A fraction for a style. */
export const percent = (fraction: number): string => `${fraction * 100}%`

interface BandProps {
  readonly className: string | undefined
  readonly from: number
  readonly to: number
  readonly isActive?: boolean
  readonly children?: ReactNode
}

/** Nothing where the stretch is out of sight. */
export function Band({ className, from, to, isActive, children }: BandProps) {
  if (to <= 0 || from >= 1 || to <= from) return null
  return (
    <span
      className={className}
      data-active={isActive}
      style={{ left: percent(from), width: percent(to - from) }}
    >
      {children}
    </span>
  )
}
