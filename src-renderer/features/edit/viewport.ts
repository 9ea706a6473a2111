// Which stretch of time the edit view shows: pure arithmetic between seconds and fractions of the lane. All times in seconds.
import { clamp } from '../../player/time-math.ts'

export interface Viewport {
  readonly startS: number
  readonly spanS: number
}

/** Room behind the end, as a part of the length: there the extension is drawn out. */
const HEADROOM = 0.5
/** The least that is shown: below it single samples fill the lane. */
const CLOSEST_S = 0.02

/** The whole sound with room behind its end; an extension that was drawn further stays in view. */
export function fitted(durationS: number, extendedS: number): Viewport {
  return { startS: 0, spanS: Math.max(durationS * (1 + HEADROOM), extendedS * 1.1, 1) }
}

/** Zooms so that what lies under `atS` stays there. @param factor below 1 shows less, larger */
export function zoomed(view: Viewport, factor: number, atS: number, longest: Viewport): Viewport {
  const spanS = clamp(view.spanS * factor, CLOSEST_S, longest.spanS)
  const fraction = (atS - view.startS) / view.spanS
  return within({ startS: atS - fraction * spanS, spanS }, longest)
}

/** Moves by a part of what is shown. */
export const panned = (view: Viewport, parts: number, longest: Viewport): Viewport =>
  within({ startS: view.startS + parts * view.spanS, spanS: view.spanS }, longest)

/** Brings a view inside of the longest one. */
export function within(view: Viewport, longest: Viewport): Viewport {
  const spanS = Math.min(view.spanS, longest.spanS)
  return { spanS, startS: clamp(view.startS, longest.startS, longest.startS + longest.spanS - spanS) }
}

/** Where a time stands: 0 at the left edge, 1 at the right one; outside of them where it is not shown. */
export const fractionOf = (view: Viewport, atS: number): number => (atS - view.startS) / view.spanS
export const secondsOf = (view: Viewport, fraction: number): number => view.startS + fraction * view.spanS

/** The view moved so that a playhead that ran out of it is shown again; the same view where it is in sight. */
export function following(view: Viewport, atS: number, longest: Viewport): Viewport {
  const at = fractionOf(view, atS)
  return at >= 0 && at <= 1 ? view : within({ startS: atS - view.spanS * 0.05, spanS: view.spanS }, longest)
}

export interface Tick {
  readonly atS: number
  /** Null between the labels. */
  readonly label: string | null
}

const STEPS_S = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300]
/** Narrower than this the labels would touch. */
const CLOSEST_PX = 56
const TICKS_A_LABEL = 4

/** Ticks of the ruler at round times, every fourth with its label. */
export function ticks(view: Viewport, widthPx: number): Tick[] {
  if (widthPx <= 0) return []
  const stepS = STEPS_S.find((step) => (step / view.spanS) * widthPx >= CLOSEST_PX) ?? 600
  const between = stepS / TICKS_A_LABEL
  const first = Math.ceil(view.startS / between - 1e-6)
  const last = Math.floor((view.startS + view.spanS) / between + 1e-6)
  const decimals = Math.max(0, -Math.floor(Math.log10(stepS) + 1e-9))
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const atS = (first + index) * between
    return { atS, label: (first + index) % TICKS_A_LABEL === 0 ? labelOf(atS, stepS, decimals) : null }
  })
}

function labelOf(atS: number, stepS: number, decimals: number): string {
  if (stepS < 60 && atS < 60) return `${atS.toFixed(decimals)} s`
  const minutes = Math.floor(atS / 60 + 1e-9)
  return `${minutes}:${(atS - minutes * 60).toFixed(decimals).padStart(decimals === 0 ? 2 : 3 + decimals, '0')}`
}
