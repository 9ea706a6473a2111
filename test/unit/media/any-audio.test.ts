// Sounds of any kind: through the system's ffmpeg what nothing here decodes, tags of every place, and nothing of other files.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { openAnyAudio } from '../../../src-main/media/any-audio.ts'
import { computeFacts } from '../../../src-main/media/facts.ts'
import { readFileMetadata } from '../../../src-main/media/file-metadata.ts'
import { writeProvenance } from '../../../src-main/media/provenance.ts'
import { decodedByFfmpeg } from '../decode/decoded.ts'
import { sine, temporaryFolder, wav16, writeFixture } from './wav-fixture.ts'

vi.setConfig({ testTimeout: 60_000 })

const folder = temporaryFolder()
afterAll(() => folder.remove())
const source = writeFixture(folder.path, 'source.wav', wav16([sine(440, 3, 0.5), sine(663, 3, 0.3)]))
const TITLE = ['-metadata', 'title=Owl, far', '-metadata', 'artist=A. Person']

function encode(name: string, args: readonly string[]): string {
  const path = join(folder.path, name)
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', source, ...TITLE, ...args, path])
  return path
}

const provenance = {
  soundUid: '7f1a2a10-0000-4000-8000-000000000001',
  name: 'Owl in the oak',
  prompt: 'an owl calls from far',
  type: 'sfx',
  category: null,
  tags: ['owl'],
  isLoop: false,
  createdAtMs: 1_790_000_000_000,
  serviceName: '',
  family: 'import',
  model: '',
  seed: null,
  jobId: null,
  generationId: null,
  outputIndex: null,
  variantIndex: null,
  request: null,
  lineage: [],
  timeReferenceSamples: 0,
} as const

describe('openAnyAudio', () => {
  it.each([
    ['Windows Media', 'a.wma', [], 'wma'],
    ['Apple Lossless', 'a.m4a', ['-c:a', 'alac'], 'm4a'],
    ['Apple Lossless in CAF', 'a.caf', ['-c:a', 'alac'], 'caf'],
    ['Dolby', 'a.ac3', [], 'ac3'],
    ['WavPack', 'a.wv', [], 'wv'],
    ['Opus in WebM', 'a.webm', ['-c:a', 'libopus'], 'mka'],
    ['FLAC in MP4', 'f.m4a', ['-c:a', 'flac', '-strict', '-2', '-f', 'mp4'], 'm4a'],
    ['Speex', 'a.spx', ['-c:a', 'libspeex', '-ar', '16000'], 'ogg'],
    ['MP3 in WAV', 'm.wav', ['-c:a', 'libmp3lame'], 'wav'],
    ['a VOC file', 'a.voc', ['-c:a', 'pcm_s16le'], 'voc'],
    ['the sound of a QuickTime film', 'a.mov', ['-c:a', 'pcm_s24le'], 'm4a'],
  ])('reads %s, and its texts, as ffmpeg does', async (_, name, args, format) => {
    const path = encode(name, args)
    const metadata = await readFileMetadata(path)
    expect(metadata).toMatchObject({ ok: true, value: { format, channels: 2 } })
    if (metadata.ok && !['a.voc', 'a.ac3'].includes(name)) {
      expect(metadata.value.name).toBe('Owl, far')
      expect(metadata.value.notes).toContain('Recorded by: A. Person')
    }
    const opened = await openAnyAudio(path)
    if (!opened.ok) throw new Error(opened.error.message)
    let frames = 0
    for await (const block of opened.value.blocks()) frames += block[0]?.length ?? 0
    await opened.value.close()
    expect(frames).toBe(decodedByFfmpeg(path, 2)[0]!.length)
    const facts = await computeFacts(path)
    // Of its source, but for what the codec adds at the ends.
    if (facts.ok) expect(Math.abs((facts.value.facts.loudnessLufs ?? 0) - -8.33)).toBeLessThan(0.5)
    expect(facts.ok).toBe(true)
  })

  it('stops asking when it is closed in the middle', async () => {
    const opened = await openAnyAudio(encode('b.wma', []))
    if (!opened.ok) throw new Error(opened.error.message)
    for await (const _ of opened.value.blocks()) break
    await opened.value.close()
  })

  it('refuses a list that names other files, and says what to do', async () => {
    const list = join(folder.path, 'list.wav')
    writeFileSync(list, `ffconcat version 1.0\nfile ${source}\n`)
    const playlist = join(folder.path, 'list.m3u8')
    writeFileSync(playlist, `#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:3,\n${source}\n#EXT-X-ENDLIST\n`)
    for (const path of [list, playlist]) {
      const refused = await openAnyAudio(path)
      expect(refused).toMatchObject({ ok: false, error: { code: 'format_unsupported' } })
      if (!refused.ok) expect(refused.error.message).toMatch(/export it from there as WAV or FLAC/)
    }
  })
})

describe('texts of compressed files', () => {
  it('reads ID3v1, which is the only tag of old MP3 files, and APE before it', async () => {
    const plain = readFileSync(encode('plain.mp3', ['-map_metadata', '-1', '-id3v2_version', '0']))
    const field = (text: string, bytes: number) =>
      Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(bytes)], bytes)
    const id3 = Buffer.concat([
      Buffer.from('TAG'),
      field('Tür, schwer', 30),
      field('A. Person', 30),
      field('Doors', 30),
      field('1999', 4),
      field('in a hall', 30),
      Buffer.of(255),
    ])
    const only = await readFileMetadata(writeFixture(folder.path, 'id3.mp3', Buffer.concat([plain, id3])))
    expect(only).toMatchObject({
      ok: true,
      value: {
        name: 'Tür, schwer',
        description: 'in a hall',
        notes: ['Library: Doors', 'Recorded by: A. Person'],
      },
    })

    const item = (name: string, text: string): Buffer => {
      const value = Buffer.from(text)
      const head = Buffer.alloc(8)
      head.writeUInt32LE(value.length, 0)
      return Buffer.concat([head, Buffer.from(`${name}\0`, 'latin1'), value])
    }
    const items = Buffer.concat([item('Title', 'Heavy door — slams'), item('Keywords', 'oak, hall')])
    const footer = Buffer.alloc(32)
    footer.write('APETAGEX', 'latin1')
    footer.writeUInt32LE(2000, 8)
    footer.writeUInt32LE(items.length + 32, 12)
    footer.writeUInt32LE(2, 16)
    const both = writeFixture(folder.path, 'ape.mp3', Buffer.concat([plain, items, footer, id3]))
    expect(await readFileMetadata(both)).toMatchObject({
      ok: true,
      value: { name: 'Heavy door — slams', description: 'in a hall', tags: ['oak', 'hall'] },
    })
    // A tag that lies of its length must not keep the sound out.
    footer.writeUInt32LE(0xffffffff, 12)
    const lying = writeFixture(folder.path, 'lying.mp3', Buffer.concat([plain, items, footer, id3]))
    expect(await readFileMetadata(lying)).toMatchObject({ ok: true, value: { name: 'Tür, schwer' } })
  })

  it('writes and reads the texts of FLAC in Ogg, the samples untouched', async () => {
    const path = encode('a.oga', ['-c:a', 'flac', '-f', 'ogg'])
    const to = join(folder.path, 'written.oga')
    expect(await writeProvenance(path, to, provenance)).toMatchObject({
      ok: true,
      value: { hasProvenance: true },
    })
    expect(await readFileMetadata(to)).toMatchObject({
      ok: true,
      value: { format: 'ogg', name: 'Owl in the oak', provenance: { soundUid: provenance.soundUid } },
    })
    const probed = execFileSync('ffprobe', ['-v', 'error', '-show_entries', 'stream_tags', '-of', 'json', to])
    expect(probed.toString()).toContain('A. Person')
    expect(probed.toString()).toContain('Owl in the oak')
    expect(decodedByFfmpeg(to, 2)).toEqual(decodedByFfmpeg(path, 2))
  })
  it.each(['adpcm_ms', 'adpcm_ima_wav', 'pcm_alaw', 'pcm_mulaw'])(
    'writes provenance into WAV of %s, the samples untouched',
    async (codec) => {
      const path = encode('packed.wav', ['-c:a', codec])
      const to = join(folder.path, 'written.wav')
      expect(await writeProvenance(path, to, provenance)).toMatchObject({
        ok: true,
        value: { hasProvenance: true },
      })
      expect(await readFileMetadata(to)).toMatchObject({ ok: true, value: { name: 'Owl in the oak' } })
      expect(decodedByFfmpeg(to, 2)).toEqual(decodedByFfmpeg(path, 2))
      const told = execFileSync('sox', ['--i', '-s', to]).toString()
      expect(told).toBe(execFileSync('sox', ['--i', '-s', path]).toString())
    },
  )
  it.each(['aiff', 'aifc'])(
    'writes and reads the texts of %s, also twice, the samples untouched',
    async (kind) => {
      const codec = kind === 'aiff' ? 'pcm_s24be' : 'pcm_f32be'
      const path = encode(`plain.${kind}`, ['-c:a', codec, '-write_id3v2', '1', '-f', 'aiff'])
      expect(await readFileMetadata(path)).toMatchObject({
        ok: true,
        value: { name: 'Owl, far', notes: ['Recorded by: A. Person'] },
      })
      const [once, twice] = [join(folder.path, `once.${kind}`), join(folder.path, `twice.${kind}`)]
      expect(await writeProvenance(path, once, { ...provenance, name: 'Before' })).toMatchObject({ ok: true })
      expect(await writeProvenance(once, twice, provenance)).toMatchObject({
        ok: true,
        value: { hasProvenance: true },
      })
      expect(await readFileMetadata(twice)).toMatchObject({
        ok: true,
        value: {
          format: 'aiff',
          name: 'Owl in the oak',
          description: 'an owl calls from far',
          notes: ['Recorded by: A. Person'],
          provenance: { soundUid: provenance.soundUid },
        },
      })
      expect(decodedByFfmpeg(twice, 2)).toEqual(decodedByFfmpeg(path, 2))
      const told = execFileSync('ffprobe', [
        '-v',
        'error',
        '-show_entries',
        'format_tags',
        '-of',
        'json',
        twice,
      ])
      expect(JSON.parse(told.toString()).format.tags).toMatchObject({
        title: 'Owl in the oak',
        artist: 'A. Person',
      })
      expect(execFileSync('exiftool', ['-s3', '-Title', twice]).toString().trim()).toBe('Owl in the oak')
    },
  )

  it('leaves an AIFF as it is whose chunks do not reach the end that it states', async () => {
    const whole = readFileSync(encode('torn.aiff', []))
    const torn = writeFixture(folder.path, 'torn.aiff', whole.subarray(0, 50_000))
    const to = join(folder.path, 'as it was')
    expect(await writeProvenance(torn, to, provenance)).toMatchObject({
      ok: true,
      value: { hasProvenance: false },
    })
    expect(readFileSync(to).equals(readFileSync(torn))).toBe(true)
  })
})
