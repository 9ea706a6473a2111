// Which frames stand side by side along the lanes, and where each lies: whole frames at even steps, so that zooming and moving find most of them again (pure).
import { fractionOf, type Viewport } from '../../edit/viewport.ts'

/** A frame of the strip. */
export interface StripTile {
  /** Number of the frame, from 0. */
  readonly frame: number
  readonly atS: number
  /** Left edge and width in the strip; the edge lies where the frame begins. */
  readonly x: number
  readonly width: number
}
export interface StripOrder {
  readonly view: Viewport
  readonly durationS: number
  readonly framesPerSecond: number
  /** Of the strip and of a whole frame in it, in the same unit. */
  readonly stripWidth: number
  readonly frameWidth: number
}

/** A tile is never narrower than this part of its frame, and at most twice as wide. */
const NARROWEST = 0.71
/** A strip is never wider than this many of its frames: a bound for what is asked for. */
const MOST_TILES = 200

/** The tiles in sight, from left to right. Steps are doubled frames: 1, 2, 4 … */
export function stripTiles(order: StripOrder): readonly StripTile[] {
  const { view, durationS, framesPerSecond, stripWidth, frameWidth } = order
  if (stripWidth <= 0 || frameWidth <= 0 || durationS <= 0) return []
  const widthOfOne = stripWidth / (view.spanS * framesPerSecond)
  const leastWidth = Math.max(NARROWEST * frameWidth, stripWidth / MOST_TILES)
  const step = 2 ** Math.max(0, Math.ceil(Math.log2(leastWidth / widthOfOne)))
  const stepS = step / framesPerSecond
  const first = Math.max(0, Math.floor(view.startS / stepS + 1e-6))
  const endS = Math.min(view.startS + view.spanS, durationS)
  const tiles: StripTile[] = []
  for (let index = first; index * stepS < endS - 1e-6; index++) {
    const atS = index * stepS
    const x = fractionOf(view, atS) * stripWidth
    const right = fractionOf(view, Math.min(atS + stepS, durationS)) * stripWidth
    tiles.push({ frame: index * step, atS, x, width: right - x })
  }
  return tiles
}

/** The part of a frame that fills a tile of its height, from its middle; a tile that is much wider repeats the frame. */
export function cropOf(
  frame: { readonly width: number; readonly height: number },
  tile: { readonly width: number; readonly height: number },
): { readonly x: number; readonly y: number; readonly width: number; readonly height: number } {
  const scale = Math.max(tile.width / frame.width, tile.height / frame.height)
  const width = Math.min(frame.width, tile.width / scale)
  const height = Math.min(frame.height, tile.height / scale)
  return { x: (frame.width - width) / 2, y: (frame.height - height) / 2, width, height }
}
