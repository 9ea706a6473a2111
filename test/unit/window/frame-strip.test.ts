// The strip of frames along the lanes: which frames, where, and how many are kept.
import { describe, expect, it } from 'vitest'
import {
  FrameStrip,
  MOST_STRIP_BYTES,
  type StripWorker,
} from '../../../src-renderer/features/video/strip/frame-strip.ts'
import type { ToStripWorker } from '../../../src-renderer/features/video/strip/strip-messages.ts'
import { cropOf, stripTiles } from '../../../src-renderer/features/video/strip/strip-tiles.ts'

const order = { durationS: 60, framesPerSecond: 25, stripWidth: 1000, frameWidth: 92 }

describe('tiles of the strip', () => {
  it('stand edge to edge over all of the clip, each where its frame begins', () => {
    const tiles = stripTiles({ ...order, view: { startS: 0, spanS: 60 } })
    expect(tiles[0]).toMatchObject({ frame: 0, x: 0 })
    for (const [index, { frame, atS, x, width }] of tiles.entries()) {
      expect(atS).toBeCloseTo(frame / 25, 9)
      expect(x).toBeCloseTo((atS / 60) * 1000, 6)
      expect(x + width).toBeCloseTo(tiles[index + 1]?.x ?? 1000, 6)
      if (index < tiles.length - 1) expect(width / 92).toBeGreaterThanOrEqual(0.71)
      expect(width / 92).toBeLessThan(1.42)
    }
  })

  it('are the same frames when the view is moved, and every second one when it shows twice as much', () => {
    const frames = (startS: number, spanS: number): number[] =>
      stripTiles({ ...order, view: { startS, spanS } }).map(({ frame }) => frame)
    const near = frames(10, 20)
    expect(frames(11, 20).filter((frame) => !near.includes(frame)).length).toBeLessThanOrEqual(1)
    const all = new Set(frames(0, 20))
    expect(frames(0, 40).filter((frame) => frame < 500 && !all.has(frame))).toEqual([])
  })

  it('are single frames at the closest, the one that is cut by the left edge among them', () => {
    const tiles = stripTiles({ ...order, view: { startS: 1.01, spanS: 0.2 } })
    expect(tiles.map(({ frame }) => frame)).toEqual([25, 26, 27, 28, 29, 30])
    expect(tiles[0]?.x).toBeCloseTo(-50, 6)
  })

  it('end with the clip', () => {
    const tiles = stripTiles({ ...order, durationS: 1, view: { startS: 0, spanS: 2 } })
    const last = tiles.at(-1)
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeCloseTo(500, 6)
  })

  it('are none where there is nothing to draw on', () => {
    expect(stripTiles({ ...order, stripWidth: 0, view: { startS: 0, spanS: 60 } })).toEqual([])
  })

  it('are never more than can be asked for, however narrow a frame is', () => {
    const tiles = stripTiles({ ...order, frameWidth: 1, view: { startS: 0, spanS: 60 } })
    expect(tiles.length).toBeLessThanOrEqual(200)
  })

  it('show the middle of a frame that does not fit', () => {
    expect(cropOf({ width: 160, height: 90 }, { width: 80, height: 90 })).toEqual({
      x: 40,
      y: 0,
      width: 80,
      height: 90,
    })
    const wide = cropOf({ width: 160, height: 90 }, { width: 200, height: 90 })
    expect(wide).toMatchObject({ x: 0, width: 160, height: 72, y: 9 })
  })
})

/** As large as a frame of the lane, and only counted. */
function bitmap(closed: number[], id: number): ImageBitmap {
  return { width: 185, height: 104, close: () => void closed.push(id) }
}

function strip() {
  const said: ToStripWorker[] = []
  const worker: StripWorker = {
    onmessage: null,
    postMessage: (message) => said.push(message),
    terminate() {},
  }
  const made = new FrameStrip(worker, 'app://x/clip/1', 25)
  const closed: number[] = []
  const give = (frame: number, height = 104): void =>
    worker.onmessage?.(
      new MessageEvent('message', { data: { kind: 'frame', frame, height, bitmap: bitmap(closed, frame) } }),
    )
  return { made, said, closed, give }
}

describe('kept frames', () => {
  it('are not asked for again', () => {
    const { made, said, give } = strip()
    made.want([0, 8, 16], 104)
    give(0)
    give(8)
    made.want([0, 8, 16, 24], 104)
    expect(said.at(-1)).toEqual({ kind: 'want', frames: [16, 24], height: 104 })
  })

  it('stay within their bound: what was drawn longest ago goes first, and is closed', () => {
    const { made, closed, give } = strip()
    made.want([], 104)
    const fit = Math.floor(MOST_STRIP_BYTES / (185 * 104 * 4))
    for (let frame = 0; frame < fit; frame++) give(frame)
    expect(closed).toEqual([])
    made.frame(0)
    give(fit)
    expect(closed).toEqual([1])
    expect(made.frame(0)).toBeDefined()
    expect(made.frame(1)).toBeUndefined()
  })

  it('are let go when another size is drawn; one of the old size that still comes is closed', () => {
    const { made, closed, give } = strip()
    made.want([0], 104)
    give(0)
    made.want([0], 52)
    expect(closed).toEqual([0])
    give(7, 104)
    expect(closed).toEqual([0, 7])
  })

  it('are all closed with the strip', () => {
    const { made, closed, give } = strip()
    made.want([0, 1], 104)
    give(0)
    give(1)
    made.close()
    expect(closed).toEqual([0, 1])
  })
})
