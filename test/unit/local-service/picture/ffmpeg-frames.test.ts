// Clips as the system's ffmpeg decodes them: what they hold, their windows, and what is refused or given up.

import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findFfmpeg } from '../../../../src-main/decode/ffmpeg-process.ts'
import { createFfmpegFrames } from '../../../../src-main/local-service/picture/ffmpeg-frames.ts'
import type {
  ClipFacts,
  Frame,
  FrameSource,
} from '../../../../src-main/local-service/picture/frame-source.ts'
import { createPictureReader } from '../../../../src-main/local-service/picture/picture-reader.ts'
import { readPicture } from '../../../../src-main/local-service/picture/read-picture.ts'
import { makeTemporaryFolder } from '../../../temporary-folder.ts'
import { type Clip, FFMPEG, lavfi, NEEDS_FFMPEG, writeClip } from './clips.ts'

const signal = new AbortController().signal
let folder: string
let frames: FrameSource

const FLASH: Clip = {
  framesPerSecond: 25,
  durationMs: 3000,
  clicksMs: [600, 2000],
  draw: (frame, atMs) => frame.scenery(2).lighten(atMs >= 2000 && atMs < 2120 ? 110 : 0),
}

beforeAll(async () => {
  folder = makeTemporaryFolder('frames')
  if (!FFMPEG) return
  frames = createFfmpegFrames(FFMPEG)
  await writeClip(at('flash.mp4'), FLASH)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function at(name: string): string {
  return join(folder, name)
}

async function factsOf(name: string): Promise<ClipFacts> {
  const inspection = await frames.inspect(at(name), signal)
  if (!inspection.ok) throw new Error(inspection.message)
  return inspection.facts
}

async function all(source: AsyncIterable<Frame>): Promise<readonly Frame[]> {
  const read: Frame[] = []
  for await (const frame of source) read.push(frame)
  return read
}

test('where no ffmpeg is on the path there is none', () => {
  expect(findFfmpeg(join(tmpdir(), 'no-such-folder'))).toBeNull()
  expect(findFfmpeg('')).toBeNull()
})

describe.skipIf(!FFMPEG)(`Clips through ffmpeg${NEEDS_FFMPEG}`, () => {
  test('the facts of a clip, and its frames at its own rate', async () => {
    const facts = await factsOf('flash.mp4')
    expect(facts).toMatchObject({ width: 320, height: 180, framesPerSecond: 25, hasAudio: true })
    expect(Math.abs(facts.durationMs - 3000)).toBeLessThan(70)
    expect(
      await all(frames.frames(at('flash.mp4'), facts, { startMs: 0, durationMs: 3000 }, signal)),
    ).toHaveLength(75)
  })

  test('a window starts at its offset: picture and sound alike', async () => {
    const facts = await factsOf('flash.mp4')
    const window = { startMs: 1520, durationMs: 1000 }
    const { impacts, soundOnsetsMs } = await readPicture(frames, at('flash.mp4'), facts, window, signal)
    expect(impacts.map(({ cause }) => cause)).toEqual(['light'])
    expect(Math.abs(impacts[0]!.atMs - 480)).toBeLessThanOrEqual(40)
    expect(soundOnsetsMs).toHaveLength(1)
    expect(Math.abs(soundOnsetsMs[0]! - 480)).toBeLessThanOrEqual(30)
  })

  test('WebM with VP9 is read as MP4 is', async () => {
    await writeClip(at('flash.webm'), FLASH)
    const facts = await factsOf('flash.webm')
    const { impacts } = await readPicture(
      frames,
      at('flash.webm'),
      facts,
      { startMs: 0, durationMs: 3000 },
      signal,
    )
    expect(impacts.map(({ atMs }) => atMs)).toEqual([2000])
  })

  test('a variable rate is put on an even grid, and moments stay where they are', async () => {
    // Between 1 s and 2 s only every fifth frame is there.
    const drop = "select='not(between(t,1,2))+not(mod(n,5))'"
    lavfi(at('variable.mp4'), [
      '-i',
      at('flash.mp4'),
      '-vf',
      drop,
      '-fps_mode',
      'vfr',
      '-preset',
      'ultrafast',
    ])
    const facts = await factsOf('variable.mp4')
    const { impacts } = await readPicture(
      frames,
      at('variable.mp4'),
      facts,
      { startMs: 0, durationMs: 3000 },
      signal,
    )
    expect(impacts.map(({ cause }) => cause)).toEqual(['light'])
    expect(Math.abs(impacts[0]!.atMs - 2000)).toBeLessThanOrEqual(40)
  })

  test('a rotated picture is read upright, a cover picture is no video', async () => {
    lavfi(at('rotated.mp4'), ['-i', at('flash.mp4'), '-c', 'copy', '-metadata:s:v:0', 'rotate=90'])
    const facts = await factsOf('rotated.mp4')
    expect(
      await all(frames.frames(at('rotated.mp4'), facts, { startMs: 0, durationMs: 400 }, signal)),
    ).toHaveLength(10)
    lavfi(at('cover.png'), ['-f', 'lavfi', '-i', 'color=s=64x64:d=1', '-frames:v', '1'])
    lavfi(at('cover.mp3'), [
      '-f',
      'lavfi',
      '-i',
      'sine=d=2',
      '-i',
      at('cover.png'),
      '-map',
      '0',
      '-map',
      '1',
      '-disposition:v',
      'attached_pic',
    ])
    expect(await frames.inspect(at('cover.mp3'), signal)).toMatchObject({ ok: false, problem: 'broken' })
  })

  test('a list of other files is never followed', async () => {
    writeFileSync(at('list.m3u8'), `#EXTM3U\n#EXTINF:3,\n${at('flash.mp4')}\n#EXT-X-ENDLIST\n`)
    writeFileSync(at('list.mp4'), `ffconcat version 1.0\nfile '${at('flash.mp4')}'\n`)
    for (const name of ['list.m3u8', 'list.mp4']) {
      expect(await frames.inspect(at(name), signal)).toMatchObject({ ok: false, problem: 'unsupported' })
    }
  })

  test('what is given up ends at once, with the reason, and lets the next in', async () => {
    lavfi(at('long.mp4'), ['-f', 'lavfi', '-i', 'testsrc2=s=640x360:d=8:r=25', '-preset', 'ultrafast'])
    const facts = await factsOf('long.mp4')
    const reader = createPictureReader(frames)
    const readings = [1, 2, 3].map(() => reader.read(at('long.mp4'), facts, { startMs: 0, durationMs: 8000 }))
    reader.close()
    for (const reading of await Promise.allSettled(readings)) {
      expect(reading).toMatchObject({ status: 'rejected', reason: { name: 'AbortError' } })
    }
  })
})
