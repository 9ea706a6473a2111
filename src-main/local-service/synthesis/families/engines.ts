// Engines and motors, and how they start, rev, pass and stop.

import { shape } from '../signal/envelopes.ts'
import { bandpass, highpass, lowpass, sweep } from '../signal/filters.ts'
import { type Control, controlFrom, mapControl, slowRandom, whiteNoise } from '../signal/noise.ts'
import { addHarmonics, phaseOf, pipe } from '../signal/oscillators.ts'
import { addInto, type Span, secondsOf, silence, toRms } from '../signal/span.ts'
import { around, bySize, textureFamily, type Voice } from './model.ts'

/** Revolutions a second over the span by what the engine does. */
function revolutions(voice: Voice, span: Span, idle: number): Control {
  const { layer, random } = voice
  const sway = slowRandom(random.fork(), span, 2.4)
  const drift = slowRandom(random.fork(), span, 0.5)
  const base = idle * (0.75 + 0.5 * layer.intensity) * layer.tempo
  return controlFrom(span, (s, p) => {
    const k = Math.min(sway.length - 1, Math.floor(p * (sway.length - 1)))
    const unrest = 1 + 0.012 * sway[k]! + 0.02 * drift[k]!
    switch (layer.action) {
      case 'rev':
        return (
          base *
          unrest *
          (1 +
            2.2 *
              (0.5 - 0.5 * Math.cos(2 * Math.PI * p * Math.max(1, Math.round(secondsOf(span) / 2.2)))) ** 2)
        )
      case 'accelerate':
        return base * unrest * (1 + (span.isCircular ? 1.2 : 2.6 * p ** 1.2))
      case 'start':
        return (
          base *
          unrest *
          (s < 0.7 ? 0.35 + 0.06 * Math.sin(2 * Math.PI * 9 * s) : 1 + 0.9 * Math.exp(-(s - 0.7) * 2.2))
        )
      case 'stop':
        return base * unrest * Math.max(0.06, 1 - p * 1.05)
      case 'drive':
        return base * unrest * 1.9
      case 'leave':
        return base * unrest * (span.isCircular ? 1.9 : 1.1 + 1.3 * Math.min(1, p * 2) ** 0.7)
      case 'pass':
        // Doppler of a vehicle that passes at 15 m/s, 8 m away.
        return base * 1.9 * unrest * (span.isCircular ? 1 : 1 - 0.05 * Math.tanh((p - 0.5) * 9))
      default:
        return base * unrest
    }
  })
}

/**
 * A combustion engine: one pressure pulse for each firing, cylinders a little unlike, into an exhaust pipe and a
 * muffler; intake and valve noise in step (Farnell 2010, Cars; Baldan et al. 2015).
 */
export const engine = textureFamily({
  name: 'engine',
  type: 'sfx',
  levelDb: -1,
  actions: ['idle', 'rev', 'accelerate', 'start', 'stop', 'drive', 'pass', 'leave'],
  render: (voice, span) => {
    const { layer, random, sampleRate } = voice
    const circular = span.isCircular
    const cylinders = layer.size > 0.8 ? 6 : layer.size > 0.35 ? 4 : layer.size > 0.15 ? 2 : 1
    const idle = bySize(16, layer.size, 0.8) * (layer.size < 0.15 ? 2.2 : 1)
    const revs = revolutions(voice, span, idle)
    const cycles = mapControl(revs.slice(), (r) => r / 2)
    const phase = phaseOf(cycles, span)
    const start = random.unit()
    const strengths = Array.from({ length: cylinders }, () => random.between(0.72, 1))
    const offsets = Array.from({ length: cylinders }, (_, k) => (k + 0.05 * random.signed()) / cylinders)
    const out = silence(span)
    const grit = whiteNoise(random.fork(), span.length)
    for (let i = 0; i < out.length; i++) {
      const turn = (phase[i]! + start) % 1
      let pulse = 0
      for (let c = 0; c < cylinders; c++) {
        const lag = turn - offsets[c]!
        const t = (lag - Math.floor(lag)) * cylinders
        if (t < 1) pulse += strengths[c]! * t * Math.exp(-t * 7.5) * 7.5 * (1 + 0.45 * grit[i]!)
      }
      out[i] = pulse
    }
    highpass(out, 18, sampleRate, circular)
    const length = bySize(1.6, 1 - layer.size, 0.8)
    pipe(out, (2 * length * sampleRate) / 343, -0.62, 0.35, circular)
    pipe(out, (0.63 * length * sampleRate) / 343, -0.4, 0.5, circular)
    for (let i = 0; i < out.length; i++) out[i] = Math.tanh(out[i]! * (0.7 + layer.intensity))
    lowpass(out, bySize(2300, layer.size, 0.9) * 2 ** around(layer.brightness), sampleRate, circular)
    toRms(out, 0.12)
    // Valves and gears: ticks of the cycle, a band that rises with the speed.
    const rattle = grit
    const speed = mapControl(revs.slice(), (r) => 700 + 45 * r)
    sweep(rattle, speed, 1.2, 'bandpass', sampleRate, circular)
    for (let i = 0; i < rattle.length; i++) {
      const t = ((phase[i]! + start) * cylinders * 2) % 1
      rattle[i]! *= 0.3 + Math.exp(-t * 5)
    }
    addInto(out, toRms(rattle, 0.022), 0, 1)
    if (!circular) shapeMotion(out, layer.action)
    return out
  },
})

/** Level over a pass-by, a start or a stop. */
function shapeMotion(out: Float32Array, action: string | null): void {
  if (action === 'pass') shape(out, (p) => 1 / (1 + ((p - 0.5) / 0.13) ** 2) + 0.03)
  if (action === 'stop') shape(out, (p) => (1 - p) ** 0.7)
  // It drives off: further away by the square of the time.
  if (action === 'leave') shape(out, (p) => 1 / (1 + (p / 0.42) ** 3) - 0.06 * p)
  if (action === 'accelerate') shape(out, (p) => 0.6 + 0.4 * p)
}

/** An electric motor: the whine of commutation and gears above a rotating hum. */
export const motor = textureFamily({
  name: 'motor',
  type: 'sfx',
  levelDb: -3,
  actions: ['run', 'spin', 'start', 'stop', 'whir'],
  render: ({ layer, random, sampleRate }, span) => {
    const circular = span.isCircular
    const unrest = slowRandom(random.fork(), span, 3)
    const base = bySize(95, layer.size, 1.2) * layer.tempo * (0.7 + 0.6 * layer.intensity)
    const curve = controlFrom(span, (s, p) => {
      const k = Math.min(unrest.length - 1, Math.floor(p * (unrest.length - 1)))
      const motion = circular
        ? 1
        : layer.action === 'start'
          ? 1 - 0.93 * Math.exp(-s * 2.4)
          : layer.action === 'stop'
            ? Math.max(0.04, 1 - p)
            : 1
      return base * motion * (1 + 0.008 * unrest[k]!)
    })
    const phase = phaseOf(curve, span)
    const out = silence(span)
    const teeth = random.integer(7, 13)
    const amplitudes = Array.from({ length: teeth * 4 + 1 }, (_, k) => {
      const harmonic = k + 1
      const isGear = harmonic % teeth === 0
      return (isGear ? 0.8 / (harmonic / teeth) : 0.16 / harmonic ** 0.6) * random.between(0.5, 1)
    })
    addHarmonics(out, phase, amplitudes, 0.3)
    const brushes = whiteNoise(random.fork(), span.length)
    bandpass(brushes, 3600 * 2 ** around(layer.brightness), 0.8, sampleRate, circular)
    for (let i = 0; i < brushes.length; i++)
      brushes[i]! *= 0.6 + 0.4 * Math.sin(2 * Math.PI * ((phase[i]! * 2) % 1))
    toRms(out, 0.1)
    addInto(out, toRms(brushes, 0.035), 0, 1)
    if (!circular && layer.action === 'start') shape(out, (p) => Math.min(1, 0.15 + p * 6))
    if (!circular && layer.action === 'stop') shape(out, (p) => (1 - p) ** 0.8)
    return out
  },
})
