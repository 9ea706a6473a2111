// The sounds that requests bring, in every format that is read.

import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { encodedPieces, writePieces } from '../../../../src-main/local-service/codecs/encode.ts'
import { inspectSource, readSourceMono } from '../../../../src-main/local-service/codecs/source-reader.ts'
import { makeTemporaryFolder } from '../../../temporary-folder.ts'

// Other programs judge the files, on a machine that may be busy; nothing is asserted about time.
vi.setConfig({ testTimeout: 60_000 })

const MOST_MS = 600_000
const folder = makeTemporaryFolder('sources')
afterAll(() => rmSync(folder, { recursive: true }))

async function written(format: 'wav' | 'flac'): Promise<string> {
  const path = join(folder, `sound.${format}`)
  const samples = Float32Array.from({ length: 50_001 }, (_, index) => 0.6 * Math.sin(index / 9))
  await writePieces(
    path,
    encodedPieces(format, samples, { sampleRateHz: 44_100, loop: false, ditherSeed: 3 }),
  )
  return path
}

describe('a FLAC source', () => {
  test('is read as the WAV of the same sound is', async () => {
    const [wav, flac] = [await written('wav'), await written('flac')]
    expect(await inspectSource(flac, MOST_MS)).toEqual({
      ok: true,
      info: { sampleRateHz: 44_100, channels: 1, frames: 50_001, durationMs: 1134 },
    })
    expect(await readSourceMono(flac)).toEqual(await readSourceMono(wav))
  })

  test('of two channels and 24 bits is mixed to one', async () => {
    const path = join(folder, 'wide.flac')
    const filter = 'pan=stereo|c0=0.5*c0|c1=-0.25*c0'
    const wide = ['-af', filter, '-sample_fmt', 's32', path]
    execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', await written('wav'), ...wide])
    const [whole, mixed] = [await readSourceMono(await written('wav')), await readSourceMono(path)]
    expect(mixed.samples).toHaveLength(50_001)
    const worst = mixed.samples.reduce(
      (most, value, index) => Math.max(most, Math.abs(value - whole.samples[index]! / 8)),
      0,
    )
    expect(worst).toBeLessThan(2e-5) // ffmpeg rounds the panned channels to 16 bits
  })

  test('that is cut short is as long as what is left of it', async () => {
    const bytes = readFileSync(await written('flac'))
    const path = join(folder, 'cut.flac')
    writeFileSync(path, bytes.subarray(0, bytes.length / 2))
    const { samples } = await readSourceMono(path)
    expect(samples.length).toBeGreaterThan(20_000)
    expect(samples.length).toBeLessThan(30_000)
    expect(await inspectSource(path, MOST_MS)).toMatchObject({ ok: true, info: { frames: samples.length } })
  })

  test.each([
    ['without a STREAMINFO', (bytes: Buffer) => bytes.writeUInt8(4, 4), 'broken'],
    ['of 1,048,575 Hz', (bytes: Buffer) => bytes.writeUInt16BE(0xffff, 18), 'broken'],
  ])('%s is refused', async (_, change, problem) => {
    const bytes = readFileSync(await written('flac'))
    change(bytes)
    const path = join(folder, 'bad.flac')
    writeFileSync(path, bytes)
    expect(await inspectSource(path, MOST_MS)).toMatchObject({ ok: false, problem })
  })

  test('that states no length is counted', async () => {
    const bytes = readFileSync(await written('flac'))
    bytes.fill(0, 22, 26)
    const path = join(folder, 'endless.flac')
    writeFileSync(path, bytes)
    expect(await inspectSource(path, MOST_MS)).toMatchObject({ ok: true, info: { frames: 50_001 } })
  })
})

const COMPRESSED: readonly (readonly [string, ...string[]])[] = [
  ['mp3', '-c:a', 'libmp3lame', '-b:a', '192k'],
  ['ogg', '-c:a', 'libvorbis', '-q:a', '6'],
  ['opus', '-c:a', 'libopus', '-b:a', '128k'],
  ['m4a', '-c:a', 'aac', '-b:a', '192k'],
  ['aac', '-c:a', 'aac', '-b:a', '192k', '-f', 'adts'],
  ['aiff', '-c:a', 'pcm_s24be'],
]

describe.each(COMPRESSED)('a source as %s', (format, ...coding) => {
  test('is measured by its samples and sounds as the WAV of the same sound does', async () => {
    const wav = await written('wav')
    const path = join(folder, `sound.${format}`)
    execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', wav, ...coding, path])
    const inspected = await inspectSource(path, MOST_MS)
    if (!inspected.ok) throw new Error(inspected.message)
    const { samples, sampleRateHz } = await readSourceMono(path)
    expect(samples).toHaveLength(inspected.info.frames)
    // ADTS states no delay: up to two packets of silence stay at its ends.
    expect(Math.abs(inspected.info.durationMs - 1134)).toBeLessThan(format === 'aac' ? 60 : 3)
    const middle = samples.subarray(0.3 * sampleRateHz, 0.8 * sampleRateHz)
    const power = middle.reduce((sum, value) => sum + value * value, 0) / middle.length
    // LAME turns down what it encodes by about a quarter of a decibel.
    expect(Math.abs(Math.sqrt(power) - 0.6 / Math.SQRT2)).toBeLessThan(0.02)
  })

  test('longer than anybody wants is not counted to its end', async () => {
    const path = join(folder, `sound.${format}`)
    const inspected = await inspectSource(path, 100)
    expect(inspected).toMatchObject({ ok: true })
    expect(inspected.ok && inspected.info.durationMs).toBeGreaterThan(100)
  })
})

test('a file of no such format is not read', async () => {
  const path = join(folder, 'text')
  writeFileSync(path, 'ID3 and no sound')
  expect(await inspectSource(path, MOST_MS)).toMatchObject({ ok: false, problem: 'unsupported' })
})
