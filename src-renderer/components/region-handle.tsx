// The handle that drags a selection out as a sound of its own: cut when it is pressed, so that the file lies ready when the drag begins.
import { useRef } from 'react'
import { bridge } from '../bridge.ts'
import { useAct } from '../data/use-act.ts'
import type { Region } from '../player/time-math.ts'
import { announce, beginDrag, useWindow } from '../window-state.ts'
import styles from './controls.module.css'

/** Kept before and after the selection, for crossfades; with Alt nothing is. */
const HANDLE_MS = 250

export function RegionHandle({ soundId, region }: { soundId: number; region: Region }) {
  const state = useWindow()
  const act = useAct()
  const cut = useRef<{ readonly key: string; soundId: number | null } | null>(null)
  const key = `${soundId} ${region.startS} ${region.endS}`
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
      speed: 1,
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
      title="Drag the selection into another app, with a quarter of a second of handles; with Alt without"
      onPointerDown={(event) => prepare(event.altKey ? 0 : HANDLE_MS)}
      onDragStart={(event) => {
        event.preventDefault()
        const ready = cut.current?.soundId ?? null
        if (ready !== null) beginDrag(state, [ready])
        else announce(state, { tone: 'info', message: 'The selection is being cut. Drag again in a moment.' })
      }}
    >
      Drag selection
    </span>
  )
}
