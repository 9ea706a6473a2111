// The arithmetic of the decoding page: the grid of times, small planes, colours, the lower rate of sound.
import { describe, expect, it, test } from 'vitest'
import { createDownsampler } from '../../../src-renderer/picture-decoder/downsample.ts'
import { createGrid } from '../../../src-renderer/picture-decoder/grid.ts'
import { colourOf, shrinkPlane, turned } from '../../../src-renderer/picture-decoder/planes.ts'
import { createSendLine } from '../../../src-renderer/picture-decoder/send-line.ts'

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

const wide = { offset: 0, stride: 1280, step: 1 }
const wideSize = { width: 1280, height: 720 }

describe('a plane made small', () => {
  it('has the means of its areas, exactly where they are even', () => {
    const bytes = Uint8Array.from({ length: 1280 * 720 }, (_, at) => ((at % 1280) >> 3) & 0xff)
    const small = shrinkPlane(bytes, wide, wideSize, 160, 90)
    expect([...small.subarray(0, 160)]).toEqual(Array.from({ length: 160 }, (_, x) => x))
  })

  it('is near to them in noise, at a quarter of the samples', () => {
    let state = 1
    const bytes = Uint8Array.from({ length: 1280 * 720 }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return 118 + (state >>> 28)
    })
    const [few, all] = [
      shrinkPlane(bytes, wide, wideSize, 160, 90),
      shrinkPlane(bytes, wide, wideSize, 160, 90, 8),
    ]
    const worst = few.reduce((most, level, at) => Math.max(most, Math.abs(level - (all[at] ?? 0))), 0)
    expect(worst).toBeLessThan(5)
  })
})

describe('the line to the service', () => {
  const part = (value: number) => Uint8Array.from([value])

  it('makes the next part while one is under way, never two at once', async () => {
    const taken: number[] = []
    let release = (): void => {}
    const line = createSendLine(async ([value = 0]) => {
      taken.push(value)
      await new Promise<void>((resolve) => {
        release = resolve
      })
    })
    await line.put(part(1))
    const second = line.put(part(2))
    expect(taken).toEqual([1])
    release()
    await second
    expect(taken).toEqual([1, 2])
    release()
    await line.end()
  })

  it('tells at the next part that nobody takes them any more', async () => {
    const line = createSendLine(() => Promise.reject(new Error('gone')))
    await line.put(part(1))
    await expect(line.put(part(2))).rejects.toThrow('gone')
    await expect(line.end()).rejects.toThrow('gone')
  })
})
