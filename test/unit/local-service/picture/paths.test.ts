// Paths that are seen badly, and pictures that go over into others: what breaks, and what only goes on.

import { describe, expect, test, vi } from 'vitest'
import { createAnalysis } from '../../../../src-main/local-service/picture/analyse.ts'
import { FRAME_PIXELS, FRAME_WIDTH } from '../../../../src-main/local-service/picture/frame-source.ts'
import { kinksOf } from '../../../../src-main/local-service/picture/kinks.ts'
import { leastSquares } from '../../../../src-main/local-service/picture/least-squares.ts'
import type { Track, TrackPoint } from '../../../../src-main/local-service/picture/tracks.ts'
import { numbersOf } from '../../../bench/video/hard-clips.ts'

// Clips are drawn and analysed whole: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 60_000 })

const FRAMES = 40
const HIT_FRAME = 20.4

/** A thing of 8 by 8 pixels on its way, each place off by so much. */
function trackOf(
  placeAt: (frame: number) => { readonly x: number; readonly y: number },
  seed: number,
  offBy: number,
  hidden: readonly number[] = [],
): Track {
  const next = numbersOf(seed)
  const points = Array.from({ length: FRAMES }, (_, frame): TrackPoint => {
    const { x, y } = placeAt(frame)
    const off = (): number => (next() + next() - 1) * offBy
    const box = { left: Math.round(x) - 4, right: Math.round(x) + 3, top: Math.round(y) - 4, bottom: 0 }
    return {
      ...box,
      bottom: box.top + 7,
      x: x + off(),
      y: y + off(),
      area: 50,
      feet: 8,
      frame,
      ordinal: frame,
      isSeen: !hidden.includes(frame),
    }
  })
  return { id: 1, points }
}

const PULL = 0.25
/** Falls, hits the floor between two frames, and comes back with most of its speed. */
const bounce = (frame: number): { readonly x: number; readonly y: number } => {
  const since = frame - HIT_FRAME
  const speed = since < 0 ? PULL * HIT_FRAME : -0.8 * PULL * HIT_FRAME
  return { x: 20 + frame, y: 60 + speed * since + (PULL / 2) * since ** 2 }
}
const flight = (frame: number): { readonly x: number; readonly y: number } => ({
  x: 20 + frame,
  y: 20 + (PULL / 2) * (frame - HIT_FRAME) ** 2,
})

describe('A path whose places are off by half a pixel', () => {
  test.each([1, 2, 3, 4, 5])('has the hit of a bounce to the half of a frame (%i)', (seed) => {
    const kinks = kinksOf(trackOf(bounce, seed, 0.5))
    expect(kinks.map(({ frame }) => Math.abs(frame - HIT_FRAME) < 0.5)).toEqual([true])
  })

  test.each([1, 2, 3, 4, 5])('has it where the frames at the hit are hidden (%i)', (seed) => {
    const kinks = kinksOf(trackOf(bounce, seed, 0.3, [20, 21]))
    expect(kinks.map(({ frame }) => Math.abs(frame - HIT_FRAME) < 1)).toEqual([true])
  })

  test.each([1, 2, 3, 4, 5])('has none where it turns in the air (%i)', (seed) => {
    expect(kinksOf(trackOf(flight, seed, 0.5))).toEqual([])
  })
})

describe('Least squares', () => {
  test('gives the numbers that were put in, and nothing left over', () => {
    const rows = [0, 1, 2, 3, 4].map((t) => [1, t, t * t])
    const solved = leastSquares(
      rows,
      rows.map(([one, t, square]) => 3 * one! - 2 * t! + 0.5 * square!),
    )
    expect(solved?.values.map((value) => Math.round(value * 1e6) / 1e6)).toEqual([3, -2, 0.5])
    expect(solved?.leftOver).toBeCloseTo(0)
  })

  test('tells of rows that say the same twice', () => {
    const same = leastSquares(
      [
        [1, 2],
        [2, 4],
        [3, 6],
      ],
      [1, 2, 3],
    )
    expect(same).toBeNull()
  })
})

describe('One picture that goes over into another', () => {
  test.each([400, 1000, 1800])('within %i ms hits nothing, and a ball after it still does', (overMs) => {
    const rate = 25
    const patternOf = (seed: number): Uint8Array => {
      const next = numbersOf(seed)
      const phases = Array.from({ length: 4 }, () => next() * 6)
      return Uint8Array.from({ length: FRAME_PIXELS }, (_, at) => {
        const [x, y] = [at % FRAME_WIDTH, Math.floor(at / FRAME_WIDTH)]
        return (
          110 +
          50 * Math.sin(x / 9 + phases[0]!) * Math.cos(y / 7 + phases[1]!) +
          20 * Math.sin(x / 23 + seed)
        )
      })
    }
    const [first, second] = [patternOf(3), patternOf(8)]
    const analysis = createAnalysis(rate, 6000)
    for (let frame = 0; frame < 6 * rate; frame++) {
      const atMs = (frame * 1000) / rate
      const over = Math.max(0, Math.min(1, (atMs - 800) / overMs))
      const luma = first.map((value, at) => value * (1 - over) + second[at]! * over)
      // From the fourth second on, dropped from 3.2 s: it meets the floor at 4 s and at 5.2 s.
      const since = atMs / 1000 - 3.2
      const height =
        since < 0
          ? 99
          : since < 0.8
            ? 56 * (1 - (since / 0.8) ** 2)
            : Math.max(0, 105 * (since - 0.8) - 87.5 * (since - 0.8) ** 2)
      if (since >= 0)
        for (let y = -6; y <= 6; y++)
          for (let x = -6; x <= 6; x++)
            if (Math.hypot(x, y) <= 6)
              luma[Math.round(76 - height + y) * FRAME_WIDTH + Math.round(40 + since * 12) + x] = 250
      analysis.push({ luma, red: 0.4, green: 0.4, blue: 0.4 })
    }
    const hits = analysis.end([]).impacts.map(({ atMs }) => Math.round(atMs / 40))
    expect(hits).toEqual([100, 130])
  })
})
