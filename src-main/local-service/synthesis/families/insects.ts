// Insects: those that chirp and those that buzz.

import { hump } from '../signal/envelopes.ts'
import { bandpass, highpass } from '../signal/filters.ts'
import { applyControl, mapControl, slowRandom, whiteNoise } from '../signal/noise.ts'
import { addHarmonics, fallingHarmonics, phaseOf } from '../signal/oscillators.ts'
import { addInto, silence, toRms } from '../signal/span.ts'
import { around, bySize, textureFamily } from './model.ts'

/**
 * Crickets and cicadas: a carrier of the wing's resonance, gated in pulses of the file's teeth; crickets in chirps of
 * three or four, cicadas in a swelling rattle (Bennet-Clark 1989).
 */
export const insects = textureFamily({
  name: 'insects',
  type: 'ambience',
  levelDb: -8,
  actions: ['cricket', 'cicada', 'grasshopper'],
  render: ({ layer, random, sampleRate }, span) => {
    const out = silence(span)
    const seconds = span.length / span.sampleRate
    const isCicada = layer.action === 'cicada'
    const animals = isCicada ? 3 : Math.round(2 + 4 * layer.intensity)
    for (let animal = 0; animal < animals; animal++) {
      const carrier =
        (isCicada ? 5400 : layer.action === 'grasshopper' ? 7200 : 4500) *
        2 ** (-0.4 * around(layer.size)) *
        random.vary(0.09)
      const pulses = isCicada
        ? random.between(150, 240)
        : layer.action === 'grasshopper'
          ? 60
          : random.between(26, 34)
      const period = (isCicada ? random.between(3, 5) : random.between(0.42, 0.75)) / layer.tempo
      const beats = Math.max(1, Math.round(seconds / period))
      const each = span.isCircular ? seconds / beats : period
      const phase = random.unit() * each
      const inChirp = isCicada ? 0.9 * each : random.integer(3, 4) / pulses
      const level = 0.9 / (1 + animal * 0.8)
      const step = (2 * Math.PI * carrier) / sampleRate
      for (let beat = -1; beat <= beats; beat++) {
        const start = Math.round((beat * each + phase + 0.03 * each * random.signed()) * sampleRate)
        if (span.isCircular && beat < 0) continue
        if (span.isCircular && beat >= beats) continue
        const length = Math.round(inChirp * sampleRate)
        for (let i = 0; i < length; i++) {
          let to = start + i
          if (to >= span.length) {
            if (!span.isCircular) break
            to %= span.length
          }
          if (to < 0) continue
          const p = i / length
          const tooth =
            Math.max(0, Math.sin(2 * Math.PI * pulses * (i / sampleRate))) ** (isCicada ? 2.5 : 0.8)
          out[to]! +=
            level *
            tooth *
            Math.sin(step * i) *
            (isCicada ? hump(p, 0.6, 0.7) : Math.min(1, (0.3 + p) * 1.3) * Math.min(1, (1 - p) * 12))
        }
      }
    }
    const air = whiteNoise(random.fork(), span.length)
    bandpass(air, 5600, 2, sampleRate, span.isCircular)
    addInto(out, toRms(air, isCicada ? 0.05 : 0.004), 0, 1)
    return out
  },
})

/** A bee, fly or mosquito: the wings' tone, harmonics and all, that wanders as it turns about the listener. */
export const buzz = textureFamily({
  name: 'insect-buzz',
  type: 'sfx',
  levelDb: -5,
  actions: ['fly', 'swarm'],
  render: ({ layer, random, sampleRate }, span) => {
    const out = silence(span)
    const count = layer.action === 'swarm' ? 9 : 1
    for (let k = 0; k < count; k++) {
      const base = bySize(205, layer.size, 1.6) * random.vary(0.1)
      const pitch = slowRandom(random.fork(), span, 1.6)
      const jitter = slowRandom(random.fork(), span, 25)
      const curve = pitch.map((x, i) => base * (1 + 0.09 * x + 0.012 * (jitter[i] ?? 0)))
      const part = silence(span)
      addHarmonics(part, phaseOf(curve, span), fallingHarmonics(18, 0.7), 1)
      const nearness = slowRandom(random.fork(), span, count > 1 ? 1.2 : 0.7)
      applyControl(
        part,
        mapControl(nearness, (x) => (0.55 + 0.45 * x) ** 2 + 0.06),
      )
      addInto(out, part, 0, 1)
    }
    highpass(out, 150, sampleRate, span.isCircular)
    return out
  },
})
