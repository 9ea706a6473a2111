// The handle that drags a selection out as a sound of its own: cut when it is pressed, so that the file lies ready when the drag begins.
import { useRef } from 'react'
import { bridge } from '../bridge.ts'
import { useAct } from '../data/use-act.ts'
import type { Region } from '../player/time-math.ts'
import { useStore } from '../store.ts'
import { announce, beginDrag, useWindow } from '../window-state.ts'
import { percent } from '../wording/numbers.ts'
import { texts } from '../wording/texts.ts'
import styles from './controls.module.css'

/** Kept before and after the selection, for crossfades; with Alt nothing is. */
const HANDLE_MS = 250

interface Props {
  readonly soundId: number
  readonly region: Region
  /** What is dragged, in words. */
  readonly children: string
}

export function RegionHandle({ soundId, region, children }: Props) {
  const state = useWindow()
  const act = useAct()
  const cut = useRef<{ readonly key: string; soundId: number | null } | null>(null)
  const speed = useStore(state.player.state, (player) => player.speed)
  const key = `${soundId} ${region.startS} ${region.endS} ${speed}`
  const prepare = (handleMs: number): void => {
    const mine: { readonly key: string; soundId: number | null } = {
      key: `${key} ${handleMs}`,
      soundId: null,
    }
    if (cut.current?.key === mine.key && cut.current.soundId !== null) return
    cut.current = mine
    const request = {
      soundId,
      startMs: Math.round(region.startS * 1000),
      endMs: Math.round(region.endS * 1000),
      handleMs,
      speed,
    }
    void act(bridge.exports.region(request), (made) => {
      mine.soundId = made.soundId
      return null
    })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dragging has no keyboard form; exporting the cut region has
    <span
      className={styles.handle}
      draggable
      title={texts.controls.dragRegion}
      onPointerDown={(event) => prepare(event.altKey ? 0 : HANDLE_MS)}
      onDragStart={(event) => {
        event.preventDefault()
        const ready = cut.current?.soundId ?? null
        if (ready !== null) beginDrag(state, [ready])
        else announce(state, { tone: 'info', message: texts.controls.regionIsCut })
      }}
    >
      {children}
      {speed !== 1 && `, ${percent(speed)}`}
    </span>
  )
}
