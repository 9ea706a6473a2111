// Draws the roll on a canvas: ruler, tempo, keys, notes, drums, velocities. What is out of sight, or under what was drawn already, is skipped.
import { clamp, type Region } from '../../player/time-math.ts'
import { texts } from '../../wording/texts.ts'
import type { Viewport } from '../edit/viewport.ts'
import { ticks } from '../edit/viewport.ts'
import { DRUM_LANES, drumLaneOf, firstNoteFrom, forNotesIn, type NoteTable } from './note-table.ts'
import { inkOf, type NoteInk, paintNotes, STRENGTHS, strengthOf } from './paint-notes.ts'
import { drumRow, GUTTER_PX, noteBox, type RollLayout, xOf, yOfPitch } from './roll-layout.ts'
import { gridLines, type TimeGrid } from './time-grid.ts'

export interface RollPicture {
  readonly layout: RollLayout
  readonly view: Viewport
  readonly table: NoteTable
  readonly grid: TimeGrid | null
  readonly region: Region | null
  /** The part whose velocities stand out. */
  readonly chosenPart: number | null
  isPartHeard(instrument: string): boolean
}

const words = texts.transcribe.roll
const BLACK_KEYS = new Set([1, 3, 6, 8, 10])
const LABEL_PX = 10

type Tone = (name: string) => string

export function drawRoll(canvas: HTMLCanvasElement, picture: RollPicture): void {
  const graphics = canvas.getContext('2d')
  if (graphics === null) return
  const style = getComputedStyle(canvas)
  const known = new Map<string, string>()
  const tone: Tone = (name) => {
    const value = known.get(name) ?? style.getPropertyValue(name).trim()
    known.set(name, value)
    return value
  }
  const { layout } = picture
  const dpr = canvas.width / Math.max(1, layout.widthPx)
  graphics.setTransform(dpr, 0, 0, dpr, 0, 0)
  graphics.clearRect(0, 0, layout.widthPx, layout.heightPx)
  graphics.font = `${LABEL_PX}px ${tone('--font')}`
  graphics.textBaseline = 'alphabetic'
  drawRows(graphics, picture, tone)
  drawGrid(graphics, picture, tone)
  drawNotes(graphics, picture, tone, dpr)
  drawVelocities(graphics, picture, tone)
  if (layout.tempo !== null) drawTempo(graphics, picture, tone)
  drawRegion(graphics, picture, tone)
  drawGutter(graphics, picture, tone)
  drawRuler(graphics, picture, tone)
}

/** A hairline on whole pixels. */
function line(graphics: CanvasRenderingContext2D, x: number, y: number, width: number, height: number): void {
  graphics.fillRect(Math.round(x), Math.round(y), width, height)
}

function drawRows(graphics: CanvasRenderingContext2D, picture: RollPicture, tone: Tone): void {
  const { layout, table } = picture
  const width = layout.widthPx - GUTTER_PX
  graphics.fillStyle = tone('--surface-1')
  for (let pitch = table.lowPitch; pitch <= table.highPitch; pitch++) {
    if (!BLACK_KEYS.has(pitch % 12)) continue
    graphics.fillRect(GUTTER_PX, yOfPitch(layout, table, pitch), width, layout.rowPx)
  }
  graphics.fillStyle = tone('--line')
  for (let pitch = table.lowPitch; pitch <= table.highPitch; pitch++) {
    if (pitch % 12 === 0) line(graphics, GUTTER_PX, yOfPitch(layout, table, pitch) + layout.rowPx, width, 1)
  }
  if (layout.drums === null) return
  graphics.fillStyle = tone('--line-soft')
  for (let lane = 0; lane < DRUM_LANES.length; lane++)
    line(graphics, GUTTER_PX, drumRow(layout, lane).topPx, width, 1)
}

function drawGrid(graphics: CanvasRenderingContext2D, picture: RollPicture, tone: Tone): void {
  const { layout, view, grid } = picture
  const height = layout.heightPx - layout.ruler.heightPx
  const at = (timeS: number, isStrong: boolean): void => {
    graphics.fillStyle = tone(isStrong ? '--line' : '--line-soft')
    line(graphics, xOf(layout, view, timeS), layout.ruler.heightPx, 1, height)
  }
  if (grid === null) {
    for (const { atS, label } of ticks(view, layout.widthPx - GUTTER_PX)) at(atS, label !== null)
    return
  }
  for (const { timeS, bar } of gridLines(grid, view.startS, view.startS + view.spanS)) at(timeS, bar !== null)
}

/** Up to so many are filled as rectangles, with soft edges; more are painted by pixels. */
const MOST_RECTANGLES = 1_500
const MUTED_ALPHA = 0.6
const SOFTEST_ALPHA = 0.7
const alphaOf = (strength: number, isHeard: boolean): number =>
  isHeard ? SOFTEST_ALPHA + (strength / (STRENGTHS - 1)) * (1 - SOFTEST_ALPHA) : MUTED_ALPHA
/** A note that is larger has an edge in its full hue: a soft one stands out from its ground as a loud one does. */
const EDGED_FROM_PX = 4

function drawNotes(graphics: CanvasRenderingContext2D, picture: RollPicture, tone: Tone, dpr: number): void {
  const { view, table } = picture
  const seen = firstNoteFrom(table, view.startS + view.spanS) - firstNoteFrom(table, view.startS)
  if (seen <= MOST_RECTANGLES) {
    fillNotes(graphics, picture, tone)
    return
  }
  const inks = table.parts.map(({ instrument, hue, isDrums }): NoteInk => {
    const isHeard = picture.isPartHeard(instrument)
    // Read back, a colour is "#rrggbb" however the token writes it.
    graphics.fillStyle = tone(`--part-${hue + 1}`)
    const hex = String(graphics.fillStyle)
    return {
      strengths: Array.from({ length: STRENGTHS }, (_, strength) => inkOf(hex, alphaOf(strength, isHeard))),
      isOutline: !isHeard,
      laneOf: isDrums ? laneIndexOf : null,
    }
  })
  paintNotes(graphics, picture, inks, dpr)
}

/** By hue and strength, so that colours change a few times and not with every note. */
function fillNotes(graphics: CanvasRenderingContext2D, picture: RollPicture, tone: Tone): void {
  const { layout, view, table } = picture
  const batches = new Map<number, number[]>()
  forNotesIn(table, view.startS, view.startS + view.spanS, (index) => {
    const key = (table.part[index] ?? 0) * STRENGTHS + strengthOf(table.velocity[index] ?? 0)
    const batch = batches.get(key)
    if (batch === undefined) batches.set(key, [index])
    else batch.push(index)
  })
  for (const [key, indices] of [...batches].sort(([a], [b]) => a - b)) {
    const part = table.parts[Math.floor(key / STRENGTHS)]
    if (part === undefined) continue
    const isHeard = picture.isPartHeard(part.instrument)
    const hue = tone(`--part-${part.hue + 1}`)
    const alpha = alphaOf(key % STRENGTHS, isHeard)
    graphics.fillStyle = hue
    graphics.strokeStyle = hue
    graphics.lineWidth = 1
    for (const index of indices) {
      const pitch = table.pitch[index] ?? 0
      const box = noteBox(layout, view, table, index, part.isDrums ? laneIndexOf(pitch) : null)
      graphics.globalAlpha = alpha
      if (isHeard) graphics.fillRect(box.x, box.y, box.width, box.height)
      const isEdged = alpha < 1 && Math.min(box.width, box.height) >= EDGED_FROM_PX
      if (isHeard && !isEdged) continue
      if (isHeard) graphics.globalAlpha = 1
      graphics.strokeRect(box.x + 0.5, box.y + 0.5, Math.max(1, box.width - 1), Math.max(1, box.height - 1))
    }
  }
  graphics.globalAlpha = 1
}

export const laneIndexOf = (key: number): number => DRUM_LANES.indexOf(drumLaneOf(key))

function drawVelocities(graphics: CanvasRenderingContext2D, picture: RollPicture, tone: Tone): void {
  const { layout, view, table, chosenPart } = picture
  const { topPx, heightPx } = layout.velocity
  const bottom = topPx + heightPx
  graphics.fillStyle = tone('--line')
  line(graphics, 0, topPx, layout.widthPx, 1)
  const isHeard = table.parts.map(({ instrument }) => picture.isPartHeard(instrument))
  // With no part chosen, all are.
  for (const isChosen of chosenPart === null ? [true] : [false, true]) {
    graphics.globalAlpha = isChosen ? 1 : 0.3
    let loudest = { x: Number.NEGATIVE_INFINITY, velocity: 0, hue: 0 }
    const drawStem = ({ x, velocity, hue }: typeof loudest): void => {
      if (x < GUTTER_PX) return
      const height = (velocity / 127) * (heightPx - 8)
      graphics.fillStyle = tone(`--part-${hue + 1}`)
      graphics.fillRect(x, bottom - height, 1, height)
      if (isChosen) graphics.fillRect(x - 1, bottom - height - 1, 3, 3)
    }
    forNotesIn(table, view.startS, view.startS + view.spanS, (index) => {
      const part = table.parts[table.part[index] ?? 0]
      if (part === undefined || isHeard[table.part[index] ?? 0] !== true) return
      if ((table.part[index] === chosenPart || chosenPart === null) !== isChosen) return
      const x = Math.round(xOf(layout, view, table.start[index] ?? 0))
      const velocity = table.velocity[index] ?? 0
      // One stem a pixel is as many as can be seen: that of the loudest note. Notes come by time.
      if (x > loudest.x) drawStem(loudest)
      if (x > loudest.x || velocity > loudest.velocity) loudest = { x, velocity, hue: part.hue }
    })
    drawStem(loudest)
  }
  graphics.globalAlpha = 1
}

/** Least span of the tempo lane, in quarters a minute: small changes stay small. */
const TEMPO_SPAN = 8
/** A greater change than this part of the tempo is no tempo of a player, and drawn at the edge. */
const MOST_CHANGE = 0.5

function drawTempo(graphics: CanvasRenderingContext2D, picture: RollPicture, tone: Tone): void {
  const { layout, view, grid } = picture
  if (layout.tempo === null || grid === null) return
  const { topPx, heightPx } = layout.tempo
  const { usualBpm } = grid
  const reach = Math.max(
    TEMPO_SPAN / 2,
    ...grid.steps.map(({ bpm }) => Math.min(Math.abs(bpm - usualBpm), usualBpm * MOST_CHANGE)),
  )
  const yOf = (bpm: number): number =>
    topPx + heightPx / 2 - (clamp((bpm - usualBpm) / reach, -1, 1) / 2) * (heightPx - 10)
  graphics.strokeStyle = tone('--text')
  graphics.lineWidth = 1
  graphics.beginPath()
  const fromS = view.startS
  const toS = view.startS + view.spanS
  graphics.moveTo(xOf(layout, view, fromS), Math.round(yOf(grid.bpmAt(fromS))) + 0.5)
  for (const step of grid.steps) {
    if (step.timeS <= fromS || step.timeS >= toS) continue
    const x = xOf(layout, view, step.timeS)
    graphics.lineTo(x, Math.round(yOf(grid.bpmAt(step.timeS - 1e-6))) + 0.5)
    graphics.lineTo(x, Math.round(yOf(step.bpm)) + 0.5)
  }
  graphics.lineTo(layout.widthPx, Math.round(yOf(grid.bpmAt(toS))) + 0.5)
  graphics.stroke()
  graphics.fillStyle = tone('--line')
  line(graphics, 0, topPx + heightPx - 1, layout.widthPx, 1)
}

function drawRegion(graphics: CanvasRenderingContext2D, picture: RollPicture, tone: Tone): void {
  const { layout, view, region } = picture
  if (region === null) return
  const top = layout.ruler.heightPx
  const height = layout.heightPx - top
  const from = xOf(layout, view, region.startS)
  const to = xOf(layout, view, region.endS)
  graphics.fillStyle = tone('--text')
  graphics.globalAlpha = 0.03
  graphics.fillRect(from, top, to - from, height)
  graphics.globalAlpha = 1
  graphics.fillStyle = tone('--muted')
  for (const x of [from, to]) line(graphics, x, top, 1, height)
}

function drawGutter(graphics: CanvasRenderingContext2D, picture: RollPicture, tone: Tone): void {
  const { layout, table, grid } = picture
  graphics.fillStyle = tone('--surface-1')
  graphics.fillRect(0, 0, GUTTER_PX, layout.heightPx)
  graphics.fillStyle = tone('--surface-2')
  graphics.fillRect(0, layout.notes.topPx, GUTTER_PX, layout.notes.heightPx)
  graphics.textAlign = 'right'
  for (let pitch = table.lowPitch; pitch <= table.highPitch; pitch++) {
    const y = yOfPitch(layout, table, pitch)
    if (BLACK_KEYS.has(pitch % 12)) {
      graphics.fillStyle = tone('--surface-0')
      graphics.fillRect(0, y, 27, layout.rowPx)
    } else if (pitch % 12 === 0 || pitch % 12 === 5) {
      graphics.fillStyle = tone('--line-control')
      line(graphics, 0, y + layout.rowPx, GUTTER_PX, 1)
    }
    if (pitch % 12 === 0) {
      graphics.fillStyle = tone('--muted')
      graphics.fillText(`C${pitch / 12 - 1}`, GUTTER_PX - 4, y + layout.rowPx - 1)
    }
  }
  graphics.fillStyle = tone('--muted')
  if (layout.tempo !== null && grid !== null) {
    graphics.fillText(words.tempo, GUTTER_PX - 6, layout.tempo.topPx + 16)
    graphics.fillStyle = tone('--text')
    graphics.fillText(grid.usualBpm.toFixed(1), GUTTER_PX - 6, layout.tempo.topPx + 30)
  }
  graphics.fillStyle = tone('--muted')
  if (layout.drums !== null) {
    DRUM_LANES.forEach((lane, index) => {
      const row = drumRow(layout, index)
      graphics.fillText(words.drums[lane], GUTTER_PX - 6, row.topPx + row.heightPx / 2 + 4)
    })
    graphics.fillStyle = tone('--line')
    line(graphics, 0, layout.drums.topPx, GUTTER_PX, 1)
    graphics.fillStyle = tone('--muted')
  }
  const { topPx, heightPx } = layout.velocity
  graphics.fillText('127', GUTTER_PX - 6, topPx + 14)
  graphics.fillText('1', GUTTER_PX - 6, topPx + heightPx - 4)
  graphics.fillStyle = tone('--text')
  graphics.fillText(words.velocity, GUTTER_PX - 6, topPx + heightPx / 2 + 4)
  graphics.fillStyle = tone('--line')
  line(graphics, GUTTER_PX - 1, 0, 1, layout.heightPx)
}

/** Closer than this labels of bars would touch. */
const CLOSEST_LABEL_PX = 26

function drawRuler(graphics: CanvasRenderingContext2D, picture: RollPicture, tone: Tone): void {
  const { layout, view, grid, region } = picture
  const { heightPx } = layout.ruler
  graphics.fillStyle = tone('--surface-1')
  graphics.fillRect(GUTTER_PX, 0, layout.widthPx - GUTTER_PX, heightPx)
  graphics.textAlign = 'left'
  const mark = (timeS: number, label: string | null): void => {
    const x = xOf(layout, view, timeS)
    if (x < GUTTER_PX) return
    graphics.fillStyle = tone('--line-control')
    line(graphics, x, label === null ? heightPx - 4 : 0, 1, label === null ? 4 : heightPx)
    if (label === null) return
    graphics.fillStyle = tone('--muted')
    graphics.fillText(label, x + 5, 14)
  }
  if (grid === null) {
    for (const { atS, label } of ticks(view, layout.widthPx - GUTTER_PX)) mark(atS, label)
  } else {
    let labelledTo = Number.NEGATIVE_INFINITY
    for (const { timeS, bar, meter } of gridLines(grid, view.startS, view.startS + view.spanS)) {
      const x = xOf(layout, view, timeS)
      const isLabelled = bar !== null && bar > 0 && x - labelledTo >= CLOSEST_LABEL_PX
      const label = meter === null ? String(bar) : `${bar}  ${meter}`
      if (isLabelled) labelledTo = meter === null ? x : x + graphics.measureText(meter).width
      mark(timeS, isLabelled ? label : null)
    }
  }
  if (region !== null) {
    const from = Math.max(GUTTER_PX, xOf(layout, view, region.startS))
    const to = xOf(layout, view, region.endS)
    graphics.fillStyle = tone('--text')
    if (to > from) graphics.fillRect(from, heightPx - 3, to - from, 3)
  }
  graphics.fillStyle = tone('--line')
  line(graphics, 0, heightPx - 1, layout.widthPx, 1)
}

/** Outlines over the notes that are drawn: those that sound, and the one that is selected. */
export function drawOutlines(
  canvas: HTMLCanvasElement,
  picture: RollPicture,
  sounding: readonly number[],
  selected: number | null,
): void {
  const graphics = canvas.getContext('2d')
  if (graphics === null) return
  const { layout, view, table } = picture
  const style = getComputedStyle(canvas)
  const dpr = canvas.width / Math.max(1, layout.widthPx)
  graphics.setTransform(dpr, 0, 0, dpr, 0, 0)
  graphics.clearRect(0, 0, layout.widthPx, layout.heightPx)
  const outline = (index: number, width: number): void => {
    const isDrums = table.parts[table.part[index] ?? 0]?.isDrums === true
    const box = noteBox(layout, view, table, index, isDrums ? laneIndexOf(table.pitch[index] ?? 0) : null)
    if (box.x + box.width < GUTTER_PX) return
    graphics.lineWidth = width
    graphics.strokeRect(Math.max(GUTTER_PX, box.x), box.y, box.width, box.height)
  }
  graphics.strokeStyle = style.getPropertyValue('--text').trim()
  for (const index of sounding) outline(index, 1)
  graphics.strokeStyle = style.getPropertyValue('--accent').trim()
  if (selected !== null && selected < table.count) outline(selected, 2)
}
