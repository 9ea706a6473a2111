import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openAudio } from '../../../src-main/decode/audio-file.ts'
import { computeFacts } from '../../../src-main/media/facts.ts'
import { sine, temporaryFolder, wav16, writeFixture } from '../media/wav-fixture.ts'
import { decoded, decodedByFfmpeg } from './decoded.ts'

// Other programs judge the files, on a machine that may be busy; nothing is asserted about time.
vi.setConfig({ testTimeout: 60_000 })

/** Longer than one batch of AAC packets (5.9 s), of no whole number of packets of any codec. */
const SECONDS = 13.217
let folder: ReturnType<typeof temporaryFolder>
const encode = (name: string, args: readonly string[], from = 'source.wav'): string => {
  const path = join(folder.path, name)
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', join(folder.path, from), ...args, path])
  return path
}
beforeAll(() => {
  folder = temporaryFolder()
  const left = sine(440, SECONDS, 0.5)
  const right = sine(663, SECONDS, 0.3)
  writeFixture(folder.path, 'source.wav', wav16([left, right]))
  writeFixture(folder.path, 'mono.wav', wav16([left]))
})
afterAll(() => folder.remove())

const worstDifference = (a: Float32Array, b: Float32Array): number => {
  let worst = 0
  for (let n = 0; n < Math.min(a.length, b.length); n += 1) worst = Math.max(worst, Math.abs(a[n]! - b[n]!))
  return worst
}

describe('compressed files', () => {
  it.each([
    ['MP3', 'a.mp3', ['-b:a', '192k'], 1e-3],
    ['MP3 of variable rate', 'v.mp3', ['-q:a', '4'], 1e-3],
    ['Ogg Vorbis', 'a.ogg', ['-c:a', 'libvorbis'], 1e-3],
    ['Opus', 'a.opus', ['-c:a', 'libopus', '-b:a', '128k'], 2e-3],
    ['AAC in M4A', 'a.m4a', ['-c:a', 'aac', '-aac_pns', '0'], 1e-3],
    ['AAC in ADTS', 'a.aac', ['-c:a', 'aac', '-aac_pns', '0'], 1e-3],
  ])('decodes %s to the samples that ffmpeg decodes', async (_, name, args, tolerance) => {
    const path = encode(name, args)
    const ours = await decoded(path)
    const theirs = decodedByFfmpeg(path, 2)
    expect(ours).toHaveLength(2)
    // ffmpeg leaves the padding of the last AAC packet, which the container cuts.
    expect(Math.abs(ours[0]!.length - theirs[0]!.length)).toBeLessThan(name === 'a.m4a' ? 1024 : 2)
    for (const [channel, samples] of ours.entries())
      expect(worstDifference(samples, theirs[channel]!)).toBeLessThan(tolerance)
  })

  it.each([
    ['a.mp3', ['-b:a', '128k']],
    ['a.ogg', ['-c:a', 'libvorbis']],
    ['a.m4a', ['-c:a', 'aac']],
  ])('gives one channel for %s of one channel, as long as its source', async (name, args) => {
    const ours = await decoded(encode(`mono-${name}`, args, 'mono.wav'))
    expect(ours).toHaveLength(1)
    expect(ours[0]!.length).toBe(Math.round(SECONDS * 44_100))
  })

  it('measures loudness as ffmpeg does', async () => {
    const computed = await computeFacts(encode('loud.mp3', ['-b:a', '192k']))
    const told = execFileSync(
      'sh',
      ['-c', `ffmpeg -hide_banner -nostats -i ${join(folder.path, 'loud.mp3')} -af ebur128 -f null - 2>&1`],
      { encoding: 'utf8' },
    )
    const theirs = Number(
      /I:\s+(-[\d.]+) LUFS\s+Threshold/.exec(told.slice(told.lastIndexOf('Summary')))?.[1],
    )
    expect(computed.ok && Math.abs(computed.value.facts.loudnessLufs! - theirs)).toBeLessThan(0.1)
  })

  it('says that a file was cut short, and measures what is there', async () => {
    for (const [name, args] of [
      ['cut.mp3', ['-b:a', '192k']],
      ['cut.ogg', ['-c:a', 'libvorbis']],
      ['cut.opus', ['-c:a', 'libopus']],
    ] as const) {
      const whole = readFileSync(encode(name, args))
      const path = join(folder.path, `half-${name}`)
      writeFileSync(path, whole.subarray(0, Math.floor(whole.length / 2)))
      const computed = await computeFacts(path)
      if (!computed.ok) throw new Error(`${name}: ${computed.error.message}`)
      const { durationMs, isCutShort } = computed.value.facts
      expect(durationMs, name).toBeGreaterThan(4000)
      expect(durationMs, name).toBeLessThan(9000)
      // A cut MP3 of constant rate states no length: nobody can tell.
      expect(isCutShort, name).toBe(name !== 'cut.mp3')
    }
  })

  it('names what it cannot decode', async () => {
    const noise = Buffer.from(Array.from({ length: 40_000 }, (_, n) => (n * 7919 + (n >> 3) * 31) & 0xff))
    const told = async (path: string): Promise<string> => {
      const computed = await computeFacts(path)
      return computed.ok ? 'ok' : computed.error.code
    }
    expect(await told(writeFixture(folder.path, 'noise.mp3', noise))).toBe('format_unsupported')
    expect(
      await told(writeFixture(folder.path, 'head.ogg', Buffer.concat([Buffer.from('OggS\0'), noise]))),
    ).toBe('format_unsupported')
    expect(await openAudio(encode('alac.m4a', ['-c:a', 'alac']))).toMatchObject({
      ok: false,
      error: { code: 'format_unsupported' },
    })
    const broken = readFileSync(encode('broken.m4a', ['-c:a', 'aac']))
    broken.fill(0x55, 64, broken.length - 8000)
    expect(await told(writeFixture(folder.path, 'broken.m4a', broken))).not.toBe('ok')
  })
})
