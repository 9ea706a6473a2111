// The piano roll: what was heard, as notes on the time of the recording. The canvas that stands is drawn here; over it is what moves.
import { type PointerEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { clamp, type Region, regionBetween } from '../../player/time-math.ts'
import { useStore } from '../../store.ts'
import { fitCanvas } from '../../waveform/draw.ts'
import { usePaintRevision } from '../../waveform/use-picture.ts'
import { useWindow } from '../../window-state.ts'
import { texts } from '../../wording/texts.ts'
import { exactSeconds } from '../../wording/times.ts'
import { panned, type Viewport, within, zoomed } from '../edit/viewport.ts'
import type { Zooming } from '../edit/zooming.ts'
import { drawRoll, laneIndexOf, type RollPicture } from './draw-roll.ts'
import { instrumentName, type NoteTable, pitchName } from './note-table.ts'
import { GUTTER_PX, noteAt, rollLayout, timeAtX } from './roll-layout.ts'
import { RollMoving } from './roll-moving.tsx'
import { snapped } from './time-grid.ts'
import styles from './transcribe.module.css'
import { isPartHeard } from './transcribe-state.ts'
import type { ShownNotes } from './use-transcription.ts'

const words = texts.transcribe.roll
/** A pointer that moved less has clicked. */
const CLICK_PX = 3
/** One notch of a wheel. */
const NOTCH_PX = 100

/** All that can be shown: the recording, or its notes where they end later. */
export const wholeOf = (notes: ShownNotes): Viewport => ({
  startS: 0,
  spanS: Math.max(0.5, notes.played.durationS, notes.table.durationS),
})
export const viewOf = (notes: ShownNotes): Viewport => {
  const whole = wholeOf(notes)
  const { viewport } = notes.state
  return viewport === null ? whole : within(viewport, whole)
}

/** The time axis of the roll, for zooming at the playhead. */
export function useRollAxis(notes: ShownNotes): Zooming {
  const { player } = useWindow()
  return {
    view: viewOf(notes),
    longest: wholeOf(notes),
    positionS: () => player.positionS(),
    show: (viewport) => notes.change({ viewport }),
  }
}

export function Roll({ notes, region }: { notes: ShownNotes; region: Region | null }) {
  const { player } = useWindow()
  const { played, table, grid, state } = notes
  const boxRef = useRef<HTMLElement>(null)
  const stillRef = useRef<HTMLCanvasElement>(null)
  const press = useRef<{ readonly x: number; readonly atS: number } | null>(null)
  const revision = usePaintRevision()
  const [box, setBox] = useState({ widthPx: 0, heightPx: 0 })
  const isLoaded = useStore(player.state, ({ sound }) => sound?.id === played.id)
  const view = viewOf(notes)
  const whole = wholeOf(notes)

  useLayoutEffect(() => {
    const element = boxRef.current
    if (element === null) return
    const measure = (): void => setBox({ widthPx: element.clientWidth, heightPx: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const { mutedParts, soloParts, chosenPart } = state
  const { startS, spanS } = view
  const picture: RollPicture = useMemo(() => {
    const chosen = table.parts.findIndex(({ instrument }) => instrument === chosenPart)
    return {
      layout: rollLayout(box, table, grid !== null),
      view: { startS, spanS },
      table,
      grid,
      region,
      chosenPart: chosen < 0 ? null : chosen,
      isPartHeard: (instrument) => isPartHeard({ mutedParts, soloParts }, instrument),
    }
  }, [box, table, grid, region, startS, spanS, mutedParts, soloParts, chosenPart])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the revision stands for colours
  useEffect(() => {
    const canvas = stillRef.current
    if (canvas !== null && fitCanvas(canvas) !== null) drawRoll(canvas, picture)
  }, [picture, revision])
  useWheel(boxRef, notes)

  const pointOf = (event: PointerEvent): { readonly x: number; readonly y: number } => {
    const rect = boxRef.current?.getBoundingClientRect()
    return { x: event.clientX - (rect?.left ?? 0), y: event.clientY - (rect?.top ?? 0) }
  }
  const secondsAt = (event: PointerEvent): number =>
    clamp(timeAtX(picture.layout, view, pointOf(event).x), 0, whole.spanS)
  const select = (next: Region | null): void => {
    if (isLoaded) player.setRegion(next)
    else void player.load(played, { isPlaying: false, region: next })
  }
  const click = (event: PointerEvent): void => {
    const laneOf = (index: number): number | null =>
      table.parts[table.part[index] ?? 0]?.isDrums === true ? laneIndexOf(table.pitch[index] ?? 0) : null
    const noteIndex = noteAt(picture.layout, view, table, pointOf(event), laneOf)
    const chosen = noteIndex === null ? null : (table.parts[table.part[noteIndex] ?? 0]?.instrument ?? null)
    notes.change({ noteIndex, ...(chosen === null ? {} : { chosenPart: chosen }) })
    if (noteIndex !== null) return
    const atS = secondsAt(event)
    if (isLoaded) player.seek(atS)
    else void player.load(played, { isPlaying: true, fromS: atS, region })
  }
  return (
    <section
      ref={boxRef}
      className={styles.roll}
      aria-label={rollName(notes)}
      onPointerDown={(event) => {
        if (event.button !== 0 || pointOf(event).x < GUTTER_PX) return
        event.currentTarget.setPointerCapture(event.pointerId)
        press.current = { x: event.clientX, atS: secondsAt(event) }
      }}
      onPointerMove={(event) => {
        if (press.current === null || Math.abs(event.clientX - press.current.x) < CLICK_PX) return
        const fromS = snapped(press.current.atS, grid, state.snap)
        select(regionBetween(fromS, snapped(secondsAt(event), grid, state.snap), whole.spanS))
      }}
      onPointerUp={(event) => {
        const begun = press.current
        press.current = null
        if (begun !== null && Math.abs(event.clientX - begun.x) < CLICK_PX) click(event)
      }}
    >
      <canvas ref={stillRef} />
      <RollMoving notes={notes} picture={picture} whole={whole} />
      <p className={styles.selected} role="status">
        {state.noteIndex === null ? '' : noteText(table, state.noteIndex)}
      </p>
    </section>
  )
}

const rollName = ({ table }: ShownNotes): string => words.title(table.count, table.parts.length)

/** "E♭4, Violin, 1.250 s for 0.480 s, velocity 92". */
export function noteText(table: NoteTable, index: number): string {
  const part = table.parts[table.part[index] ?? 0]
  if (part === undefined || index >= table.count) return ''
  const start = table.start[index] ?? 0
  const lengthS = (table.end[index] ?? 0) - start
  return words.note({
    pitch: part.isDrums ? null : pitchName(table.pitch[index] ?? 0),
    instrument: instrumentName(part.instrument),
    start: exactSeconds(start),
    length: exactSeconds(lengthS),
    velocity: table.velocity[index] ?? 0,
  })
}

/** Ctrl and wheel zoom at the pointer, a wheel moves. React's wheel listeners are passive, and could not prevent the page's own zoom. */
function useWheel(boxRef: React.RefObject<HTMLElement | null>, notes: ShownNotes): void {
  const latest = useRef(notes)
  latest.current = notes
  useEffect(() => {
    const box = boxRef.current
    if (box === null) return
    const turn = (event: WheelEvent): void => {
      event.preventDefault()
      const now = latest.current
      const [view, whole] = [viewOf(now), wholeOf(now)]
      if (event.ctrlKey || event.metaKey) {
        const rect = box.getBoundingClientRect()
        const part = (event.clientX - rect.left - GUTTER_PX) / Math.max(1, rect.width - GUTTER_PX)
        const atS = view.startS + clamp(part, 0, 1) * view.spanS
        now.change({ viewport: zoomed(view, 2 ** (event.deltaY / NOTCH_PX / 2), atS, whole) })
      } else {
        const turned = Math.abs(event.deltaX) > Math.abs(event.deltaY) ? event.deltaX : event.deltaY
        now.change({ viewport: panned(view, turned / NOTCH_PX / 8, whole) })
      }
    }
    box.addEventListener('wheel', turn, { passive: false })
    return () => box.removeEventListener('wheel', turn)
  }, [boxRef])
}
