// Blasts: explosions, shots, fireworks.

import { fade, hump, shape } from '../signal/envelopes.ts'
import { bandpass, highpass, lowpass, sweep } from '../signal/filters.ts'
import { addCloud, grainBank, noiseBurst, tick } from '../signal/grains.ts'
import { addGlide, addModes, modesOf } from '../signal/modes.ts'
import { applyControl, controlFrom, mapControl, slowRandom, whiteNoise } from '../signal/noise.ts'
import type { Random } from '../signal/random.ts'
import { addInto, buffer, type Span, silence, toPeak } from '../signal/span.ts'
import { around, bySize, eventFamily } from './model.ts'

/** A blast's overpressure after Friedlander (1946): a jump, then (1 − t/T) e^(−t/T); `seconds` is T. */
function addBlast(
  target: Float32Array,
  at: number,
  seconds: number,
  level: number,
  sampleRate: number,
): void {
  const scaleSamples = seconds * sampleRate
  const rise = Math.max(2, sampleRate * 0.00025)
  for (let i = 0; i < scaleSamples * 7 && at + i < target.length; i++) {
    const t = i / scaleSamples
    target[Math.round(at) + i]! += level * Math.min(1, i / rise) * (1 - t) * Math.exp(-t)
  }
}

/** Bits of debris that land one after another, each by its material. */
function addDebris(
  target: Float32Array,
  random: Random,
  fromSeconds: number,
  amount: number,
  sampleRate: number,
): void {
  const seconds = target.length / sampleRate
  for (let k = 0; k < amount; k++) {
    const at = fromSeconds + (seconds - fromSeconds) * random.unit() ** 1.6
    const modes = modesOf(random, {
      body: random.pick(['box', 'shell', 'bar']),
      material: random.pick(['stone', 'stone', 'wood', 'metal']),
      hertz: random.ratioBetween(180, 1800),
      hardness: 0.75,
      ring: 0.35,
      detune: 0.1,
      modes: 7,
    })
    const level = 0.05 * random.unit() ** 2 * (1 - at / seconds) ** 2
    addModes(target, Math.round(at * sampleRate), modes, level, sampleRate)
    addInto(target, tick(random, random.ratioBetween(800, 5000), 1, 0.01, sampleRate), at * sampleRate, level)
  }
}

/** An explosion: shock front, a fireball's falling roar, a ground thump that sinks, and debris. */
export const explosion = eventFamily({
  name: 'explosion',
  type: 'sfx',
  levelDb: 3,
  actions: ['explode', 'blast', 'boom', 'implode'],
  rhythm: () => ({ kind: 'once', gapSeconds: 7, apartSeconds: 2.5 }),
  strike: ({ layer, random, sampleRate }, occasion) => {
    const natural = 1.6 + 3.4 * layer.size
    const out = buffer(Math.max(0.15, Math.min(natural, occasion.budgetSeconds * 1.5)), sampleRate)
    const span: Span = { length: out.length, sampleRate, isCircular: false }
    const far = layer.distanceMetres > 60
    const roar = whiteNoise(random, out.length)
    const open = (far ? 900 : 5200) * 2 ** around(layer.brightness)
    const fall = 1.1 + 1.6 * layer.size
    sweep(
      roar,
      controlFrom(span, (s) => 60 + open * Math.exp((-s * 4.2) / fall)),
      0.7,
      'lowpass',
      sampleRate,
    )
    const churn = slowRandom(random, span, 18)
    applyControl(
      roar,
      mapControl(churn, (x) => 1 + 0.25 * x),
    )
    const attack = far ? 0.09 : 0.006
    shape(roar, (p) => {
      const s = p * (out.length / sampleRate)
      return Math.min(1, s / attack) * (0.65 * Math.exp((-s * 7) / fall) + 0.35 * Math.exp((-s * 2) / fall))
    })
    addInto(out, toPeak(roar, 1), 0, 1)
    const low = bySize(62, layer.size, 0.6) * random.vary(0.12)
    addGlide(
      out,
      0,
      {
        hertz: low * 1.9,
        endHertz: low * 0.55,
        decaySeconds: 0.28 + 0.4 * layer.size,
        amplitude: 0.95,
        attackSeconds: 0.006,
      },
      sampleRate,
    )
    if (!far) addBlast(out, 0, 0.004 + 0.006 * layer.size, 0.9, sampleRate)
    // A second pulse, as the reflected front passes.
    if (!far) addBlast(out, random.between(0.03, 0.09) * sampleRate, 0.012, -0.35, sampleRate)
    for (let i = 0; i < out.length; i++) out[i] = Math.tanh(out[i]! * (1.4 + 1.6 * layer.intensity))
    if (!far) addDebris(out, random, 0.15, Math.round(70 * Math.max(0, layer.size - 0.55)), sampleRate)
    highpass(out, 26, sampleRate)
    fade(out, 2, out.length * 0.3)
    return layer.action === 'implode' ? out.reverse() : out
  },
})

/** One shot; `tail` shortens the gas and the thump where the next one follows at once. */
function shot(random: Random, heavy: number, tail: number, sampleRate: number): Float32Array {
  const out = buffer((0.5 + 1.4 * heavy) * tail, sampleRate)
  addBlast(out, 0, 0.0007 + 0.0022 * heavy, 1, sampleRate)
  const gas = whiteNoise(random, out.length)
  shape(gas, (p) => {
    const s = (p * out.length) / sampleRate
    return (
      Math.exp(-s / (0.014 + 0.05 * heavy * tail)) + 0.07 * tail * Math.exp(-s / (0.12 + 0.35 * heavy * tail))
    )
  })
  lowpass(gas, bySize(5200, heavy, 1.2), sampleRate)
  highpass(gas, 90, sampleRate)
  addInto(out, toPeak(gas, 0.9), 0, 1)
  const thump = bySize(95, heavy, 0.8)
  const decaySeconds = (0.04 + 0.1 * heavy) * tail
  addGlide(out, 0, { hertz: thump * 1.6, endHertz: thump * 0.7, decaySeconds, amplitude: 0.7 }, sampleRate)
  // Reflections from around, spread so far that they are a tail and not shots of their own.
  for (let k = 0; k < 7; k++) {
    const echo = noiseBurst(
      random,
      { lowHertz: 120, highHertz: 1100, attackSeconds: 0.035, decaySeconds: 0.05 },
      sampleRate,
    )
    addInto(out, echo, random.between(0.02, 0.3) * sampleRate, 0.035 * random.unit())
  }
  for (let i = 0; i < out.length; i++) out[i] = Math.tanh(out[i]! * 1.7)
  highpass(out, 30, sampleRate)
  return fade(out, 1, out.length * 0.4)
}

/** Seconds between the shots of an automatic weapon: about 630 a minute. */
const CYCLE_SECONDS = 0.095

/** A shot: muzzle blast, gas noise, thump, and the slap from around (Maher 2007, acoustics of gunshots); or a burst. */
export const gunshot = eventFamily({
  name: 'gunshot',
  type: 'sfx',
  levelDb: 3,
  actions: ['shoot', 'burst', 'cannon'],
  rhythm: (layer) =>
    layer.action === 'burst'
      ? { kind: 'scatter', gapSeconds: 1.8, leastSeconds: 1.1 }
      : { kind: 'once', gapSeconds: 4.5, apartSeconds: layer.action === 'cannon' ? 2 : 1.1 },
  strike: ({ layer, random, sampleRate }, occasion) => {
    const heavy = layer.action === 'cannon' ? 1 : layer.size
    if (layer.action !== 'burst') return shot(random, heavy, 1, sampleRate)
    const cycle = CYCLE_SECONDS / layer.tempo
    const rounds = Math.max(1, Math.min(random.integer(4, 9), Math.floor(occasion.budgetSeconds / cycle) - 1))
    const out = buffer(rounds * cycle + 0.9, sampleRate)
    for (let k = 0; k < rounds; k++) {
      const isLast = k === rounds - 1
      const at = (k + 0.03 * random.signed()) * cycle
      addInto(
        out,
        shot(random, heavy * 0.6, isLast ? 0.6 : 0.3, sampleRate),
        at * sampleRate,
        random.between(0.8, 1),
      )
    }
    return fade(out, 0, out.length * 0.1)
  },
})

/** A firework: rising whistle, burst, and a shower of crackling stars. */
export const firework = eventFamily({
  name: 'firework',
  type: 'sfx',
  levelDb: 1,
  actions: ['burst', 'whistle', 'crackle'],
  held: ['burst'],
  rhythm: () => ({ kind: 'scatter', gapSeconds: 3.2, leastSeconds: 0.9 }),
  strike: ({ layer, random, sampleRate }, occasion) => {
    const seconds = Math.min(4, Math.max(0.3, occasion.budgetSeconds))
    // Fireworks that are counted are their bursts: no whistle of the rise before, and stars that thin out evenly.
    const isCounted = layer.count !== null
    const rise = isCounted ? 0.01 : Math.min(1.1, seconds * 0.35) * random.between(0.7, 1)
    const out = buffer(Math.max(seconds, rise + 1.2), sampleRate)
    const whistle = buffer(rise, sampleRate)
    const from = random.between(900, 1500)
    let phase = 0
    for (let i = 0; i < whistle.length; i++) {
      const p = i / whistle.length
      phase += (2 * Math.PI * (from + 1900 * p ** 0.7 + 40 * Math.sin(55 * p))) / sampleRate
      whistle[i] = Math.sin(phase) * 0.7 + 0.2 * Math.sin(2 * phase)
    }
    const air = bandpass(whiteNoise(random, whistle.length), 3000, 1, sampleRate)
    for (let i = 0; i < whistle.length; i++)
      whistle[i] = (whistle[i]! * 0.7 + air[i]!) * hump(i / whistle.length, 0.6) * 0.16
    addInto(out, whistle, 0, 1)
    const at = rise * sampleRate
    addBlast(out, at, 0.004, 0.8, sampleRate)
    addGlide(
      out,
      at,
      { hertz: 120, endHertz: 45, decaySeconds: 0.12 + 0.12 * layer.size, amplitude: 0.9 },
      sampleRate,
    )
    addInto(
      out,
      noiseBurst(
        random,
        { lowHertz: 90, highHertz: 2600, attackSeconds: 0.001, decaySeconds: 0.09 },
        sampleRate,
      ),
      at,
      0.8,
    )
    const starsAfter = isCounted ? 0.01 : 0.18
    const stars = out.length - Math.round(at + starsAfter * sampleRate)
    if (stars > sampleRate * 0.1) {
      const span: Span = { length: stars, sampleRate, isCircular: false }
      const shower = silence(span)
      const bank = grainBank(24, () =>
        tick(random, random.ratioBetween(1500, 8000), 1.2, random.between(0.004, 0.014), sampleRate),
      )
      addCloud(
        shower,
        random,
        isCounted
          ? { bank, perSecond: 4000, spread: 0 }
          : {
              bank,
              perSecond: 140,
              spread: 0.7,
              density: controlFrom(span, (_, p) => hump(p, 0.25, 1.4) + 0.01),
            },
        span,
        isCounted ? 0.05 : 0.2,
      )
      if (isCounted) shape(shower, (p) => Math.min(1, p * 60) * Math.exp((-p * stars) / sampleRate / 0.16))
      addInto(out, shower, at + starsAfter * sampleRate, 1)
    }
    return fade(out, 8, out.length * 0.15)
  },
})
