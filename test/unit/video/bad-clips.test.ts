// Clips that are no clips, or no longer whole: each is named, and none is waited for.
import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readClipFacts } from '../../../src-main/media/picture/clip-facts.ts'
import { makeTemporaryFolder } from '../../temporary-folder.ts'

const folder = makeTemporaryFolder('bad-clips')
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string): string => join(folder, name)
const ffmpeg = (...args: readonly string[]): void =>
  void execFileSync('ffmpeg', ['-v', 'error', '-y', ...args], { stdio: 'pipe' })
/** The first part of a file. */
function cut(from: string, to: string, share: number): void {
  const bytes = readFileSync(at(from))
  writeFileSync(at(to), bytes.subarray(0, Math.floor(bytes.length * share)))
}

beforeAll(() => {
  const picture = ['-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=25:duration=2']
  const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
  ffmpeg(...picture, '-f', 'lavfi', '-i', 'sine=duration=2', ...h264, '-c:a', 'aac', at('whole.mp4'))
  ffmpeg('-i', at('whole.mp4'), '-c', 'copy', '-movflags', '+faststart', at('index-first.mp4'))
  ffmpeg(...picture, '-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-b:v', '400k', at('whole.webm'))
  ffmpeg('-i', at('whole.webm'), '-c', 'copy', '-live', '1', at('live.webm'))
  ffmpeg('-i', at('whole.mp4'), '-vn', '-c:a', 'copy', at('sound-alone.mp4'))
  cut('whole.mp4', 'cut.mp4', 0.5)
  cut('index-first.mp4', 'index-first-cut.mp4', 0.5)
  cut('whole.webm', 'cut.webm', 0.5)
  copyFileSync(at('whole.webm'), at('webm-named.mp4'))
  writeFileSync(at('text.mp4'), 'not a video at all')
  writeFileSync(at('tiny.mov'), 'hello')
  writeFileSync(at('empty.mov'), '')
})

describe('a clip that cannot be used', () => {
  it.each([
    ['cut.mp4', 'video_unreadable', /cut short/],
    ['index-first-cut.mp4', 'video_unreadable', /cut short/],
    ['cut.webm', 'video_unreadable', /cut short/],
    ['sound-alone.mp4', 'video_without_picture', /no picture/],
    ['text.mp4', 'video_unreadable', /no video/],
    ['tiny.mov', 'video_unreadable', /no video/],
    ['empty.mov', 'file_empty', /empty/],
    ['gone.mp4', 'file_missing', /no such file/],
  ])('%s is named: %s', async (name, code, message) => {
    const facts = await readClipFacts({ path: at(name) })
    expect(facts).toMatchObject({ ok: false, error: { code, message: expect.stringMatching(message) } })
  })

  it.each(['whole.mp4', 'index-first.mp4', 'whole.webm', 'live.webm', 'webm-named.mp4'])(
    '%s is none of them',
    async (name) => {
      expect(await readClipFacts({ path: at(name) })).toMatchObject({ ok: true, value: { durationMs: 2000 } })
    },
  )
})
