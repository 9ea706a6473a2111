// The large waveform: a click seeks, a drag selects a region, its edges can be moved by pointer and keyboard.
import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import type { SoundDetail } from '../../bridge.ts'
import { Button } from '../../components/button.tsx'
import { RegionHandle } from '../../components/region-handle.tsx'
import type { PlayerState } from '../../player/player.ts'
import { clamp, moveEdge, type Region, regionBetween } from '../../player/time-math.ts'
import { useProgress } from '../../player/use-progress.ts'
import { useStore } from '../../store.ts'
import { fullPeaks } from '../../waveform/picture-cache.ts'
import { usePaintRevision, usePicture } from '../../waveform/use-picture.ts'
import { Wave } from '../../waveform/wave.tsx'
import { useWindow } from '../../window-state.ts'
import { texts } from '../../wording/texts.ts'
import { exactSeconds } from '../../wording/times.ts'
import { playerSound } from '../library/player-sound.ts'
import styles from './inspector.module.css'
import { rulerMarks } from './ruler.ts'

const words = texts.inspector

/** A pointer that moved less has clicked. */
const CLICK_PX = 3
/** Step of an edge by the arrow keys; with Shift ten times as far. */
const NUDGE_S = 0.01

export function LargeWave({ detail }: { detail: SoundDetail }) {
  const { player } = useWindow()
  const isLoaded = useStore(player.state, (state) => isShowing(state, detail.id))
  const region = useStore(player.state, (state) => (isShowing(state, detail.id) ? state.region : null))
  const picture = usePicture(fullPeaks, detail.hasFacts && !detail.isMissing ? detail.id : null)
  const positionS = useProgress(player, isLoaded)
  const durationS = detail.durationMs / 1000
  const boxRef = useRef<HTMLElement>(null)
  const widthPx = useWidth(boxRef)
  const press = useRef<{ readonly x: number; readonly s: number } | null>(null)

  const secondsAt = (event: PointerEvent): number => {
    const box = boxRef.current?.getBoundingClientRect()
    return box === undefined ? 0 : clamp((event.clientX - box.left) / box.width, 0, 1) * durationS
  }
  /** The region belongs to the player: the sound is loaded first where it isn't. */
  const select = (next: Region | null): void => {
    if (isLoaded) player.setRegion(next)
    else void player.load(playerSound(detail), { isPlaying: false, region: next })
  }
  const seek = (s: number): void => {
    if (isLoaded) player.seek(s)
    else void player.load(playerSound(detail), { isPlaying: true, fromS: s })
  }
  const fraction = (s: number): number => (durationS === 0 ? 0 : s / durationS)
  const span = region === null ? null : ([fraction(region.startS), fraction(region.endS)] as const)
  return (
    <>
      <div className={styles.ruler} aria-hidden="true">
        {rulerMarks(durationS, widthPx).map(({ at, label }) => (
          <span key={at} style={{ left: `${at * 100}%` }}>
            {label}
          </span>
        ))}
      </div>
      <section
        ref={boxRef}
        className={styles.big}
        aria-label={
          region === null
            ? words.wave.label
            : words.wave.region(exactSeconds(region.startS), exactSeconds(region.endS))
        }
        onPointerDown={(event) => {
          if (event.button !== 0 || event.target !== event.currentTarget) return
          event.currentTarget.setPointerCapture(event.pointerId)
          press.current = { x: event.clientX, s: secondsAt(event) }
        }}
        onPointerMove={(event) => {
          if (press.current === null || Math.abs(event.clientX - press.current.x) < CLICK_PX) return
          select(regionBetween(press.current.s, secondsAt(event), durationS))
        }}
        onPointerUp={(event) => {
          const begun = press.current
          press.current = null
          if (begun !== null && Math.abs(event.clientX - begun.x) < CLICK_PX) seek(begun.s)
        }}
      >
        {span !== null && (
          <span
            className={styles.region}
            style={{ left: `${span[0] * 100}%`, width: `${(span[1] - span[0]) * 100}%` }}
          />
        )}
        {picture.value === null ? (
          <span className={styles.unmade} />
        ) : (
          <Wave
            peaks={picture.value}
            kind="large"
            played={isLoaded ? fraction(positionS) : null}
            region={span}
          />
        )}
        {isLoaded && <span className={styles.playhead} style={{ left: `${fraction(positionS) * 100}%` }} />}
        {region !== null &&
          (['start', 'end'] as const).map((edge) => (
            <Edge
              key={edge}
              edge={edge}
              region={region}
              durationS={durationS}
              secondsAt={secondsAt}
              onMove={(s) => select(moveEdge(region, edge, s, durationS))}
            />
          ))}
      </section>
      {region !== null && (
        <div className={styles.regionLine}>
          <span>
            {exactSeconds(region.startS)} – {exactSeconds(region.endS)} s
          </span>
          <b>{exactSeconds(region.endS - region.startS)} s</b>
          <span className={styles.end}>
            <RegionHandle soundId={detail.id} region={region}>
              {words.drag.selection}
            </RegionHandle>
            <Button weight="link" onClick={() => player.setRegion(null)}>
              {words.wave.clear} <kbd>Esc</kbd>
            </Button>
          </span>
        </div>
      )}
    </>
  )
}

interface EdgeProps {
  readonly edge: 'start' | 'end'
  readonly region: Region
  readonly durationS: number
  readonly secondsAt: (event: PointerEvent) => number
  readonly onMove: (s: number) => void
}

function Edge({ edge, region, durationS, secondsAt, onMove }: EdgeProps) {
  const at = edge === 'start' ? region.startS : region.endS
  return (
    <button
      type="button"
      role="slider"
      aria-label={edge === 'start' ? words.wave.start : words.wave.end}
      aria-valuemin={0}
      aria-valuemax={durationS}
      aria-valuenow={at}
      aria-valuetext={`${exactSeconds(at)} s`}
      className={`${styles.edge} ${edge === 'end' ? styles.edgeEnd : ''}`}
      style={{ left: `${(at / durationS) * 100}%` }}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) onMove(secondsAt(event))
      }}
      onKeyDown={(event) => {
        const direction = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
        if (direction === 0) return
        event.preventDefault()
        onMove(at + direction * NUDGE_S * (event.shiftKey ? 10 : 1))
      }}
    />
  )
}

/** Loaded, and not compared blind. */
const isShowing = ({ sound }: PlayerState, id: number): boolean => sound?.id === id && sound.isBlind !== true

/** Width of the box in CSS pixels. */
function useWidth(ref: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  const revision = usePaintRevision()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the revision stands for the window's size
  useLayoutEffect(() => setWidth(ref.current?.clientWidth ?? 0), [ref, revision])
  return width
}
