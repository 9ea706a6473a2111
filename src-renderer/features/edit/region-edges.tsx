// The two edges of the selection: dragged, or moved by the arrow keys.
import type { PointerEvent } from 'react'
import type { Region } from '../../player/time-math.ts'
import { texts } from '../../wording/texts.ts'
import { exactSeconds } from '../../wording/times.ts'
import styles from './edit.module.css'

const words = texts.edit.stage
/** Step of the arrow keys; with Shift ten times as far. */
const NUDGE_S = 0.01

interface Props {
  readonly region: Region
  readonly durationS: number
  readonly at: (s: number) => number
  readonly secondsAt: (event: PointerEvent) => number
  readonly onMove: (edge: 'start' | 'end', atS: number) => void
}

export function RegionEdges({ region, durationS, at, secondsAt, onMove }: Props) {
  return (['start', 'end'] as const).map((edge) => {
    const atS = edge === 'start' ? region.startS : region.endS
    const fraction = at(atS)
    if (fraction < 0 || fraction > 1) return null
    return (
      <button
        key={edge}
        type="button"
        role="slider"
        aria-label={words[edge]}
        aria-valuemin={0}
        aria-valuemax={durationS}
        aria-valuenow={atS}
        aria-valuetext={`${exactSeconds(atS)} s`}
        className={styles.edge}
        style={{ left: `${fraction * 100}%` }}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) onMove(edge, secondsAt(event))
        }}
        onKeyDown={(event) => {
          const direction = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
          if (direction === 0) return
          event.preventDefault()
          event.stopPropagation()
          onMove(edge, atS + direction * NUDGE_S * (event.shiftKey ? 10 : 1))
        }}
      />
    )
  })
}
