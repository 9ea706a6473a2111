// Sounds of devices: beeps, alarms, telephones.

import { fade } from '../signal/envelopes.ts'
import { bandpass } from '../signal/filters.ts'
import { grainBank } from '../signal/grains.ts'
import { addModes } from '../signal/modes.ts'
import { applyControl, controlFrom } from '../signal/noise.ts'
import { addHarmonics, fallingHarmonics, fitHertz, phaseOf } from '../signal/oscillators.ts'
import { addInto, buffer, type Span, silence } from '../signal/span.ts'
import { around, bySize, eventFamily, textureFamily } from './model.ts'

/** Equal-tempered interval. */
export function semitones(count: number): number {
  return 2 ** (count / 12)
}

interface Note {
  readonly hertz: number
  readonly atSeconds: number
  readonly seconds: number
  /** FM index (Chowning 1973): 0 a sine, 3 bright. */
  readonly index: number
  readonly ratio: number
  readonly decay: number
}

/** Adds an FM note with a soft edge. */
export function addNote(out: Float32Array, note: Note, gain: number, sampleRate: number): void {
  const from = Math.round(note.atSeconds * sampleRate)
  const length = Math.min(out.length - from, Math.round(note.seconds * sampleRate))
  const step = (2 * Math.PI * note.hertz) / sampleRate
  const edge = Math.max(2, Math.min(0.004 * sampleRate, length / 4))
  for (let i = 0; i < length; i++) {
    const envelope = Math.min(1, i / edge, (length - i) / edge) * Math.exp((-i / sampleRate) * note.decay)
    out[from + i]! +=
      gain * envelope * Math.sin(step * i + note.index * envelope * Math.sin(step * note.ratio * i))
  }
}

/** Interface sounds: beep, confirmation, error, notification, coin-like pick-up. */
export const beep = eventFamily({
  name: 'beep',
  type: 'sfx',
  levelDb: -2,
  actions: ['beep', 'confirm', 'error', 'notify', 'collect', 'blip'],
  rhythm: (layer) =>
    layer.action === 'beep' || layer.action === null
      ? { kind: 'pulse', gapSeconds: 0.5, sway: 0 }
      : { kind: 'once', gapSeconds: 5, apartSeconds: 1.2 },
  strike: ({ layer, random, sampleRate }, occasion) => {
    const root =
      bySize(layer.action === 'error' ? 300 : 930, layer.size, 1) *
      2 ** (0.5 * around(layer.brightness)) *
      semitones(random.integer(-2, 2))
    const phrase: Readonly<Record<string, readonly (readonly [number, number, number])[]>> = {
      beep: [[0, 0, 0.16]],
      blip: [[12, 0, 0.05]],
      confirm: [
        [0, 0, 0.11],
        [random.pick([4, 5, 7]), 0.11, 0.28],
      ],
      error: [
        [0, 0, 0.13],
        [random.pick([-1, -2, -6]), 0.16, 0.26],
      ],
      notify: [
        [0, 0, 0.5],
        [random.pick([4, 7]), 0.12, 0.5],
        [12, 0.24, 0.7],
      ],
      collect: [
        [0, 0, 0.07],
        [random.pick([5, 7]), 0.07, 0.42],
      ],
    }
    const notes = phrase[layer.action ?? 'beep'] ?? phrase.beep!
    const natural = Math.max(...notes.map(([, at, seconds]) => at + seconds))
    const squeeze = Math.min(1, (occasion.budgetSeconds * 0.95) / natural)
    const out = buffer(natural * squeeze + 0.02, sampleRate)
    const isRinging = layer.action === 'notify' || layer.action === 'collect'
    const ratio = random.pick([1, 2, 3])
    for (const [step, at, seconds] of notes) {
      addNote(
        out,
        {
          hertz: root * semitones(step),
          atSeconds: at * squeeze,
          seconds: seconds * squeeze,
          index: layer.action === 'error' ? 2.2 : isRinging ? 0.9 : random.between(0.1, 0.6),
          ratio,
          decay: isRinging ? 8 : layer.action === 'beep' || layer.action === null ? 0.5 : 4,
        },
        0.7,
        sampleRate,
      )
    }
    return fade(out, 8, 64)
  },
})

/** Alarms and sirens: wail, yelp, two tones, bleeps; the whole number of sweeps in a loop. */
export const alarm = textureFamily({
  name: 'alarm',
  type: 'sfx',
  levelDb: -2,
  actions: ['wail', 'yelp', 'two-tone', 'bleep', 'klaxon'],
  render: ({ layer, random, sampleRate }, span) => {
    const circular = span.isCircular
    const action = layer.action ?? 'wail'
    const period =
      (action === 'wail'
        ? 4.2
        : action === 'yelp'
          ? 0.34
          : action === 'two-tone'
            ? 1.1
            : action === 'klaxon'
              ? 1.3
              : 0.5) / layer.tempo
    const rate = fitHertz(1 / period, span)
    const low =
      bySize(
        action === 'bleep' ? 1050 : action === 'klaxon' ? 330 : 560,
        layer.size,
        action === 'bleep' ? 1.7 : 0.6,
      ) * random.vary(0.05)
    const curve = controlFrom(span, (s) => {
      const p = (s * rate) % 1
      if (action === 'two-tone') return p < 0.5 ? low * 0.78 : low * 1.04
      if (action === 'bleep') return low
      if (action === 'klaxon') return low * (0.72 + 0.5 * Math.min(1, p * 3))
      const rise =
        p < 0.55 ? Math.sin((p / 0.55) * (Math.PI / 2)) : Math.cos(((p - 0.55) / 0.45) * (Math.PI / 2))
      return low * 2 ** (1.15 * rise)
    })
    const out = silence(span)
    const phase = phaseOf(curve, span)
    addHarmonics(
      out,
      phase,
      action === 'bleep' ? [1, 0.12, 0.3, 0.05, 0.1] : fallingHarmonics(18, 0.95, 0.7),
      0.4,
    )
    if (action === 'bleep' || action === 'klaxon') {
      const share = action === 'bleep' ? 0.5 : 0.75
      const edge = 0.012
      applyControl(
        out,
        controlFrom(span, (s) => {
          const p = (s * rate) % 1
          return Math.max(0, Math.min(1, p / edge, (share - p) / edge))
        }),
      )
    }
    bandpass(out, 1500 * 2 ** around(layer.brightness), 0.35, sampleRate, circular)
    return out
  },
})

/** A telephone: two bells hit 20 times a second, or an electronic trill; two seconds ringing, then a pause. */
export const telephone = eventFamily({
  name: 'telephone',
  type: 'sfx',
  levelDb: -1,
  actions: ['ring', 'trill'],
  rhythm: () => ({ kind: 'pulse', gapSeconds: 3.6, sway: 0.01 }),
  strike: ({ layer, random, sampleRate }, occasion) => {
    const seconds = Math.min(1.9, Math.max(0.08, occasion.budgetSeconds * 0.8))
    const out = buffer(seconds + 0.9, sampleRate)
    if (layer.action === 'trill') {
      const span: Span = { length: Math.round(seconds * sampleRate), sampleRate, isCircular: false }
      const phase = phaseOf(
        controlFrom(span, (s) => bySize(1100, layer.size, 0.5) * ((s * 22) % 1 < 0.5 ? 1 : 1.25)),
        span,
      )
      const part = silence(span)
      addHarmonics(part, phase, [1, 0.2, 0.3, 0.08], 0.5)
      addInto(out, fade(part, 64, 400), 0, 1)
      return out
    }
    const root = bySize(1320, layer.size, 0.5) * random.vary(0.04)
    // Two gongs; the clapper hits each of them a little differently.
    const strokes = grainBank(6, (index) => {
      const stroke = buffer(0.9, sampleRate)
      const hertz = index % 2 ? root * 1.26 : root
      const modes = [1, 2.71, 5.1, 7.9].map((ratio, n) => ({
        hertz: hertz * ratio,
        amplitude: [1, 0.6, 0.3, 0.15][n]! * random.between(0.7, 1),
        decaySeconds: 0.16 / (1 + 0.5 * n),
      }))
      addModes(stroke, 0, modes, 0.3, sampleRate)
      return fade(stroke, 0, stroke.length / 3)
    })
    for (let k = 0; k < seconds * 22; k++) {
      const stroke = strokes[(k % 2) + 2 * random.integer(0, 2)]!
      addInto(out, stroke, ((k + 0.03 * random.signed()) / 22) * sampleRate, random.between(0.8, 1))
    }
    return fade(out, 16, out.length * 0.15)
  },
})
