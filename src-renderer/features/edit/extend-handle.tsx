// The end of the sound, drawn out to the right: its price goes along, and nothing is made before it is asked for.
import { type RefObject, useRef } from 'react'
import { clamp } from '../../player/time-math.ts'
import { signed } from '../../wording/numbers.ts'
import { texts } from '../../wording/texts.ts'
import { exactSeconds } from '../../wording/times.ts'
import styles from './edit.module.css'
import { fittingAppendMs } from './edit-limits.ts'
import type { Edit } from './use-edit.ts'
import { secondsOf, type Viewport } from './viewport.ts'

const words = texts.edit.stage
const NUDGE_MS = 100

interface Props {
  readonly edit: Edit
  readonly at: (s: number) => number
  readonly boxRef: RefObject<HTMLElement | null>
}

export function ExtendHandle({ edit, at, boxRef }: Props) {
  // While it is drawn the scale stands still, although more comes into view.
  const drawn = useRef<Viewport | null>(null)
  const { extend, detail, appendMs, state } = edit
  if (extend === null) return null
  const endMs = detail.durationMs
  const fraction = at((endMs + appendMs) / 1000)
  const isShown = fraction >= 0 && fraction <= 1.02
  if (!isShown) return null
  const append = (ms: number): void =>
    edit.change({ tool: 'extend', appendMs: fittingAppendMs(ms, extend.limits, state.isLoop) })
  const { quote } = extend
  return (
    <span className={styles.extend} style={{ left: `${clamp(fraction, 0, 1) * 100}%` }}>
      {state.tool === 'extend' && (
        <span className={styles.extendTag} data-side={fraction < 0.25 ? 'right' : 'left'}>
          <b>
            {quote?.isMetered === true ? words.credits(quote.credits) : `${signed(appendMs / 1000, 3)} s`}
          </b>
          <span>{words.appended(exactSeconds(appendMs / 1000), state.extend.variants)}</span>
        </span>
      )}
      <button
        type="button"
        role="slider"
        aria-label={words.append}
        aria-valuemin={extend.limits.minMs / 1000}
        aria-valuemax={extend.limits.maxMs / 1000}
        aria-valuenow={appendMs / 1000}
        aria-valuetext={`${exactSeconds(appendMs / 1000)} s`}
        className={styles.extendGrip}
        data-active={state.tool === 'extend'}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          drawn.current = edit.viewport
          edit.change({ tool: 'extend', viewport: edit.viewport })
        }}
        onPointerMove={(event) => {
          const box = boxRef.current?.getBoundingClientRect()
          if (
            box === undefined ||
            drawn.current === null ||
            !event.currentTarget.hasPointerCapture(event.pointerId)
          )
            return
          const atS = secondsOf(drawn.current, (event.clientX - box.left) / box.width)
          append(atS * 1000 - endMs)
        }}
        onPointerUp={() => {
          drawn.current = null
          // The whole extension comes into view again.
          if (fraction > 0.98) edit.change({ viewport: null })
        }}
        onKeyDown={(event) => {
          const direction = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
          if (direction === 0) return
          event.preventDefault()
          event.stopPropagation()
          append(appendMs + direction * NUDGE_MS * (event.shiftKey ? 10 : 1))
        }}
      />
    </span>
  )
}
