import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { openAudio } from '../../../src-main/decode/audio-file.ts'
import { computeFacts } from '../../../src-main/media/facts.ts'
import { sine, temporaryFolder, wav16, writeFixture } from '../media/wav-fixture.ts'
import { decoded, decodedByFfmpeg } from './decoded.ts'

// Other programs judge the files, on a machine that may be busy; nothing is asserted about time.
vi.setConfig({ testTimeout: 60_000 })

const folder = temporaryFolder()
afterAll(() => folder.remove())

const source = writeFixture(folder.path, 'source.wav', wav16([sine(997, 1.3, 0.7), sine(440, 1.3, 0.2)]))

/** A FLAC that ffmpeg made of the source. */
function flac(name: string, ...options: string[]): string {
  const path = join(folder.path, name)
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', source, ...options, path])
  return path
}

describe('openAudio on FLAC', () => {
  it.each([
    ['16 bits, two channels', 2, []],
    ['16 bits, one channel', 1, ['-ac', '1']],
    ['24 bits', 2, ['-af', 'volume=0.777', '-sample_fmt', 's32']],
    ['48 kHz, small blocks', 2, ['-ar', '48000', '-frame_size', '576']],
  ] as const)('reads the very samples that ffmpeg reads: %s', async (_, channels, options) => {
    const path = flac('same.flac', ...options)
    const samples = await decoded(path)
    const expected = decodedByFfmpeg(path, channels)
    expect(samples.map((channel) => channel.length)).toEqual(expected.map((channel) => channel.length))
    expect(samples).toEqual(expected)
  })

  it.each([16, 24])(
    'reads values of any kind in %i bits: silence, noise, full scale, single bits',
    async (bits) => {
      const values: number[] = [...new Array(5000).fill(0), ...new Array(5000).fill(-1)]
      let state = 1
      for (let index = 0; index < 20_000; index++) {
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
        const kinds = [
          state >> 16,
          (state >> 24) * 256,
          (state >> 31) * 255,
          state & 1 ? 32_767 : -32_768,
          0,
          -256,
        ]
        values.push(kinds[(state >>> 8) % kinds.length]!)
      }
      const pcm = Buffer.alloc(values.length * 2)
      for (const [index, value] of values.entries()) pcm.writeInt16LE(value, index * 2)
      const raw = join(folder.path, 'values.raw')
      writeFileSync(raw, pcm)
      const path = join(folder.path, 'values.flac')
      const wide = bits === 24 ? ['-af', 'volume=0.77', '-sample_fmt', 's32'] : []
      execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 's16le', '-ar', '44100', '-i', raw, ...wide, path])
      expect(await decoded(path)).toEqual(decodedByFfmpeg(path, 1))
    },
  )

  it('counts the samples of a file that does not state how many it has', async () => {
    const bytes = readFileSync(flac('stated.flac'))
    bytes[21] = bytes[21]! & 0xf0
    bytes.fill(0, 22, 26)
    const path = join(folder.path, 'streamed.flac')
    writeFileSync(path, bytes)
    expect(await openAudio(path)).toMatchObject({ ok: true, value: { frames: 57_330 } })
  })

  it('reads a cut file up to its end, and says so', async () => {
    const whole = readFileSync(flac('whole.flac'))
    const path = join(folder.path, 'cut.flac')
    writeFileSync(path, whole.subarray(0, whole.length / 2))
    const opened = await openAudio(path)
    if (!opened.ok) throw new Error(opened.error.message)
    let frames = 0
    for await (const block of opened.value.blocks()) frames += block[0]!.length
    expect(frames).toBeGreaterThan(10_000)
    expect(frames).toBeLessThan(57_330)
    expect(opened.value.isCutShort()).toBe(true)
  })

  it('names a file that only begins like FLAC', async () => {
    const path = join(folder.path, 'bad.flac')
    writeFileSync(path, 'fLaC and then nothing of it, just some text that goes on')
    expect(await openAudio(path)).toMatchObject({ ok: false, error: { code: 'flac_invalid' } })
  })

  it('survives noise in the place of frames', async () => {
    const bytes = readFileSync(flac('noise.flac'))
    for (let at = 9000; at < bytes.length; at++) bytes[at] = (at * 7919) & 0xff
    const path = join(folder.path, 'noise-inside.flac')
    writeFileSync(path, bytes)
    const samples = await decoded(path)
    expect(samples[0]!.every((value) => Math.abs(value) <= 1)).toBe(true)
  })
})

describe('computeFacts on FLAC', () => {
  it('gives the facts and the peaks of the WAV with the same samples', async () => {
    const [fromWav, fromFlac] = [await computeFacts(source), await computeFacts(flac('facts.flac'))]
    expect(fromFlac).toEqual(fromWav)
  })
})
