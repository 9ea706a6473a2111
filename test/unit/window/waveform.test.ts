// Pictures of sounds: their binary shapes, their reduction, the ruler above them.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PEAKS_MAGIC } from '../../../src-main/bridge/types.ts'
import { rulerMarks } from '../../../src-renderer/features/inspector/ruler.ts'
import { sceneLines } from '../../../src-renderer/features/inspector/scene.ts'
import { createBatches } from '../../../src-renderer/waveform/overview-batches.ts'
import { parseOverview, parsePeaks, reduceToColumns, rowScale } from '../../../src-renderer/waveform/peaks.ts'

function peaksFile(
  buckets: readonly (readonly [min: number, max: number, rms: number])[],
  announced = buckets.length,
): ArrayBuffer {
  const bytes = new ArrayBuffer(20 + buckets.length * 6)
  const view = new DataView(bytes)
  ;[PEAKS_MAGIC, 44_100, 88_200, 128, announced].forEach((value, i) => {
    view.setUint32(i * 4, value, true)
  })
  buckets.forEach(([min, max, rms], i) => {
    view.setInt16(20 + i * 6, min, true)
    view.setInt16(22 + i * 6, max, true)
    view.setUint16(24 + i * 6, rms, true)
  })
  return bytes
}

describe('peaks', () => {
  test('are read at full scale 1, with the time they stand for', () => {
    const peaks = parsePeaks(peaksFile([[-32767, 16384, 8192]]))
    expect(peaks.durationS).toBe(2)
    expect([peaks.min[0], peaks.max[0], peaks.rms?.[0]].map((value) => Number(value?.toFixed(3)))).toEqual([
      -1, 0.5, 0.25,
    ])
  })

  test('a foreign or cut file is named, not drawn', () => {
    expect(() => parsePeaks(new ArrayBuffer(64))).toThrow('not peaks')
    expect(() => parsePeaks(peaksFile([[0, 0, 0]], 2))).toThrow('peaks hold 26 bytes, 32 were announced')
  })

  test('the overview is pairs of minimum and maximum', () => {
    const peaks = parseOverview(Int8Array.from([-127, 127, -64, 0]).buffer)
    expect(peaks.buckets).toBe(2)
    expect([...peaks.min].map((value) => Number(value.toFixed(2)))).toEqual([-1, -0.5])
  })

  test('a column holds the extremes of all that it covers, so no transient is lost', () => {
    const bytes = new Int8Array(512)
    bytes[2 * 200 + 1] = 127
    for (const width of [10, 116, 256, 777]) {
      expect(Math.max(...reduceToColumns(parseOverview(bytes.buffer), width).max)).toBe(1)
    }
  })

  test('any width gives that many columns inside of full scale', () => {
    fc.assert(
      fc.property(
        fc.int8Array({ minLength: 2, maxLength: 512 }),
        fc.integer({ min: 1, max: 400 }),
        (pairs, width) => {
          const columns = reduceToColumns(parseOverview(pairs.slice().buffer), width)
          expect(columns.max).toHaveLength(width)
          expect(columns.max.every((value) => value >= 0 && value <= 1)).toBe(true)
          expect(columns.min.every((value) => value <= 0 && value >= -1.01)).toBe(true)
        },
      ),
    )
  })

  test('rows are compressed so that tails survive', () => {
    expect(rowScale(1)).toBe(1)
    expect(rowScale(-0.1)).toBeCloseTo(-0.19, 2)
  })
})

describe('the ruler', () => {
  test('marks round times as far apart as labels need', () => {
    expect(rulerMarks(4, 320).map(({ label }) => label)).toEqual(['0 s', '1', '2', '3'])
    expect(rulerMarks(120, 320).map(({ label }) => label)).toEqual(['0 s', '0:30', '1:00', '1:30'])
    expect(rulerMarks(0, 320)).toEqual([])
  })
})

describe('the scene', () => {
  test('is read out whatever its shape is', () => {
    expect(
      sceneLines({ layers: [{ kind: 'door', material: 'oak', isFar: true, size: 0.75 }], roomSize: 'hall' }),
    ).toEqual([
      { name: 'Layers', text: 'door (oak, is far, size 0.75)' },
      { name: 'Room size', text: 'hall' },
    ])
    expect(sceneLines('rain')).toEqual([{ name: 'Scene', text: 'rain' }])
  })

  test('anything at all is lines, and nothing is none', () => {
    expect(sceneLines(null)).toEqual([])
    expect(sceneLines(7)).toEqual([])
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(Array.isArray(sceneLines(value))).toBe(true)
      }),
    )
  })
})

describe('pictures of rows that are drawn together', () => {
  const world = () => {
    const asked: (readonly number[])[] = []
    const turns: (() => void)[] = []
    const batches = createBatches(
      async (ids) => {
        asked.push(ids)
        return ids.map((id) => (id === 4 ? null : id * 10))
      },
      3,
      (_ms, fire) => void turns.push(fire),
    )
    return { asked, batches, turn: () => turns.shift()?.() }
  }

  test('are asked for at once, each answered by itself', async () => {
    const { asked, batches } = world()
    const read = [1, 4, 2].map((id) => batches.read(id))
    expect(await Promise.all(read)).toEqual([10, null, 20])
    expect(asked).toEqual([[1, 4, 2]])
  })

  test('are not asked for where they flew by before their turn', async () => {
    const { asked, batches, turn } = world()
    await batches.read(1)
    void batches.read(2)
    const third = batches.read(3)
    expect(batches.giveUp(2)).toBe(true)
    turn()
    expect(await third).toBe(30)
    expect(batches.giveUp(3)).toBe(false)
    expect(asked).toEqual([[1], [3]])
  })

  test('go in as many requests as the bound needs, and the next goes at once after a rest', async () => {
    const { asked, batches, turn } = world()
    const read = [1, 2, 3, 5].map((id) => batches.read(id))
    await read[0]
    turn()
    expect(await read[3]).toBe(50)
    turn()
    expect(await batches.read(6)).toBe(60)
    expect(asked).toEqual([[1, 2, 3], [5], [6]])
  })
})
