// The player's arithmetic: positions, regions, loudness and its matching, outputs.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shuffled } from '../../../src-renderer/features/inspector/shuffle.ts'
import {
  type Biquad,
  integratedLufs,
  kWeighting,
  lufsOf,
  meanSquareOfEnd,
} from '../../../src-renderer/player/k-weighting.ts'
import { matchLoudness } from '../../../src-renderer/player/loudness-match.ts'
import { chooseOutput, namedOutputs } from '../../../src-renderer/player/output.ts'
import {
  edgeAt,
  gainOf,
  hasEnded,
  moveEdge,
  playedStretch,
  positionAt,
  regionBetween,
  startOffset,
} from '../../../src-renderer/player/time-math.ts'

describe('position', () => {
  const once = { clockS: 10, offsetS: 1, loop: null, endS: 4, rate: 1 }
  const loop = { clockS: 10, offsetS: 1, loop: { startS: 2, endS: 3 }, endS: 4, rate: 1 }

  test('a single pass stops at its end', () => {
    expect(positionAt(once, 11.5)).toBe(2.5)
    expect(positionAt(once, 99)).toBe(4)
    expect(hasEnded(once, 12.999)).toBe(false)
    expect(hasEnded(once, 13)).toBe(true)
  })

  test('at half the tempo everything lasts twice as long', () => {
    const slow = { ...once, rate: 0.5 }
    expect(positionAt(slow, 13)).toBe(2.5)
    expect(hasEnded(slow, 15.999)).toBe(false)
    expect(hasEnded(slow, 16)).toBe(true)
    expect(positionAt({ ...loop, rate: 0.5 }, 14.5)).toBeCloseTo(2.25, 9)
  })

  test('a loop runs in from before and then wraps exactly', () => {
    expect(positionAt(loop, 10.5)).toBe(1.5)
    expect(positionAt(loop, 12)).toBe(2)
    expect(positionAt(loop, 12.25)).toBeCloseTo(2.25, 9)
    expect(positionAt(loop, 1012.25)).toBeCloseTo(2.25, 6)
    expect(hasEnded(loop, 9999)).toBe(false)
  })

  test('a loop never leaves its stretch once it is in it', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e5, noNaN: true }), (later) => {
        const position = positionAt({ ...loop, offsetS: 2 }, 10 + later)
        expect(position).toBeGreaterThanOrEqual(2)
        expect(position).toBeLessThan(3 + 1e-9)
      }),
    )
  })

  test('playing begins at the playhead, or where the stretch begins when the playhead is outside', () => {
    const stretch = playedStretch(10, { startS: 2, endS: 3 })
    expect(startOffset(2.5, stretch)).toBe(2.5)
    expect(startOffset(0, stretch)).toBe(2)
    expect(startOffset(3, stretch)).toBe(2)
    expect(startOffset(10, playedStretch(10, null))).toBe(0)
  })
})

describe('regions', () => {
  test('are made from two points in any order, inside of the sound', () => {
    expect(regionBetween(3, 1, 4)).toEqual({ startS: 1, endS: 3 })
    expect(regionBetween(-1, 9, 4)).toEqual({ startS: 0, endS: 4 })
    expect(regionBetween(2, 2.001, 4)).toBeNull()
  })

  test('an edge is put at the playhead, and the other gives way where they would cross', () => {
    expect(edgeAt(null, 'start', 1, 4)).toEqual({ startS: 1, endS: 4 })
    expect(edgeAt(null, 'end', 1, 4)).toEqual({ startS: 0, endS: 1 })
    expect(edgeAt({ startS: 1, endS: 2 }, 'end', 3, 4)).toEqual({ startS: 1, endS: 3 })
    expect(edgeAt({ startS: 1, endS: 2 }, 'start', 3, 4)).toEqual({ startS: 3, endS: 4 })
    expect(edgeAt(null, 'start', 4, 4)).toBeNull()
  })

  test('edges never cross', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('start' as const, 'end' as const),
        fc.double({ min: -5, max: 15, noNaN: true }),
        (edge, to) => {
          const moved = moveEdge({ startS: 2, endS: 3 }, edge, to, 10)
          expect(moved.endS - moved.startS).toBeGreaterThan(0.0099)
          expect(moved.startS).toBeGreaterThanOrEqual(0)
          expect(moved.endS).toBeLessThanOrEqual(10)
        },
      ),
    )
  })
})

test('the floor of the fader is silence', () => {
  expect(gainOf(0)).toBe(1)
  expect(gainOf(-6)).toBeCloseTo(0.501, 3)
  expect(gainOf(-60)).toBe(0)
})

/** Direct form 1, as `createIIRFilter` computes it. */
function filter(
  samples: Float64Array,
  { feedforward: [b0, b1, b2], feedback: [, a1, a2] }: Biquad,
): Float64Array {
  const out = new Float64Array(samples.length)
  let [x1, x2, y1, y2] = [0, 0, 0, 0]
  samples.forEach((x, i) => {
    const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2
    out[i] = y
    ;[x2, x1, y2, y1] = [x1, x, y1, y]
  })
  return out
}

describe('loudness', () => {
  test('the filters are those that BS.1770 prints for 48 kHz', () => {
    const [shelf, highPass] = kWeighting(48_000)
    const printed = [1.53512485958697, -2.69169618940638, 1.19839281085285]
    for (const [i, value] of shelf.feedforward.entries()) expect(value).toBeCloseTo(printed[i] ?? 0, 6)
    expect(shelf.feedback[1]).toBeCloseTo(-1.69065929318241, 6)
    expect(shelf.feedback[2]).toBeCloseTo(0.73248077421585, 6)
    expect(highPass.feedback[1]).toBeCloseTo(-1.99004745483398, 6)
    expect(highPass.feedback[2]).toBeCloseTo(0.99007225036621, 6)
  })

  test.each([44_100, 48_000, 96_000])(
    'a sine of 997 Hz at full scale in one channel is −3.01 LUFS at %i Hz',
    (rate) => {
      const sine = Float64Array.from({ length: rate }, (_, i) => Math.sin((2 * Math.PI * 997 * i) / rate))
      const [shelf, highPass] = kWeighting(rate)
      const weighted = Float32Array.from(filter(filter(sine, shelf), highPass))
      expect(lufsOf(meanSquareOfEnd(weighted, Math.round(0.4 * rate)))).toBeCloseTo(-3.01, 1)
    },
  )

  test('silence is gated, and a quiet end does not pull the whole down', () => {
    const square = (lufs: number) => 10 ** ((lufs + 0.691) / 10)
    expect(integratedLufs([])).toBeNull()
    expect(integratedLufs([0, 0, square(-80)])).toBeNull()
    expect(integratedLufs([square(-20), square(-20), square(-50), 0])).toBeCloseTo(-20, 6)
  })
})

describe('matching takes', () => {
  test('all are brought to one loudness, and none above the reference', () => {
    const match = matchLoudness([
      { id: 1, loudnessLufs: -21.8, truePeakDb: -6 },
      { id: 2, loudnessLufs: -22.6, truePeakDb: -6 },
      { id: 3, loudnessLufs: -25.1, truePeakDb: -6 },
    ])
    expect(match?.targetLufs).toBe(-23)
    expect(match?.offsetsDb.get(1)).toBeCloseTo(-1.2, 6)
    expect(match?.offsetsDb.get(3)).toBeCloseTo(2.1, 6)
  })

  test('no take peaks above −1 dBTP: there is no limiter to catch it', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            loudnessLufs: fc.double({ min: -60, max: -5, noNaN: true }),
            truePeakDb: fc.double({ min: -30, max: 0, noNaN: true }),
          }),
          { minLength: 2, maxLength: 4 },
        ),
        (takes) => {
          const numbered = takes.map((take, id) => ({ ...take, id }))
          const match = matchLoudness(numbered)
          for (const take of numbered)
            expect(take.truePeakDb + (match?.offsetsDb.get(take.id) ?? 99)).toBeLessThanOrEqual(-1 + 1e-9)
        },
      ),
    )
  })

  test('what cannot be measured is not matched', () => {
    expect(
      matchLoudness([
        { id: 1, loudnessLufs: -20, truePeakDb: -1 },
        { id: 2, loudnessLufs: null, truePeakDb: null },
      ]),
    ).toBeNull()
  })
})

describe('outputs', () => {
  const device = (kind: MediaDeviceKind, deviceId: string, label: string) => ({ kind, deviceId, label })
  const devices = namedOutputs([
    device('audiooutput', 'default', 'Default'),
    device('audiooutput', 'a1', 'Scarlett 2i2'),
    device('audioinput', 'm1', 'Microphone'),
    device('audiooutput', 'x', ''),
  ])

  test('are those with a name of their own', () =>
    expect(devices).toEqual([{ id: 'a1', label: 'Scarlett 2i2' }]))

  test('a wished one is found by its label; unplugged the system’s plays, and it is said', () => {
    expect(chooseOutput('Scarlett 2i2', devices)).toEqual({ deviceId: 'a1', note: null })
    expect(chooseOutput(null, [])).toEqual({ deviceId: '', note: null })
    expect(chooseOutput('Scarlett 2i2', [])).toEqual({
      deviceId: '',
      note: '“Scarlett 2i2” is not there, the system’s output plays instead',
    })
  })
})

test('a blind order holds every take once, and each can be first', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer()),
      fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
      (ids, numbers) => {
        const order = shuffled(ids, () => numbers.next().value)
        expect(order.toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b))
      },
    ),
  )
  expect(shuffled([1, 2, 3], () => 0)).toEqual([3, 2, 1])
  expect(shuffled([1, 2, 3], () => 0.999)).toEqual([1, 2, 3])
})
