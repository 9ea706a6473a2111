// The WAV encoder, read back by hand.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wavByteLength, wavChunks } from '../../../src-main/local-service/codecs/wav.ts'

const options = { sampleRateHz: 44_100, loop: false, ditherSeed: 1 }

function encode(samples: Float32Array, changes: Partial<typeof options> = {}): Buffer {
  return Buffer.concat([...wavChunks(samples, { ...options, ...changes })])
}

function samplesOf(wav: Buffer, headerBytes = 44): number[] {
  const values: number[] = []
  for (let offset = headerBytes; offset < wav.length; offset += 2) values.push(wav.readInt16LE(offset))
  return values
}

describe('wavChunks', () => {
  test('writes the header of a mono 16-bit PCM file with sizes that are true', () => {
    const wav = encode(new Float32Array(100_000))
    expect(wav.length).toBe(wavByteLength(100_000, false))
    expect(wav.toString('latin1', 0, 4)).toBe('RIFF')
    expect(wav.readUInt32LE(4)).toBe(wav.length - 8)
    expect(wav.toString('latin1', 8, 16)).toBe('WAVEfmt ')
    expect([wav.readUInt16LE(20), wav.readUInt16LE(22), wav.readUInt32LE(24)]).toEqual([1, 1, 44_100])
    expect([wav.readUInt32LE(28), wav.readUInt16LE(32), wav.readUInt16LE(34)]).toEqual([88_200, 2, 16])
    expect(wav.toString('latin1', 36, 40)).toBe('data')
    expect(wav.readUInt32LE(40)).toBe(200_000)
  })

  test('marks the whole file as a loop in a smpl chunk', () => {
    const wav = encode(new Float32Array(1000), { loop: true })
    expect(wav.length).toBe(wavByteLength(1000, true))
    expect(wav.readUInt32LE(4)).toBe(wav.length - 8)
    const at = wav.indexOf('smpl')
    expect(wav.readUInt32LE(at + 4)).toBe(60)
    expect(wav.readUInt32LE(at + 16)).toBe(22_676) // ns in a sample
    const loop = at + 8 + 36
    expect([0, 4, 8, 12, 16, 20].map((offset) => wav.readUInt32LE(loop + offset))).toEqual([
      0, 0, 0, 999, 0, 0,
    ])
    expect(wav.toString('latin1', at + 68, at + 72)).toBe('data')
  })

  test('keeps digital silence silent and stays within two steps of every sample', () => {
    fc.assert(
      fc.property(
        fc.float32Array({ noNaN: true, noDefaultInfinity: true, maxLength: 200 }),
        fc.nat(),
        (samples, seed) => {
          const values = samplesOf(encode(samples, { ditherSeed: seed }))
          expect(values).toHaveLength(samples.length)
          values.forEach((value, index) => {
            const exact = Math.max(-1, Math.min(1, samples[index]!)) * 32_767
            expect(Math.abs(value - exact)).toBeLessThan(2)
            if (samples[index] === 0) expect(value).toBe(0)
          })
        },
      ),
    )
  })

  test('dither makes the mean of many equal samples finer than one step', () => {
    const exact = 100.3
    const values = samplesOf(encode(new Float32Array(50_000).fill(exact / 32_767)))
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    expect(mean).toBeCloseTo(exact, 1)
  })

  test('is repeatable by its seed', () => {
    const samples = Float32Array.from({ length: 5000 }, (_, index) => Math.sin(index / 30) * 0.7)
    expect(encode(samples).equals(encode(samples))).toBe(true)
    expect(encode(samples).equals(encode(samples, { ditherSeed: 2 }))).toBe(false)
  })
})
