// The ruler: time, the selection with the limits of the model, what cannot be made again, and the new length.
import { useLayoutEffect, useRef, useState } from 'react'
import type { Region } from '../../player/time-math.ts'
import { usePaintRevision } from '../../waveform/use-picture.ts'
import { texts } from '../../wording/texts.ts'
import { bareSeconds, exactSeconds } from '../../wording/times.ts'
import { Band, percent } from './band.tsx'
import styles from './edit.module.css'
import type { Edit } from './use-edit.ts'
import { fractionOf, ticks } from './viewport.ts'

const words = texts.edit.stage

interface Props {
  readonly edit: Edit
  readonly region: Region | null
  readonly playheadS: number | null
}

export function RulerLane({ edit, region, playheadS }: Props) {
  const boxRef = useRef<HTMLDivElement>(null)
  const [widthPx, setWidthPx] = useState(0)
  const revision = usePaintRevision()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the revision stands for the window's size
  useLayoutEffect(() => setWidthPx(boxRef.current?.clientWidth ?? 0), [revision])
  const { viewport, detail, inpaint, extend, state } = edit
  const at = (s: number): number => fractionOf(viewport, s)
  const isIn = (s: number): boolean => at(s) >= 0 && at(s) <= 1
  const endS = detail.durationMs / 1000
  const isRepairing = state.tool === 'inpaint' && inpaint !== null
  const lockedS = isRepairing ? inpaint.limits.firstStartMs / 1000 : 0
  const newEndS = endS + edit.appendMs / 1000
  return (
    <div className={styles.ruler} aria-hidden="true">
      <div className={styles.rulerBox} ref={boxRef}>
        {lockedS > 0 && (
          <Band className={styles.rulerLocked} from={at(0)} to={at(Math.min(lockedS, endS))}>
            <b>{words.locked}</b>
          </Band>
        )}
        {ticks(viewport, widthPx).map(({ atS, label }) => (
          <span
            key={atS}
            className={styles.tick}
            data-labelled={label !== null}
            style={{ left: percent(at(atS)) }}
          >
            {label}
          </span>
        ))}
        {isRepairing && region !== null && (
          <>
            <Band
              className={styles.reach}
              from={at(region.startS)}
              to={at(region.startS + inpaint.limits.maxWidthMs / 1000)}
            />
            <Band className={styles.width} from={at(region.startS)} to={at(region.endS)} />
            {(
              [
                { name: 'least', ms: inpaint.limits.minWidthMs },
                { name: 'most', ms: inpaint.limits.maxWidthMs },
              ] as const
            ).map(
              ({ name, ms }) =>
                isIn(region.startS + ms / 1000) && (
                  <span
                    key={name}
                    className={styles.limit}
                    style={{ left: percent(at(region.startS + ms / 1000)) }}
                  >
                    {words[name](bareSeconds(ms))}
                  </span>
                ),
            )}
          </>
        )}
        {state.tool === 'extend' && extend !== null && isIn(newEndS) && (
          <span className={styles.newEnd} style={{ left: percent(at(newEndS)) }}>
            {exactSeconds(newEndS)} s
          </span>
        )}
        {playheadS !== null && isIn(playheadS) && (
          <i className={styles.head} style={{ left: percent(at(playheadS)) }} />
        )}
      </div>
    </div>
  )
}
