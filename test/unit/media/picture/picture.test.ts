// Sound of a picture as files: judged by ffprobe, sox and the bytes of the picture itself. Clips are made by ffmpeg.
import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readClipFacts } from '../../../../src-main/media/picture/clip-facts.ts'
import { edl, otio } from '../../../../src-main/media/picture/edit-list.ts'
import { layOut } from '../../../../src-main/media/picture/lay-out.ts'
import { muxClip } from '../../../../src-main/media/picture/mux.ts'
import type { Provenance } from '../../../../src-main/media/provenance.ts'
import { makeTemporaryFolder } from '../../../temporary-folder.ts'

const folder = makeTemporaryFolder('picture')
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string): string => join(folder, name)
const signal = new AbortController().signal
const ffmpeg = (...args: readonly string[]): void =>
  void execFileSync('ffmpeg', ['-v', 'error', '-y', ...args], { stdio: 'pipe' })
const probe = (path: string, entries: string): string =>
  execFileSync('ffprobe', ['-v', 'error', '-show_entries', entries, '-of', 'csv=p=0', path], {
    encoding: 'utf8',
  }).trim()
/** Of the picture's packets alone. */
const pictureHash = (path: string): string =>
  execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-map', '0:v', '-c', 'copy', '-f', 'md5', '-'], {
    encoding: 'utf8',
  })
/** RMS between two times, in dB. */
const levelDb = (path: string, fromS: number, lengthS: number): number => {
  const told = execFileSync('sh', ['-c', `sox "$1" -n trim ${fromS} ${lengthS} stat 2>&1`, 'sh', path], {
    encoding: 'utf8',
  })
  const rms = Number(/RMS\s+amplitude:\s+([\d.]+)/.exec(told)?.[1] ?? 0)
  return rms === 0 ? Number.NEGATIVE_INFINITY : 20 * Math.log10(rms)
}
const provenance: Provenance = {
  soundUid: 'a-1',
  name: 'stem',
  prompt: '',
  type: 'mix',
  category: null,
  tags: [],
  isLoop: false,
  createdAtMs: 0,
  serviceName: '',
  family: 'export',
  model: '',
  seed: null,
  jobId: null,
  generationId: null,
  outputIndex: null,
  variantIndex: null,
  request: null,
  lineage: [],
  timeReferenceSamples: 0,
}

beforeAll(() => {
  const picture = ['-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=25:duration=3']
  ffmpeg(
    ...picture,
    '-f',
    'lavfi',
    '-i',
    'sine=duration=3',
    '-c:v',
    'libx264',
    '-pix_fmt',
    'yuv420p',
    at('clip.mp4'),
  )
  ffmpeg(...picture, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', at('clip.mov'))
  ffmpeg(...picture, '-c:v', 'libvpx-vp9', '-deadline', 'realtime', at('clip.webm'))
  ffmpeg('-f', 'lavfi', '-i', 'sine=440:duration=1:sample_rate=44100', at('tone.wav'))
})

describe('what a clip says of itself', () => {
  it('is its length, size, rate, and whether it sounds', async () => {
    expect(await readClipFacts({ path: at('clip.mp4') })).toEqual({
      ok: true,
      value: { durationMs: 3000, width: 320, height: 180, framesPerSecond: 25, hasAudio: true, codec: 'avc' },
    })
    expect(await readClipFacts({ path: at('clip.webm') })).toMatchObject({
      ok: true,
      value: { hasAudio: false, codec: 'vp9' },
    })
  })

  it('knows the rates of NTSC, and a picture that is turned', async () => {
    ffmpeg(
      '-f',
      'lavfi',
      '-i',
      'testsrc=size=320x180:rate=30000/1001:duration=2',
      '-c:v',
      'libx264',
      '-pix_fmt',
      'yuv420p',
      at('ntsc.mp4'),
    )
    ffmpeg('-i', at('ntsc.mp4'), '-c', 'copy', '-metadata:s:v:0', 'rotate=90', at('turned.mp4'))
    const turned = await readClipFacts({ path: at('turned.mp4') })
    expect(turned).toMatchObject({ ok: true, value: { width: 180, height: 320 } })
    if (turned.ok) expect(turned.value.framesPerSecond).toBeCloseTo(29.97, 2)
  })

  it('is refused by name where there is no picture, or none that can be read', async () => {
    writeFileSync(at('empty.mp4'), '')
    writeFileSync(at('text.mp4'), 'not a video at all')
    ffmpeg('-i', at('tone.wav'), '-c:a', 'aac', at('sound.m4a'))
    ffmpeg('-i', at('clip.mp4'), '-c', 'copy', '-movflags', 'faststart', at('fast.mp4'))
    const code = async (name: string): Promise<string | null> => {
      const facts = await readClipFacts({ path: at(name) })
      return facts.ok ? null : facts.error.code
    }
    expect(await code('empty.mp4')).toBe('file_empty')
    expect(await code('text.mp4')).toBe('video_unreadable')
    expect(await code('sound.m4a')).toBe('video_without_picture')
    expect(await code('gone.mp4')).toBe('file_missing')
    expect(await code('tone.wav')).toBe('video_without_picture')
  })
})

describe('an aligned stem', () => {
  it('is as long as the clip, its sound in its place with its level, faded over its margins', async () => {
    const sounds = [{ path: at('tone.wav'), startMs: 1000, fadeInMs: 200, fadeOutMs: 200, gainDb: -6 }]
    const order = { lengthMs: 3000, sounds, to: at('stem.wav'), provenance }
    expect(await layOut(order, signal)).toMatchObject({ ok: true })
    expect(probe(at('stem.wav'), 'stream=codec_name,sample_rate,channels,duration')).toBe(
      'pcm_s24le,48000,2,3.000000',
    )
    expect(levelDb(at('stem.wav'), 0, 0.99)).toBe(Number.NEGATIVE_INFINITY)
    expect(levelDb(at('stem.wav'), 2.01, 0.9)).toBe(Number.NEGATIVE_INFINITY)
    const middle = levelDb(at('stem.wav'), 1.3, 0.4)
    expect(middle).toBeCloseTo(levelDb(at('tone.wav'), 0.3, 0.4) - 6, 1)
    expect(levelDb(at('stem.wav'), 1, 0.1)).toBeLessThan(middle - 3)
    expect(levelDb(at('stem.wav'), 1.95, 0.05)).toBeLessThan(middle - 3)
    expect(execFileSync('mediainfo', [at('stem.wav')], { encoding: 'utf8' })).toContain('Foleyroom')
  })

  it('of sounds that are laid over each other is their sum, and cut where the clip ends', async () => {
    const tone = { path: at('tone.wav'), startMs: 2500, fadeInMs: 0, fadeOutMs: 0, gainDb: 0 }
    const order = { lengthMs: 3000, sounds: [tone, tone], to: at('sum.wav'), provenance }
    expect(await layOut(order, signal)).toMatchObject({ ok: true })
    expect(probe(at('sum.wav'), 'stream=duration')).toBe('3.000000')
    expect(levelDb(at('sum.wav'), 2.6, 0.3)).toBeCloseTo(levelDb(at('tone.wav'), 0.1, 0.3) + 6.02, 1)
  })

  it('of a file that cannot be read is named, and leaves nothing behind', async () => {
    const sounds = [{ path: at('text.mp4'), startMs: 0, fadeInMs: 0, fadeOutMs: 0, gainDb: 0 }]
    const order = { lengthMs: 1000, sounds, to: at('none.wav'), provenance }
    expect(await layOut(order, signal)).toMatchObject({ ok: false })
    expect(() => probe(at('none.wav'), 'stream=duration')).toThrow()
  })
})

describe('a clip with its new sound', () => {
  it.each([
    ['clip.mp4', 'made.mp4', 'aac'],
    ['clip.mov', 'made.mov', 'aac'],
    ['clip.webm', 'made.webm', 'vorbis'],
    ['clip.webm', 'made.mkv', 'vorbis'],
  ])('%s as %s keeps its picture to the byte, and sounds', async (clip, made, codec) => {
    const sounds = [{ path: at('tone.wav'), startMs: 1000, fadeInMs: 0, fadeOutMs: 0, gainDb: 0 }]
    const order = { path: at(clip), lengthMs: 3000, sounds, to: at(made) }
    expect(await muxClip(order, signal)).toEqual({ ok: true, value: null })
    expect(pictureHash(at(made))).toBe(pictureHash(at(clip)))
    expect(probe(at(made), 'stream=codec_type,codec_name').split('\n')).toContain(`${codec},audio`)
    ffmpeg('-i', at(made), '-vn', at('heard.wav'))
    expect(levelDb(at('heard.wav'), 1.2, 0.6)).toBeGreaterThan(-25)
    expect(levelDb(at('heard.wav'), 0.2, 0.6)).toBeLessThan(-60)
    rmSync(at('heard.wav'))
  })
})

describe('edit lists', () => {
  const list = {
    title: 'hallway',
    clipFileName: 'hallway.mov',
    clipUrl: null,
    clipDurationMs: 26_000,
    framesPerSecond: 24,
    dropsNumbers: false,
    sounds: [
      { name: 'Door', fileName: 'hallway, 02 Door.wav', startMs: 8_000, durationMs: 2_500 },
      { name: 'Rain', fileName: 'hallway, 01 Rain.wav', startMs: 0, durationMs: 26_000 },
    ],
  }
  it('in CMX 3600 have an event for each sound, in order, in frames', () => {
    const lines = edl(list).split('\r\n')
    expect(lines[0]).toBe('TITLE: hallway')
    expect(lines).toContain('001  AX       A     C        00:00:00:00 00:00:26:00 00:00:00:00 00:00:26:00')
    expect(lines).toContain('002  AX       A2    C        00:00:00:00 00:00:02:12 00:00:08:00 00:00:10:12')
    expect(lines).toContain('* FROM CLIP NAME: hallway, 02 Door.wav')
  })

  it('in OpenTimelineIO have the picture, and each sound behind a gap', () => {
    const timeline = JSON.parse(otio(list))
    expect(timeline.OTIO_SCHEMA).toBe('Timeline.1')
    const [picture, door, rain] = timeline.tracks.children
    expect([picture.kind, door.kind, rain.kind]).toEqual(['Video', 'Audio', 'Audio'])
    expect(door.children.map((child: { OTIO_SCHEMA: string }) => child.OTIO_SCHEMA)).toEqual([
      'Gap.1',
      'Clip.1',
    ])
    expect(door.children[0].source_range.duration.value).toBe(192)
    expect(rain.children).toHaveLength(1)
    expect(rain.children[0].media_reference.target_url).toBe('hallway,%2001%20Rain.wav')
  })
})
