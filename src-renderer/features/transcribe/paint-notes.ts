// Paints notes pixel by pixel: a canvas cannot fill as many rectangles within a frame as are seen of a long piece.
import type { RollPicture } from './draw-roll.ts'
import { DRUM_LANES, forNotesIn } from './note-table.ts'
import { DRUM_WIDTH_PX, GUTTER_PX, type Lane, noteRow, SHORTEST_PX, xOf } from './roll-layout.ts'

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
 * A row is two lines of pixels, the edge of its notes and their inside, which are then repeated for its height.
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
  const height = Math.round(layout.velocity.topPx * dpr) - top
  if (width < 1 || height < 1) return
  const edges = new Uint32Array(ROWS * width)
  const insides = new Uint32Array(ROWS * width)
  forNotesIn(table, view.startS, view.startS + view.spanS, (index) => {
    const ink = inks[table.part[index] ?? 0]
    if (ink === undefined) return
    const pitch = table.pitch[index] ?? 0
    const row = ink.laneOf === null ? pitch : FIRST_DRUM_ROW + ink.laneOf(pitch)
    const colour = ink.strengths[strengthOf(table.velocity[index] ?? 0)] ?? 0
    const x = xOf(layout, view, table.start[index] ?? 0)
    const endX = ink.laneOf === null ? xOf(layout, view, table.end[index] ?? 0) - 1 : x + DRUM_WIDTH_PX
    const from = row * width + Math.max(0, Math.round(x * dpr) - left)
    const to = row * width + Math.min(width, Math.round(Math.max(x + SHORTEST_PX, endX) * dpr) - left)
    for (let at = from; at < to; at++) {
      edges[at] = colour
      if (!ink.isOutline || at === from || at === to - 1) insides[at] = colour
    }
  })
  const image = new ImageData(width, height)
  const pixels = new Uint32Array(image.data.buffer)
  const repeat = (row: number, { topPx, heightPx }: Lane): void => {
    const fromY = Math.max(0, Math.round(topPx * dpr) - top)
    const toY = Math.min(height, Math.round((topPx + heightPx) * dpr) - top)
    for (let y = fromY; y < toY; y++) {
      const lines = y === fromY || y === toY - 1 ? edges : insides
      pixels.set(lines.subarray(row * width, (row + 1) * width), y * width)
    }
  }
  for (let pitch = table.lowPitch; pitch <= table.highPitch; pitch++)
    repeat(pitch, noteRow(layout, table, pitch, null))
  if (layout.drums !== null)
    DRUM_LANES.forEach((_, lane) => {
      repeat(FIRST_DRUM_ROW + lane, noteRow(layout, table, 0, lane))
    })
  const sheet = new OffscreenCanvas(width, height)
  sheet.getContext('2d')?.putImageData(image, 0, 0)
  graphics.drawImage(sheet, left / dpr, top / dpr, width / dpr, height / dpr)
}

/** A row for each pitch, then one for each lane of the kit. */
const FIRST_DRUM_ROW = 128
const ROWS = FIRST_DRUM_ROW + DRUM_LANES.length

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
