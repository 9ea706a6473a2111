import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWav } from '../../../src-main/decode/wav.ts'
import { decodeBext } from '../../../src-main/media/bext.ts'
import { readFileMetadata } from '../../../src-main/media/file-metadata.ts'
import { decodeInfo } from '../../../src-main/media/info-list.ts'
import { readElements } from '../../../src-main/media/ixml.ts'
import {
  type Provenance,
  readProvenance,
  readTimeReference,
  writeProvenance,
} from '../../../src-main/media/provenance.ts'
import { decodeLoop } from '../../../src-main/media/sampler-loop.ts'
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
} from './wav-fixture.ts'

/** Far more than a slow machine needs: nothing here is about time. */
const PATIENT = { timeout: 120_000 }

let folder: ReturnType<typeof temporaryFolder>
beforeAll(() => {
  folder = temporaryFolder()
})
afterAll(() => folder.remove())

const provenance = (changes: Partial<Provenance> = {}): Provenance => ({
  soundUid: '0b7f1c52-6a50-4d1e-9f0e-1f2e3d4c5b6a',
  name: 'Heavy oak door slams',
  prompt: 'Heavy oak door slams <twice> & “echoes” in a café 🚪',
  type: 'sfx',
  category: 'DOORS',
  tags: ['door', 'wood'],
  isLoop: false,
  createdAtMs: new Date(2026, 10, 20, 23, 59, 58).getTime(),
  serviceName: 'Built-in engine',
  family: 'text-to-sfx',
  model: 'procedural-1',
  seed: 4_294_967_295,
  jobId: 'job_1',
  generationId: 'b0b0b0b0-0000-4000-8000-000000000000',
  outputIndex: 0,
  variantIndex: 2,
  request: { model: 'procedural-1', input: { prompt: 'Heavy oak door slams' }, duration_ms: 2000 },
  lineage: [{ uid: 'parent-uid', operation: 'extend' }],
  timeReferenceSamples: 2 ** 33 + 5,
  ...changes,
})

async function written(
  source: Uint8Array,
  record: Provenance,
  name = 'sound',
): Promise<{ path: string; source: string }> {
  const from = writeFixture(folder.path, `${name} source.wav`, source)
  const path = join(folder.path, `${name}.wav`)
  const done = await writeProvenance(from, path, record)
  if (!done.ok) throw new Error(done.error.message)
  expect(done.value).toEqual({
    bytes: statSync(path).size,
    sha256: createHash('sha256').update(readFileSync(path)).digest('hex'),
    hasProvenance: true,
  })
  return { path, source: from }
}

describe('provenance in a WAV file', PATIENT, () => {
  it('comes back as it was written, with the samples untouched', async () => {
    const samples = wav16([sine(440, 0.2, 0.5), sine(220, 0.2, 0.5)])
    const { path } = await written(samples, provenance())
    expect(await readProvenance(path)).toEqual({ ok: true, value: provenance() })
    const wav = await openWav(path)
    if (!wav.ok) throw new Error(wav.error.message)
    const { data, riff: file } = wav.value
    expect(Buffer.from(await file.read(data.offset, data.bytes)).equals(samples.subarray(44))).toBe(true)
    expect(readFileSync(path).readUInt32LE(4)).toBe(statSync(path).size - 8)
    await wav.value.close()
  })

  it('stands in the fields that other tools read', async () => {
    const { path } = await written(wav16([sine(440, 0.1, 0.5)]), provenance())
    const wav = await openWav(path)
    if (!wav.ok) throw new Error(wav.error.message)
    const bext = decodeBext((await wav.value.chunk('bext', 4096))!)
    expect(bext).toMatchObject({
      description: `Heavy oak door slams <twice> & "echoes" in a cafe ?`,
      originator: 'Foleyroom',
      originatorReference: '0b7f1c526a504d1e9f0e1f2e3d4c5b6a',
      date: '2026-11-20',
      time: '23:59:58',
      timeReferenceSamples: 2 ** 33 + 5,
    })
    const ixml = (await wav.value.chunk('iXML', 1 << 20))!
    expect(Object.fromEntries(readElements(ixml, 'USER')!)).toEqual({
      CATID: 'DOORWood',
      CATEGORY: 'DOORS',
      SUBCATEGORY: 'WOOD',
      FXNAME: 'Heavy oak door slams',
      DESCRIPTION: provenance().prompt,
      KEYWORDS: 'door, wood',
      LIBRARY: 'Foleyroom',
      SOURCE: 'Built-in engine procedural-1',
    })
    expect(readElements(ixml, 'FOLEYROOM')?.get('SEED')).toBe('4294967295')
    expect(Object.fromEntries(decodeInfo((await wav.value.chunk('LIST', 1 << 16))!)!)).toMatchObject({
      INAM: 'Heavy oak door slams',
      ICMT: provenance().prompt,
      ISFT: 'Foleyroom',
      ICRD: '2026-11-20',
    })
    await wav.value.close()
  })

  it('replaces what was there of it, and keeps loops, cues and their labels', async () => {
    const smpl = Buffer.alloc(60)
    smpl.writeUInt32LE(1, 28)
    smpl.writeUInt32LE(10, 44)
    smpl.writeUInt32LE(90, 48)
    const cue = Buffer.alloc(28)
    cue.writeUInt32LE(1, 0)
    const labels = Buffer.from('adtllabl\x06\x00\x00\x00\x01\x00\x00\x00a\0')
    const first = await written(
      riff([
        fmt(),
        chunk('smpl', smpl),
        chunk('cue ', cue),
        chunk('LIST', labels),
        chunk('JUNK', Buffer.alloc(99)),
        chunk('data', Buffer.alloc(201)),
        chunk('LIST', Buffer.from('INFOIART\x02\x00\x00\x00x\0')),
      ]),
      provenance({ isLoop: true }),
      'first',
    )
    const second = await written(readFileSync(first.path), provenance({ name: 'Renamed' }), 'second')
    const wav = await openWav(second.path)
    if (!wav.ok) throw new Error(wav.error.message)
    expect(wav.value.riff.chunks.map((each) => each.id).toSorted()).toEqual([
      'LIST',
      'LIST',
      'bext',
      'cue ',
      'data',
      'fmt ',
      'iXML',
      'smpl',
    ])
    expect(decodeLoop((await wav.value.chunk('smpl', 1000))!, 100)).toEqual({ startFrame: 10, endFrame: 90 })
    await wav.value.close()
    expect((await readProvenance(second.path)).ok && (await readProvenance(second.path))).toMatchObject({
      value: { name: 'Renamed' },
    })
  })

  it('keeps what others say of a recording of theirs, and puts ours beside it', async () => {
    const bext = Buffer.alloc(602)
    bext.write('Old words', 0, 'latin1')
    bext.write('Recorder 3', 256, 'latin1')
    bext.writeUInt32LE(48_000, 338)
    const ixml =
      '<?xml version="1.0"?><BWFXML><SCENE>12A</SCENE><USER><MICROPHONE>MKH 8040</MICROPHONE><LIBRARY>Big Doors</LIBRARY><FXNAME>Old</FXNAME></USER></BWFXML>'
    const info = Buffer.from('INFOICOP\x04\x00\x00\x00Ann\0ICRD\x06\x00\x00\x002019\0\0')
    const source = riff([
      fmt(),
      chunk('bext', bext),
      chunk('iXML', Buffer.from(ixml)),
      chunk('LIST', info),
      chunk('data', Buffer.alloc(200, 3)),
    ])
    const record = provenance({ family: 'import', model: '', serviceName: '', prompt: 'New words $& here' })
    const { path } = await written(source, record, 'theirs')
    const again = await written(readFileSync(path), record, 'theirs again')
    for (const each of [path, again.path]) {
      const wav = await openWav(each)
      if (!wav.ok) throw new Error(wav.error.message)
      const told = (await wav.value.chunk('iXML', 1 << 20))!
      expect(decodeBext((await wav.value.chunk('bext', 4096))!)).toMatchObject({
        description: 'New words $& here',
        originator: 'Recorder 3',
        timeReferenceSamples: 48_000,
      })
      expect(Object.fromEntries(readElements(told, 'USER')!)).toEqual({
        MICROPHONE: 'MKH 8040',
        LIBRARY: 'Big Doors',
        FXNAME: record.name,
        CATID: 'DOORWood',
        CATEGORY: 'DOORS',
        SUBCATEGORY: 'WOOD',
        DESCRIPTION: 'New words $& here',
        KEYWORDS: 'door, wood',
      })
      const text = Buffer.from(told).toString('utf8')
      expect(text).toContain('<SCENE>12A</SCENE>')
      expect(text.match(/<FOLEYROOM>/g)).toHaveLength(1)
      expect(Object.fromEntries(decodeInfo((await wav.value.chunk('LIST', 1 << 16))!)!)).toMatchObject({
        ICOP: 'Ann',
        ICRD: '2019',
        INAM: record.name,
      })
      await wav.value.close()
      expect(await readProvenance(each)).toEqual({ ok: true, value: record })
      expect(await readTimeReference(each)).toBe(48_000)
    }
  })

  it('gives a loop its smpl chunk over the whole file', async () => {
    const { path } = await written(wav16([sine(441, 0.1, 0.5)]), provenance({ isLoop: true }), 'loop')
    const wav = await openWav(path)
    if (!wav.ok) throw new Error(wav.error.message)
    expect(decodeLoop((await wav.value.chunk('smpl', 1000))!, wav.value.frames)).toEqual({
      startFrame: 0,
      endFrame: 4409,
    })
    await wav.value.close()
  })

  it('survives any text at all, and is inert where it is hostile (faults 67, 68, 77)', async () => {
    const source = wav16([[0, 0.5]])
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (text) => {
        const record = provenance({
          name: text,
          prompt: text.toWellFormed(),
          request: { text: text.toWellFormed() },
        })
        const { path } = await written(source, record, 'any')
        const back = await readProvenance(path)
        expect(back).toMatchObject({
          ok: true,
          value: { prompt: record.prompt, request: { text: record.prompt } },
        })
      }),
      { numRuns: 60 },
    )
    const hostile = JSON.parse('{"__proto__":{"polluted":true},"constructor":1}')
    const { path } = await written(
      source,
      provenance({ request: hostile, prompt: ']]></USER></FOLEYROOM><x>&amp;lol;' }),
      'hostile',
    )
    const back = await readProvenance(path)
    expect(back.ok && back.value?.prompt).toBe(']]></USER></FOLEYROOM><x>&amp;lol;')
    expect(back.ok && Object.keys(back.value?.request ?? {})).toEqual(['constructor'])
    expect({}).not.toHaveProperty('polluted')
  })

  it('is null in a WAV of others, also one with a damaged record', async () => {
    const plain = writeFixture(folder.path, 'plain.wav', wav16([[0, 0.5]]))
    expect(await readProvenance(plain)).toEqual({ ok: true, value: null })
    const damaged = riff([
      fmt(),
      chunk('iXML', Buffer.from('<BWFXML><FOLEYROOM><RECORD>{"soundUid":1</RECORD></FOLEYROOM>')),
      chunk('data', Buffer.alloc(4)),
    ])
    expect(await readProvenance(writeFixture(folder.path, 'damaged.wav', damaged))).toEqual({
      ok: true,
      value: null,
    })
  })

  it('leaves other formats as they are, and no torn file where writing fails', async () => {
    const source = writeFixture(folder.path, 'other.mp3', Buffer.from('ID3 and more'))
    const target = join(folder.path, 'copy.mp3')
    expect(await writeProvenance(source, target, provenance())).toMatchObject({
      ok: true,
      value: { hasProvenance: false, bytes: 12 },
    })
    expect(readFileSync(target, 'utf8')).toBe('ID3 and more')
    const nowhere = join(folder.path, 'no folder', 'x.wav')
    expect(await writeProvenance(source, nowhere, provenance())).toMatchObject({
      ok: false,
      error: { code: 'file_missing' },
    })
    const broken = writeFixture(folder.path, 'broken.wav', riff([fmt()]))
    expect(await writeProvenance(broken, join(folder.path, 'none.wav'), provenance())).toMatchObject({
      ok: false,
      error: { code: 'wav_no_audio' },
    })
    expect(existsSync(join(folder.path, 'none.wav'))).toBe(false)
  })
})

describe('provenance beside other tools', PATIENT, () => {
  const file = async () =>
    (
      await written(
        wav16([sine(440, 1, 0.5, 48_000)], 48_000),
        provenance({ isLoop: true, timeReferenceSamples: 96_000 }),
        'tools',
      )
    ).path

  it.skipIf(!hasTool('ffprobe'))('is read by ffprobe', async () => {
    const { format, streams } = JSON.parse(
      runTool('ffprobe', [
        '-v',
        'error',
        '-print_format',
        'json',
        '-show_format',
        '-show_streams',
        await file(),
      ]),
    )
    expect(Number(streams[0].duration)).toBe(1)
    expect(format.tags).toMatchObject({
      title: 'Heavy oak door slams',
      encoded_by: 'Foleyroom',
      time_reference: '96000',
    })
  })

  it.skipIf(!hasTool('mediainfo'))('is read by mediainfo', async () => {
    const { media } = JSON.parse(runTool('mediainfo', ['--Output=JSON', await file()]))
    expect(media.track[0]).toMatchObject({
      Format: 'Wave',
      Title: 'Heavy oak door slams',
      Producer: 'Foleyroom',
    })
    expect(media.track[1]).toMatchObject({ SamplingRate: '48000', SamplingCount: '48000' })
  })

  it.skipIf(!hasTool('exiftool'))('is read by exiftool', async () => {
    const [tags] = JSON.parse(runTool('exiftool', ['-json', await file()]))
    expect(tags).toMatchObject({
      Originator: 'Foleyroom',
      Title: 'Heavy oak door slams',
      TimeReference: 96_000,
      DateTimeOriginal: '2026:11:20 23:59:58',
    })
  })

  it.skipIf(!hasTool('sox'))('is read by sox, whose samples are the same', async () => {
    const path = await file()
    expect(runTool('soxi', ['-s', path]).trim()).toBe('48000')
    const raw = (from: string) => runTool('sh', ['-c', `sox "${from}" -t raw - | sha256sum`])
    expect(raw(path)).toBe(raw(path.replace('tools.wav', 'tools source.wav')))
  })
})

describe.skipIf(!hasTool('ffmpeg') || !hasTool('ffprobe'))('provenance in compressed files', PATIENT, () => {
  /** Of the samples, as ffmpeg decodes them; it complains of a page whose checksum is wrong. */
  const md5 = (path: string): string =>
    runTool('ffmpeg', [
      '-v',
      'error',
      '-xerror',
      '-err_detect',
      'crccheck',
      '-i',
      path,
      '-map',
      '0:a',
      '-f',
      'md5',
      '-',
    ])
  const probed = (path: string, ...asked: readonly string[]) =>
    JSON.parse(runTool('ffprobe', ['-v', 'error', '-of', 'json', ...asked, path]))
  /** Each packet with its time and the hash of its bytes, and what is trimmed at both ends. */
  const packets = (path: string): readonly unknown[] =>
    probed(
      path,
      '-show_packets',
      '-show_data_hash',
      'md5',
      '-show_entries',
      'packet=pts,dts,duration,size,flags,data_hash:packet_side_data',
    ).packets
  const tagsOf = (path: string): Readonly<Record<string, unknown>> => {
    const { format, streams } = probed(path, '-show_format', '-show_streams')
    return Object.fromEntries(
      Object.entries({ ...streams[0].tags, ...format.tags }).map(([name, text]) => [
        name.toLowerCase(),
        text,
      ]),
    )
  }
  const FORMATS: readonly (readonly [string, string, readonly string[]])[] = [
    ['FLAC', 'flac', []],
    ['MP3', 'mp3', []],
    ['Ogg Vorbis', 'ogg', ['-c:a', 'libvorbis']],
    ['Opus', 'opus', ['-c:a', 'libopus']],
    ['M4A, its head at the end', 'm4a', ['-c:a', 'aac']],
    ['M4A, its head at the start', 'm4a', ['-c:a', 'aac', '-movflags', '+faststart']],
    ['M4A of ALAC', 'm4a', ['-c:a', 'alac']],
    ['AAC in ADTS', 'aac', ['-c:a', 'aac', '-f', 'adts', '-write_id3v2', '1']],
  ]
  const made = (n: number, [, extension, codec]: (typeof FORMATS)[number], seconds = 0.5): string => {
    const source = writeFixture(folder.path, `tagged ${n}.wav`, wav16([sine(440, seconds, 0.5)]))
    const from = join(folder.path, `from ${n}.${extension}`)
    const theirs = ['-metadata', 'title=Old', '-metadata', 'copyright=Ann']
    runTool('ffmpeg', ['-v', 'error', '-y', '-i', source, ...theirs, ...codec, from])
    return from
  }

  it.each(FORMATS.map((format, n) => [format[0], n, format] as const))(
    'stands in the texts of %s, theirs kept, the packets and their times untouched',
    async (_name, n, format) => {
      const from = made(n, format)
      const to = join(folder.path, `to ${n}.${format[1]}`)
      const done = await writeProvenance(from, to, provenance())
      expect(done).toMatchObject({ ok: true, value: { hasProvenance: true, bytes: statSync(to).size } })
      expect(await readProvenance(to)).toEqual({ ok: true, value: provenance() })
      expect(packets(from).length).toBeGreaterThan(3)
      expect(packets(to)).toEqual(packets(from))
      expect(md5(to)).toBe(md5(from))
      const timing = [
        '-show_entries',
        'stream=start_pts,duration_ts,nb_frames,initial_padding:format=duration',
      ]
      expect(probed(to, ...timing)).toEqual(probed(from, ...timing))
      expect(tagsOf(to)).toMatchObject({
        title: provenance().name,
        genre: 'DOORS',
        catid: 'DOORWood',
        keywords: 'door, wood',
        copyright: 'Ann',
      })
      const texts = await readFileMetadata(to)
      expect(texts).toMatchObject({
        ok: true,
        value: {
          name: provenance().name,
          description: provenance().prompt,
          category: 'DOORS',
          catId: 'DOORWood',
          tags: ['door', 'wood'],
          provenance: provenance(),
        },
      })
      const twice = join(folder.path, `twice ${n}.${format[1]}`)
      expect((await writeProvenance(to, twice, provenance())).ok).toBe(true)
      expect(readFileSync(twice).equals(readFileSync(to))).toBe(true)
    },
  )

  it.each(FORMATS.slice(2).map((format, n) => [format[0], n + 10, format] as const))(
    'may be longer than a page of %s, and shorter again',
    async (_name, n, format) => {
      const from = made(n, format, 4)
      const long = provenance({ prompt: 'oak '.repeat(60_000) })
      const [to, back] = ['long', 'back'].map((name) => join(folder.path, `${name} ${n}.${format[1]}`)) as [
        string,
        string,
      ]
      expect(await writeProvenance(from, to, long)).toMatchObject({
        ok: true,
        value: { hasProvenance: true },
      })
      expect(await readProvenance(to)).toEqual({ ok: true, value: long })
      expect(packets(to)).toEqual(packets(from))
      expect(md5(to)).toBe(md5(from))
      await writeProvenance(to, back, provenance())
      expect(packets(back)).toEqual(packets(from))
      const direct = join(folder.path, `direct ${n}.${format[1]}`)
      await writeProvenance(from, direct, provenance())
      expect(readFileSync(back).equals(readFileSync(direct))).toBe(true)
    },
  )

  it.each(['ogg', 'opus', 'm4a'])('is read by other tools in %s', async (extension) => {
    const n = FORMATS.findIndex(([, each]) => each === extension)
    const format = FORMATS[n]
    if (format === undefined) throw new Error(`no format ${extension}`)
    const to = join(folder.path, `tools.${extension}`)
    await writeProvenance(made(n + 20, format), to, provenance())
    if (hasTool('exiftool')) {
      const [told] = JSON.parse(runTool('exiftool', ['-j', '-a', '-G0', to]))
      expect(JSON.stringify(told)).toContain('DOORWood')
      expect(Object.entries(told)).toContainEqual([expect.stringMatching(/:Title$/), provenance().name])
      expect(Object.keys(told).filter((name) => /Warning|Error/.test(name))).toEqual([])
    }
    if (hasTool('mediainfo')) {
      const { media } = JSON.parse(runTool('mediainfo', ['--Output=JSON', to]))
      const [general] = media.track
      expect(general).toMatchObject({ Title: provenance().name, Genre: 'DOORS' })
      expect(JSON.stringify(general)).toContain('DOORWood')
    }
  })

  it('leaves files as they are whose form is not written: fragments, other streams, torn heads', async () => {
    const source = writeFixture(folder.path, 'plain.wav', wav16([sine(440, 1, 0.5)]))
    const fragments = join(folder.path, 'fragments.m4a')
    runTool('ffmpeg', [
      '-v',
      'error',
      '-y',
      '-i',
      source,
      '-c:a',
      'aac',
      '-movflags',
      'frag_keyframe+empty_moov',
      fragments,
    ])
    const speex = join(folder.path, 'speex.ogg')
    runTool('ffmpeg', ['-v', 'error', '-y', '-i', source, '-c:a', 'libspeex', '-ar', '16000', speex])
    const [vorbis, m4a] = [made(40, FORMATS[2]!), made(41, FORMATS[5]!)]
    const torn = [vorbis, m4a].flatMap((path) =>
      [10, 60, 200, 700].map((bytes) =>
        writeFixture(folder.path, `torn ${bytes} ${path.slice(-3)}`, readFileSync(path).subarray(0, bytes)),
      ),
    )
    for (const path of [fragments, speex, ...torn]) {
      const to = join(folder.path, 'as it was')
      expect(await writeProvenance(path, to, provenance())).toMatchObject({
        ok: true,
        value: { hasProvenance: false },
      })
      expect(readFileSync(to).equals(readFileSync(path))).toBe(true)
    }
  })
})
