// Science fiction and film: lasers, drones, risers, glitches.

import { fade, hump, shape } from '../signal/envelopes.ts'
import { bandpass, lowpass, sweep } from '../signal/filters.ts'
import { applyControl, controlFrom, mapControl, pinkNoise, slowRandom, whiteNoise } from '../signal/noise.ts'
import { addTone, fallingHarmonics, fitHertz } from '../signal/oscillators.ts'
import type { Random } from '../signal/random.ts'
import { addInto, buffer, type Span, secondsOf, silence, toPeak, toRms } from '../signal/span.ts'
import { addNote, semitones } from './interface.ts'
import { around, bySize, eventFamily, textureFamily } from './model.ts'

/** Lasers, zaps and phasers: a tone that falls steeply, with FM teeth. */
export const laser = eventFamily({
  name: 'laser',
  type: 'sfx',
  levelDb: 0,
  actions: ['shoot', 'charge', 'teleport', 'power-up', 'power-down'],
  held: ['power-down'],
  rhythm: (layer) => ({
    kind: 'once',
    gapSeconds: 4,
    apartSeconds:
      layer.action === 'shoot' || layer.action === null ? 0.8 : layer.action === 'teleport' ? 1.8 : 4,
  }),
  strike: ({ layer, random, sampleRate }, occasion) => {
    const action = layer.action ?? 'shoot'
    // What charges or powers down takes its time where there is some.
    const natural =
      action === 'shoot'
        ? 0.22 + 0.35 * layer.size
        : action === 'teleport'
          ? 1.4
          : Math.min(3.2, Math.max(1.6, occasion.budgetSeconds * 0.7))
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
        const centre = root * semitones(step) * (1 + detune)
        const hertz = mapControl(slowRandom(random.fork(), span, 0.15), (x) => centre * (1 + 0.0012 * x))
        const level = mapControl(slowRandom(random.fork(), span, 0.25), (x) => 0.7 + 0.3 * x)
        addTone(out, { hertz, level, amplitudes: fallingHarmonics(14, 1.15) }, 0.2, span)
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
  held: ['fall'],
  rhythm: () => ({ kind: 'once', gapSeconds: 12, apartSeconds: 12 }),
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
      const root = 70 * (1 + voice * 0.502) * random.vary(0.02)
      const hertz = controlFrom(span, (_, p) => root * 2 ** (3.2 * climb(p)))
      addTone(out, { hertz, amplitudes: fallingHarmonics(8, 1.1) }, 0.16, span)
    }
    const tremble = 4 + 12 * layer.tempo
    shape(
      out,
      (p) =>
        (layer.action === 'fall'
          ? (1 - p) ** 1.4
          : 0.03 + 0.97 * p ** (layer.action === 'reverse' ? 3 : 1.6)) *
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
