// The lanes over one time axis: overview, ruler, waveform, spectrogram, with the marks that run through all of them.
import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import { clamp, moveEdge, type Region, regionBetween } from '../../player/time-math.ts'
import { useProgress } from '../../player/use-progress.ts'
import { useStore } from '../../store.ts'
import { usePaintRevision } from '../../waveform/use-picture.ts'
import { useWindow } from '../../window-state.ts'
import { texts } from '../../wording/texts.ts'
import { exactSeconds } from '../../wording/times.ts'
import { playerSound } from '../library/player-sound.ts'
import { Band, percent } from './band.tsx'
import styles from './edit.module.css'
import { ExtendHandle } from './extend-handle.tsx'
import { OverviewStrip } from './overview-strip.tsx'
import { RegionEdges } from './region-edges.tsx'
import { RulerLane } from './ruler-lane.tsx'
import { heightOf } from './spectrogram.ts'
import { SpectrumLane } from './spectrum-lane.tsx'
import type { DrawableState } from './use-drawable.ts'
import type { Edit } from './use-edit.ts'
import { following, fractionOf, panned, secondsOf, zoomed } from './viewport.ts'
import { WaveLane } from './wave-lane.tsx'

const words = texts.edit.stage
/** A pointer that moved less has clicked. */
const CLICK_PX = 3
/** One notch of a wheel. */
const NOTCH_PX = 100

interface Props {
  readonly edit: Edit
  readonly region: Region | null
  readonly drawable: DrawableState
  readonly before: DrawableState
}

export function Stage({ edit, region, drawable, before }: Props) {
  const { player } = useWindow()
  const { detail, shown, viewport, longest } = edit
  const isLoaded = useStore(player.state, ({ sound }) => sound?.id === shown.id)
  const isPlaying = useStore(player.state, ({ status }) => status === 'playing')
  const positionS = useProgress(player, isLoaded)
  const boxRef = useRef<HTMLDivElement>(null)
  const press = useRef<{ readonly x: number; readonly atS: number } | null>(null)
  const durationS = shown.durationMs / 1000
  const changeRef = useRef(edit.change)
  changeRef.current = edit.change

  // A playhead that runs out of sight is followed.
  useEffect(() => {
    if (!isPlaying) return
    const moved = following(viewport, positionS, longest)
    if (moved !== viewport) changeRef.current({ viewport: moved })
  }, [isPlaying, positionS, viewport, longest])
  useWheel(boxRef, edit)

  const secondsAt = (event: PointerEvent): number => {
    const box = boxRef.current?.getBoundingClientRect()
    return box === undefined || box.width === 0
      ? 0
      : clamp(secondsOf(viewport, (event.clientX - box.left) / box.width), 0, durationS)
  }
  const select = (next: Region | null): void => {
    edit.change({ region: next, ...(next === null || edit.inpaint === null ? {} : { tool: 'inpaint' }) })
    if (isLoaded) player.setRegion(next)
    else void player.load(playerSound(detail), { isPlaying: false, region: next })
  }
  const seek = (atS: number): void => {
    if (isLoaded) player.seek(atS)
    else void player.load(playerSound(shown), { isPlaying: true, fromS: atS, region })
  }
  const lanes = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      press.current = { x: event.clientX, atS: secondsAt(event) }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (press.current === null || Math.abs(event.clientX - press.current.x) < CLICK_PX) return
      select(regionBetween(press.current.atS, secondsAt(event), durationS))
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const begun = press.current
      press.current = null
      if (begun !== null && Math.abs(event.clientX - begun.x) < CLICK_PX) seek(begun.atS)
    },
  }
  const at = (s: number): number => fractionOf(viewport, s)
  return (
    <div className={styles.stage} data-spectrum={edit.state.hasSpectrum}>
      <OverviewStrip edit={edit} drawable={drawable} />
      <RulerLane edit={edit} region={region} playheadS={isLoaded ? positionS : null} />
      <div className={styles.lanes}>
        <Gutter isWave />
        <div className={styles.lane} ref={boxRef}>
          <section
            className={styles.canvasBox}
            aria-label={
              region === null
                ? words.waveform
                : words.waveformWith(exactSeconds(region.startS), exactSeconds(region.endS))
            }
            {...lanes}
          >
            <WaveLane edit={edit} region={region} drawable={drawable} before={before} />
            <Marks edit={edit} region={region} at={at} playheadS={isLoaded ? positionS : null} />
          </section>
          {region !== null && (
            <RegionEdges
              region={region}
              durationS={durationS}
              at={at}
              secondsAt={secondsAt}
              onMove={(edge, atS) => select(moveEdge(region, edge, atS, durationS))}
            />
          )}
          {edit.extend !== null && shown.id === detail.id && (
            <ExtendHandle edit={edit} at={at} boxRef={boxRef} />
          )}
        </div>
        {edit.state.hasSpectrum && (
          <>
            <Gutter />
            <div className={styles.lane}>
              <section className={styles.canvasBox} aria-label={words.spectrogram} {...lanes}>
                <SpectrumLane edit={edit} drawable={drawable} />
                <Marks edit={edit} region={region} at={at} playheadS={isLoaded ? positionS : null} isFlat />
              </section>
            </div>
          </>
        )}
      </div>
    </div>
  )
}

interface MarksProps {
  readonly edit: Edit
  readonly region: Region | null
  readonly at: (s: number) => number
  readonly playheadS: number | null
  readonly isFlat?: boolean
}

/** What runs through both lanes: the locked beginning, the selection, the end, what is not made yet, the playhead. */
function Marks({ edit, region, at, playheadS, isFlat = false }: MarksProps) {
  const { detail, shown, inpaint, extend, state } = edit
  const lockedS = state.tool === 'inpaint' && inpaint !== null ? inpaint.limits.firstStartMs / 1000 : 0
  const endS = detail.durationMs / 1000
  const extendedS = endS + edit.appendMs / 1000
  return (
    <>
      {lockedS > 0 && <Band className={styles.locked} from={at(0)} to={at(Math.min(lockedS, endS))} />}
      {region !== null && (
        <Band
          className={isFlat ? styles.regionFlat : styles.region}
          from={at(region.startS)}
          to={at(region.endS)}
          isActive={state.tool === 'inpaint'}
        />
      )}
      <i className={styles.end} style={{ left: percent(at(endS)) }} />
      {extend !== null && shown.id === detail.id && (
        <Band
          className={styles.extension}
          from={at(endS)}
          to={at(extendedS)}
          isActive={state.tool === 'extend'}
        />
      )}
      {playheadS !== null && <i className={styles.playhead} style={{ left: percent(at(playheadS)) }} />}
    </>
  )
}

const LEVELS_DB = [0, -6, -12]
const FREQUENCIES = [
  { hz: 8000, label: '8k' },
  { hz: 2000, label: '2k' },
  { hz: 500, label: '500' },
  { hz: 125, label: '125' },
]

/** The scale at the left: levels of the waveform, frequencies of the spectrogram. */
function Gutter({ isWave = false }: { isWave?: boolean }) {
  const levels = LEVELS_DB.flatMap((db) =>
    ([1, -1] as const).map((side) => ({
      label: db === 0 ? '0' : `−${-db}`,
      at: clamp(0.5 - (side * 10 ** (db / 20)) / 2, 0.04, 0.96),
    })),
  )
  const marks = isWave
    ? [...levels, { label: '−∞', at: 0.5 }]
    : FREQUENCIES.map(({ hz, label }) => ({ label, at: heightOf(hz) }))
  return (
    <div className={styles.gutter} aria-hidden="true">
      {marks.map(({ label, at }) => (
        <span key={at} style={{ top: percent(at) }}>
          {label}
        </span>
      ))}
    </div>
  )
}

/** Ctrl and wheel zoom at the pointer, a sideways wheel or Shift moves. React's wheel listeners are passive, and could not prevent the page's own zoom. */
function useWheel(boxRef: RefObject<HTMLDivElement | null>, edit: Edit): void {
  const latest = useRef(edit)
  latest.current = edit
  const revision = usePaintRevision()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the revision stands for a box of another size
  useEffect(() => {
    const box = boxRef.current
    if (box === null) return
    const turn = (event: WheelEvent): void => {
      const { viewport, longest, change } = latest.current
      const sideways = event.shiftKey ? event.deltaY : event.deltaX
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault()
        const rect = box.getBoundingClientRect()
        const atS = secondsOf(viewport, (event.clientX - rect.left) / rect.width)
        change({ viewport: zoomed(viewport, 2 ** (event.deltaY / NOTCH_PX / 2), atS, longest) })
      } else if (sideways !== 0) {
        event.preventDefault()
        change({ viewport: panned(viewport, sideways / NOTCH_PX / 8, longest) })
      }
    }
    box.addEventListener('wheel', turn, { passive: false })
    return () => box.removeEventListener('wheel', turn)
  }, [boxRef, revision])
}
