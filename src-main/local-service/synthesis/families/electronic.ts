// Electronic sounds: interface beeps, alarms, telephones, science fiction, and simple music.

import { fade, hump, shape } from '../signal/envelopes.ts'
import { bandpass, lowpass, sweep } from '../signal/filters.ts'
import { grainBank } from '../signal/grains.ts'
import { addModes } from '../signal/modes.ts'
import { applyControl, controlFrom, mapControl, pinkNoise, slowRandom, whiteNoise } from '../signal/noise.ts'
import { addHarmonics, fallingHarmonics, fitHertz, phaseOf } from '../signal/oscillators.ts'
import type { Random } from '../signal/random.ts'
import { addInto, buffer, type Span, secondsOf, silence, toPeak, toRms } from '../signal/span.ts'
import { around, bySize, eventFamily, textureFamily } from './model.ts'

/** Equal-tempered interval. */
function semitones(count: number): number {
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
function addNote(out: Float32Array, note: Note, gain: number, sampleRate: number): void {
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
      bySize(action === 'bleep' ? 1050 : action === 'klaxon' ? 330 : 560, layer.size, 0.6) * random.vary(0.05)
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

/** Lasers, zaps and phasers: a tone that falls steeply, with FM teeth. */
export const laser = eventFamily({
  name: 'laser',
  type: 'sfx',
  levelDb: 0,
  actions: ['shoot', 'charge', 'teleport', 'power-up', 'power-down'],
  rhythm: (layer) => ({
    kind: 'once',
    gapSeconds: 4,
    apartSeconds: layer.action === 'shoot' || layer.action === null ? 0.55 : 2,
  }),
  strike: ({ layer, random, sampleRate }, occasion) => {
    const action = layer.action ?? 'shoot'
    const natural = action === 'shoot' ? 0.22 + 0.35 * layer.size : action === 'teleport' ? 1.4 : 1.6
    const seconds = Math.min(natural, Math.max(0.07, occasion.budgetSeconds * 0.95))
    const out = buffer(seconds, sampleRate)
    const high = bySize(3400, layer.size, 0.9) * random.vary(0.25)
    const ratio = random.between(1.4, 3.2)
    let phase = 0
    let modulator = 0
    for (let i = 0; i < out.length; i++) {
      const p = i / out.length
      const hertz =
        action === 'shoot'
          ? high * Math.exp(-4.2 * p) + 90
          : action === 'charge' || action === 'power-up'
            ? 90 * (high / 130) ** (p ** 1.3)
            : action === 'power-down'
              ? high * 0.4 * (60 / (high * 0.4)) ** (p ** 0.8)
              : high * 0.35 * (1 + 0.5 * Math.sin(2 * Math.PI * (4 + 34 * p) * p * seconds)) * (0.5 + p)
      phase += (2 * Math.PI * hertz) / sampleRate
      modulator += (2 * Math.PI * hertz * ratio) / sampleRate
      const index = action === 'shoot' ? 2.6 * (1 - p) : 1.1 + 0.8 * Math.sin(2 * Math.PI * 7 * p)
      out[i] = Math.sin(phase + index * Math.sin(modulator))
    }
    if (action === 'shoot') shape(out, (p) => Math.min(1, p * 80) * Math.exp(-3.4 * p) * (1 - p))
    else if (action === 'power-down') shape(out, (p) => Math.min(1, p * 40) * (1 - p) ** 0.8)
    else
      shape(out, (p) =>
        action === 'teleport' ? hump(p, 0.6, 0.8) : Math.min(1, p * 8 + 0.1) * Math.min(1, (1 - p) * 14),
      )
    lowpass(out, 11_000, sampleRate)
    return fade(out, 16, out.length * 0.06)
  },
})

/** A drone or pad: detuned partials of a chord that drift against each other through a slow filter. */
export const drone = textureFamily({
  name: 'drone',
  type: 'music',
  levelDb: -3,
  actions: ['drone', 'pad', 'throb', 'computer'],
  render: ({ layer, random, sampleRate }, span) => {
    const circular = span.isCircular
    const root =
      bySize(62, layer.size, 0.9) * 2 ** (1.2 * around(layer.brightness)) * semitones(random.integer(-2, 2))
    const isDark = layer.brightness < 0.45
    const chord =
      layer.action === 'pad'
        ? isDark
          ? [0, 7, 12, 15]
          : [0, 7, 12, 16, 19]
        : isDark
          ? [0, 0.1, 7, 13]
          : [0, 0.08, 7, 12]
    const out = silence(span)
    for (const step of chord) {
      for (const detune of [-0.0035, 0.0031]) {
        const part = silence(span)
        const drift = slowRandom(random.fork(), span, 0.15)
        const hertz = root * semitones(step) * (1 + detune)
        const curve = mapControl(drift, (x) => hertz * (1 + 0.0012 * x))
        addHarmonics(part, phaseOf(curve, span), fallingHarmonics(14, 1.15), 1)
        applyControl(
          part,
          mapControl(slowRandom(random.fork(), span, 0.25), (x) => 0.7 + 0.3 * x),
        )
        addInto(out, part, 0, 0.2)
      }
    }
    const breath = mapControl(
      slowRandom(random.fork(), span, 0.18),
      (x) => (500 + 900 * layer.brightness) * 2 ** (1.1 * x),
    )
    sweep(out, breath, 0.9, 'lowpass', sampleRate, circular)
    toRms(out, 0.12)
    if (layer.action === 'throb') {
      const rate = fitHertz(1.3 * layer.tempo, span)
      applyControl(
        out,
        controlFrom(span, (s) => 0.45 + 0.55 * (0.5 + 0.5 * Math.sin(2 * Math.PI * rate * s)) ** 1.6),
      )
    }
    const air = pinkNoise(random.fork(), span.length)
    bandpass(air, 1400, 0.5, sampleRate, circular)
    addInto(out, toRms(air, 0.007), 0, 1)
    if (layer.action === 'computer') addInto(out, computerBlips(random.fork(), span), 0, 1)
    return out
  },
})

/** The chatter of an old film's computer: short tones in groups. */
function computerBlips(random: Random, span: Span): Float32Array {
  const out = silence(span)
  const seconds = secondsOf(span)
  for (
    let at = 0.02;
    at < seconds - 0.1;
    at += random.chance(0.8) ? random.between(0.05, 0.12) : random.between(0.25, 0.7)
  ) {
    const blip = buffer(0.06, span.sampleRate)
    addNote(
      blip,
      {
        hertz: 620 * semitones(random.pick([0, 3, 5, 7, 10, 12, 15, 17, 19, 24])),
        atSeconds: 0,
        seconds: random.between(0.03, 0.058),
        index: 0.5,
        ratio: 2,
        decay: 5,
      },
      0.12,
      span.sampleRate,
    )
    addInto(out, blip, at * span.sampleRate, random.between(0.4, 1), span.isCircular)
  }
  return out
}

/** A riser or a fall: noise and tones that climb for as long as there is time, or sink. */
export const riser = eventFamily({
  name: 'riser',
  type: 'sfx',
  levelDb: 0,
  actions: ['rise', 'fall', 'reverse'],
  rhythm: () => ({ kind: 'once', gapSeconds: 12, apartSeconds: 4 }),
  strike: ({ layer, random, sampleRate }, occasion) => {
    const seconds = Math.min(12, Math.max(0.08, occasion.budgetSeconds))
    const out = whiteNoise(random, buffer(seconds, sampleRate).length)
    const span: Span = { length: out.length, sampleRate, isCircular: false }
    const climb = (p: number) => (layer.action === 'fall' ? 1 - p : p)
    sweep(
      out,
      controlFrom(span, (_, p) => 180 * 55 ** climb(p)),
      2.2,
      'bandpass',
      sampleRate,
    )
    toPeak(out, 0.7)
    for (let voice = 0; voice < 4; voice++) {
      const tone = silence(span)
      const root = 70 * (1 + voice * 0.502) * random.vary(0.02)
      addHarmonics(
        tone,
        phaseOf(
          controlFrom(span, (_, p) => root * 2 ** (3.2 * climb(p))),
          span,
        ),
        fallingHarmonics(8, 1.1),
        0.16,
      )
      addInto(out, tone, 0, 1)
    }
    const tremble = 4 + 12 * layer.tempo
    shape(
      out,
      (p) =>
        (layer.action === 'fall' ? (1 - p) ** 1.4 : p ** (layer.action === 'reverse' ? 3 : 1.7)) *
        (0.8 + 0.2 * Math.sin(tremble * 2 * Math.PI * climb(p) * climb(p))),
    )
    return fade(out, 32, Math.min(out.length * 0.03, 0.02 * sampleRate))
  },
})

/** A glitch: fragments of tones and noise, repeated, crushed and cut. */
export const glitch = eventFamily({
  name: 'glitch',
  type: 'sfx',
  levelDb: -2,
  actions: ['glitch', 'stutter'],
  rhythm: () => ({ kind: 'scatter', gapSeconds: 0.7, leastSeconds: 0.3 }),
  strike: ({ layer, random, sampleRate }, occasion) => {
    const seconds = Math.min(random.between(0.2, 0.55), Math.max(0.06, occasion.budgetSeconds * 0.9))
    const out = buffer(seconds, sampleRate)
    let at = 0
    while (at < out.length) {
      const piece = Math.round(random.between(0.012, 0.06) * sampleRate)
      const repeats = random.integer(1, layer.action === 'stutter' ? 7 : 4)
      const hold = random.integer(1, 18)
      const hertz = random.ratioBetween(90, 3600)
      const isNoise = random.chance(0.4)
      const fragment = new Float32Array(piece)
      for (let i = 0; i < piece; i += hold) {
        const value = isNoise ? random.signed() : Math.sign(Math.sin((2 * Math.PI * hertz * i) / sampleRate))
        fragment.fill(value * 0.5, i, Math.min(piece, i + hold))
      }
      fade(fragment, 20, 20)
      for (let r = 0; r < repeats; r++) addInto(out, fragment, at + r * piece, random.between(0.4, 1))
      at += piece * repeats + Math.round(random.exponential(0.015) * sampleRate)
    }
    lowpass(out, 12_000, sampleRate)
    return fade(out, 32, 64)
  },
})

/** A music box or a harp-like arpeggio: reeds of a comb plucked along a scale. */
export const musicBox = eventFamily({
  name: 'music-box',
  type: 'music',
  levelDb: -2,
  actions: ['play', 'arpeggio'],
  rhythm: () => ({ kind: 'pulse', gapSeconds: 0.36, sway: 0.02 }),
  strike: ({ layer, random, sampleRate }, occasion) => {
    const scale = layer.brightness < 0.45 ? [0, 2, 3, 7, 8, 12, 14, 15] : [0, 2, 4, 7, 9, 12, 14, 16]
    const degree =
      layer.action === 'arpeggio'
        ? scale[occasion.index % scale.length]!
        : random.pick(scale as [number, ...number[]])
    const hertz = bySize(784, layer.size, 1) * semitones(degree)
    const out = buffer(2.2, sampleRate)
    const modes = [1, 6.27, 17.5].map((ratio, k) => ({
      hertz: hertz * ratio,
      amplitude: [1, 0.16, 0.05][k]!,
      decaySeconds: [0.42, 0.08, 0.03][k]! * random.vary(0.1),
    }))
    addModes(out, 0, modes, 0.5, sampleRate)
    return fade(out, 6, out.length * 0.3)
  },
})
