import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { PEAKS_MAGIC } from '../../../src-main/bridge/types.ts'
import { computeFacts, type Facts } from '../../../src-main/media/facts.ts'
import { createLoudnessMeter } from '../../../src-main/media/loudness.ts'
import { createPeaksMeter, framesPerBucket } from '../../../src-main/media/peaks.ts'
import { createSilenceMeter } from '../../../src-main/media/silence.ts'
import { createTruePeakMeter } from '../../../src-main/media/true-peak.ts'
import { hasTool, runTool, sine, temporaryFolder, wav16, writeFixture } from './wav-fixture.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeAll(() => {
  folder = temporaryFolder()
})
afterAll(() => folder.remove())

async function factsOf(path: string): Promise<{ facts: Facts; peaks: Uint8Array }> {
  const computed = await computeFacts(path)
  if (!computed.ok) throw new Error(computed.error.message)
  return computed.value
}
const loudnessOf = (channels: readonly Float32Array[], sampleRate: number): number | null => {
  const meter = createLoudnessMeter(sampleRate, channels.length)
  meter.add(channels)
  return meter.integrated()
}
const truePeakOf = (samples: Float32Array): number | null => {
  const meter = createTruePeakMeter(1)
  meter.add([samples])
  return meter.peakDb()
}
const joined = (...parts: readonly Float32Array[]): Float32Array => {
  const whole = new Float32Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

describe('loudness', () => {
  test.each([44_100, 48_000, 96_000, 22_050])(
    'of 1 kHz at −20 dBFS in one channel is −23 LUFS at %i Hz',
    (rate) => {
      expect(loudnessOf([sine(1000, 3, 0.1, rate)], rate)).toBeCloseTo(-23.01, 1)
      expect(loudnessOf([sine(1000, 3, 0.1, rate), sine(1000, 3, 0.1, rate)], rate)).toBeCloseTo(-20, 1)
    },
  )

  it('passes test 3 of EBU Tech 3341: quiet parts before and after do not count', () => {
    const at = (db: number, seconds: number) => sine(1000, seconds, 10 ** (db / 20), 48_000)
    const signal = joined(at(-36, 10), at(-23, 60), at(-36, 10))
    expect(loudnessOf([signal, signal], 48_000)).toBeCloseTo(-23, 1)
  })

  it('is null for silence and for less than 400 ms', () => {
    expect(loudnessOf([new Float32Array(96_000)], 48_000)).toBeNull()
    expect(loudnessOf([sine(1000, 0.39, 0.5, 48_000)], 48_000)).toBeNull()
  })

  it('is the same however the signal is cut into blocks', () => {
    const signal = sine(997, 2, 0.3, 44_100).map((value, n) => value * Math.sin(n / 9000))
    const whole = loudnessOf([signal], 44_100)
    const meter = createLoudnessMeter(44_100, 1)
    for (let at = 0; at < signal.length; at += 777) meter.add([signal.subarray(at, at + 777)])
    expect(meter.integrated()).toBeCloseTo(whole!, 9)
  })
})

describe('true peak', () => {
  it('finds what lies between the samples', () => {
    // A quarter of the sample rate at 45°: every sample is 3 dB below the wave's peak.
    const hidden = Float32Array.from({ length: 4800 }, (_, n) => Math.sin((Math.PI * n) / 2 + Math.PI / 4))
    expect(truePeakOf(hidden)).toBeCloseTo(0, 0)
    expect(truePeakOf(hidden)).toBeGreaterThan(-0.1)
  })

  it('is never below the largest sample, also at the very end, and null in silence', () => {
    const click = new Float32Array(1000)
    click[999] = -0.5
    expect(truePeakOf(click)).toBeGreaterThanOrEqual(20 * Math.log10(0.5))
    expect(truePeakOf(new Float32Array(1000))).toBeNull()
  })

  it('is the same however the signal is cut into blocks', () => {
    const signal = sine(9973, 0.5, 0.7)
    const meter = createTruePeakMeter(1)
    for (let at = 0; at < signal.length; at += 331) meter.add([signal.subarray(at, at + 331)])
    expect(meter.peakDb()).toBeCloseTo(truePeakOf(signal)!, 2)
  })
})

describe('peaks', () => {
  it('stand in the layout that the window reads', () => {
    const meter = createPeaksMeter(44_100, 300)
    meter.add([Float32Array.from({ length: 300 }, (_, n) => (n === 130 ? 1 : n === 131 ? -0.5 : 0))])
    const view = new DataView(meter.peaks().buffer)
    expect([0, 4, 8, 12, 16].map((at) => view.getUint32(at, true))).toEqual([
      PEAKS_MAGIC,
      44_100,
      300,
      128,
      3,
    ])
    expect(view.byteLength).toBe(20 + 3 * 6)
    expect([20, 26, 32].map((at) => [view.getInt16(at, true), view.getInt16(at + 2, true)])).toEqual([
      [0, 0],
      [-16_383, 32_767],
      [0, 0],
    ])
    expect(view.getUint16(30, true)).toBe(Math.round(Math.sqrt(1.25 / 128) * 32_767))
  })

  it('are of the mean of the channels', () => {
    const meter = createPeaksMeter(44_100, 4)
    meter.add([new Float32Array([1, 1, 0, 0]), new Float32Array([-1, 0, 0, 0])])
    const overview = new Int8Array(meter.overview().buffer)
    expect(overview.length).toBe(512)
    expect([overview[1], overview[127], overview[129], overview[511]]).toEqual([0, 0, 64, 0])
  })

  it('of a long file stay bounded', () => {
    expect(framesPerBucket(1)).toBe(128)
    expect(framesPerBucket(44_100 * 3600 * 10)).toBe(65_536)
  })
})

describe('silence at the ends', () => {
  it('is counted in frames, of all channels together', () => {
    const meter = createSilenceMeter()
    meter.add([new Float32Array([0, 0, 0.5, 0]), new Float32Array([0, 0, 0, 0.0005])])
    meter.add([new Float32Array([0, 0]), new Float32Array([-0.5, 0])])
    expect(meter.ends()).toEqual({ headFrames: 2, tailFrames: 1 })
    const silent = createSilenceMeter()
    silent.add([new Float32Array(5)])
    expect(silent.ends()).toEqual({ headFrames: 5, tailFrames: 5 })
  })
})

describe('facts of a file', () => {
  it('are all there', async () => {
    const path = writeFixture(
      folder.path,
      'facts.wav',
      wav16([joined(new Float32Array(441), sine(1000, 1, 0.5), new Float32Array(882))]),
    )
    const { facts, peaks } = await factsOf(path)
    expect(facts).toMatchObject({ sampleRate: 44_100, channels: 1, frames: 45_423, isCutShort: false })
    expect(facts.headSilenceMs).toBeCloseTo(10, 0)
    expect(facts.tailSilenceMs).toBeCloseTo(20, 0)
    expect(facts.loudnessLufs).toBeCloseTo(-9, 0)
    expect(facts.truePeakDb).toBeCloseTo(-6, 0)
    expect(facts.overview.length).toBe(512)
    expect(peaks.length).toBe(20 + 6 * Math.ceil(45_423 / 128))
  })

  it('of another format have a named error', async () => {
    const path = writeFixture(folder.path, 'x.mp3', Buffer.from('ID3'))
    expect(await computeFacts(path)).toMatchObject({ ok: false, error: { code: 'format_unsupported' } })
  })
})

describe.skipIf(!hasTool('ffmpeg') || !hasTool('sox'))('beside ffmpeg ebur128', () => {
  test.each([
    [
      'pinknoise in stereo',
      ['-r', '44100', '-c', '2', '-b', '24'],
      ['synth', '8', 'pinknoise', 'pinknoise', 'gain', '-12'],
    ],
    [
      'a sweep in mono',
      ['-r', '48000', '-c', '1', '-b', '16'],
      ['synth', '6', 'sine', '50-9000', 'gain', '-3'],
    ],
    [
      'bursts',
      ['-r', '44100', '-c', '1', '-b', '16'],
      ['synth', '1', 'whitenoise', 'gain', '-6', 'pad', '0.7', '2.3', 'repeat', '2'],
    ],
    ['8 kHz', ['-r', '8000', '-c', '1', '-b', '16'], ['synth', '5', 'brownnoise', 'gain', '-6']],
    ['96 kHz', ['-r', '96000', '-c', '2', '-b', '24'], ['synth', '4', 'square', '220', 'gain', '-9']],
    ['5.1', ['-r', '48000', '-c', '6', '-b', '24'], ['synth', '4', 'pinknoise', 'gain', '-15']],
  ])('%s is within 0.1 LU and 0.2 dB', async (name, format, effects) => {
    const path = join(folder.path, `${name}.wav`)
    runTool('sox', ['-R', '-n', ...format, path, ...effects])
    const { stderr } = spawnSync(
      'ffmpeg',
      ['-nostats', '-i', path, '-af', 'ebur128=peak=true', '-f', 'null', '-'],
      { encoding: 'utf8' },
    )
    const summary = stderr.slice(stderr.lastIndexOf('Summary:'))
    const stated = (pattern: RegExp) => Number(pattern.exec(summary)?.[1])
    const { facts } = await factsOf(path)
    expect(Math.abs(facts.loudnessLufs! - stated(/I:\s+(-?[\d.]+) LUFS/))).toBeLessThanOrEqual(0.1)
    expect(Math.abs(facts.truePeakDb! - stated(/Peak:\s+(-?[\d.]+) dBFS/))).toBeLessThanOrEqual(0.2)
  })
})
