// Vehicles of air and rail, and their horns.

import { fade, hump, shape } from '../signal/envelopes.ts'
import { highpass, lowpass, sweep } from '../signal/filters.ts'
import { grainBank, noiseBurst } from '../signal/grains.ts'
import { addGlide, addModes, modesOf } from '../signal/modes.ts'
import { applyControl, controlFrom, mapControl, pinkNoise, slowRandom, whiteNoise } from '../signal/noise.ts'
import { addHarmonics, addTone, fallingHarmonics, phaseOf, timesPhase } from '../signal/oscillators.ts'
import { addInto, buffer, type Span, secondsOf, silence, toRms } from '../signal/span.ts'
import { around, bySize, eventFamily, textureFamily } from './model.ts'

/** One turn of a rotor blade, tabulated: the pressure of its slap, and how loud the air is that it whirls up. */
const ROTOR_STEPS = 1024
const SLAP = turnOf((t) => 0.8 * (bump(t, 0.12, 0.0016) - 0.6 * bump(t, 0.2, 0.004)))
const GUST = turnOf((t) => 0.25 + 1.1 * bump(t, 0.18, 0.02))

function turnOf(value: (turn: number) => number): Float64Array {
  // Two points more than steps, as a phase may round to 1.
  return Float64Array.from({ length: ROTOR_STEPS + 2 }, (_, step) => value(step / ROTOR_STEPS))
}

function bump(turn: number, centre: number, width: number): number {
  return Math.exp(-((turn - centre) ** 2) / width)
}

/** A helicopter: blade slaps at the rotor rate, the whirl of air between, turbine whine and tail rotor. */
export const helicopter = textureFamily({
  name: 'helicopter',
  type: 'sfx',
  levelDb: 0,
  actions: ['hover', 'pass', 'land'],
  render: ({ layer, random, sampleRate }, span) => {
    const circular = span.isCircular
    const rate = bySize(11.5, layer.size, 0.4) * layer.tempo
    const sway = slowRandom(random.fork(), span, 0.4)
    const phase = phaseOf(
      mapControl(sway, (x) => rate * (1 + 0.01 * x)),
      span,
    )
    const out = pinkNoise(random.fork(), span.length)
    for (let i = 0; i < out.length; i++) {
      const t = phase[i]! * ROTOR_STEPS
      const step = t | 0
      const part = t - step
      const slap = SLAP[step]! + (SLAP[step + 1]! - SLAP[step]!) * part
      const gust = GUST[step]! + (GUST[step + 1]! - GUST[step]!) * part
      out[i] = slap + out[i]! * gust
    }
    lowpass(out, 900 * 2 ** around(layer.brightness), sampleRate, circular, 0.6)
    toRms(out, 0.12)
    const whine = silence(span)
    addHarmonics(whine, timesPhase(phase, 93), [1, 0.3, 0.12], 1)
    addHarmonics(whine, timesPhase(phase, 5), [0.8, 0.6, 0.5, 0.4, 0.3, 0.2], 0.8)
    addInto(out, toRms(whine, 0.017), 0, 1)
    highpass(out, 24, sampleRate, circular)
    if (!circular && layer.action === 'pass') shape(out, (p) => 0.08 + hump(p, 0.5, 2))
    return out
  },
})

/** A jet or propeller aircraft: shear noise of the jet, fan tones, and the fall of pitch as it passes. */
export const aircraft = textureFamily({
  name: 'aircraft',
  type: 'sfx',
  levelDb: 0,
  actions: ['fly', 'pass', 'takeoff', 'propeller'],
  render: ({ layer, random, sampleRate }, span) => {
    const circular = span.isCircular
    const isMoving = !circular && (layer.action === 'pass' || layer.action === 'takeoff')
    const doppler = (p: number) => (isMoving ? 1 - 0.22 * Math.tanh((p - 0.5) * 7) : 1)
    const out = pinkNoise(random.fork(), span.length)
    const sway = slowRandom(random.fork(), span, 1.5)
    const near = (p: number) => (isMoving ? hump(p, 0.5, 1.6) : 0.6)
    sweep(
      out,
      controlFrom(span, (_, p) => (300 + 3800 * near(p)) * doppler(p)),
      0.6,
      'lowpass',
      sampleRate,
      circular,
    )
    applyControl(
      out,
      mapControl(sway, (x) => 1 + 0.14 * x),
    )
    toRms(out, 0.12)
    const tones = silence(span)
    const isPropeller = layer.action === 'propeller'
    const base = isPropeller ? bySize(82, layer.size, 0.6) : bySize(1750, layer.size, 0.5)
    const curve = controlFrom(span, (_, p) => base * doppler(p))
    const amplitudes = isPropeller ? fallingHarmonics(24, 0.9) : [1, 0.35, 0.15]
    addTone(tones, { hertz: curve, amplitudes }, 1, span)
    if (!isPropeller) {
      const second = mapControl(curve.slice(), (hertz) => hertz * 1.37)
      addTone(tones, { hertz: second, amplitudes: [0.6, 0.2] }, 1, span)
    }
    addInto(out, toRms(tones, isPropeller ? 0.1 : 0.03), 0, 1)
    if (isMoving)
      applyControl(
        out,
        controlFrom(span, (_, p) => 0.05 + near(p) ** 1.2),
      )
    return highpass(out, 28, sampleRate, circular)
  },
})

/** A train: bogies over rail joints (two pairs of clacks), rolling roar, and squeal now and then. */
export const train = textureFamily({
  name: 'train',
  type: 'ambience',
  levelDb: -1,
  actions: ['roll', 'pass'],
  render: ({ layer, random, sampleRate }, span) => {
    const circular = span.isCircular
    const seconds = secondsOf(span)
    const out = pinkNoise(random.fork(), span.length)
    lowpass(out, 700 + 900 * layer.brightness, sampleRate, circular, 0.6)
    applyControl(
      out,
      mapControl(slowRandom(random.fork(), span, 2), (x) => 1 + 0.2 * x),
    )
    toRms(out, 0.07)
    const period = 1.35 / layer.tempo
    const joints = Math.max(1, circular ? Math.round(seconds / period) : Math.ceil(seconds / period))
    const each = circular ? seconds / joints : period
    const clack = grainBank(6, () => {
      const one = buffer(0.4, sampleRate)
      const rail = modesOf(random, {
        body: 'bar',
        material: 'metal',
        hertz: random.between(270, 330),
        hardness: 0.6,
        ring: 0.08,
        detune: 0.04,
      })
      addModes(one, 0, rail, 0.4, sampleRate)
      addGlide(
        one,
        0,
        { hertz: 110, endHertz: 65, decaySeconds: 0.035, amplitude: 0.9, attackSeconds: 0.003 },
        sampleRate,
      )
      addInto(
        one,
        noiseBurst(
          random,
          { lowHertz: 300, highHertz: 3500, attackSeconds: 0.001, decaySeconds: 0.012 },
          sampleRate,
        ),
        0,
        0.6,
      )
      return fade(one, 2, one.length / 4)
    })
    for (let joint = 0; joint < joints; joint++) {
      for (const offset of [0, 0.105, 0.5, 0.605]) {
        const at = (joint + offset + 0.008 * random.signed() + 0.02) * each * sampleRate
        if (!circular && at >= span.length) continue
        addInto(
          out,
          random.pick(clack as [Float32Array, ...Float32Array[]]),
          at,
          random.between(0.14, 0.26),
          circular,
        )
      }
    }
    const squeal = whiteNoise(random.fork(), span.length)
    sweep(
      squeal,
      mapControl(slowRandom(random.fork(), span, 0.5), (x) => 2600 + 400 * x),
      40,
      'bandpass',
      sampleRate,
      circular,
    )
    applyControl(
      squeal,
      mapControl(slowRandom(random.fork(), span, 0.6), (x) => Math.max(0, x - 0.2) ** 2),
    )
    addInto(out, toRms(squeal, 0.006), 0, 1)
    if (!circular && layer.action === 'pass') shape(out, (p) => 0.04 + hump(p, 0.45, 1.2))
    return out
  },
})

/** Horns: two reeds or trumpets a third apart, blown with a quick onset; car, truck, ship, train. */
export const horn = eventFamily({
  name: 'horn',
  type: 'sfx',
  levelDb: 0,
  actions: ['honk', 'blow'],
  rhythm: (layer) => ({ kind: 'once', gapSeconds: 3 + 4 * layer.size, apartSeconds: 0.7 + 3 * layer.size }),
  strike: ({ layer, random, sampleRate }, occasion) => {
    const seconds = Math.min(0.5 + 2.6 * layer.size, Math.max(0.08, occasion.budgetSeconds * 0.9))
    const out = buffer(seconds, sampleRate)
    const span: Span = { length: out.length, sampleRate, isCircular: false }
    const base = 430 * 2 ** (-3.6 * Math.max(0, layer.size - 0.2)) * random.vary(0.03)
    const notes = layer.size > 0.85 ? [1] : [1, 1.26]
    for (const ratio of notes) {
      const wobble = slowRandom(random.fork(), span, 5)
      const hertz = mapControl(wobble, (x) => base * ratio * (1 + 0.003 * x))
      const amplitudes = fallingHarmonics(26, 0.62 + 0.3 * (1 - layer.brightness)).map(
        (level, k) => level * (k < 6 ? 0.5 + 0.09 * k : 1),
      )
      addTone(out, { hertz, amplitudes }, 0.2, span)
    }
    for (let i = 0; i < out.length; i++) out[i] = Math.tanh(out[i]! * 1.6)
    lowpass(out, 5200, sampleRate)
    const rise = Math.min(0.03 + 0.08 * layer.size, seconds * 0.3) / seconds
    shape(out, (p) => Math.min(1, p / rise) * Math.min(1, (1 - p) / Math.min(0.4, 0.09 / seconds + 0.03)))
    return out
  },
})
