// Where things stand in the roll: lanes from the top, and between pixels and what they mean. Lengths in CSS pixels, times in seconds.
import type { Viewport } from '../edit/viewport.ts'
import { DRUM_LANES, forNotesIn, type NoteTable } from './note-table.ts'

/** The keys at the left. */
export const GUTTER_PX = 44
const RULER_PX = 22
const TEMPO_PX = 40
const DRUMS_PX = 72
const VELOCITY_PX = 66
/** The shortest note can still be seen, and hit. */
export const SHORTEST_PX = 3
export const DRUM_WIDTH_PX = 5

export interface Lane {
  readonly topPx: number
  readonly heightPx: number
}
export interface RollLayout {
  readonly widthPx: number
  readonly heightPx: number
  readonly ruler: Lane
  /** Null where no tempo is known. */
  readonly tempo: Lane | null
  readonly notes: Lane
  /** Null where there are no drums. */
  readonly drums: Lane | null
  readonly velocity: Lane
  /** Height of a semitone. */
  readonly rowPx: number
}

export function rollLayout(
  box: { readonly widthPx: number; readonly heightPx: number },
  table: NoteTable,
  hasTempo: boolean,
): RollLayout {
  const tempoPx = hasTempo ? TEMPO_PX : 0
  const drumsPx = table.parts.some(({ isDrums }) => isDrums) ? DRUMS_PX : 0
  const notesPx = Math.max(40, box.heightPx - RULER_PX - tempoPx - drumsPx - VELOCITY_PX)
  let topPx = 0
  const lane = (heightPx: number): Lane => {
    const made = { topPx, heightPx }
    topPx += heightPx
    return made
  }
  const ruler = lane(RULER_PX)
  const tempo = hasTempo ? lane(tempoPx) : null
  const notes = lane(notesPx)
  const drums = drumsPx > 0 ? lane(drumsPx) : null
  const velocity = lane(VELOCITY_PX)
  return {
    ...box,
    ruler,
    tempo,
    notes,
    drums,
    velocity,
    rowPx: notesPx / (table.highPitch - table.lowPitch + 1),
  }
}

export const xOf = (layout: RollLayout, view: Viewport, timeS: number): number =>
  GUTTER_PX + ((timeS - view.startS) / view.spanS) * (layout.widthPx - GUTTER_PX)

export const timeAtX = (layout: RollLayout, view: Viewport, xPx: number): number =>
  view.startS + ((xPx - GUTTER_PX) / Math.max(1, layout.widthPx - GUTTER_PX)) * view.spanS

/** Top of a pitch's row. */
export const yOfPitch = (layout: RollLayout, table: NoteTable, pitch: number): number =>
  layout.notes.topPx + (table.highPitch - pitch) * layout.rowPx

/** Top and height of a drum's row. */
export function drumRow(layout: RollLayout, laneIndex: number): Lane {
  const { topPx, heightPx } = layout.drums ?? layout.notes
  const rowPx = heightPx / DRUM_LANES.length
  return { topPx: topPx + heightPx - (laneIndex + 1) * rowPx, heightPx: rowPx }
}

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Where a note is drawn. @param drumLane its lane of the kit, or null for a pitched note */
export function noteBox(
  layout: RollLayout,
  view: Viewport,
  table: NoteTable,
  index: number,
  drumLane: number | null,
): Box {
  const x = xOf(layout, view, table.start[index] ?? 0)
  const { topPx, heightPx } = noteRow(layout, table, table.pitch[index] ?? 0, drumLane)
  const width =
    drumLane === null
      ? Math.max(SHORTEST_PX, xOf(layout, view, table.end[index] ?? 0) - x - 1)
      : DRUM_WIDTH_PX
  return { x, y: topPx, width, height: heightPx }
}

/** The height at which the notes of a pitch, or of a lane of the kit, are drawn. */
export function noteRow(layout: RollLayout, table: NoteTable, pitch: number, drumLane: number | null): Lane {
  if (drumLane === null)
    return { topPx: yOfPitch(layout, table, pitch) + 0.5, heightPx: Math.max(1.5, layout.rowPx - 1) }
  const row = drumRow(layout, drumLane)
  return { topPx: row.topPx + 3, heightPx: Math.max(2, row.heightPx - 5) }
}

/** A little beside a note still means it. */
const REACH_PX = 3

/** The note under a point, the shortest where several lie there; null where there is none. */
export function noteAt(
  layout: RollLayout,
  view: Viewport,
  table: NoteTable,
  point: { readonly x: number; readonly y: number },
  laneOf: (index: number) => number | null,
): number | null {
  const reachS = (REACH_PX + DRUM_WIDTH_PX) * (view.spanS / Math.max(1, layout.widthPx - GUTTER_PX))
  const timeS = timeAtX(layout, view, point.x)
  let found: { readonly index: number; readonly width: number } | null = null
  forNotesIn(table, timeS - reachS, timeS + reachS, (index) => {
    const box = noteBox(layout, view, table, index, laneOf(index))
    const isIn =
      point.x >= box.x - REACH_PX &&
      point.x <= box.x + box.width + REACH_PX &&
      point.y >= box.y - 1 &&
      point.y <= box.y + box.height + 1
    if (isIn && (found === null || box.width < found.width)) found = { index, width: box.width }
  })
  // Written inside of the visitor, where TypeScript does not follow it.
  return (found as { readonly index: number } | null)?.index ?? null
}
