// Paints notes pixel by pixel: a canvas cannot fill as many rectangles within a frame as are seen of a long piece.
import type { RollPicture } from './draw-roll.ts'
import { DRUM_LANES, forNotesIn, type NoteTable } from './note-table.ts'
import {
  DRUM_WIDTH_PX,
  GUTTER_PX,
  type Lane,
  noteRow,
  type RollLayout,
  SHORTEST_PX,
  xOf,
} from './roll-layout.ts'

/** How the notes of a part look. */
export interface NoteInk {
  /** By strength of the stroke, as `inkOf` makes them. */
  readonly strengths: readonly number[]
  /** Muted. */
  readonly isOutline: boolean
  /** Lane of the kit by pitch; null for a part with pitches. */
  readonly laneOf: ((pitch: number) => number) | null
}

/**
 * A row is two lines of pixels, the edge of its notes and their inside, which the canvas then stretches to its height.
 * @param inks one for each part
 * @param dpr device pixels in a CSS pixel
 */
export function paintNotes(
  graphics: CanvasRenderingContext2D,
  { layout, view, table }: RollPicture,
  inks: readonly NoteInk[],
  dpr: number,
): void {
  const left = Math.round(GUTTER_PX * dpr)
  const top = Math.round(layout.notes.topPx * dpr)
  const width = Math.round(layout.widthPx * dpr) - left
  const bottom = Math.round(layout.velocity.topPx * dpr)
  if (width < 1 || bottom <= top) return
  const rows = rowsOf(layout, table)
  const places = new Map([...rows.keys()].map((row, place) => [row, place]))
  const image = new ImageData(width, 2 * rows.size)
  const pixels = new Uint32Array(image.data.buffer)
  forNotesIn(table, view.startS, view.startS + view.spanS, (index) => {
    const ink = inks[table.part[index] ?? 0]
    if (ink === undefined) return
    const pitch = table.pitch[index] ?? 0
    const place = places.get(ink.laneOf === null ? pitch : FIRST_DRUM_ROW + ink.laneOf(pitch))
    if (place === undefined) return
    const colour = ink.strengths[strengthOf(table.velocity[index] ?? 0)] ?? 0
    const x = xOf(layout, view, table.start[index] ?? 0)
    const endX = ink.laneOf === null ? xOf(layout, view, table.end[index] ?? 0) - 1 : x + DRUM_WIDTH_PX
    const edge = 2 * place * width
    const from = edge + Math.max(0, Math.round(x * dpr) - left)
    const to = edge + Math.min(width, Math.round(Math.max(x + SHORTEST_PX, endX) * dpr) - left)
    for (let at = from; at < to; at++) {
      pixels[at] = colour
      if (!ink.isOutline || at === from || at === to - 1) pixels[at + width] = colour
    }
  })
  const sheet = new OffscreenCanvas(width, 2 * rows.size)
  sheet.getContext('2d')?.putImageData(image, 0, 0)
  graphics.save()
  graphics.setTransform(1, 0, 0, 1, 0, 0)
  graphics.imageSmoothingEnabled = false
  let line = 0
  for (const { topPx, heightPx } of rows.values()) {
    const fromY = Math.max(top, Math.round(topPx * dpr))
    const toY = Math.min(bottom, Math.round((topPx + heightPx) * dpr))
    const stretch = (from: number, y: number, height: number): void => {
      if (height > 0) graphics.drawImage(sheet, 0, from, width, 1, left, y, width, height)
    }
    stretch(line, fromY, Math.min(1, toY - fromY))
    stretch(line + 1, fromY + 1, toY - fromY - 2)
    stretch(line, toY - 1, toY - fromY > 1 ? 1 : 0)
    line += 2
  }
  graphics.restore()
}

/** Where each row that can have notes is drawn. */
function rowsOf(layout: RollLayout, table: NoteTable): ReadonlyMap<number, Lane> {
  const rows = new Map<number, Lane>()
  for (let pitch = table.lowPitch; pitch <= table.highPitch; pitch++)
    rows.set(pitch, noteRow(layout, table, pitch, null))
  if (layout.drums !== null)
    DRUM_LANES.forEach((_, lane) => {
      rows.set(FIRST_DRUM_ROW + lane, noteRow(layout, table, 0, lane))
    })
  return rows
}

/** A row for each pitch, then one for each lane of the kit. */
const FIRST_DRUM_ROW = 128

/** Notes are drawn in so many strengths of their hue. */
export const STRENGTHS = 4
export const strengthOf = (velocity: number): number =>
  Math.min(STRENGTHS - 1, Math.floor((velocity / 128) * STRENGTHS))

/** A colour as a picture's bytes have it: RGBA in the order of memory. @param hex "#rrggbb" */
export function inkOf(hex: string, alpha: number): number {
  const bytes = new Uint8Array(4)
  const rgb = Number.parseInt(hex.slice(1), 16)
  bytes.set([rgb >> 16, (rgb >> 8) & 255, rgb & 255, Math.round(alpha * 255)])
  return new Uint32Array(bytes.buffer)[0] ?? 0
}
