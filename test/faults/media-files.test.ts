// FAULTS 65 and 80: sound and video files that lie about themselves, or are no files at all. Real decoders, real workers, real special files.
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, openSync, symlinkSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ImportView } from '../../src-main/bridge/library.ts'
import { createSourceFiles } from '../../src-main/generations/source-files.ts'
import type { WritableDatabase } from '../../src-main/library/database.ts'
import type { LibraryFolder } from '../../src-main/library/folder.ts'
import { createLibraryFolder } from '../../src-main/library/folder.ts'
import { createImports } from '../../src-main/library/imports.ts'
import { libraryStats } from '../../src-main/library/sound-rows.ts'
import { checkAudioFile } from '../../src-main/media/check.ts'
import type { FactsService } from '../../src-main/media/facts-service.ts'
import { createFactsService } from '../../src-main/media/facts-service.ts'
import { hashContent } from '../../src-main/media/hash-file.ts'
import {
  openTemporaryLibrary,
  type TemporaryFolder,
  temporaryFolder,
} from '../unit/library/library-fixture.ts'
import { chunk, fmt, riff, tone } from '../unit/media/wav-fixture.ts'
import { seeded } from './seeded.ts'

// What is not read here is shown to the system's ffmpeg: a process for each, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let place: TemporaryFolder
let db: WritableDatabase
let folder: LibraryFolder
let media: FactsService
beforeEach(() => {
  place = temporaryFolder()
  db = openTemporaryLibrary(place)
  folder = createLibraryFolder({ root: join(place.path, 'library') })
  media = createFactsService({
    workerUrl: new URL('../../src-main/media/worker.ts', import.meta.url),
    cacheDir: join(place.path, 'cache'),
    workers: 1,
  })
})
afterEach(async () => {
  await media.close()
  db.close()
  place.remove()
})

const file = (name: string, content: Uint8Array): string => {
  const path = join(place.path, name)
  writeFileSync(path, content)
  return path
}
const inspect = (path: string) => media.run('inspect', { path })
const compute = (path: string) => media.compute({ path, uid: randomUUID() })
function noise(bytes: number, seed: number): Buffer {
  const random = seeded(seed)
  return Buffer.from(Array.from({ length: bytes }, () => Math.floor(random() * 256)))
}
/** RF64 with its sizes in ds64 (EBU Tech 3306). */
function rf64(content: Buffer, statedBytes: bigint): Buffer {
  const ds64 = Buffer.alloc(28)
  ds64.writeBigUInt64LE(BigInt(content.length + 80), 0)
  ds64.writeBigUInt64LE(statedBytes, 8)
  ds64.writeBigUInt64LE(statedBytes / 2n, 16)
  return riff([chunk('ds64', ds64), fmt(), chunk('data', content, 0xffffffff)], 'RF64')
}

/** 44.1 kHz, one channel, 16 bits, a length that is not known (RFC 9639, section 8.2). */
function streamInfo(): Buffer {
  const info = Buffer.alloc(34)
  info.writeUInt16BE(4_096, 0)
  info.writeUInt16BE(4_096, 2)
  info.writeBigUInt64BE((44_100n << 44n) | (15n << 36n), 10)
  return info
}

const NAMED = {
  ok: false,
  error: { code: expect.stringMatching(/^[a-z0-9_]+$/), message: expect.stringMatching(/\.$/) },
}

describe('Sound files that lie', () => {
  it.each<[string, () => Buffer, RegExp]>([
    ['no frames at all', () => riff([fmt(), chunk('data', Buffer.alloc(0))]), /^wav_no_audio$/],
    ['no data chunk', () => riff([fmt()]), /^wav_no_audio$/],
    ['no format', () => riff([chunk('data', Buffer.alloc(100))]), /^wav_invalid$/],
    [
      '0 channels',
      () => riff([fmt({ channels: 0, bytesPerFrame: 2 }), chunk('data', Buffer.alloc(100))]),
      /^(wav_invalid|format_unsupported)$/,
    ],
    [
      '65,535 channels',
      () => riff([fmt({ channels: 65_535, bytesPerFrame: 2 }), chunk('data', Buffer.alloc(100))]),
      /^(wav_invalid|format_unsupported)$/,
    ],
    [
      '0 Hz',
      () => riff([fmt({ sampleRate: 0 }), chunk('data', Buffer.alloc(100))]),
      /^(wav_invalid|format_unsupported)$/,
    ],
    [
      'frames of 0 bytes',
      () => riff([fmt({ bytesPerFrame: 0 }), chunk('data', Buffer.alloc(100))]),
      /^(wav_invalid|format_unsupported)$/,
    ],
    [
      'a codec that nobody knows',
      () => riff([fmt({ tag: 0x4242 }), chunk('data', Buffer.alloc(100))]),
      /^(wav_invalid|format_unsupported)$/,
    ],
    ['a header alone', () => Buffer.from('RIFF\xff\xff\xff\xffWAVE', 'latin1'), /^wav_(invalid|no_audio)$/],
    [
      'an RF64 whose ds64 states an exabyte, and no sample',
      () => rf64(Buffer.alloc(0), 1n << 60n),
      /^wav_no_audio$/,
    ],
  ])('65 a WAV with %s → a named error', async (_name, make, code) => {
    const path = file('lying.wav', make())
    expect(await inspect(path)).toMatchObject({ ...NAMED, error: { code: expect.stringMatching(code) } })
    expect(await compute(path)).toMatchObject(NAMED)
  })

  it.each<[string, () => Buffer]>([
    [
      'a data chunk of 4 GiB that it does not have',
      () => riff([fmt(), chunk('data', Buffer.alloc(200), 0xfffffff0)]),
    ],
    ['an RF64 of an exabyte that it does not have', () => rf64(Buffer.alloc(200), 1n << 60n)],
  ])(
    '65 %s → what was announced is refused, what is really there can still be measured',
    async (_name, make) => {
      const path = file('lying.wav', make())
      const expected = { format: 'wav', sampleRate: 44_100, channels: 1, durationMs: 2 }
      expect(await checkAudioFile(path, expected)).toMatchObject({
        ok: false,
        error: { code: 'file_cut_short' },
      })
      const facts = await compute(path)
      if (facts.ok) expect(facts.value.durationMs).toBeLessThan(5)
      else expect(facts).toMatchObject(NAMED)
    },
  )

  it('65 a right RF64 → read like any other', async () => {
    const samples = tone(440).subarray(44)
    expect(await compute(file('right.wav', rf64(samples, BigInt(samples.length))))).toMatchObject({
      ok: true,
    })
  })

  it.each(['mp3', 'flac', 'ogg', 'm4a', 'aiff', 'wav', 'opus'])(
    '65 noise that is called %s → a named error',
    async (format) => {
      for (const seed of [1, 2, 3]) {
        const path = file(`noise-${seed}.${format}`, noise(20_000, seed))
        expect(await inspect(path)).toMatchObject(NAMED)
        expect(await compute(path)).toMatchObject(NAMED)
      }
    },
  )

  it.each([
    ['an MP3 frame’s head', Buffer.from([0xff, 0xfb, 0x90, 0x64])],
    ['an ID3 tag of 256 MB', Buffer.from('ID3\x04\x00\x00\x7f\x7f\x7f\x7f', 'latin1')],
    ['a FLAC of 16 bits', Buffer.concat([Buffer.from('fLaC\x80\x00\x00\x22', 'latin1'), streamInfo()])],
    ['an Ogg page', Buffer.from('OggS\x00\x02', 'latin1')],
    ['an MP4 box', Buffer.from('\x00\x00\x00\x18ftypM4A ', 'latin1')],
    ['a FORM of AIFF', Buffer.from('FORM\x7f\xff\xff\xffAIFF', 'latin1')],
  ])('65 %s, then noise → a named error, or what little can be heard; never a crash', async (_name, head) => {
    for (const seed of [1, 2, 3, 4]) {
      const path = file(`noise-${seed}.bin`, Buffer.concat([head, noise(30_000, seed)]))
      for (const outcome of [await inspect(path), await compute(path)]) {
        if (!outcome.ok) expect(outcome).toMatchObject(NAMED)
        else expect(outcome.value).toBeTypeOf('object')
      }
    }
  })

  it('65 a right file with any bytes turned over → read or refused by a name, the worker lives', async () => {
    const random = seeded(7)
    const whole = tone(440)
    for (let round = 0; round < 60; round++) {
      const broken = Buffer.from(whole)
      // The head is where lies do harm.
      for (let turned = 0; turned < 4; turned++)
        broken[Math.floor(random() * 64)] = Math.floor(random() * 256)
      const outcome = await compute(file('turned.wav', broken))
      if (!outcome.ok) {
        expect(outcome).toMatchObject(NAMED)
        expect(outcome.error.code).not.toBe('analysis_crashed')
      }
    }
    expect(await compute(file('right.wav', whole))).toMatchObject({ ok: true })
  })
})

describe('A file that its reader never comes to the end of', () => {
  it('65 a FLAC whose head leads a reader in a circle → given up and named, the next file is read', async () => {
    const limits: (() => void)[] = []
    const bounded = createFactsService({
      workerUrl: new URL('../../src-main/media/worker.ts', import.meta.url),
      cacheDir: join(place.path, 'cache'),
      workers: 1,
      timer: (ms, fire) => {
        // Its time is over when it begins; a right file has all it needs.
        expect(ms).toBeGreaterThanOrEqual(60_000)
        limits.push(fire)
        return () => {}
      },
    })
    const circle = Buffer.concat([Buffer.from('fLaC\x00\x00\x00\x22', 'latin1'), noise(30_000, 1)])
    const given = bounded.run('inspect', { path: file('circle.flac', circle) })
    limits[0]?.()
    expect(await given).toMatchObject({ ok: false, error: { code: 'analysis_crashed' } })
    expect(await bounded.run('inspect', { path: file('right.wav', tone(440)) })).toMatchObject({ ok: true })
    await bounded.close()
  })
})

describe('Files that are none', () => {
  const special: readonly [string, () => string, RegExp][] = [
    ['a file of 0 bytes', () => file('empty.wav', Buffer.alloc(0)), /^(file_empty|wav_no_audio)$/],
    [
      'a FIFO that nobody writes to',
      () => {
        const path = join(place.path, 'pipe.wav')
        execFileSync('mkfifo', [path])
        return path
      },
      /^not_a_file$/,
    ],
    [
      'a symlink loop',
      () => {
        const path = join(place.path, 'loop.wav')
        symlinkSync(join(place.path, 'pool.wav'), path)
        symlinkSync(path, join(place.path, 'pool.wav'))
        return path
      },
      /^not_a_file$/,
    ],
    [
      'a link to nothing',
      () => {
        const path = join(place.path, 'dangling.wav')
        symlinkSync(join(place.path, 'nothing.wav'), path)
        return path
      },
      /^file_missing$/,
    ],
    ['a device', () => '/dev/zero', /^not_a_file$/],
    [
      'a folder called like a file',
      () => {
        const path = join(place.path, 'folder.wav')
        mkdirSync(path)
        return path
      },
      /^not_a_file$/,
    ],
  ]
  it.each(special)('80 %s → a named error, at once', async (_name, make, code) => {
    const path = make()
    expect(await inspect(path)).toMatchObject({ ok: false, error: { code: expect.stringMatching(code) } })
    expect(await compute(path)).toMatchObject(NAMED)
  })

  it('80 all of them imported together with a right one → the right one comes, each other is told with its reason', async () => {
    const paths = special.map(([, make]) => make()).filter((path) => !path.endsWith('folder.wav'))
    let view: ImportView | null = null
    const imports = createImports({
      db,
      folder: () => folder,
      media,
      newId: randomUUID,
      now: Date.now,
      onProgress: (seen) => {
        view = seen
      },
      log: (message) => {
        throw new Error(message)
      },
    })
    imports.start([...paths, file('right.wav', tone(440))], 'all of them')
    await imports.settled()
    expect(view).toMatchObject({ state: 'done', imported: 1 })
    const problems = imports.current()?.problems ?? []
    expect(problems).toHaveLength(paths.length)
    for (const { code } of problems)
      expect(code).toMatch(/^(file_empty|not_a_file|file_missing|wav_no_audio)$/)
    expect(libraryStats(db).count).toBe(1)
    await imports.stop()
  })

  it('80 a huge file (40 GB of nothing, sparse) → refused without being read into memory', async () => {
    const path = file('huge.mp3', Buffer.alloc(0))
    truncateSync(path, 40 * 2 ** 30)
    const before = process.memoryUsage().rss
    expect(await inspect(path)).toMatchObject(NAMED)
    expect(await compute(path)).toMatchObject(NAMED)
    expect(process.memoryUsage().rss - before).toBeLessThan(256 * 2 ** 20)
  })

  it('80 a WAV of 1 GB, sparse, that states 4 GB → refused, its beginning never taken for the whole', async () => {
    const path = file('huge.wav', riff([fmt(), chunk('data', Buffer.alloc(0), 0xfffffff0)]))
    truncateSync(path, 2 ** 30)
    const expected = { format: 'wav', sampleRate: 44_100, channels: 1, durationMs: 48_000_000 }
    expect(await checkAudioFile(path, expected)).toMatchObject({
      ok: false,
      error: { code: 'file_cut_short' },
    })
  })

  it.each(special)('80 as a video clip: %s → a named error', async (name, make) => {
    const files = createSourceFiles({
      db,
      readyPath: () => null,
      hashLong: hashContent,
      newId: randomUUID,
      now: Date.now,
    })
    const made = make()
    const path = join(place.path, 'clip.mp4')
    if (name !== 'a folder called like a file') symlinkSync(made, path)
    else mkdirSync(path)
    expect(await files.registerClip(path)).toMatchObject({
      ok: false,
      error: { code: expect.stringMatching(/^(not_a_file|file_empty|source_missing)$/) },
    })
  })

  it('80 what is no media by its name is not taken as a clip', async () => {
    const files = createSourceFiles({
      db,
      readyPath: () => null,
      hashLong: hashContent,
      newId: randomUUID,
      now: Date.now,
    })
    for (const path of ['/etc/passwd', '/etc/hosts', join(place.path, 'x.exe'), join(place.path, 'x.mp4.sh')])
      expect(await files.registerClip(path)).toMatchObject({
        ok: false,
        error: { code: 'source_unsupported' },
      })
  })

  it('80 a clip that becomes another thing after it was chosen (a FIFO) → refused when it is read', async () => {
    const files = createSourceFiles({
      db,
      readyPath: () => null,
      hashLong: hashContent,
      newId: randomUUID,
      now: Date.now,
    })
    const path = join(place.path, 'clip.mp4')
    const written = openSync(path, 'w')
    writeSync(written, 'video')
    const registered = await files.registerClip(path)
    if (!registered.ok) throw new Error(registered.error.message)
    const found = files.find({ soundId: null, clipId: registered.value.id })
    if (!found.ok) throw new Error(found.error.message)
    execFileSync('sh', ['-c', 'rm "$1" && mkfifo "$1"', 'sh', path])
    expect(await files.hash(found.value)).toMatchObject({ ok: false, error: { code: 'not_a_file' } })
  })
})
