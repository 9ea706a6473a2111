// The encoders of every format, judged by ffprobe, ffmpeg and mediainfo.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { AUDIO_FORMATS, type AudioFormat } from '../../../../src-main/contract/index.ts'
import { encodedPieces, writePieces } from '../../../../src-main/local-service/codecs/encode.ts'
import type { FilePiece } from '../../../../src-main/local-service/codecs/file-piece.ts'
import { crc16 } from '../../../../src-main/local-service/codecs/mp3-info-frame.ts'
import { makeTemporaryFolder } from '../../../temporary-folder.ts'

// Other programs judge the files, on a machine that may be busy; nothing is asserted about time.
vi.setConfig({ testTimeout: 60_000 })

const RATE_HZ = 44_100
const folder = makeTemporaryFolder('encode')
afterAll(() => rmSync(folder, { recursive: true }))

/** Tones of whole cycles in the length, so that the signal is a loop, and noise that is a loop too. */
function sound(length: number): Float32Array {
  let state = 7
  return Float32Array.from({ length }, (_, index) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    const phase = (2 * Math.PI * index) / length
    const cycles = Math.round(length / 100)
    return (
      0.3 * Math.sin(phase * cycles) + 0.1 * Math.sin(phase * 2 * cycles + 1) + 0.02 * (state / 2 ** 31 - 1)
    )
  })
}

let files = 0
async function encoded(format: AudioFormat, samples: Float32Array, loop = false) {
  files += 1
  const path = join(folder, `${files}.${format.split('_')[0]}`)
  const pieces = encodedPieces(format, samples, { sampleRateHz: RATE_HZ, loop, ditherSeed: 5 })
  return { path, ...(await writePieces(path, pieces)) }
}

interface Probed {
  readonly codec_name: string
  readonly sample_rate: string
  readonly channels: number
  readonly bit_rate?: string
  readonly duration_ts: number
}

function probe(path: string): Probed {
  const json = execFileSync('ffprobe', ['-v', 'error', '-show_streams', '-of', 'json', path], {
    encoding: 'utf8',
  })
  return JSON.parse(json).streams[0]
}

/** Decoded by ffmpeg, which cuts what the file tells it to cut. Its AAC keeps the padding of the last packet. */
function decoded(path: string): Float32Array {
  const raw = execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-f', 'f32le', '-'], { maxBuffer: 2 ** 30 })
  return new Float32Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.byteLength))
}

/** Signal to noise in dB over a range that may reach around the join. */
function snrDb(source: Float32Array, copy: Float32Array, start = 0, end = source.length): number {
  let signal = 0
  let noise = 0
  for (let index = start; index < end; index++) {
    const at = (index + source.length) % source.length
    signal += source[at]! ** 2
    noise += (source[at]! - copy[at]!) ** 2
  }
  return 10 * Math.log10(signal / noise)
}

/** What a decoder has to keep of the signal, from what was measured, with a margin of about 3 dB. */
const LEAST_SNR_DB: Readonly<Record<AudioFormat, number>> = {
  wav: 80,
  flac: 80,
  mp3_128: 15,
  mp3_192: 18,
  mp3_256: 20,
  mp3_320: 20,
  m4a_128: 15,
  m4a_192: 18,
  m4a_256: 18,
}
const CODECS = { wav: 'pcm_s16le', flac: 'flac', mp3: 'mp3', m4a: 'aac' } as const

describe.each(AUDIO_FORMATS)('%s', (format) => {
  const [kind, kbps] = format.split('_')
  // Every format's name begins with one of them.
  const codec = CODECS[kind as keyof typeof CODECS]

  test('is a mono file of its codec that decodes to the sound, sample by sample in place', async () => {
    const samples = sound(60_123)
    const { path, bytes } = await encoded(format, samples)
    expect(statSync(path).size).toBe(bytes)
    expect(probe(path)).toMatchObject({ codec_name: codec, sample_rate: '44100', channels: 1 })
    expect(snrDb(samples, decoded(path))).toBeGreaterThan(LEAST_SNR_DB[format])
    if (kind === 'mp3') expect(probe(path).bit_rate).toBe(`${kbps}000`)
  })

  test.each([1151, 1152, 4410])('says and keeps a length of %i samples', async (length) => {
    const samples = sound(length)
    for (const loop of [false, true]) {
      const { path } = await encoded(format, samples, loop)
      const copy = decoded(path)
      if (codec === 'aac') {
        expect(probe(path).duration_ts).toBe(length)
        expect(copy.length).toBeGreaterThanOrEqual(length)
        expect(copy.length - length).toBeLessThan(1024)
      } else {
        expect(copy.length).toBe(length)
      }
    }
  })

  test('is as good in its first moments as later', async () => {
    const samples = sound(44_100)
    const copy = decoded((await encoded(format, samples)).path)
    // Its mirror image bends the tones at the very start, which costs a few dB there.
    expect(snrDb(samples, copy, 0, 4000)).toBeGreaterThan(snrDb(samples, copy) - 8)
  })

  test('joins the end of a loop to its start as well as its middle', async () => {
    const samples = sound(88_200)
    const { path } = await encoded(format, samples, true)
    const copy = decoded(path)
    const around = 1500
    expect(snrDb(samples, copy, -around, around)).toBeGreaterThan(snrDb(samples, copy) - 3)
  })

  test('has the same bytes for the same sound, and their SHA-256', async () => {
    const samples = sound(20_000)
    const [first, second] = [await encoded(format, samples), await encoded(format, samples)]
    const content = readFileSync(first.path)
    expect(content.equals(readFileSync(second.path))).toBe(true)
    expect(first.sha256).toBe(createHash('sha256').update(content).digest('hex'))
  })

  test('hands out a long sound in small pieces, and stops where nobody asks on', async () => {
    const samples = sound(30 * RATE_HZ)
    let largest = 0
    let pieces = 0
    for await (const { bytes } of encodedPieces(format, samples, {
      sampleRateHz: RATE_HZ,
      loop: false,
      ditherSeed: 1,
    })) {
      largest = Math.max(largest, bytes.length)
      pieces += 1
      if (pieces === 20) break
    }
    expect(pieces).toBe(20)
    expect(largest).toBeLessThan(64 * 1024)
  })
})

test('a FLAC holds the very samples of the WAV, and the MD5 that belongs to them', async () => {
  const samples = sound(50_000)
  const [wav, flac] = [await encoded('wav', samples), await encoded('flac', samples)]
  expect(decoded(flac.path)).toEqual(decoded(wav.path))
  const pcm = readFileSync(wav.path).subarray(44)
  const stored = readFileSync(flac.path).subarray(26, 42)
  expect(stored.toString('hex')).toBe(createHash('md5').update(pcm).digest('hex'))
})

test('the Info frame of an MP3 has the checksums that it should have', async () => {
  const { path, bytes } = await encoded('mp3_192', sound(30_000))
  const file = readFileSync(path)
  const tag = file.indexOf('LAME3.100')
  const frameBytes = Math.floor((144 * 192_000) / RATE_HZ)
  expect(file.readUInt32BE(tag + 28)).toBe(bytes)
  expect(file.readUInt16BE(tag + 32)).toBe(crc16(file.subarray(frameBytes), 0))
  expect(file.readUInt16BE(tag + 34)).toBe(crc16(file.subarray(0, tag + 34), 0))
})

test('CRC-16 gives the value that its catalogue states for "123456789"', () => {
  // CRC-16/ARC of https://reveng.sourceforge.io/crc-catalogue/16.htm
  expect(crc16(Buffer.from('123456789'), 0)).toBe(0xbb3d)
})

test('mediainfo reads the constant bit rate, the encoder and the length', async () => {
  const { path } = await encoded('mp3_256', sound(2 * RATE_HZ))
  const json = execFileSync('mediainfo', ['--Output=JSON', path], { encoding: 'utf8' })
  expect(JSON.parse(json).media.track[1]).toMatchObject({
    BitRate_Mode: 'CBR',
    BitRate: '256000',
    Channels: '1',
    Encoded_Library: 'LAME3.100',
  })
})

describe('writePieces', () => {
  async function* pieces(fails: boolean): AsyncGenerator<FilePiece> {
    yield { bytes: Buffer.from('....end') }
    if (fails) throw new Error('the encoder broke')
    yield { bytes: Buffer.from('head'), at: 0 }
    yield { bytes: Buffer.from('!') }
  }

  test('puts late bytes into their place', async () => {
    const path = join(folder, 'patched')
    expect(await writePieces(path, pieces(false))).toMatchObject({ bytes: 8 })
    expect(readFileSync(path, 'latin1')).toBe('headend!')
  })

  test('leaves nothing behind where encoding fails', async () => {
    const path = join(folder, 'failed')
    await expect(writePieces(path, pieces(true))).rejects.toThrow('the encoder broke')
    expect(existsSync(path)).toBe(false)
    expect(readdirSync(folder).filter((name) => name.includes('failed'))).toEqual([])
  })
})
