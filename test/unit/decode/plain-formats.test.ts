// Formats of plain, companded and ADPCM samples, and FLAC in Ogg: the very samples that ffmpeg reads.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { openAudio } from '../../../src-main/decode/audio-file.ts'
import { sine, temporaryFolder, wav16, writeFixture } from '../media/wav-fixture.ts'
import { decoded, decodedByFfmpeg } from './decoded.ts'

// Other programs judge the files, on a machine that may be busy; nothing is asserted about time.
vi.setConfig({ testTimeout: 60_000 })

const folder = temporaryFolder()
afterAll(() => folder.remove())
const source = writeFixture(folder.path, 'source.wav', wav16([sine(997, 1.9, 0.7), sine(440, 1.9, 0.2)]))
const mono = writeFixture(folder.path, 'mono.wav', wav16([sine(997, 0.9, 0.7)]))

/** One array a channel. */
function decodedBySox(path: string, channels: number): Float32Array[] {
  const raw = execFileSync('sox', [path, '-t', 'f32', '-'], { maxBuffer: 2 ** 28 })
  const all = new Float32Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.byteLength))
  return Array.from({ length: channels }, (_, channel) => all.filter((__, at) => at % channels === channel))
}

function encode(name: string, args: readonly string[], from = source): string {
  const path = join(folder.path, name)
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', from, '-af', 'volume=0.77', ...args, path])
  return path
}

describe('openAudio', () => {
  it.each([
    ['Wave64', 'a.w64', ['-c:a', 'pcm_s24le']],
    ['Wave64 of bytes', 'b.w64', ['-c:a', 'pcm_u8']],
    ['AU of 16 bits', 'a.au', ['-c:a', 'pcm_s16be']],
    ['AU of signed bytes', 'b.au', ['-c:a', 'pcm_s8']],
    ['AU of floats', 'c.au', ['-c:a', 'pcm_f32be']],
    ['AU of µ-law', 'd.au', ['-c:a', 'pcm_mulaw']],
    ['AU of A-law', 'e.au', ['-c:a', 'pcm_alaw']],
    ['CAF, the high byte first', 'a.caf', ['-c:a', 'pcm_s24be']],
    ['CAF, the low byte first', 'b.caf', ['-c:a', 'pcm_s16le']],
    ['CAF of floats', 'c.caf', ['-c:a', 'pcm_f64le']],
    ['CAF of signed bytes', 'd.caf', ['-c:a', 'pcm_s8']],
    ['CAF of µ-law', 'e.caf', ['-c:a', 'pcm_mulaw']],
    ['WAV of A-law', 'a.wav', ['-c:a', 'pcm_alaw']],
    ['WAV of µ-law', 'b.wav', ['-c:a', 'pcm_mulaw']],
    ['WAV of Microsoft ADPCM', 'd.wav', ['-c:a', 'adpcm_ms']],
    ['AIFF-C of µ-law', 'a.aifc', ['-c:a', 'pcm_mulaw', '-f', 'aiff']],
    ['AIFF-C of A-law', 'b.aifc', ['-c:a', 'pcm_alaw', '-f', 'aiff']],
    ['FLAC in Ogg', 'a.oga', ['-c:a', 'flac', '-f', 'ogg']],
    ['FLAC of 24 bits in Ogg', 'b.ogg', ['-c:a', 'flac', '-sample_fmt', 's32', '-f', 'ogg']],
  ])('reads the very samples that ffmpeg reads: %s', async (_, name, args) => {
    const path = encode(name, args)
    expect(await decoded(path)).toEqual(decodedByFfmpeg(path, 2))
  })

  it.each(['adpcm_ms', 'pcm_mulaw'])('reads one channel of %s', async (codec) => {
    const path = encode('mono-packed.wav', ['-c:a', codec], mono)
    expect(await decoded(path)).toEqual(decodedByFfmpeg(path, 1))
  })

  it.each([
    [2, source],
    [1, mono],
  ])(
    'reads WAV of IMA ADPCM of %i channels to the bit as sox does, which rounds as the standard says',
    async (channels, from) => {
      const path = encode('c.wav', ['-c:a', 'adpcm_ima_wav'], from)
      expect(await decoded(path)).toEqual(decodedBySox(path, channels))
    },
  )

  it.each(['adpcm_ima_wav', 'adpcm_ms'])('reads %s in a cut file up to its end', async (codec) => {
    const path = join(folder.path, 'cut.wav')
    writeFileSync(path, readFileSync(encode('whole.wav', ['-c:a', codec])).subarray(0, 30_001))
    const opened = await openAudio(path)
    if (!opened.ok) throw new Error(opened.error.message)
    expect(opened.value.isCutShort()).toBe(true)
    await opened.value.close()
    const [left] = await decoded(path)
    expect(left!.length).toBeGreaterThan(27_000)
    const whole =
      codec === 'adpcm_ms' ? decodedByFfmpeg(path, 2) : decodedBySox(join(folder.path, 'whole.wav'), 2)
    expect(left).toEqual(whole[0]!.subarray(0, left!.length))
  })

  it.each(['a.w64', 'a.au', 'a.caf'])('says that %s was cut short', async (name) => {
    const path = join(folder.path, `cut-${name}`)
    const whole = readFileSync(join(folder.path, name))
    writeFileSync(path, whole.subarray(0, Math.floor(whole.length / 2)))
    const opened = await openAudio(path)
    if (!opened.ok) throw new Error(opened.error.message)
    for await (const _ of opened.value.blocks()) {
      // Certain when all blocks have been read.
    }
    expect(opened.value.isCutShort()).toBe(true)
    await opened.value.close()
  })

  it.each<[string, string, (bytes: Buffer) => void, string]>([
    [
      'AU of a kind that is not decoded',
      'a.au',
      (bytes) => bytes.writeUInt32BE(23, 12),
      'format_unsupported',
    ],
    ['AU of no channels', 'a.au', (bytes) => bytes.writeUInt32BE(0, 20), 'au_invalid'],
    ['AU that begins behind its end', 'a.au', (bytes) => bytes.writeUInt32BE(2 ** 31, 4), 'au_no_audio'],
    ['CAF without a description', 'a.caf', (bytes) => bytes.write('xxxx', 8, 'latin1'), 'caf_invalid'],
    ['CAF of no rate', 'a.caf', (bytes) => bytes.writeDoubleBE(Number.NaN, 20), 'caf_invalid'],
    ['CAF of endless channels', 'a.caf', (bytes) => bytes.writeUInt32BE(0xffffffff, 44), 'caf_invalid'],
    ['CAF of another kind', 'a.caf', (bytes) => bytes.write('alac', 28, 'latin1'), 'format_unsupported'],
    [
      'Wave64 without samples',
      'a.w64',
      (bytes) => bytes.write('none', bytes.indexOf('data'), 'latin1'),
      'wav_no_audio',
    ],
    ['ADPCM in blocks of nothing', 'c.wav', (bytes) => bytes.writeUInt16LE(2, 32), 'wav_invalid'],
  ])('names %s', async (_, name, change, code) => {
    const bytes = readFileSync(join(folder.path, name))
    change(bytes)
    expect(await openAudio(writeFixture(folder.path, 'bad.bin', bytes))).toMatchObject({
      ok: false,
      error: { code },
    })
  })
})
