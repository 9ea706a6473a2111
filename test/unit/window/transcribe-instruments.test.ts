// The instruments of the transcribe view, rendered to samples by its own voices: told apart, as loud as one another, silent when they are done.
import './web-audio.ts'
import { Gain, OfflineContext, setContext } from 'tone'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { INSTRUMENTS } from '../../../src-main/contract/instruments.ts'
import { momentaryLoudness } from '../../../src-main/local-service/synthesis/stage/loudness.ts'
import { noteTable } from '../../../src-renderer/features/transcribe/note-table.ts'
import {
  createEnsemble,
  VOICES,
  type VoiceMakers,
} from '../../../src-renderer/features/transcribe/sound/ensemble.ts'
import { TIMBRES } from '../../../src-renderer/features/transcribe/sound/instruments.ts'
import { MidiCompanion } from '../../../src-renderer/features/transcribe/sound/midi-companion.ts'
import { frequencyOf, type Voice } from '../../../src-renderer/features/transcribe/sound/pitched-voice.ts'
import { renderNotes, SAMPLE_RATE } from './render-notes.ts'
import { type TimbreFeatures, timbreDistance, timbreFeatures } from './timbre-features.ts'

/** One pitch for all, so that it is the timbre that tells them apart; of the kit it is the floor tom. */
const COMMON_PITCH = 60
/** Where each is at home, for loudness; the others are at home around middle C. */
const HOME_PITCHES: Readonly<Record<string, number>> = {
  electric_bass: 36,
  acoustic_bass: 36,
  contrabass: 36,
  drums: 38,
  timpani: 43,
  tuba: 41,
  baritone_sax: 50,
  cello: 48,
  bassoon: 48,
  trombone: 53,
  violin: 72,
  flutes: 76,
  soprano_and_alto_sax: 67,
  trumpet: 67,
  oboe: 72,
  chromatic_percussion: 76,
}
/** Steps that are heard at once (`timbre-features.ts`) between the two that are most alike. */
const LEAST_DISTANCE = 1.4

const one = (instrument: string, pitch: number): Promise<Float32Array> =>
  renderNotes(2, [{ instrument, pitch, velocity: 90, atS: 0, lengthS: 1 }])

describe('the instruments', () => {
  const features = new Map<string, TimbreFeatures>()
  beforeAll(async () => {
    for (const instrument of INSTRUMENTS) {
      const signal = await one(instrument, instrument === 'drums' ? 38 : COMMON_PITCH)
      features.set(instrument, timbreFeatures(signal, SAMPLE_RATE, frequencyOf(COMMON_PITCH)))
    }
  }, 60_000)

  it('are 35, each with a voice of its own', () => {
    expect(INSTRUMENTS).toHaveLength(35)
    expect([...Object.keys(TIMBRES), 'drums'].sort()).toEqual([...INSTRUMENTS].sort())
  })

  it('are told apart on the same pitch, by how they begin, shine, fade, sway and rustle', () => {
    const tooAlike = INSTRUMENTS.flatMap((each, index) =>
      INSTRUMENTS.slice(0, index).flatMap((other) => {
        const [first, second] = [features.get(each), features.get(other)]
        const distance = first && second ? timbreDistance(first, second) : 0
        return distance < LEAST_DISTANCE ? [`${other} and ${each}: ${distance.toFixed(2)}`] : []
      }),
    )
    expect(tooAlike).toEqual([])
  })

  it('are as loud as one another at the same velocity, within 4 LU to either side', async () => {
    const outside: string[] = []
    for (const instrument of INSTRUMENTS) {
      const lufs = momentaryLoudness(
        await one(instrument, HOME_PITCHES[instrument] ?? COMMON_PITCH),
        SAMPLE_RATE,
      )
      if (Math.abs(lufs - -28) > 4) outside.push(`${instrument}: ${lufs.toFixed(1)} LUFS`)
    }
    expect(outside).toEqual([])
  }, 60_000)

  it('come to silence after their last note, however many notes gave way to others', async () => {
    const notes = ['acoustic_piano', 'electric_bass', 'tenor_sax', 'drums'].flatMap((instrument) =>
      Array.from({ length: 40 }, (_, at) => ({
        instrument,
        pitch: 40 + at,
        velocity: 100,
        atS: at * 0.01,
        lengthS: 0.05 + (at % 7) * 0.1,
      })),
    )
    const signal = await renderNotes(4, notes)
    const loudest = (fromS: number, toS: number): number =>
      signal
        .subarray(fromS * SAMPLE_RATE, toS * SAMPLE_RATE)
        .reduce((top, value) => Math.max(top, Math.abs(value)), 0)
    expect(loudest(0, 1)).toBeGreaterThan(0.05)
    expect(loudest(3, 4)).toBeLessThan(1e-5)
  }, 60_000)
})

describe('playing beside a recording, again and again', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('frees every voice that it made, and gives each note its end', () => {
    const context = new OfflineContext(new OfflineAudioContext(1, SAMPLE_RATE, SAMPLE_RATE))
    setContext(context)
    const living = new Set<Voice>()
    let made = 0
    let sounded = 0
    let endless = 0
    const counted = (voice: Voice): Voice => {
      const seen: Voice = {
        get freeAtS() {
          return voice.freeAtS
        },
        sound(note) {
          voice.sound(note)
          sounded++
          if (!(Number.isFinite(voice.freeAtS) && voice.freeAtS > note.atS + note.lengthS - 1e-9)) endless++
        },
        dispose() {
          voice.dispose()
          living.delete(seen)
        },
      }
      made++
      living.add(seen)
      return seen
    }
    const makers: VoiceMakers = {
      pitched: (...of) => counted(VOICES.pitched(...of)),
      drum: (...of) => counted(VOICES.drum(...of)),
    }
    const table = noteTable(
      Array.from({ length: 200 }, (_, at) => ({
        pitch: 40 + (at % 40),
        start: at * 0.02,
        end: at * 0.02 + 0.3,
        velocity: 80,
        instrument: INSTRUMENTS[at % 7] ?? 'violin',
      })),
    )
    const companion = new MidiCompanion(
      () => ({
        table,
        grid: null,
        isHeard: true,
        gainDb: 0,
        channels: 1,
        hasMetronome: true,
        isPartHeard: () => true,
      }),
      makers,
    )
    const programme = new Gain({ context, gain: 1 })
    let nowS = 0
    const stage = {
      tone: context,
      get nowS() {
        return nowS
      },
      connectProgramme: (node: Gain) => void node.connect(programme),
    }
    const ROUNDS = 12
    for (let round = 0; round < ROUNDS; round++) {
      companion.begin({ clockS: nowS, offsetS: round % 3, loop: null, endS: 5, rate: 1 }, stage)
      for (let turn = 0; turn < 4; turn++) {
        nowS += 0.05
        vi.advanceTimersByTime(50)
      }
      // Half of the runs are ended, half give way to the next one: both free what was made.
      if (round % 2 === 0) companion.end()
    }
    companion.end()
    vi.advanceTimersByTime(1_000)
    expect(made).toBeGreaterThan(ROUNDS)
    expect(sounded).toBeGreaterThan(made)
    expect(endless).toBe(0)
    expect(living.size).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
  }, 60_000)

  it('holds no more voices after thousands of notes without a pause than after the first', () => {
    let nowS = 0
    const context = new OfflineContext(new OfflineAudioContext(1, SAMPLE_RATE, SAMPLE_RATE))
    Object.defineProperty(context, 'currentTime', { get: () => nowS })
    setContext(context)
    const notesOf = new Map<Voice, number>()
    const pitched = (): Voice => {
      let freeAtS = 0
      const voice: Voice = {
        get freeAtS() {
          return freeAtS
        },
        sound({ atS, lengthS }) {
          freeAtS = atS + lengthS + 0.1
          notesOf.set(voice, (notesOf.get(voice) ?? 0) + 1)
        },
        dispose: () => void notesOf.delete(voice),
      }
      return voice
    }
    const ensemble = createEnsemble(context, new Gain({ context }), () => undefined, { ...VOICES, pitched })
    let mostVoices = 0
    let mostNotes = 0
    for (let note = 0; note < 5_000; note++) {
      nowS += 0.1
      ensemble.sound('violin', { pitch: 60, velocity: 80, atS: nowS + 0.2, lengthS: 0.25 })
      mostVoices = Math.max(mostVoices, notesOf.size)
      mostNotes = Math.max(mostNotes, ...notesOf.values())
    }
    expect(mostVoices).toBeLessThan(12)
    expect(mostNotes).toBeLessThan(100)
  })
})
