// What the lanes of the video view draw: where a stretch lies, how much of it is in sight, and the peaks of that part alone.
import { describe, expect, it } from 'vitest'
import { partInSight, placeOf } from '../../../src-renderer/features/video/lane-view.ts'
import { peaksBetween, peaksOf } from '../../../src-renderer/waveform/peaks.ts'

const view = { startS: 10, spanS: 4 }

describe('a stretch in the lanes', () => {
  it('lies where its time is, and nowhere when it is out of sight', () => {
    expect(placeOf(view, { startMs: 11_000, endMs: 13_000 })).toEqual({ left: '25%', width: '50%' })
    expect(placeOf(view, { startMs: 0, endMs: 10_000 })).toBeNull()
    expect(placeOf(view, { startMs: 14_000, endMs: 20_000 })).toBeNull()
  })

  it('is drawn as far as it is in sight, however long it is', () => {
    expect(partInSight(view, { startMs: 11_000, endMs: 13_000 })).toEqual({ from: 0, to: 1 })
    expect(partInSight(view, { startMs: 0, endMs: 40_000 })).toEqual({ from: 0.25, to: 0.35 })
    expect(partInSight(view, { startMs: 12_000, endMs: 20_000 })).toEqual({ from: 0, to: 0.25 })
  })
})

describe('peaks', () => {
  it('of samples hold the extremes of each stretch', () => {
    const peaks = peaksOf(Float32Array.from([0.5, -0.25, 0, 0.125]), 2)
    expect([...peaks.max]).toEqual([0.5, 0.125])
    expect([...peaks.min]).toEqual([-0.25, 0])
    expect(peaksOf(new Float32Array(3), 100).buckets).toBe(3)
  })

  it('of a part are those of the whole, never none', () => {
    const peaks = peaksOf(Float32Array.from([0.125, 0.25, 0.5, 1]), 4)
    expect([...peaksBetween(peaks, 0.25, 0.75).max]).toEqual([0.25, 0.5])
    expect(peaksBetween(peaks, 0.5, 0.5).buckets).toBe(1)
    expect(peaksBetween(peaks, 1, 1).buckets).toBe(1)
  })
})
