// What the video view computes: timecode, the picture after the sound, requests inside of the model's limits, who is heard.
import { describe, expect, it } from 'vitest'
import type { Model } from '../../../src-renderer/bridge.ts'
import { createFollower } from '../../../src-renderer/features/video/sync.ts'
import {
  frameAt,
  parseTimecode,
  stepped,
  timecodeOf,
  toFrame,
} from '../../../src-renderer/features/video/timecode.ts'
import {
  type VideoChoice,
  videoBody,
  videoLimits,
  videoProblem,
} from '../../../src-renderer/features/video/video-request.ts'
import {
  hasSpeechTrack,
  isTrackHeard,
  mixesOf,
  NO_VIDEO,
  onClip,
  PLAIN_MIX,
  trackKey,
  withEdge,
} from '../../../src-renderer/features/video/video-state.ts'
import { heardTimeS } from '../../../src-renderer/player/heard-time.ts'

describe('timecode', () => {
  it('counts frames, also where their rate is no whole number', () => {
    expect(timecodeOf(10 + 17 / 24, 24)).toBe('00:00:10:17')
    expect(timecodeOf(3661, 25)).toBe('01:01:01:00')
    // Non-drop: an hour of 29.97 is 3.6 s behind the clock.
    expect(timecodeOf(3600, 30_000 / 1001)).toBe('00:59:56:12')
    expect(timecodeOf(1.5, null)).toBe('00:00:01.500')
  })

  it('reads what it writes, and what a person types', () => {
    for (const rate of [24, 25, 30_000 / 1001, 60]) {
      for (const frame of [0, 1, 23, 24, 1799, 107_892])
        expect(frameAt(parseTimecode(timecodeOf(frame / rate + 1e-4, rate), rate) ?? -1, rate)).toBe(frame)
    }
    expect(parseTimecode('10', 25)).toBe(10)
    expect(parseTimecode('10,5', 25)).toBe(10.5)
    expect(parseTimecode('10:05', 25)).toBeCloseTo(10.2)
    expect(parseTimecode('1:02.5', 25)).toBe(62.5)
    for (const wrong of ['', 'x', '10:30', '1:2:3:4:5', '-3']) expect(parseTimecode(wrong, 25)).toBeNull()
  })

  it('steps from frame to frame, never before the first', () => {
    let atS = 0
    for (let step = 0; step < 100; step++) atS = stepped(atS, 1, 30_000 / 1001)
    expect(frameAt(atS, 30_000 / 1001)).toBe(100)
    expect(stepped(0.01, -1, 25)).toBe(0)
    expect(toFrame(1.013, 25)).toBeCloseTo(1)
  })
})

describe('the picture after the sound', () => {
  interface Run {
    readonly clockError?: number
    readonly fromS?: number
    /** Each look is off by up to so much, either way. */
    readonly noiseS?: number
    readonly looksASecond?: number
  }
  /** A picture whose clock runs wrong by so much, looked at for ten minutes. */
  function follow({ clockError = 0, fromS = 0, noiseS = 0, looksASecond = 60 }: Run) {
    const follower = createFollower()
    let [pictureS, rate, worstS, changes] = [fromS, 1, 0, 0]
    for (let look = 0; look < 600 * looksASecond; look++) {
      const soundS = look / looksASecond
      const noise = noiseS * Math.sin(look * 12.9898)
      const told = follower.look(pictureS + noise, soundS, soundS)
      if (told.kind === 'seek') [pictureS, rate] = [told.toS, 1]
      if (told.kind === 'rate') rate = told.rate
      if (told.kind !== 'none') changes++
      // What it takes to catch up at first is not drift.
      if (soundS > 5) worstS = Math.max(worstS, Math.abs(pictureS - soundS))
      pictureS += (rate * (1 + clockError)) / looksASecond
    }
    return { worstS, changes }
  }
  it.each<[string, Run]>([
    ['a clock that is right', {}],
    ['a clock that is fast by a thousandth', { clockError: 0.001 }],
    ['a clock that is slow by a thousandth', { clockError: -0.001 }],
    ['a late start', { fromS: -0.2 }],
    ['a start far away', { fromS: 30 }],
    ['looks that are off by 12 ms', { noiseS: 0.012, clockError: 0.0002 }],
    ['ten looks a second', { looksASecond: 10, noiseS: 0.005, clockError: 0.0002 }],
  ])('stays within 10 ms over ten minutes: %s', (_name, run) => {
    expect(follow(run).worstS).toBeLessThan(0.01)
  })

  it('is left alone where only the looks are off', () => {
    expect(follow({ noiseS: 0.012 }).changes).toBe(0)
  })

  it('does not jump for one look that is far off', () => {
    const follower = createFollower()
    expect(follower.look(0, 0, 0)).toEqual({ kind: 'none' })
    expect(follower.look(0.1, 2, 0.1)).toEqual({ kind: 'none' })
    expect(follower.look(0.2, 0.2, 0.2)).toEqual({ kind: 'none' })
    expect(follower.look(0.3, 2, 0.3)).toEqual({ kind: 'none' })
    expect(follower.look(0.6, 2.3, 0.6)).toEqual({ kind: 'seek', toS: 2.3 })
  })
})

describe('what is heard', () => {
  const moment = { computedS: 10, latencyS: 0.04, output: {}, nowMs: 5000 }
  it('is what left the device by its own stamp, read on', () => {
    const output = { contextTime: 9.9, performanceTime: 4980 }
    expect(heardTimeS({ ...moment, output })).toBeCloseTo(9.92, 9)
  })
  it('is behind what is computed by the latency where no stamp is told, or one of long ago', () => {
    expect(heardTimeS(moment)).toBeCloseTo(9.96, 9)
    const old = { contextTime: 3, performanceTime: 4990 }
    expect(heardTimeS({ ...moment, output: old })).toBeCloseTo(9.96, 9)
  })
  it('is never ahead of what is computed, nor before the beginning', () => {
    expect(heardTimeS({ ...moment, output: { contextTime: 11, performanceTime: 5000 } })).toBe(10)
    expect(heardTimeS({ ...moment, computedS: 0.01 })).toBe(0)
  })
})

const model: Model = {
  id: 'm',
  status: 'general_availability',
  audio: { sample_rate: 44_100, channels: 1 },
  max_prompt_chars: 20,
  max_negative_prompt_chars: 0,
  stems: [],
  controls: ['loop', 'preserve_speech', 'multi_stem'],
  formats: ['wav'],
  credits_per_second: 10,
  operations: {
    'video-to-sfx': {
      duration_ms: { min: 1000, max: 600_000, max_with_preserve_speech: 60_000 },
      num_variants: { min: 1, max: 4 },
      controls: ['preserve_speech', 'multi_stem'],
    },
  },
}
const choice: VideoChoice = {
  mode: 'mix',
  inMs: 4_000,
  outMs: 22_000,
  prompt: ' rain ',
  negativePrompt: 'music',
  variants: 2,
  seed: 7,
}

describe('the request for a picture', () => {
  const limits = videoLimits(model)
  if (limits === null) throw new Error('no limits')

  it('is absent where the model makes none', () => {
    expect(videoLimits({ ...model, operations: {} })).toBeNull()
    const { modes } = videoLimits({ ...model, operations: { 'video-to-sfx': { controls: [] } } }) ?? {
      modes: [],
    }
    expect(modes).toEqual(['mix'])
  })

  it('says the selection, the words and the seed; what the model does not take stays away', () => {
    expect(videoBody(model, choice, limits)).toEqual({
      model: 'm',
      duration_ms: 18_000,
      num_variants: 2,
      start_offset_ms: 4_000,
      seed: 7,
      input: { prompt: 'rain' },
    })
    expect(videoBody(model, { ...choice, mode: 'speech' }, limits)).toMatchObject({
      controls: { preserve_speech: true },
    })
  })

  it('of stems begins at the first frame, without words and seed', () => {
    expect(videoBody(model, { ...choice, mode: 'stems' }, limits)).toEqual({
      model: 'm',
      duration_ms: 22_000,
      num_variants: 2,
      input: {},
      controls: { multi_stem: true },
    })
  })

  it('is told what is in its way', () => {
    const sound = { hasAudio: true }
    expect(videoProblem(choice, limits, sound)).toBeNull()
    expect(videoProblem({ ...choice, mode: 'speech' }, limits, { hasAudio: false })).toMatch(
      /no sound of its own/,
    )
    // Its speech may be in a recording beside it.
    expect(videoProblem({ ...choice, mode: 'speech' }, limits, { hasAudio: false }, true)).toBeNull()
    expect(videoProblem({ ...choice, outMs: 4_500 }, limits, sound)).toMatch(/at least/)
    expect(videoProblem({ ...choice, mode: 'speech', outMs: 90_000 }, limits, sound)).toMatch(
      /60 s at most with speech kept/,
    )
    expect(videoProblem({ ...choice, mode: 'stems', outMs: 700_000 }, limits, sound)).toMatch(/first frame/)
    expect(videoProblem({ ...choice, prompt: 'x'.repeat(21) }, limits, sound)).toMatch(/21 characters/)
  })
})

describe('in and out', () => {
  it('let go of the other edge where they pass it', () => {
    expect(withEdge({ inS: 1, outS: 3 }, 'in', 2)).toEqual({ inS: 2, outS: 3 })
    expect(withEdge({ inS: 1, outS: 3 }, 'in', 3)).toEqual({ inS: 3, outS: null })
    expect(withEdge({ inS: 1, outS: 3 }, 'in', 5)).toEqual({ inS: 5, outS: null })
    expect(withEdge({ inS: 2, outS: 3 }, 'out', 1)).toEqual({ inS: null, outS: 1 })
    expect(withEdge({ inS: null, outS: null }, 'out', 1)).toEqual({ inS: null, outS: 1 })
  })
})

describe('a result with speech kept', () => {
  const resultOf = (...types: readonly string[]) => ({
    generation: { id: 'job' },
    keepsSpeech: true,
    tracks: types.map((type, index) => ({ index, type, takes: ['a take'] })),
  })
  const muted = (result: ReturnType<typeof resultOf>) =>
    result.tracks
      .filter(({ index }) => mixesOf(new Map(), result).get(trackKey('job', index))?.isMuted)
      .map(({ type }) => type)

  it('has its mix silent at first where the parts are heard, with and without speech', () => {
    expect(muted(resultOf('mix', 'sfx', 'speech'))).toEqual(['mix'])
    expect(muted(resultOf('mix', 'sfx'))).toEqual(['mix'])
    expect(muted(resultOf('mix'))).toEqual([])
    expect(muted({ ...resultOf('mix', 'sfx'), keepsSpeech: false })).toEqual([])
  })

  it('is heard as the person left it', () => {
    const mixes = new Map([[trackKey('job', 0), PLAIN_MIX]])
    expect(mixesOf(mixes, resultOf('mix', 'sfx', 'speech'))).toBe(mixes)
  })

  it('says whether its speech is a track of its own: then the clip need not be heard beside it', () => {
    expect(hasSpeechTrack(resultOf('mix', 'sfx', 'speech'))).toBe(true)
    expect(hasSpeechTrack(resultOf('mix', 'sfx'))).toBe(false)
  })
})

describe('tracks', () => {
  it('are heard but for muted ones; soloed ones alone', () => {
    const mixes = new Map([['a', { ...PLAIN_MIX, isMuted: true }]])
    const heard = (all: typeof mixes) => ['a', 'b'].map((key) => isTrackHeard(all, ['a', 'b'], key))
    expect(heard(mixes)).toEqual([false, true])
    expect(heard(new Map([...mixes, ['b', { ...PLAIN_MIX, isSolo: true }]]))).toEqual([false, true])
    expect(heard(new Map([['a', { ...PLAIN_MIX, isSolo: true }]]))).toEqual([true, false])
  })

  it('of another clip begin anew', () => {
    const clip = { id: '1', name: 'a.mp4', bytes: 1, host: null }
    const worked = { ...onClip(NO_VIDEO, clip), inS: 3, variants: 3, prompt: 'rain' }
    expect(onClip(worked, clip)).toBe(worked)
    expect(onClip(worked, { ...clip, id: '2' })).toMatchObject({ inS: null, prompt: '', variants: 3 })
  })
})
