import { execFileSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { openAudio } from '../../../src-main/decode/audio-file.ts'
import { openWav, type WavFile } from '../../../src-main/decode/wav.ts'
import { checkAudioFile } from '../../../src-main/media/check.ts'
import { computeFacts } from '../../../src-main/media/facts.ts'
import {
  chunk,
  fmt,
  hasTool,
  riff,
  runTool,
  sine,
  temporaryFolder,
  wav16,
  writeFixture,
} from '../media/wav-fixture.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeAll(() => {
  folder = temporaryFolder()
})
afterAll(() => folder.remove())
const write = (name: string, bytes: Uint8Array) => writeFixture(folder.path, name, bytes)

async function opened(path: string): Promise<WavFile> {
  const wav = await openWav(path)
  if (!wav.ok) throw new Error(wav.error.message)
  return wav.value
}
async function samplesOf(path: string): Promise<readonly number[][]> {
  const wav = await opened(path)
  const channels: number[][] = Array.from({ length: wav.format.channels }, () => [])
  for await (const block of wav.blocks()) {
    for (const [index, channel] of block.entries()) channels[index]?.push(...channel)
  }
  await wav.close()
  return channels
}

describe('WAV files', () => {
  const bytes = (length: number, ...writes: readonly ((buffer: Buffer) => unknown)[]): Buffer => {
    const buffer = Buffer.alloc(length)
    for (const write of writes) write(buffer)
    return buffer
  }
  const int24 = (value: number, at: number) => (buffer: Buffer) => buffer.writeIntLE(value, at, 3)
  const int32 = (value: number, at: number) => (buffer: Buffer) => buffer.writeInt32LE(value, at)
  const float32 = (value: number, at: number) => (buffer: Buffer) => buffer.writeFloatLE(value, at)

  test.each<[string, Parameters<typeof fmt>[0], Buffer, readonly number[]]>([
    ['8 bits', { bits: 8 }, Buffer.from([0, 128, 192]), [-1, 0, 0.5]],
    ['16 bits', {}, Buffer.from([0, 0x80, 0, 0x40]), [-1, 0.5]],
    ['24 bits', { bits: 24 }, bytes(6, int24(-8_388_608, 0), int24(4_194_304, 3)), [-1, 0.5]],
    ['32 bits', { bits: 32 }, bytes(8, int32(-2_147_483_648, 0), int32(2 ** 30, 4)), [-1, 0.5]],
    ['floats', { tag: 3, bits: 32 }, bytes(8, float32(-1.5, 0), float32(Number.NaN, 4)), [-1.5, 0]],
    ['doubles', { tag: 3, bits: 64 }, bytes(8, (buffer) => buffer.writeDoubleLE(0.25, 0)), [0.25]],
  ])('give their samples of %s', async (name, format, data, expected) => {
    expect(await samplesOf(write(`${name}.wav`, riff([fmt(format), chunk('data', data)])))).toEqual([
      expected,
    ])
  })

  it('keep channels apart and in step over many blocks', async () => {
    const left = Float32Array.from({ length: 200_001 }, (_, n) => (n % 100) / 100)
    const right = left.map((value) => -value)
    const [readLeft, readRight] = await samplesOf(write('stereo.wav', wav16([left, right])))
    expect(readLeft?.length).toBe(200_001)
    expect(readRight?.every((value, n) => value === -(readLeft?.[n] ?? 0))).toBe(true)
  })

  it('are read as WAVE_FORMAT_EXTENSIBLE and as RF64, too', async () => {
    const extensible = Buffer.alloc(40)
    fmt({ tag: 0xfffe, bits: 24 }).copy(extensible, 0, 8)
    extensible.writeUInt16LE(22, 16)
    extensible.writeUInt16LE(1, 24)
    const data = Buffer.from([0, 0, 0x40])
    expect(await samplesOf(write('ext.wav', riff([chunk('fmt ', extensible), chunk('data', data)])))).toEqual(
      [[0.5]],
    )
    const ds64 = Buffer.alloc(28)
    ds64.writeBigUInt64LE(4n, 8)
    const rf64 = riff(
      [
        chunk('ds64', ds64),
        fmt(),
        chunk('data', Buffer.from([0, 0x40, 0, 0xc0]), 0xffffffff),
        chunk('LIST', Buffer.from('INFO')),
      ],
      'RF64',
    )
    expect(await samplesOf(write('rf64.wav', rf64))).toEqual([[0.5, -0.5]])
  })
})

describe('bad files (faults 65, 80)', () => {
  const data = chunk('data', Buffer.alloc(8))
  test.each<[string, Uint8Array, string]>([
    ['nothing', Buffer.alloc(0), 'file_empty'],
    ['a text', Buffer.from('<html>please log in</html>'), 'not_wav'],
    ['a RIFF of pictures', Buffer.from('RIFF\x00\x00\x00\x00AVI LIST'), 'not_wav'],
    ['no fmt', riff([data]), 'wav_invalid'],
    ['a short fmt', riff([chunk('fmt ', Buffer.alloc(10)), data]), 'wav_invalid'],
    ['no data', riff([fmt()]), 'wav_no_audio'],
    ['0 frames', riff([fmt(), chunk('data', Buffer.alloc(0))]), 'wav_no_audio'],
    ['less than a frame', riff([fmt(), chunk('data', Buffer.alloc(1))]), 'wav_no_audio'],
    ['0 channels', riff([fmt({ channels: 0 }), data]), 'wav_invalid'],
    ['65535 channels', riff([fmt({ channels: 65_535, bytesPerFrame: 4 }), data]), 'wav_invalid'],
    ['0 Hz', riff([fmt({ sampleRate: 0 }), data]), 'wav_invalid'],
    ['frames of no bytes', riff([fmt({ bytesPerFrame: 0 }), data]), 'wav_invalid'],
    ['samples of 7 bytes', riff([fmt({ bits: 56 }), data]), 'format_unsupported'],
    ['MPEG in a WAV', riff([fmt({ tag: 0x55 }), data]), 'format_unsupported'],
    [
      'ten thousand empty chunks',
      riff([...Array.from({ length: 10_000 }, () => chunk('junk', Buffer.alloc(0))), fmt(), data]),
      'wav_invalid',
    ],
  ])('%s is named', async (name, bytes, code) => {
    expect(await openWav(write(`${name}.wav`, bytes))).toMatchObject({ ok: false, error: { code } })
  })

  it('that state more samples than they hold give those that are there, and are refused as a download', async () => {
    const path = write('lying.wav', riff([fmt(), chunk('data', Buffer.alloc(8), 4_000_000)]))
    const wav = await opened(path)
    expect(wav).toMatchObject({ frames: 4, isCutShort: true })
    await wav.close()
    const expected = { format: 'wav', sampleRate: 44_100, channels: 1, durationMs: 45_000 }
    expect(await checkAudioFile(path, expected)).toMatchObject({
      ok: false,
      error: { code: 'file_cut_short', retryable: true },
    })
  })

  it('that are no plain files are named without waiting', async () => {
    execFileSync('mkfifo', [join(folder.path, 'pipe.wav')])
    symlinkSync(join(folder.path, 'loop.wav'), join(folder.path, 'loop.wav'))
    for (const [name, code] of [
      ['pipe.wav', 'not_a_file'],
      ['loop.wav', 'not_a_file'],
      ['.', 'not_a_file'],
      ['none.wav', 'file_missing'],
    ]) {
      expect(await openWav(join(folder.path, name!))).toMatchObject({ ok: false, error: { code } })
    }
  })

  it('of any bytes at all throw nothing', async () => {
    const good = wav16([sine(440, 0.01, 0.5)])
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { maxLength: 12 }),
        fc.nat(good.length),
        async (changes, length) => {
          const bytes = Buffer.from(good)
          for (const [at, value] of changes) bytes[at] = value
          const path = write('fuzz.wav', bytes.subarray(0, length))
          const opened = await openAudio(path)
          if (opened.ok) {
            await opened.value.close()
            await computeFacts(path)
          }
        },
      ),
      { numRuns: 150 },
    )
  })
})

describe('a download', () => {
  const expected = { format: 'wav', sampleRate: 44_100, channels: 1, durationMs: 500 }

  it('that is what it was said to be passes', async () => {
    const path = write('good.wav', wav16([sine(440, 0.5, 0.5)]))
    expect(await checkAudioFile(path, expected)).toEqual({
      ok: true,
      value: { sampleRate: 44_100, channels: 1, durationMs: 500, isDecoded: true, differences: [] },
    })
  })

  it('of another length, rate or width is kept and flagged (fault 64)', async () => {
    const path = write('other.wav', wav16([sine(440, 1, 0.5), sine(440, 1, 0.5)], 48_000))
    const checked = await checkAudioFile(path, expected)
    expect(checked.ok && checked.value.differences.length).toBe(3)
  })

  test.each<[string, string, Uint8Array, boolean]>([
    ['mp3', 'noise', Buffer.from('this is not music at all'), false],
    ['mp3', 'a frame', Buffer.from([0xff, 0xfb, 0x90, 0x64, 0, 0]), true],
    ['mp3', 'a tag', Buffer.from('ID3\x04\x00'), true],
    ['flac', 'noise', Buffer.from('xxxx'), false],
    ['flac', 'its mark', Buffer.from('fLaC'), true],
    ['m4a', 'its box', Buffer.from('\0\0\0\x20ftypM4A '), true],
    ['something-new', 'anything', Buffer.from('anything'), true],
  ])('in %s that begins with %s', async (format, name, bytes, isGood) => {
    const checked = await checkAudioFile(write(`${format} ${name}`, bytes), { ...expected, format })
    expect(checked.ok).toBe(isGood)
    if (!checked.ok) expect(checked.error.code).toBe('not_audio')
  })
})

describe.skipIf(!hasTool('sox'))('beside sox', () => {
  test.each([
    ['-b', '8', '-e', 'unsigned-integer'],
    ['-b', '16', '-e', 'signed-integer'],
    ['-b', '24', '-e', 'signed-integer'],
    ['-b', '32', '-e', 'signed-integer'],
    ['-b', '32', '-e', 'floating-point'],
  ])('reads its files of %s %s %s %s', async (...options) => {
    const path = join(folder.path, 'sox.wav')
    runTool('sox', [
      '-n',
      '-r',
      '48000',
      '-c',
      '2',
      ...options,
      path,
      'synth',
      '0.1',
      'sine',
      '1000',
      'sine',
      '500',
      'gain',
      '-6',
    ])
    const [left, right] = await samplesOf(path)
    expect(left?.length).toBe(4800)
    const largest = (values: readonly number[] | undefined) => Math.max(...(values ?? []).map(Math.abs))
    expect(largest(left)).toBeCloseTo(0.5, 1)
    expect(largest(right)).toBeCloseTo(0.5, 1)
  })
})
