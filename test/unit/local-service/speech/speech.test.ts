// Speech is told from what is none, and taken out of it.

import { describe, expect, test } from 'vitest'
import { hasSpeech, SPEECH_FRAME_MS } from '../../../../src-main/local-service/speech/find-speech.ts'
import { mixVoice } from '../../../../src-main/local-service/speech/mix-voice.ts'
import { separateSpeech } from '../../../../src-main/local-service/speech/separate-speech.ts'
import {
  HAS_ESPEAK,
  LINES,
  mixed,
  NEEDS_ESPEAK,
  pinkNoise,
  scene,
  siSdrDb,
  spoken,
} from '../../../bench/video/speech-scenes.ts'

const SECONDS = 4

describe('hasSpeech', () => {
  const run = (ms: number) => Array.from({ length: ms / SPEECH_FRAME_MS }, () => 0.95)
  const pause = Array.from({ length: 20 }, () => 0.2)

  test('half a second in runs that are long enough is speech; one frame less is none', () => {
    expect(hasSpeech([...run(250), ...pause, ...run(250)])).toBe(true)
    expect(hasSpeech([...run(250), ...pause, ...run(240)])).toBe(false)
  })

  test('short bursts do not add up to speech', () => {
    expect(hasSpeech(Array.from({ length: 20 }, () => [...run(140), ...pause]).flat())).toBe(false)
  })

  test('in a long window a hundredth of it must be speech', () => {
    const quiet = Array.from({ length: 6000 }, () => 0)
    expect(hasSpeech([...quiet, ...run(600)])).toBe(false)
    expect(hasSpeech([...quiet, ...run(650)])).toBe(true)
  })

  test('nothing at all holds no speech', () => {
    expect(hasSpeech([])).toBe(false)
  })
})

describe('separateSpeech', () => {
  test.each([
    ['silence', () => new Float32Array(SECONDS * 48_000)],
    ['pink noise', () => pinkNoise(7, SECONDS)],
    ['an engine', () => scene('car engine idling', SECONDS)],
    ['music', () => scene('music box melody', SECONDS)],
  ])('%s holds no speech', async (_, make) => {
    expect(hasSpeech((await separateSpeech(make())).probabilities)).toBe(false)
  })

  test.skipIf(!HAS_ESPEAK)(
    `speech over noise of its own level is found, and cleaner by 6 dB at least${NEEDS_ESPEAK}`,
    async () => {
      const clean = await spoken(LINES[0]!, SECONDS)
      const { sound, speech } = mixed(clean, pinkNoise(7, SECONDS), 0)
      const { voice, probabilities } = await separateSpeech(sound)
      expect(hasSpeech(probabilities)).toBe(true)
      expect(voice).toHaveLength(sound.length)
      expect(siSdrDb(voice, speech) - siSdrDb(sound, speech)).toBeGreaterThan(6)
      expect((await separateSpeech(sound)).voice).toEqual(voice)
    },
  )
})

describe('mixVoice', () => {
  test('both are heard at their own level', () => {
    expect([...mixVoice(Float32Array.of(0.25, -0.5), Float32Array.of(0.25))]).toEqual([0.5, -0.5])
  })

  test('a sum that would clip is softer as a whole', () => {
    const [loud = 0, soft = 0] = mixVoice(Float32Array.of(0.8, 0.4), Float32Array.of(0.8, 0.4))
    expect(loud).toBeCloseTo(10 ** (-1 / 20), 5)
    expect(soft / loud).toBeCloseTo(0.5, 5)
  })
})
