// From events to planned sounds, and from these to samples.

import { describe, expect, test, vi } from 'vitest'
import type { Impact, PictureEvents } from '../../../../src-main/local-service/picture/events.ts'
import {
  detectedSounds,
  guidedSounds,
  mixedSounds,
} from '../../../../src-main/local-service/plans/plan-sounds.ts'
import { renderMix, renderStem } from '../../../../src-main/local-service/plans/render-sounds.ts'
import { promptedScenes } from '../../../../src-main/local-service/plans/scenes.ts'
import {
  type Scene,
  understandAvoidance,
  understandPrompt,
} from '../../../../src-main/local-service/synthesis/index.ts'

// Real renders on a busy machine take their time; nothing is asserted about it.
vi.setConfig({ testTimeout: 60_000 })

const NOTHING: PictureEvents = {
  durationMs: 5000,
  cutsMs: [],
  impacts: [],
  movements: [],
  textures: [],
  soundOnsetsMs: [],
  look: { brightness: 0.5, warmth: 0 },
}
const TAKE = { sampleRateHz: 44_100, seed: 7, variantIndex: 0 }

function impact(atMs: number, strength = 0.6): Impact {
  return { atMs, strength, size: 0.3, cause: 'motion', thing: 1 }
}

function sceneOf(prompt: string): Scene {
  const understood = understandPrompt(prompt)
  if (!understood.ok) throw new Error(understood.message)
  return understood.scene
}

/** Time in ms at which samples first reach a quarter of their peak. */
function attackMs(samples: Float32Array): number {
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  return (samples.findIndex((sample) => Math.abs(sample) >= peak / 4) / 44_100) * 1000
}

describe('Detected sounds', () => {
  test('a still picture has none', () => {
    expect(detectedSounds(NOTHING)).toEqual([])
  })

  test('each hit, movement and texture is a sound of its category, in order, named for what was seen', () => {
    const sounds = detectedSounds({
      ...NOTHING,
      impacts: [impact(2000), { ...impact(3500), cause: 'light', thing: null }],
      movements: [{ startMs: 700, endMs: 1100, peakMs: 900, strength: 0.5, by: 'thing' }],
      textures: [{ startMs: 0, endMs: 4000, strength: 0.4, curve: [1], stepMs: 200 }],
    })
    expect(sounds.map(({ label, category, type }) => [label, category, type])).toEqual([
      ['steady texture', 'background', 'ambience'],
      ['fast movement', 'swoosh', 'sfx'],
      ['impact', 'foreground', 'sfx'],
      ['flash of light', 'foreground', 'sfx'],
    ])
  })

  test('a window reaches a second past its sound, less at the ends of the video', () => {
    const [first, second] = detectedSounds({ ...NOTHING, impacts: [impact(300), impact(4800)] })
    expect(first).toMatchObject({ startMs: 0, soundStartMs: 300, soundEndMs: 980, endMs: 1980 })
    expect(second).toMatchObject({ startMs: 3800, soundStartMs: 4800, soundEndMs: 5000, endMs: 5000 })
  })

  test('hits in quick succession are one sound, and many are joined until no more than 32 are left', () => {
    expect(detectedSounds({ ...NOTHING, impacts: [impact(1000), impact(1200)] })).toHaveLength(1)
    const many = Array.from({ length: 300 }, (_, index) => impact(index * 2000))
    const sounds = detectedSounds({ ...NOTHING, durationMs: 600_000, impacts: many })
    expect(sounds.length).toBeLessThanOrEqual(32)
    const hits = sounds.flatMap(({ course }) => (course.kind === 'hits' ? course.hits : []))
    expect(hits).toHaveLength(300)
  })
})

describe('Sounds of a mix', () => {
  test('there is at least a room', () => {
    expect(mixedSounds(NOTHING, null)).toHaveLength(1)
  })

  test('what a prompt names falls on the hits, and what goes on lies under all of it', () => {
    const events = { ...NOTHING, impacts: [impact(1000), impact(2000)] }
    const sounds = mixedSounds(events, sceneOf('footsteps on gravel in rain'))
    const sources = sounds.map(({ scene, soundStartMs }) => [scene.layers[0]?.source, soundStartMs])
    expect(sources).toEqual([
      ['rain', 0],
      ['footsteps', 1000],
      ['footsteps', 2000],
    ])
  })

  test('what a prompt says of its way is left to the picture, and a rush is one', () => {
    const { hits, movement } = promptedScenes(sceneOf('footsteps approaching and whooshes passing'))
    expect(hits[0]!.layers[0]).toMatchObject({ family: 'footsteps', count: 1 })
    expect(hits[0]!.layers[0]).not.toHaveProperty('movement')
    expect(movement!.layers[0]).toMatchObject({ family: 'whoosh', isOnce: true })
  })

  test('what a prompt names is heard although the picture shows no moment for it', () => {
    const [sound] = mixedSounds(NOTHING, sceneOf('glass shatters'))
    expect(sound?.scene.layers[0]?.source).toBe('glass shatter')
  })
})

describe('Rendered sounds', () => {
  test('a hit sounds on its moment within 2 ms, in a stem and in the mix, and the window has its exact length', () => {
    for (const prompt of [null, 'glass shatters', 'door slams', 'a ball bouncing on wood']) {
      const events = { ...NOTHING, impacts: [impact(1700, 1)] }
      const sounds = mixedSounds(events, prompt === null ? null : sceneOf(prompt))
      const sound = sounds.find(({ course }) => course.kind === 'hits')
      if (!sound) throw new Error('no hit was planned')
      const stem = renderStem(sound, TAKE)
      expect(stem.length).toBe(Math.round((sound.endMs - sound.startMs) * 44.1))
      expect(Math.abs(sound.startMs + attackMs(stem) - 1700)).toBeLessThan(2)
      const mix = renderMix(sounds, events.durationMs, TAKE)
      expect(mix.length).toBe(5 * 44_100)
      expect(Math.abs(attackMs(mix) - 1700)).toBeLessThan(2)
    }
  })

  test('nothing is louder than -1 dBFS, whatever falls together', () => {
    const impacts = Array.from({ length: 40 }, (_, index) => impact(2000 + index * 10, 1))
    const mix = renderMix(mixedSounds({ ...NOTHING, impacts }, null), 5000, TAKE)
    expect(mix.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)).toBeLessThanOrEqual(
      10 ** (-1 / 20) + 1e-6,
    )
  })

  test('the same take gives the same samples; another variant gives others', () => {
    const sounds = mixedSounds({ ...NOTHING, impacts: [impact(1000)] }, null)
    const first = renderMix(sounds, 5000, TAKE)
    expect(renderMix(sounds, 5000, TAKE)).toEqual(first)
    expect(renderMix(sounds, 5000, { ...TAKE, variantIndex: 1 })).not.toEqual(first)
  })

  test('a texture follows the motion', () => {
    const curve = [0, 0, 0, 0, 0, 1, 1, 1, 1, 1]
    const textures = [{ startMs: 0, endMs: 5000, strength: 0.5, curve, stepMs: 500 }]
    const mix = renderMix(mixedSounds({ ...NOTHING, textures }, null), 5000, TAKE)
    const energy = (from: number, to: number) =>
      mix.subarray(from, to).reduce((sum, sample) => sum + sample ** 2, 0)
    expect(energy(132_300, 198_450)).toBeGreaterThan(2 * energy(22_050, 88_200))
  })
})

describe('What is not to be heard', () => {
  const busy: PictureEvents = {
    ...NOTHING,
    impacts: [impact(1000)],
    movements: [{ startMs: 2000, endMs: 2400, peakMs: 2200, strength: 0.8, by: 'camera' }],
    textures: [{ startMs: 0, endMs: 5000, strength: 0.5, curve: [1, 1], stepMs: 2500 }],
  }
  const labels = (negative: string) =>
    detectedSounds(busy, understandAvoidance(negative)).map(({ label }) => label)

  test.each([
    ['wind', ['impact', 'fast camera movement']],
    ['whoosh, no wind', ['impact']],
    ['impacts', ['steady texture', 'fast camera movement']],
    ['music', ['steady texture', 'impact', 'fast camera movement']],
  ])('“%s” leaves out the stems that are it', (negative, left) => {
    expect(labels(negative)).toEqual(left)
  })

  test('a mix without all that was seen is quiet, and silent where even that is refused', () => {
    const mix = (negative: string) => mixedSounds(busy, null, understandAvoidance(negative))
    expect(mix('wind, whoosh, impact').map(({ label }) => label)).toEqual(['background'])
    expect(mix('wind, whoosh, impact, hum')).toEqual([])
    const silence = renderMix([], 5000, TAKE)
    expect(silence.length).toBe(5 * 44_100)
    expect(silence.every((sample) => sample === 0)).toBe(true)
  })

  test('a quality turns what the picture asks for back', () => {
    const [plain] = mixedSounds({ ...NOTHING, impacts: [impact(1000, 1)] }, null)
    const [soft] = mixedSounds({ ...NOTHING, impacts: [impact(1000, 1)] }, null, understandAvoidance('loud'))
    expect(soft?.scene.layers[0]?.intensity).toBeLessThan(plain?.scene.layers[0]?.intensity ?? 0)
  })
})

describe('Sounds beside a recording that goes on', () => {
  const seen: PictureEvents = { ...NOTHING, impacts: [impact(1000), impact(3000)] }
  const planned = (prompt: string | null, hasOwnEvents: boolean) =>
    guidedSounds(seen, prompt === null ? null : sceneOf(prompt), null, hasOwnEvents).map(
      ({ scene, course }) => `${scene.layers[0]?.family} ${course.kind}`,
    )

  test('are those of the prompt, or of the picture where the recording has none of its own', () => {
    expect(planned(null, true)).toEqual([])
    expect(planned(null, false)).toEqual(['impact hits', 'impact hits'])
    expect(planned('door slams', true)).toEqual(['door hits', 'door hits'])
    expect(planned('steady rain', true)).toEqual(['rain bed'])
  })

  test('are heard where the picture shows no moment for them', () => {
    expect(guidedSounds(NOTHING, sceneOf('door slams'), null, true)).toHaveLength(1)
    expect(guidedSounds(NOTHING, null, null, false)).toEqual([])
  })
})
