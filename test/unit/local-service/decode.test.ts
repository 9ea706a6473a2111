// Reading WAV files of every encoding, broken ones too, and changing their rate.

import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { resample } from '../../../src-main/local-service/codecs/resample.ts'
import { wavChunks } from '../../../src-main/local-service/codecs/wav.ts'
import { inspectWav, readWavMono } from '../../../src-main/local-service/codecs/wav-reader.ts'
import { makeTemporaryFolder } from '../../temporary-folder.ts'

const folder = makeTemporaryFolder('wav')
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
function written(bytes: Uint8Array): string {
  files += 1
  const path = join(folder, `${files}.wav`)
  writeFileSync(path, bytes)
  return path
}

interface Encoding {
  readonly format: number
  readonly bits: number
  readonly write: (buffer: Buffer, value: number, offset: number) => void
}

const ENCODINGS: Readonly<Record<string, Encoding>> = {
  '8-bit': { format: 1, bits: 8, write: (b, v, at) => b.writeUInt8(Math.round(v * 127) + 128, at) },
  '16-bit': { format: 1, bits: 16, write: (b, v, at) => b.writeInt16LE(Math.round(v * 32_767), at) },
  '24-bit': { format: 1, bits: 24, write: (b, v, at) => b.writeIntLE(Math.round(v * 8_388_607), at, 3) },
  '32-bit': { format: 1, bits: 32, write: (b, v, at) => b.writeInt32LE(Math.round(v * 2_147_483_647), at) },
  float: { format: 3, bits: 32, write: (b, v, at) => b.writeFloatLE(v, at) },
  double: { format: 3, bits: 64, write: (b, v, at) => b.writeDoubleLE(v, at) },
}

/** A WAV of interleaved values, written by hand; `extensible` uses the long format chunk, `before` precedes the samples. */
function wavOf(
  values: readonly number[],
  encoding: Encoding,
  options: {
    readonly channels?: number
    readonly extensible?: boolean
    readonly before?: Buffer
    readonly stated?: number
  } = {},
): Buffer {
  const { channels = 1, extensible = false, before = Buffer.alloc(0) } = options
  const bytes = encoding.bits / 8
  const format = Buffer.alloc(extensible ? 48 : 24)
  format.write('fmt ', 0, 'latin1')
  format.writeUInt32LE(format.length - 8, 4)
  format.writeUInt16LE(extensible ? 0xfffe : encoding.format, 8)
  format.writeUInt16LE(channels, 10)
  format.writeUInt32LE(48_000, 12)
  format.writeUInt32LE(48_000 * channels * bytes, 16)
  format.writeUInt16LE(channels * bytes, 20)
  format.writeUInt16LE(encoding.bits, 22)
  if (extensible) format.writeUInt16LE(encoding.format, 32)
  const data = Buffer.alloc(8 + values.length * bytes)
  data.write('data', 0, 'latin1')
  data.writeUInt32LE(options.stated ?? values.length * bytes, 4)
  values.forEach((value, index) => {
    encoding.write(data, value, 8 + index * bytes)
  })
  const body = Buffer.concat([Buffer.from('WAVE'), format, before, data])
  const riff = Buffer.alloc(8)
  riff.write('RIFF', 0, 'latin1')
  riff.writeUInt32LE(body.length, 4)
  return Buffer.concat([riff, body])
}

function read(bytes: Uint8Array): Float32Array {
  const path = written(bytes)
  const inspected = inspectWav(path)
  if (!inspected.ok) throw new Error(inspected.message)
  return readWavMono(path, inspected.info)
}

describe('WAV files', () => {
  const values = [0, 0.5, -0.5, 1, -1, 0.25]

  test.each(Object.entries(ENCODINGS))('%s samples are read as they were written', (_, encoding) => {
    for (const extensible of [false, true]) {
      const samples = read(wavOf(values, encoding, { extensible }))
      expect(samples).toHaveLength(values.length)
      samples.forEach((sample, index) => {
        expect(Math.abs(sample - values[index]!)).toBeLessThan(encoding.bits === 8 ? 0.01 : 1e-4)
      })
    }
  })

  test('channels are mixed to one', () => {
    expect([...read(wavOf([0.5, -0.5, 1, 0], ENCODINGS.float!, { channels: 2 }))]).toEqual([0, 0.5])
  })

  test('chunks before the samples are passed over, odd ones with their padding', () => {
    const before = Buffer.concat([Buffer.from('LIST'), Buffer.from([3, 0, 0, 0]), Buffer.from('abc\0')])
    expect(read(wavOf(values, ENCODINGS['16-bit']!, { before }))).toHaveLength(values.length)
  })

  test('a stated size that is nothing, or more than there is, gives what is there', () => {
    for (const stated of [0, 0xffff_ffff, 1_000_000]) {
      expect(read(wavOf(values, ENCODINGS['16-bit']!, { stated }))).toHaveLength(values.length)
    }
  })

  test('NaN and infinity are silence', () => {
    expect([...read(wavOf([Number.NaN, Number.POSITIVE_INFINITY, 0.5], ENCODINGS.float!))]).toEqual([
      0, 0, 0.5,
    ])
  })

  test('what is no WAV is unsupported, what is a WAV without samples is broken', () => {
    const problemOf = (bytes: Buffer) => {
      const inspected = inspectWav(written(bytes))
      return inspected.ok ? 'none' : inspected.problem
    }
    const good = wavOf(values, ENCODINGS['16-bit']!)
    const alien = Buffer.from(good)
    alien.writeUInt16LE(85, 20) // MP3 in a WAV
    expect(problemOf(Buffer.from('ID3 and some more bytes'))).toBe('unsupported')
    expect(problemOf(Buffer.alloc(0))).toBe('unsupported')
    expect(problemOf(alien)).toBe('unsupported')
    expect(problemOf(wavOf([], ENCODINGS['16-bit']!))).toBe('broken')
    expect(problemOf(good.subarray(0, 30))).toBe('broken')
    const silentFormat = Buffer.from(good)
    silentFormat.writeUInt16LE(0, 22)
    expect(problemOf(silentFormat)).toBe('broken')
  })

  test('no bytes whatever break the reader', () => {
    const good = wavOf(values, ENCODINGS['24-bit']!)
    fc.assert(
      fc.property(
        fc.nat(good.length - 1),
        fc.uint8Array({ maxLength: 12 }),
        fc.nat(good.length),
        (at, noise, cut) => {
          const bytes = Buffer.from(good)
          bytes.set(noise.subarray(0, bytes.length - at), at)
          const path = written(bytes.subarray(0, cut))
          const inspected = inspectWav(path)
          if (inspected.ok) expect(readWavMono(path, inspected.info)).toHaveLength(inspected.info.frames)
        },
      ),
    )
  })

  test('reads back what the service writes', () => {
    const samples = Float32Array.from({ length: 40_000 }, (_, index) => Math.sin(index / 20) * 0.8)
    const bytes = Buffer.concat([...wavChunks(samples, { sampleRateHz: 44_100, loop: true, ditherSeed: 1 })])
    const again = read(bytes)
    expect(again).toHaveLength(samples.length)
    expect(again.every((sample, index) => Math.abs(sample - samples[index]!) < 1e-4)).toBe(true)
  })
})

describe('resample', () => {
  const tone = (frequencyHz: number, rateHz: number, seconds = 0.5) =>
    Float32Array.from({ length: rateHz * seconds }, (_, index) =>
      Math.sin((2 * Math.PI * frequencyHz * index) / rateHz),
    )
  const rms = (samples: Float32Array) =>
    Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length)

  test.each([
    [48_000, 44_100],
    [22_050, 44_100],
    [96_000, 44_100],
  ])('a tone of 1 kHz stays what it is from %i to %i Hz', (from, to) => {
    const result = resample(tone(1000, from), from, to)
    const wanted = tone(1000, to)
    expect(result).toHaveLength(wanted.length)
    // Away from the ends, where the filter reaches past the signal.
    const error = result.map((value, index) => value - wanted[index]!).subarray(2000, -2000)
    expect(20 * Math.log10(rms(error))).toBeLessThan(-85)
  })

  test('what the new rate cannot hold is gone', () => {
    const result = resample(tone(30_000, 96_000), 96_000, 44_100).subarray(2000, -2000)
    expect(20 * Math.log10(rms(result))).toBeLessThan(-85)
  })
})
