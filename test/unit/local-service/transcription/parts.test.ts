// Who plays a note: how it sounds among others, what lines and chords say, and what is listed.

import { describe, expect, test } from 'vitest'
import { INSTRUMENTS, type Instrument } from '../../../../src-main/contract/index.ts'
import { measureKeyEnergy } from '../../../../src-main/local-service/transcription/listening/key-energy.ts'
import {
  frameCountOf,
  KEYS,
  MODEL_RATE_HZ,
  SPECTRUM_BINS,
  secondsOfFrame,
} from '../../../../src-main/local-service/transcription/listening/posteriors.ts'
import { createTraits } from '../../../../src-main/local-service/transcription/listening/traits.ts'
import type { HeardNote } from '../../../../src-main/local-service/transcription/notes/decode-notes.ts'
import {
  assignByRegister,
  assignInstruments,
} from '../../../../src-main/local-service/transcription/parts/assign.ts'
import {
  chancesBySound,
  likeliest,
} from '../../../../src-main/local-service/transcription/parts/judge-parts.ts'
import {
  LINE_FEATURES,
  lineDescriber,
} from '../../../../src-main/local-service/transcription/parts/line-features.ts'
import {
  describeSounds,
  likenesses,
  SOUND_FEATURES,
} from '../../../../src-main/local-service/transcription/parts/note-sounds.ts'

const FIRST_MIXED = 24
const FALL = 51

const note = (pitch: number, start: number, end: number): HeardNote => ({
  pitch,
  start,
  end,
  levelDb: -20,
  certainty: 1,
})

/** Nothing is known of how a note sounds but how like some instruments it is. */
function soundLike(likeness: Partial<Record<Instrument, number>> = {}): Float32Array {
  const sound = new Float32Array(SOUND_FEATURES)
  for (const [index, name] of INSTRUMENTS.entries()) likenesses(sound)[index] = likeness[name] ?? 0
  return sound
}

/** The sounds of notes that are played with so strong partials and so quick a decay. */
function sounding(notes: readonly HeardNote[], partials: readonly number[], decay: number): Float32Array[] {
  const signal = new Float32Array(3 * MODEL_RATE_HZ)
  for (const { pitch, start, end } of notes) {
    const hz = 440 * 2 ** ((pitch - 69) / 12)
    for (let at = 0; at < (end - start) * MODEL_RATE_HZ; at++) {
      const time = at / MODEL_RATE_HZ
      for (const [index, gain] of partials.entries())
        signal[Math.round(start * MODEL_RATE_HZ) + at]! +=
          0.2 * gain * Math.exp(-decay * time) * Math.sin(2 * Math.PI * hz * (index + 1) * time)
    }
  }
  const frameCount = frameCountOf(signal)
  const posteriors = {
    frameCount,
    sounding: new Float32Array(frameCount * KEYS),
    onsets: new Float32Array(frameCount * KEYS),
    spectrum: new Uint8Array(frameCount * SPECTRUM_BINS),
    traits: createTraits(),
  }
  return describeSounds(notes, { posteriors, energy: measureKeyEnergy(signal, frameCount) }, signal)
}

const START = secondsOfFrame(40)

describe('The sound of a note', () => {
  test('is its partials: a clarinet lacks the even ones', () => {
    const [hollow] = sounding([note(62, START, START + 1)], [1, 0, 0.7, 0, 0.5], 0)
    const [full] = sounding([note(62, START, START + 1)], [1, 0.8, 0.7, 0.6, 0.5], 0)
    expect(hollow![0]! - hollow![1]!).toBeGreaterThan(2)
    expect(Math.abs(full![0]! - full![1]!)).toBeLessThan(1)
  })

  test('says which partials another note may have lent', () => {
    const [alone] = sounding([note(72, START, START + 1)], [1, 0.5], 0)
    expect(alone!.slice(FIRST_MIXED, FIRST_MIXED + 10).some((mixed) => mixed === 1)).toBe(false)
    const [, upper] = sounding([note(60, START, START + 1), note(72, START, START + 1)], [1, 0.5], 0)
    expect(upper!.slice(FIRST_MIXED, FIRST_MIXED + 10).every((mixed) => mixed === 1)).toBe(true)
  })

  test('falls where it is struck, and stays where it is held', () => {
    const [struck] = sounding([note(60, START, START + 1)], [1, 0.5], 4)
    const [held] = sounding([note(60, START, START + 1)], [1, 0.5], 0)
    expect(struck![FALL]!).toBeLessThan(held![FALL]! - 0.1)
  })
})

describe('What speaks for an instrument', () => {
  const listed = ['flutes', 'acoustic_piano'] as const
  const notes = [note(76, 0, 0.5), note(60, 0.25, 1), note(77, 0.5, 1)]
  const scores = notes.map(() => new Float32Array(INSTRUMENTS.length))
  const sounds = notes.map(() => soundLike())

  test('is described for each note and each listed instrument', () => {
    const rows = lineDescriber(notes, listed, scores, sounds)(notes.map(() => Float32Array.of(0.5, 0.5)))
    expect(rows.map((ofNote) => ofNote.map((row) => row.length))).toEqual(
      notes.map(() => [LINE_FEATURES, LINE_FEATURES]),
    )
    expect(rows.flat().every((row) => row.every(Number.isFinite))).toBe(true)
  })

  test('changes with what is guessed of the notes around', () => {
    const describeBy = lineDescriber(notes, listed, scores, sounds)
    const [sure, unsure] = [
      [Float32Array.of(1, 0), Float32Array.of(0, 1), Float32Array.of(0.5, 0.5)],
      [Float32Array.of(0, 1), Float32Array.of(1, 0), Float32Array.of(0.5, 0.5)],
    ].map(describeBy)
    expect(sure![2]![0]).not.toEqual(unsure![2]![0])
  })

  test('chances are of what is listed alone, and sum to 1', () => {
    const score = new Float32Array(INSTRUMENTS.length)
    score[INSTRUMENTS.indexOf('violin')] = 50
    score[INSTRUMENTS.indexOf('flutes')] = 1
    const chances = chancesBySound(score, listed)
    expect(chances[0]! + chances[1]!).toBeCloseTo(1)
    expect(chances[0]!).toBeGreaterThan(chances[1]!)
  })
})

describe('Who is likeliest', () => {
  const low = note(40, 0, 1)

  test('can play the note: no flute goes so low, however like one it sounds', () => {
    expect(likeliest(low, Float32Array.of(0.9, 0.1), ['flutes', 'electric_bass'])).toBe('electric_bass')
    expect(likeliest(note(70, 0, 1), Float32Array.of(0.9, 0.1), ['flutes', 'violin'])).toBe('flutes')
  })

  test('is somebody listed even where nobody can play it', () => {
    expect(likeliest(low, Float32Array.of(0.4, 0.6), ['flutes', 'oboe'])).toBe('oboe')
  })
})

describe('Notes get a part', () => {
  const beats = Array.from({ length: 16 }, (_, index) => index * 0.5)

  test('without a list the piano, of one pitched instrument that one, whatever else is listed with it', () => {
    const notes = [note(60, 0, 1), note(30, 1, 2)]
    const sounds = notes.map(() => soundLike())
    expect(assignInstruments(notes, sounds, null)).toEqual(['acoustic_piano', 'acoustic_piano'])
    expect(assignInstruments(notes, [], ['drums', 'violin'])).toEqual(['violin', 'violin'])
    expect(assignByRegister(notes, ['violin', 'violin'])).toEqual(['violin', 'violin'])
    expect(assignInstruments([], [], ['violin', 'flutes'])).toEqual([])
  })

  test('what only one of them can play is its own', () => {
    const notes = beats.map((at, index) => note([43, 50, 47, 45][index % 4]!, at, at + 0.45))
    const sounds = notes.map(() => soundLike({ cello: -0.5 }))
    expect(new Set(assignInstruments(notes, sounds, ['flutes', 'cello']))).toEqual(new Set(['cello']))
  })
})
