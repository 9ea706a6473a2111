// The new sound of a clip lies where it was placed, to the sample: what an encoder puts ahead of it is cut by the container.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { muxClip } from '../../../src-main/media/picture/mux.ts'
import { makeTemporaryFolder } from '../../temporary-folder.ts'

const RATE = 48_000
const folder = makeTemporaryFolder('export-sync')
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string): string => join(folder, name)
const run = (program: string, args: readonly string[]): Buffer =>
  execFileSync(program, args, { stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 64 << 20 })
const ffmpeg = (...args: readonly string[]): Buffer => run('ffmpeg', ['-v', 'error', '-y', ...args])

/** Where the loudest sample is presented, in milliseconds of the file's own time. */
function loudestMs(path: string): number {
  const entries = [
    '-v',
    'error',
    '-select_streams',
    'a',
    '-show_entries',
    'stream=start_time',
    '-of',
    'csv=p=0',
  ]
  const startS = Number(
    run('ffprobe', [...entries, path])
      .toString()
      .trim(),
  )
  const raw = ffmpeg('-i', path, '-map', '0:a', '-ac', '1', '-ar', String(RATE), '-f', 'f32le', '-')
  let [loudest, frame] = [0, 0]
  for (let index = 0; index < raw.length / 4; index++) {
    const level = Math.abs(raw.readFloatLE(index * 4))
    if (level > loudest) [loudest, frame] = [level, index]
  }
  return (Number.isNaN(startS) ? 0 : startS) * 1000 + (frame / RATE) * 1000
}

beforeAll(() => {
  const picture = ['-f', 'lavfi', '-i', 'testsrc=size=160x90:rate=25:duration=2']
  for (const name of ['clip.mp4', 'clip.mov'])
    ffmpeg(...picture, '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', at(name))
  ffmpeg(...picture, '-c:v', 'libvpx-vp9', '-deadline', 'realtime', at('clip.webm'))
  // One sharp hit, half a second into the file.
  const hit = "aevalsrc=exprs='if(gte(t,0.5),sin(2*PI*2000*t)*exp(-(t-0.5)*400),0)':s=48000:d=1"
  ffmpeg('-f', 'lavfi', '-i', hit, at('hit.wav'))
})

describe('the sound in an exported clip', () => {
  it.each([
    ['clip.mp4', 'made.mp4'],
    ['clip.mov', 'made.mov'],
    ['clip.webm', 'made.webm'],
    ['clip.webm', 'made.mkv'],
  ])('%s as %s: a hit placed at a second and a half is there within a millisecond', async (clip, made) => {
    const placed = { path: at('hit.wav'), startMs: 1000, fadeInMs: 0, fadeOutMs: 0, gainDb: 0 }
    const order = { path: at(clip), lengthMs: 2000, sounds: [placed], to: at(made) }
    expect(await muxClip(order, new AbortController().signal)).toEqual({ ok: true, value: null })
    expect(Math.abs(loudestMs(at(made)) - 1000 - loudestMs(at('hit.wav')))).toBeLessThan(1)
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it('is not begun where there is no picture to carry over, and no empty file is left', async () => {
    const order = { path: at('hit.wav'), lengthMs: 1000, sounds: [], to: at('none.mp4') }
    const made = await muxClip(order, new AbortController().signal)
    expect(made).toMatchObject({ ok: false, error: { code: 'clip_unwritable' } })
    expect(existsSync(at('none.mp4'))).toBe(false)
  })
})
