// The arithmetic of the decoding page: the grid of times, small planes, colours, the lower rate of sound.
import { expect, test } from 'vitest'
import { createDownsampler } from '../../../src-renderer/picture-decoder/downsample.ts'
import { createGrid } from '../../../src-renderer/picture-decoder/grid.ts'
import { colourOf, shrinkPlane, turned } from '../../../src-renderer/picture-decoder/planes.ts'

test('frames at the rate of the grid fill one place each', () => {
  const grid = createGrid<number>(0, 25, 4)
  const slots = [0, 1, 2, 3].flatMap((n) => grid.push(n * 0.04 + 0.001, 0.04, n))
  expect([...slots, ...grid.end()]).toEqual([0, 1, 2, 3])
})

test('a frame that is shown longer fills more places, one that is too many is left out', () => {
  const grid = createGrid<string>(10, 10, 8)
  const slots = [
    ...grid.push(10.18, 0.3, 'late'),
    ...grid.push(10.5, 0.01, 'lost'),
    ...grid.push(10.52, 0.1, 'next'),
    ...grid.push(10.6, 5, 'last'),
    ...grid.end(),
  ]
  expect(slots).toEqual(['late', 'late', 'late', 'late', 'late', 'next', 'last', 'last'])
})

test('a grid without frames is empty', () => {
  expect(createGrid(0, 25, 10).end()).toEqual([])
})

test('a plane is made small by means of areas, past its padding', () => {
  // Four by two with a stride of six: the padding is never read.
  const bytes = Uint8Array.from([9, 0, 20, 40, 60, 255, 255, 10, 30, 50, 70, 255, 255])
  const plane = { offset: 1, stride: 6, step: 1 }
  expect([...shrinkPlane(bytes, plane, { width: 4, height: 2 }, 2, 1)]).toEqual([15, 55])
  expect([...shrinkPlane(bytes, plane, { width: 4, height: 2 }, 1, 2)]).toEqual([30, 40])
})

test('a picture is turned clockwise', () => {
  const picture = Uint8Array.from([1, 2, 3, 4, 5, 6])
  expect([...turned(picture, 3, 2, 90)]).toEqual([4, 1, 5, 2, 6, 3])
  expect([...turned(picture, 3, 2, 180)]).toEqual([6, 5, 4, 3, 2, 1])
  expect([...turned(picture, 3, 2, 270)]).toEqual([3, 6, 2, 5, 1, 4])
})

test('pure colours come back from luma and chroma', () => {
  // BT.601, limited range: red is Y 81, Cb 90, Cr 240.
  const luma = (81 - 16) * (255 / 219)
  const [red, green, blue] = colourOf({ luma, cb: 90, cr: 240 }, { isFull: false, matrix: 'smpte170m' })
  expect(red).toBeCloseTo(1, 1)
  expect(green).toBeCloseTo(0, 1)
  expect(blue).toBeCloseTo(0, 1)
})

test.each([48_000, 44_100])(
  'a tone of 1 kHz keeps its level from %i Hz, and one above the band goes',
  (fromHz) => {
    const levelOf = (toneHz: number, block: number): number => {
      const downsample = createDownsampler(fromHz, 16_000)
      const tone = Float32Array.from({ length: fromHz }, (_, n) =>
        Math.sin((2 * Math.PI * toneHz * n) / fromHz),
      )
      const out: number[] = []
      for (let at = 0; at < tone.length; at += block)
        out.push(...downsample.push(tone.subarray(at, at + block)))
      out.push(...downsample.end())
      expect(out.length).toBe(16_000)
      const middle = out.slice(1000, -1000)
      return Math.sqrt(middle.reduce((sum, sample) => sum + sample * sample, 0) / middle.length)
    }
    expect(levelOf(1000, 960)).toBeCloseTo(Math.SQRT1_2, 2)
    expect(levelOf(1000, 37)).toBeCloseTo(Math.SQRT1_2, 2)
    expect(levelOf(11_000, 960)).toBeLessThan(0.002)
  },
)
