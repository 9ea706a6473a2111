// What stretch of the clip the lanes show, and where things lie in it.
import { useEffect, useRef } from 'react'
import { fractionOf, type Viewport, within } from '../edit/viewport.ts'
import type { Zooming } from '../edit/zooming.ts'
import type { PicturePlayer } from './picture-player.ts'
import type { Video } from './use-video.ts'

/** All of it, never less than can be drawn. */
export const wholeClip = ({ facts }: Video): Viewport => ({
  startS: 0,
  spanS: Math.max(0.5, (facts?.durationMs ?? 0) / 1000),
})
/** What is shown now. */
export const viewOf = (video: Video): Viewport => {
  const whole = wholeClip(video)
  return video.state.viewport === null ? whole : within(video.state.viewport, whole)
}

/** The time axis of the lanes, for zooming at the playhead. */
export const laneAxis = (video: Video, pictures: PicturePlayer): Zooming => ({
  view: viewOf(video),
  longest: wholeClip(video),
  positionS: () => pictures.positionS(),
  show: (viewport) => video.change({ viewport }),
})

/** Where a stretch lies in view, in percent; null where it is out of sight. */
export function placeOf(
  view: Viewport,
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
): { left: string; width: string } | null {
  const from = fractionOf(view, startMs / 1000)
  const to = fractionOf(view, endMs / 1000)
  if (to <= 0 || from >= 1) return null
  return { left: `${from * 100}%`, width: `${Math.max(0.2, (to - from) * 100)}%` }
}

/** The part of a stretch that is in sight, as fractions of it: no more is drawn, however far one zooms in. */
export function partInSight(
  view: Viewport,
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
): { readonly from: number; readonly to: number } {
  const lengthS = Math.max(0.001, (endMs - startMs) / 1000)
  const part = (atS: number): number => Math.min(1, Math.max(0, (atS - startMs / 1000) / lengthS))
  return { from: part(view.startS), to: part(view.startS + view.spanS) }
}

/** Puts the playhead onto an element as `--playhead`, a fraction of the lanes, without a render a frame. */
export function usePlayhead<E extends HTMLElement>(pictures: PicturePlayer, { startS, spanS }: Viewport) {
  const ref = useRef<E>(null)
  useEffect(() => {
    let frame = 0
    let shown = Number.NaN
    const follow = (): void => {
      const at = (pictures.positionS() - startS) / spanS
      if (at !== shown) ref.current?.style.setProperty('--playhead', `${at * 100}%`)
      shown = at
      frame = requestAnimationFrame(follow)
    }
    follow()
    return () => cancelAnimationFrame(frame)
  }, [pictures, startS, spanS])
  return ref
}
