// Zooming and moving along a time axis: one step and the same keys in every view that has one.
import type { Command } from '../../commands/registry.ts'
import { texts } from '../../wording/texts.ts'
import { panned, type Viewport, zoomed } from './viewport.ts'

const words = texts.controls

/** A time axis that is shown in part. */
export interface Zooming {
  readonly view: Viewport
  /** All that can be shown. */
  readonly longest: Viewport
  /** Zooms keep the playhead where it is. Seconds. */
  positionS(): number
  /** @param viewport null shows all of it */
  show(viewport: Viewport | null): void
}

const STEP = 1.6
/** Moves by this part of what is shown. */
const PAN = 0.25

export const zoomIn = (axis: Zooming): void => zoomBy(axis, 1 / STEP)
export const zoomOut = (axis: Zooming): void => zoomBy(axis, STEP)

function zoomBy({ view, longest, positionS, show }: Zooming, factor: number): void {
  show(zoomed(view, factor, positionS(), longest))
}

/** @param whole title of showing all of it */
export const zoomCommands = (axis: Zooming, whole: string): readonly Command[] => [
  {
    id: 'zoom-in',
    title: words.zoomInAtPlayhead,
    section: 'Window',
    shortcuts: ['='],
    run: () => zoomIn(axis),
  },
  { id: 'zoom-out', title: words.zoomOut, section: 'Window', shortcuts: ['-'], run: () => zoomOut(axis) },
  { id: 'zoom-all', title: whole, section: 'Window', shortcuts: ['shift+z'], run: () => axis.show(null) },
]

export const panCommands = ({ view, longest, show }: Zooming): readonly Command[] => [
  {
    id: 'pan-back',
    title: words.showBefore,
    section: 'Window',
    shortcuts: ['shift+arrowleft'],
    run: () => show(panned(view, -PAN, longest)),
  },
  {
    id: 'pan-on',
    title: words.showAfter,
    section: 'Window',
    shortcuts: ['shift+arrowright'],
    run: () => show(panned(view, PAN, longest)),
  },
]
