// The analysis of pictures, over frames that are drawn and never encoded.

import { describe, expect, test, vi } from 'vitest'
import { createAnalysis } from '../../../../src-main/local-service/picture/analyse.ts'
import type { PictureEvents } from '../../../../src-main/local-service/picture/events.ts'
import {
  FRAME_HEIGHT,
  FRAME_PIXELS,
  FRAME_WIDTH,
  type Frame,
} from '../../../../src-main/local-service/picture/frame-source.ts'
import { soundOnsetsMs } from '../../../../src-main/local-service/picture/sound-onsets.ts'
import { type Scenario, scenarios } from '../../../bench/video/scenarios.ts'
import { type Clip, GreyFrame, WIDTH } from './clips.ts'

// Clips are drawn and analysed whole: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 60_000 })

function eventsOf(clip: Clip, onsetsMs: readonly number[] = []): PictureEvents {
  const analysis = createAnalysis(clip.framesPerSecond, clip.durationMs)
  const frames = Math.round((clip.durationMs * clip.framesPerSecond) / 1000)
  for (let index = 0; index < frames; index++) {
    const drawn = new GreyFrame()
    clip.draw(drawn, (index * 1000) / clip.framesPerSecond)
    analysis.push(reduced(drawn))
  }
  return analysis.end(onsetsMs)
}

/** Half as wide and high, as decoders deliver it. */
function reduced({ pixels }: GreyFrame): Frame {
  const luma = new Uint8Array(FRAME_PIXELS)
  let sum = 0
  for (let y = 0; y < FRAME_HEIGHT; y++) {
    for (let x = 0; x < FRAME_WIDTH; x++) {
      const at = y * 2 * WIDTH + x * 2
      const mean = (pixels[at]! + pixels[at + 1]! + pixels[at + WIDTH]! + pixels[at + WIDTH + 1]!) / 4
      luma[y * FRAME_WIDTH + x] = mean
      sum += mean
    }
  }
  const grey = sum / FRAME_PIXELS / 255
  return { luma, red: grey, green: grey, blue: grey }
}

const known = new Map<string, PictureEvents>()

/** The events of a scenario, analysed once. */
function eventsIn(name: string): PictureEvents {
  const events = known.get(name) ?? eventsOf(scenario(name).clip)
  known.set(name, events)
  return events
}

function scenario(name: string): Scenario {
  const found = scenarios().find((candidate) => candidate.name === name)
  if (!found) throw new Error(`there is no scenario ${name}`)
  return found
}

describe('What moves and meets', () => {
  test.each(['bounce 0 at 25', 'bounce 2 at 30', 'walls at 25', 'bounces across cuts at 30'])(
    '%s: each hit is found within a frame, and nothing else',
    (name) => {
      const { clip, hits, cuts } = scenario(name)
      const events = eventsOf(clip)
      const frameMs = 1000 / clip.framesPerSecond
      const missed = hits.filter((hit) => !events.impacts.some(({ atMs }) => Math.abs(atMs - hit) <= frameMs))
      const wrong = events.impacts.filter(({ atMs }) => !hits.some((hit) => Math.abs(atMs - hit) <= frameMs))
      // The very last, smallest bounce of a row may go unseen.
      expect(missed.length).toBeLessThanOrEqual(1)
      expect(wrong).toEqual([])
      expect(events.cutsMs.map(Math.round)).toEqual(cuts.map(Math.round))
    },
  )

  test.each(['pendulum at 25', 'a still picture', 'a slow pan', 'noise all over'])(
    '%s hits nothing',
    (name) => {
      expect(eventsIn(name).impacts).toEqual([])
    },
  )

  test('hits of one thing share its number, and harder hits are stronger', () => {
    const { impacts } = eventsIn('bounce 0 at 25')
    expect(new Set(impacts.map(({ thing }) => thing)).size).toBe(1)
    expect(impacts[0]!.strength).toBeGreaterThan(impacts[4]!.strength)
  })

  test('a thing before nothing is not taken for the hand that holds the camera', () => {
    const clip: Clip = {
      framesPerSecond: 25,
      durationMs: 2600,
      draw: (frame, atMs) =>
        frame.fill(10).disc(WIDTH / 2, 166 - 150 * Math.abs(Math.sin((atMs / 1000) * Math.PI)), 12),
    }
    const { impacts } = eventsOf(clip)
    for (const hitMs of [1000, 2000])
      expect(Math.min(...impacts.map(({ atMs }) => Math.abs(atMs - hitMs)))).toBeLessThan(10)
  })
})

describe('Jumps of the picture', () => {
  test('cuts are told to the frame', () => {
    const { cuts } = scenario('cuts at 24')
    expect(eventsIn('cuts at 24').cutsMs).toEqual(cuts.map(Math.round))
  })

  test.each(['flashes of 1 at 25', 'flashes of 4 at 30'])(
    '%s: light is a hit to the frame and no cut',
    (name) => {
      const { clip, flashes } = scenario(name)
      const events = eventsOf(clip)
      expect(events.impacts.map(({ atMs, cause }) => [atMs, cause])).toEqual(
        flashes.map((atMs) => [Math.round(atMs), 'light']),
      )
      expect(events.cutsMs).toEqual([])
    },
  )
})

describe('What goes by and goes on', () => {
  test.each(['sweeps of 350 ms at 25', 'sweeps of 600 ms at 30'])(
    '%s: each has its span within two frames',
    (name) => {
      const { clip, sweeps } = scenario(name)
      const { movements } = eventsIn(name)
      const reachMs = 2000 / clip.framesPerSecond + 1
      expect(movements).toHaveLength(sweeps.length)
      sweeps.forEach(([startMs, endMs], index) => {
        expect(Math.abs(movements[index]!.startMs - startMs)).toBeLessThanOrEqual(reachMs)
        expect(Math.abs(movements[index]!.endMs - endMs)).toBeLessThanOrEqual(reachMs)
      })
    },
  )

  test('a whip of the camera is a fast movement of the camera', () => {
    const { movements } = eventsIn('a whip pan')
    expect(movements.map(({ by }) => by)).toEqual(['camera'])
  })

  test('motion all over is a steady texture of the whole clip; a ball, a pan and a still picture are none', () => {
    const { textures } = eventsIn('noise all over')
    expect(textures).toHaveLength(1)
    expect(textures[0]).toMatchObject({ startMs: 0, endMs: 3000 })
    for (const name of ['bounce 2 at 30', 'a slow pan', 'a still picture']) {
      expect(eventsIn(name).textures).toEqual([])
    }
  })

  test('an empty clip, and one of a single frame, hold nothing', () => {
    const clip: Clip = { framesPerSecond: 25, durationMs: 0, draw: (frame) => frame.fill(9) }
    for (const durationMs of [0, 40]) {
      expect(eventsOf({ ...clip, durationMs })).toMatchObject({ impacts: [], movements: [], textures: [] })
    }
  })
})

describe('The sound of a clip', () => {
  test('attacks are found within 10 ms, and steady sound has none', () => {
    const sound = Float32Array.from({ length: 32_000 }, (_, index) => 0.01 * Math.sin(index / 5))
    for (const atMs of [400, 900, 1500]) {
      for (let index = 0; index < 600; index++)
        sound[atMs * 16 + index]! += 0.6 * Math.exp(-index / 100) * Math.sin(index)
    }
    const onsets = soundOnsetsMs(sound, 16_000)
    expect(onsets).toHaveLength(3)
    onsets.forEach((atMs, index) => {
      expect(Math.abs(atMs - [400, 900, 1500][index]!)).toBeLessThanOrEqual(10)
    })
    expect(soundOnsetsMs(new Float32Array(16_000), 16_000)).toEqual([])
  })

  test('a jolt of motion that breaks off is a hit only where the sound has an attack', () => {
    // A thing with the brightness of what it hides: it moves for three frames, then rests.
    const clip: Clip = {
      framesPerSecond: 25,
      durationMs: 3000,
      draw: (frame, atMs) => {
        const moved = Math.max(0, Math.min(3, Math.round((atMs - 1400) / 40)))
        frame.noise(7, 20)
        for (let row = 40; row < 140; row++)
          frame.pixels.copyWithin(row * WIDTH + 60, row * WIDTH + 60 + moved * 3, row * WIDTH + 220)
      },
    }
    expect(eventsOf(clip).impacts).toEqual([])
    const { impacts } = eventsOf(clip, [1515])
    expect(impacts.map(({ atMs, cause }) => [atMs, cause])).toEqual([[1515, 'motion-and-sound']])
    expect(eventsOf(clip, [2500]).impacts).toEqual([])
  })
})
