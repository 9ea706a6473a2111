// The pitch wheel: what a player bends is followed, what is in tune is left alone, on one channel a part.

import toneMidi from '@tonejs/midi'
import { describe, expect, test } from 'vitest'
import type { Instrument } from '../../../../src-main/contract/index.ts'
import { type Arrangement, arrange } from '../../../../src-main/local-service/transcription/arrange.ts'
import { type Bend, hearBends } from '../../../../src-main/local-service/transcription/bends/bends.ts'
import { writeMidi } from '../../../../src-main/local-service/transcription/files/midi-file.ts'
import { songOf } from '../../../../src-main/local-service/transcription/files/song.ts'
import type { KeyEnergy } from '../../../../src-main/local-service/transcription/listening/key-energy.ts'
import { MODEL_RATE_HZ } from '../../../../src-main/local-service/transcription/listening/posteriors.ts'
import type { HeardNote } from '../../../../src-main/local-service/transcription/notes/decode-notes.ts'
import { hearRhythm } from '../../../../src-main/local-service/transcription/rhythm/take-rhythm.ts'

const { Midi } = toneMidi
const SILENT: KeyEnergy = {
  db: new Float32Array(0),
  frameDb: new Float32Array(0),
  bandDb: new Float32Array(0),
  brightness: new Float32Array(0),
  flux: new Float32Array(0),
}

interface Tone {
  readonly pitch: number
  readonly start: number
  readonly end: number
  /** Above the pitch, by seconds from the start of the tone. */
  readonly centsAt?: (seconds: number) => number
}

/** Six partials each, fading; a little noise below. */
function play(tones: readonly Tone[], seconds: number): Float32Array {
  let state = 1
  const signal = Float32Array.from({ length: seconds * MODEL_RATE_HZ }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return (state / 2 ** 31 - 0.5) * 1e-3
  })
  for (const { pitch, start, end, centsAt = () => 0 } of tones) {
    let phase = 0
    for (let index = 0; index < (end - start) * MODEL_RATE_HZ; index++) {
      const at = index / MODEL_RATE_HZ
      phase += (2 * Math.PI * 440 * 2 ** ((pitch - 69 + centsAt(at) / 100) / 12)) / MODEL_RATE_HZ
      const level = 0.2 * Math.exp(-at) * Math.min(1, at / 0.01)
      for (let partial = 1; partial <= 6; partial++) {
        signal[Math.floor(start * MODEL_RATE_HZ) + index]! += (level / partial) * Math.sin(partial * phase)
      }
    }
  }
  return signal
}

function transcribed(tones: readonly Tone[], instrument: Instrument): Arrangement {
  const notes = tones.map(
    ({ pitch, start, end }): HeardNote => ({ pitch, start, end, levelDb: -20, certainty: 1 }),
  )
  const rhythm = hearRhythm(notes, SILENT, 10, {})
  const arrangement = arrange(notes, [], rhythm, { instruments: [instrument] })
  return { ...arrangement, bends: hearBends(arrangement, play(tones, 10)) }
}

/** Where the wheel stands at a moment; the map of these takes has 120 beats a minute. */
function centsAt(bends: readonly Bend[], seconds: number): number {
  return bends.findLast(({ beats }) => beats <= seconds * 2)?.cents ?? 0
}

const bentUp = (at: number) => Math.min(200, Math.max(0, (at - 0.3) * 500))
const swaying = (at: number) => 45 * Math.sin(2 * Math.PI * 5.5 * at)

describe('The pitch wheel', { timeout: 60_000 }, () => {
  test.each([
    ['clean_electric_guitar', 64],
    ['violin', 76],
    ['cello', 45],
    ['voice', 60],
  ] as const)('follows a %s that is bent up by a tone', (instrument, pitch) => {
    const tones = [
      { pitch, start: 1, end: 2.4, centsAt: bentUp },
      { pitch: pitch + 5, start: 3, end: 4 },
    ]
    const bends = transcribed(tones, instrument).bends.get(instrument) ?? []
    for (const at of [0.15, 0.8, 1.2]) expect(Math.abs(centsAt(bends, 1 + at) - bentUp(at))).toBeLessThan(20)
    // The note after it is in tune.
    expect(centsAt(bends, 3.5)).toBe(0)
  })

  test('sways with vibrato, both ways', () => {
    const bends = transcribed([{ pitch: 74, start: 1, end: 3, centsAt: swaying }], 'violin').bends.get(
      'violin',
    )
    const cents = (bends ?? []).map((bend) => bend.cents)
    expect(Math.max(...cents)).toBeGreaterThan(25)
    expect(Math.min(...cents)).toBeLessThan(-25)
    const turns = cents.filter((value, index) => value > 0 !== (cents[index - 1] ?? 0) > 0).length
    // Eleven periods in two seconds.
    expect(turns).toBeGreaterThan(16)
    expect(turns).toBeLessThan(28)
  })

  test('is let alone by a piano, by what is in tune, by a recording tuned high, and by chords', () => {
    const bent = { pitch: 64, start: 1, end: 2.4, centsAt: bentUp }
    const even = [64, 66, 68, 71].map((pitch, index) => ({ pitch, start: 1 + index, end: 1.9 + index }))
    expect(transcribed([bent], 'acoustic_piano').bends.size).toBe(0)
    expect(transcribed(even, 'violin').bends.size).toBe(0)
    expect(
      transcribed(
        even.map((tone) => ({ ...tone, centsAt: () => 31 })),
        'violin',
      ).bends.size,
    ).toBe(0)
    expect(transcribed([bent, { pitch: 57, start: 1.2, end: 2.2 }], 'acoustic_guitar').bends.size).toBe(0)
  })

  test('is written with its range, on the channel of its part alone', () => {
    const tones = [{ pitch: 64, start: 1, end: 2.4, centsAt: bentUp }]
    const midi = new Midi(writeMidi(songOf(transcribed(tones, 'clean_electric_guitar'))))
    const [track] = midi.tracks.filter(({ notes }) => notes.length > 0)
    expect(midi.tracks.filter(({ pitchBends }) => pitchBends.length > 0)).toEqual([track])
    const [range] = track?.controlChanges[6] ?? []
    expect(Math.round((range?.value ?? 0) * 127)).toBe(2)
    // A whole tone up is the whole turn.
    expect(Math.max(...(track?.pitchBends ?? []).map(({ value }) => value))).toBeGreaterThan(0.95)
    expect(track?.pitchBends.at(-1)?.value).toBe(0)
  })
})
