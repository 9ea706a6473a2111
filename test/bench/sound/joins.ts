// How loud it is around the joins of repairs and extensions, beside the same in sounds that nobody has edited.

import { extend } from '../../../src-main/local-service/jobs/edits/extend.ts'
import { inpaint } from '../../../src-main/local-service/jobs/edits/inpaint.ts'
import { renderScene, understandPrompt } from '../../../src-main/local-service/synthesis/index.ts'

const RATE = 44_100
const SEEDS = 12
const SOURCE_SECONDS = 5
const FRAME_SECONDS = 0.01
/** Frames on each side of a join. */
const FRAMES = 15
/** What goes on by itself: its level is one, whatever happens in it. */
const STEADY = [
  'heavy rain',
  'waterfall',
  'stream',
  'frying bacon',
  'car engine idling',
  'vacuum cleaner',
  'applause',
  'crowd murmuring',
] as const

export interface JoinLevels {
  readonly prompt: string
  /** Of the frames around the joins, averaged over the seeds: how far the furthest is from the level of the source, in dB. */
  readonly joinsDb: number
  /** The same of as many frames in the middle of the sources. */
  readonly withinDb: number
}

export function joinLevels(): readonly JoinLevels[] {
  return STEADY.map((prompt) => {
    const heard = understandPrompt(prompt)
    if (!heard.ok) throw new Error(heard.message)
    const [start, end] = [2 * RATE, 3 * RATE]
    const joins = [newFrames(), newFrames(), newFrames()]
    const within = [newFrames(), newFrames(), newFrames()]
    let usual = 0
    for (let seed = 0; seed < SEEDS; seed++) {
      const source = renderScene({
        scene: heard.scene,
        durationMs: SOURCE_SECONDS * 1000,
        seed,
        variantIndex: 0,
        loop: false,
        sampleRate: RATE,
      })
      const edit = { source, sampleRateHz: RATE, prompted: null, seed }
      const repaired = inpaint({ ...edit, startSample: start, endSample: end })
      const extended = extend({ ...edit, appendSamples: RATE, loop: false })
      usual += power(source, RATE, RATE * (SOURCE_SECONDS - 1)) / SEEDS
      addFrames(joins[0]!, repaired, start)
      addFrames(joins[1]!, repaired, end)
      addFrames(joins[2]!, extended, source.length)
      for (const [index, frames] of within.entries()) {
        addFrames(frames, source, Math.round((1.5 + 0.8 * index) * RATE))
      }
    }
    return { prompt, joinsDb: furthestDb(joins, usual), withinDb: furthestDb(within, usual) }
  })
}

const newFrames = (): Float64Array => new Float64Array(2 * FRAMES)

/** Adds the power of each frame around a place. */
function addFrames(frames: Float64Array, samples: Float32Array, place: number): void {
  const length = Math.round(FRAME_SECONDS * RATE)
  for (let frame = 0; frame < frames.length; frame++) {
    const from = place + (frame - FRAMES) * length
    frames[frame]! += power(samples, from, from + length) / SEEDS
  }
}

function power(samples: Float32Array, from: number, to: number): number {
  let sum = 0
  for (let at = from; at < to; at++) sum += samples[at]! ** 2
  return sum / (to - from)
}

const furthestDb = (places: readonly Float64Array[], usual: number): number =>
  Math.max(...places.flatMap((frames) => [...frames].map((each) => Math.abs(10 * Math.log10(each / usual)))))
