// Judges hits on clips rendered by Blender with simulated physics: `node test/bench/video/rendered/check.ts <folder> <first seed> <last seed>`.
// Renders what the folder does not have yet, some minutes a clip. Needs blender and ffmpeg; it is no part of `npm test`.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFfmpegFrames } from '../../../../src-main/local-service/picture/ffmpeg-frames.ts'
import { readPicture } from '../../../../src-main/local-service/picture/read-picture.ts'
import { FFMPEG } from '../../../unit/local-service/picture/clips.ts'

interface Truth {
  readonly kind: string
  readonly framesPerSecond: number
  readonly unrest: number
  /** In order; `jump` in metres a second. */
  readonly hits: readonly { readonly atMs: number; readonly jump: number }[]
}

/** A contact that changes less than this may be found or not: nobody hears it. */
const LEAST_HEARD = 1
/** Of the physics' own steps. */
const TRUTH_ERROR_MS = 4.5
/** A hit at a clip's very end has nothing after it to be told by. */
const END_MS = 200

if (!FFMPEG) throw new Error('there is no ffmpeg on PATH')
const [folder = '', first = '0', last = '7'] = process.argv.slice(2)
const source = createFfmpegFrames(FFMPEG)
const signal = new AbortController().signal
const all = { wanted: 0, found: 0, wrong: 0 }
for (let seed = Number(first); seed <= Number(last); seed++) {
  const truth = rendered(seed)
  const path = join(folder, `${seed}.mp4`)
  const inspection = await source.inspect(path, signal)
  if (!inspection.ok) throw new Error(inspection.message)
  const { facts } = inspection
  const window = { startMs: 0, durationMs: facts.durationMs }
  const events = await readPicture(source, path, facts, window, signal)
  const isJudged = (atMs: number): boolean => atMs < facts.durationMs - END_MS
  const left = events.impacts
    .filter(({ cause, atMs }) => cause !== 'light' && isJudged(atMs))
    .map(({ atMs }) => atMs)
  const frameMs = 1000 / facts.framesPerSecond
  const tally = { wanted: 0, found: 0, wrong: 0 }
  for (const { atMs, jump } of heardAsOne(truth.hits, frameMs).filter((hit) => isJudged(hit.atMs))) {
    const near = left.findIndex((each) => Math.abs(each - atMs) <= frameMs + TRUTH_ERROR_MS)
    if (near >= 0) left.splice(near, 1)
    if (jump < LEAST_HEARD) continue
    tally.wanted++
    if (near >= 0) tally.found++
  }
  tally.wrong = left.length
  for (const key of ['wanted', 'found', 'wrong'] as const) all[key] += tally[key]
  const { kind, framesPerSecond, unrest } = truth
  console.log(
    `${seed} ${kind} at ${framesPerSecond}, unrest ${unrest}: ${tally.found} of ${tally.wanted}, ${tally.wrong} false`,
  )
}
console.log(`all of them: ${all.found} of ${all.wanted}, ${all.wrong} false`)

/** Contacts that fall into a frame and a half are one to the eye. */
function heardAsOne(hits: Truth['hits'], frameMs: number): Truth['hits'] {
  const kept: Truth['hits'][number][] = []
  for (const hit of hits) {
    const before = kept.at(-1)
    if (before === undefined || hit.atMs - before.atMs >= 1.6 * frameMs) kept.push(hit)
    else if (hit.jump > before.jump) kept[kept.length - 1] = { ...before, jump: hit.jump }
  }
  return kept
}

/** As 720p of a phone would be: grain over what is scaled up, and H.264. */
function rendered(seed: number): Truth {
  const frames = join(folder, String(seed))
  const clip = join(folder, `${seed}.mp4`)
  const readTruth = (): Truth => JSON.parse(readFileSync(join(frames, 'truth.json'), 'utf8')) as Truth
  if (existsSync(clip)) return readTruth()
  mkdirSync(frames, { recursive: true })
  execFileSync('blender', ['-b', '-P', join(import.meta.dirname, 'scene.py'), '--', String(seed), frames], {
    stdio: 'ignore',
  })
  const truth = readTruth()
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-y', '-framerate', String(truth.framesPerSecond), '-i', join(frames, '%05d.png')],
    ...['-vf', 'scale=1280:720:flags=bicubic,noise=alls=4:allf=t', '-c:v', 'libx264', '-preset', 'veryfast'],
    ...['-crf', '26', '-pix_fmt', 'yuv420p', clip],
  ])
  return truth
}
