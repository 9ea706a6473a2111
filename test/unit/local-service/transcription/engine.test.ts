// The engine on tones whose every note is known: starts, ends, loudness, silence, noise, drums, instruments of the caller.

import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Instrument } from '../../../../src-main/contract/index.ts'
import { measureKeyEnergy } from '../../../../src-main/local-service/transcription/listening/key-energy.ts'
import { loadNoteModel } from '../../../../src-main/local-service/transcription/listening/note-model.ts'
import { toRate } from '../../../../src-main/local-service/transcription/listening/polyphase.ts'
import {
  frameCountOf,
  MODEL_RATE_HZ,
} from '../../../../src-main/local-service/transcription/listening/posteriors.ts'
import { LOOK_AHEAD_FRAMES } from '../../../../src-main/local-service/transcription/notes/candidate-features.ts'
import {
  createNoteDecoder,
  decodeNotes,
} from '../../../../src-main/local-service/transcription/notes/decode-notes.ts'
import {
  createListener,
  type Listener,
  transcribe,
} from '../../../../src-main/local-service/transcription/transcribe.ts'

// The model takes its time on a busy machine; nothing is asserted about it.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const AUDIO = { type: 'url', audio_url: 'http://localhost/a.wav' } as const

let listener: Listener
beforeAll(async () => {
  listener = createListener(await loadNoteModel())
})

interface Tone {
  readonly pitch: number
  readonly start: number
  readonly end: number
  readonly gain?: number
}

/** Decaying tones of six partials with a short release. */
function play(tones: readonly Tone[], seconds: number): Float32Array {
  const signal = new Float32Array(Math.round(seconds * MODEL_RATE_HZ))
  for (const { pitch, start, end, gain = 0.2 } of tones) {
    const hz = 440 * 2 ** ((pitch - 69) / 12)
    for (let time = 0; time < end - start + 0.05; time += 1 / MODEL_RATE_HZ) {
      const index = Math.round((start + time) * MODEL_RATE_HZ)
      const shape = Math.min(1, time / 0.005) * Math.min(1, (end - start + 0.05 - time) / 0.05)
      for (let partial = 1; partial <= 6; partial++) {
        const sine = Math.sin(2 * Math.PI * hz * partial * time) * Math.exp(-1.5 * partial * time)
        signal[index] = (signal[index] ?? 0) + (gain * shape * sine) / partial
      }
    }
  }
  return signal
}

/** A kick on every beat, a snare on every second, a hat on it and between. */
function drummed(signal: Float32Array, beats: readonly number[]): Float32Array {
  const drummed = signal.slice()
  let state = 8
  const noise = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 30 - 1
  }
  const strike = (start: number, seconds: number, wave: (time: number) => number) => {
    const first = Math.round(start * MODEL_RATE_HZ)
    for (let at = 0; at < seconds * MODEL_RATE_HZ; at++) {
      const time = at / MODEL_RATE_HZ
      drummed[first + at] = (drummed[first + at] ?? 0) + wave(time)
    }
  }
  for (const [index, beat] of beats.entries()) {
    strike(
      beat,
      0.2,
      (time) => 0.8 * Math.sin(2 * Math.PI * (50 * time - 4 * Math.exp(-30 * time))) * Math.exp(-18 * time),
    )
    if (index % 2 === 1)
      strike(
        beat,
        0.2,
        (time) => (0.5 * noise() + 0.4 * Math.sin(2 * Math.PI * 190 * time)) * Math.exp(-22 * time),
      )
    for (const at of [beat, beat + 0.25]) {
      let before = 0
      strike(at, 0.06, (time) => {
        const now = noise()
        const high = now - before
        before = now
        return 0.25 * high * Math.exp(-60 * time)
      })
    }
  }
  return drummed
}

/** How instruments sound here: their partials, whether their tones decay, whether they swing. */
const TIMBRES = {
  flutes: { partials: [1, 0.25, 0.08] },
  clarinet: { partials: [1, 0.05, 0.7, 0.05, 0.5, 0.05, 0.3] },
  violin: { partials: [1, 0.7, 0.6, 0.5, 0.4, 0.35, 0.3, 0.25], vibratoHz: 5.5 },
  acoustic_piano: { partials: [1, 0.6, 0.4, 0.25, 0.15, 0.1], decay: 4 },
} as const satisfies Partial<Record<Instrument, { partials: number[]; decay?: number; vibratoHz?: number }>>

/** Adds a tone of an instrument to a signal. */
function sound(signal: Float32Array, { pitch, start, end }: Tone, name: keyof typeof TIMBRES): void {
  const {
    partials,
    decay = 0,
    vibratoHz = 0,
  }: { partials: readonly number[]; decay?: number; vibratoHz?: number } = TIMBRES[name]
  const hz = 440 * 2 ** ((pitch - 69) / 12)
  const first = Math.round(start * MODEL_RATE_HZ)
  for (let at = 0; at < (end - start) * MODEL_RATE_HZ; at++) {
    const time = at / MODEL_RATE_HZ
    const attack = Math.min(1, time / (decay > 0 ? 0.004 : 0.05))
    const shape = 0.15 * attack * Math.exp(-decay * time) * Math.min(1, (end - start - time) / 0.03)
    const swing = vibratoHz === 0 ? 0 : (0.35 * hz * Math.sin(2 * Math.PI * vibratoHz * time)) / 440
    for (const [index, gain] of partials.entries())
      signal[first + at]! += shape * gain * Math.sin((index + 1) * (2 * Math.PI * hz * time + swing))
  }
}

function hear(signal: Float32Array, request: object = {}) {
  const recording = { signal, durationMs: Math.round((signal.length / MODEL_RATE_HZ) * 1000) }
  return transcribe(recording, { audio: AUDIO, ...request }, listener)
}

const CHORDS: readonly Tone[] = [0, 1, 2, 3].flatMap((bar) =>
  [48, 64, 67].map((pitch) => ({
    pitch: pitch + (bar % 2) * 5,
    start: 0.5 + bar,
    end: 1.3 + bar,
    gain: bar === 2 ? 0.02 : 0.2,
  })),
)

describe('Notes', () => {
  test('are the ones that were played, where they were played, as loud as they were', () => {
    const { notes } = hear(play(CHORDS, 5))
    const found = notes.toSorted((a, b) => Math.round(a.start) - Math.round(b.start) || a.pitch - b.pitch)
    const wanted = CHORDS.toSorted((a, b) => a.start - b.start || a.pitch - b.pitch)
    expect(found.map(({ pitch }) => pitch)).toEqual(wanted.map(({ pitch }) => pitch))
    for (const [index, note] of found.entries()) {
      expect(Math.abs(note.start - wanted[index]!.start)).toBeLessThan(0.05)
      expect(Math.abs(note.end - wanted[index]!.end)).toBeLessThan(0.25)
    }
    const velocity = (bar: number) =>
      found.slice(bar * 3, bar * 3 + 3).reduce((sum, note) => sum + note.velocity, 0)
    expect(velocity(2)).toBeLessThan(0.6 * velocity(0))
  })

  test('are the same each time, and arrive while the recording is being heard', () => {
    const signal = play(CHORDS, 9)
    const counts: number[] = []
    const recording = { signal, durationMs: 9000 }
    const first = transcribe(recording, { audio: AUDIO }, listener, (notes) => counts.push(notes.length))
    expect(counts.length).toBeGreaterThan(1)
    expect(counts.at(-1)).toBe(first.notes.length)
    expect(hear(signal).notes).toEqual(first.notes)
  })

  test('are the same, decoded while the recording is being heard or afterwards', () => {
    const signal = play(CHORDS, 9)
    const energy = measureKeyEnergy(signal, frameCountOf(signal))
    const decoder = createNoteDecoder(listener.networks)
    const posteriors = listener.model.listen(signal, (posteriors) => {
      decoder.judgeUntil({ posteriors, energy }, posteriors.frameCount - LOOK_AHEAD_FRAMES)
    })
    const heard = { posteriors, energy }
    const rest = decoder.judgeUntil(heard, posteriors.frameCount)
    const notes = decodeNotes(heard, listener.networks)
    expect(decoder.notesOf(heard)).toEqual(notes)
    expect(notes.length).toBeGreaterThan(rest.length)
  })

  test.each([
    ['flutes', 'violin'],
    ['clarinet', 'violin'],
    ['acoustic_piano', 'violin'],
  ] as const)('of %s and %s in one register are told by how they sound', (one, other) => {
    const signal = new Float32Array(9 * MODEL_RATE_HZ)
    // Halfway whoever was below goes above.
    const played = Array.from({ length: 16 }, (_, index) => {
      const start = 0.25 + index / 2
      const tone = { start, end: start + 0.45 }
      const names = index < 8 ? ([one, other] as const) : ([other, one] as const)
      const pitches = [67 + (index % 3) * 2, 77 - (index % 3) * 2]
      return names.map((name, at) => ({ ...tone, pitch: pitches[at]!, name }))
    }).flat()
    for (const tone of played) sound(signal, tone, tone.name)
    const { notes } = hear(signal, { instruments: [one, other] })
    const right = played.filter(({ pitch, start, name }) =>
      notes.some(
        (note) => note.pitch === pitch && Math.abs(note.start - start) < 0.06 && note.instrument === name,
      ),
    )
    expect(right.length).toBeGreaterThan(0.9 * played.length)
  })

  test('go to the one instrument that the caller names', () => {
    const { instruments } = hear(play(CHORDS.slice(0, 3), 2), { instruments: ['violin'] })
    expect(instruments).toEqual(['violin'])
  })
})

describe('What holds no notes', () => {
  test('without a list drums are written where they surely play, and with a list as it says', () => {
    const beats = Array.from({ length: 16 }, (_, beat) => 0.25 + beat / 2)
    const chords = beats.flatMap((start) =>
      [48, 64, 67].map((pitch) => ({ pitch, start, end: start + 0.45 })),
    )
    const alone = play(chords, 9)
    const signal = drummed(alone, beats)
    expect(hear(signal).instruments).toContain('drums')
    expect(hear(signal, { instruments: ['violin'] }).instruments).toEqual(['violin'])
    expect(hear(alone).instruments).not.toContain('drums')
  })

  test('hits that are too few to be drums by themselves are written where somebody says that there are drums', () => {
    const chords = Array.from({ length: 4 }, (_, bar) => [
      { pitch: 60, start: 0.25 + 2 * bar, end: 2 + 2 * bar },
      { pitch: 67, start: 0.25 + 2 * bar, end: 2 + 2 * bar },
    ]).flat()
    const hits = [1.25, 4.25, 7.25]
    const signal = drummed(play(chords, 9), hits)
    expect(hear(signal).instruments).not.toContain('drums')
    const { notes } = hear(signal, { instruments: ['acoustic_piano', 'drums'] })
    const written = hits.filter((hit) =>
      notes.some(({ instrument, start }) => instrument === 'drums' && Math.abs(start - hit) < 0.05),
    )
    expect(written.length).toBeGreaterThanOrEqual(2)
  })

  test('silence gives none', () => {
    expect(hear(new Float32Array(MODEL_RATE_HZ * 2))).toMatchObject({ notes: [], instruments: [], bpm: 120 })
  })

  test('a tenth of a second is heard to its end', () => {
    const { notes, bpm } = hear(play([{ pitch: 60, start: 0, end: 0.1 }], 0.1))
    expect(notes.every(({ start, end }) => start >= 0 && end > start && end <= 0.1)).toBe(true)
    expect(bpm).toBe(120)
  })

  test('noise gives next to none', () => {
    let state = 1
    const noise = Float32Array.from({ length: MODEL_RATE_HZ * 4 }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state / 2 ** 32 - 0.5
    })
    expect(hear(noise).notes.length).toBeLessThanOrEqual(2)
  })
})

describe('Rate', () => {
  test.each([8_000, 22_050, 44_100, 48_000, 44_099])(
    'a tone at %d Hz keeps its pitch and level',
    (rateHz) => {
      const tone = Float32Array.from({ length: rateHz }, (_, index) =>
        Math.sin((2 * Math.PI * 1000 * index) / rateHz),
      )
      const output = toRate(tone, rateHz, MODEL_RATE_HZ)
      expect(output).toHaveLength(MODEL_RATE_HZ)
      for (let index = 2000; index < 20_000; index += 997) {
        expect(output[index]).toBeCloseTo(Math.sin((2 * Math.PI * 1000 * index) / MODEL_RATE_HZ), 2)
      }
    },
  )
})
