// Measures hits on the hard clips: `node test/bench/video/hard.ts [first seed] [last seed]`. Seeds 1 to 10 were tuned on, those from 101 on were not.

import { createAnalysis } from '../../../src-main/local-service/picture/analyse.ts'
import {
  FRAME_HEIGHT,
  FRAME_PIXELS,
  FRAME_WIDTH,
} from '../../../src-main/local-service/picture/frame-source.ts'
import { type Clip, GreyFrame, WIDTH } from '../../unit/local-service/picture/clips.ts'
import { hardClips } from './hard-clips.ts'

interface Tally {
  wanted: number
  found: number
  wrong: number
}

/** The hits of a clip, from frames that are drawn and never encoded. Times in ms. */
function hitsIn({ framesPerSecond, durationMs, draw }: Clip): readonly number[] {
  const analysis = createAnalysis(framesPerSecond, durationMs)
  for (let index = 0; index < Math.round((durationMs * framesPerSecond) / 1000); index++) {
    const frame = new GreyFrame()
    draw(frame, (index * 1000) / framesPerSecond)
    analysis.push({ luma: halved(frame.pixels), red: 0.5, green: 0.5, blue: 0.5 })
  }
  return analysis
    .end([])
    .impacts.filter(({ cause }) => cause !== 'light')
    .map(({ atMs }) => atMs)
}

function halved(pixels: Uint8Array): Uint8Array {
  const luma = new Uint8Array(FRAME_PIXELS)
  for (let at = 0; at < FRAME_PIXELS; at++) {
    const from = Math.floor(at / FRAME_WIDTH) * 2 * WIDTH + (at % FRAME_WIDTH) * 2
    luma[at] = (pixels[from]! + pixels[from + 1]! + pixels[from + WIDTH]! + pixels[from + WIDTH + 1]!) / 4
  }
  return luma
}

function judge(tally: Tally, hits: readonly number[], found: readonly number[], reachMs: number): void {
  const left = [...found]
  tally.wanted += hits.length
  for (const atMs of hits) {
    const near = left.findIndex((each) => Math.abs(each - atMs) <= reachMs)
    if (near < 0) continue
    left.splice(near, 1)
    tally.found++
  }
  tally.wrong += left.length
}

/** What happens at a clip's very end has nothing after it to be told by: it is neither asked for nor counted. */
const END_MS = 200

const [first, last] = [Number(process.argv[2] ?? 101), Number(process.argv[3] ?? 103)]
if (2 * FRAME_HEIGHT * FRAME_WIDTH * 2 !== new GreyFrame().pixels.length)
  throw new Error('clips are twice as large')
const tallies = new Map<string, Tally>()
for (let seed = first; seed <= last; seed++) {
  for (const { name, clip, hits } of hardClips(seed)) {
    const tally = tallies.get(name) ?? { wanted: 0, found: 0, wrong: 0 }
    tallies.set(name, tally)
    const isJudged = (atMs: number): boolean => atMs < clip.durationMs - END_MS
    const reachMs = 1000 / clip.framesPerSecond + 0.5
    judge(tally, hits.filter(isJudged), hitsIn(clip).filter(isJudged), reachMs)
  }
}
for (const [name, { wanted, found, wrong }] of tallies)
  console.log(`${name.padEnd(28)} ${found} of ${wanted}, ${wrong} false`)
