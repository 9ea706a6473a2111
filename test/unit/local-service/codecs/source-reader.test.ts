// The sounds that requests bring, as WAV and as FLAC.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { encodedPieces, writePieces } from '../../../../src-main/local-service/codecs/encode.ts'
import { inspectSource, readSourceMono } from '../../../../src-main/local-service/codecs/source-reader.ts'

// Other programs judge the files, on a machine that may be busy; nothing is asserted about time.
vi.setConfig({ testTimeout: 60_000 })

const folder = mkdtempSync(join(tmpdir(), 'foleyroom-sources-'))
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
    expect(inspectSource(flac)).toEqual({
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

  test('that is cut short is silent where it ends', async () => {
    const bytes = readFileSync(await written('flac'))
    const path = join(folder, 'cut.flac')
    writeFileSync(path, bytes.subarray(0, bytes.length / 2))
    const { samples } = await readSourceMono(path)
    expect(samples).toHaveLength(50_001)
    expect(samples.subarray(0, 4096).some((value) => value !== 0)).toBe(true)
    expect(samples.subarray(49_000).every((value) => value === 0)).toBe(true)
  })

  test.each([
    ['without a STREAMINFO', (bytes: Buffer) => bytes.writeUInt8(4, 4), 'broken'],
    ['of 1,048,575 Hz', (bytes: Buffer) => bytes.writeUInt16BE(0xffff, 18), 'broken'],
    ['that states no length', (bytes: Buffer) => bytes.fill(0, 22, 26), 'unsupported'],
  ])('%s is refused', async (_, change, problem) => {
    const bytes = readFileSync(await written('flac'))
    change(bytes)
    const path = join(folder, 'bad.flac')
    writeFileSync(path, bytes)
    expect(inspectSource(path)).toMatchObject({ ok: false, problem })
  })
})

test('a file of neither format is not read', () => {
  const path = join(folder, 'text')
  writeFileSync(path, 'ID3 and no sound')
  expect(inspectSource(path)).toMatchObject({ ok: false, problem: 'unsupported' })
})
