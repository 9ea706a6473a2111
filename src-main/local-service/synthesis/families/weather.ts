// Wind with gusts, thunder from a lightning channel, and escaping steam.

import { fade } from '../signal/envelopes.ts'
import { highpass, lowpass, sweep } from '../signal/filters.ts'
import { addCloud, grainBank, noiseBurst, tick } from '../signal/grains.ts'
import { applyControl, controlFrom, mapControl, pinkNoise, slowRandom, whiteNoise } from '../signal/noise.ts'
import type { Random } from '../signal/random.ts'
import { addInto, buffer, type Span, toPeak, toRms } from '../signal/span.ts'
import { around, eventFamily, textureFamily } from './model.ts'

/**
 * Wind: turbulence past edges gives bands whose frequency follows the wind's speed (Strouhal, f = 0.2 U/d) and whose
 * level follows its cube; slow gusts drive all of them together, each band a little later (after Farnell 2010, Wind).
 */
export const wind = textureFamily({
  name: 'wind',
  type: 'ambience',
  levelDb: -5,
  actions: ['blow', 'howl', 'gust', 'whistle', 'breeze'],
  render: ({ layer, random, sampleRate }, span) => {
    const circular = span.isCircular
    const isHowling = layer.action === 'howl' || layer.action === 'whistle'
    const unrest =
      layer.action === 'gust' ? 0.95 : layer.action === 'breeze' ? 0.35 : 0.6 + 0.3 * layer.intensity
    const slow = slowRandom(random.fork(), span, 0.3 * layer.tempo)
    const fast = slowRandom(random.fork(), span, 1.1 * layer.tempo)
    const speed = slow.map((value, k) =>
      Math.max(0.12, 0.55 + 0.42 * unrest * value + 0.2 * unrest * (fast[k] ?? 0)),
    )
    const out = pinkNoise(random.fork(), span.length)
    const base = 240 * 2 ** (around(layer.brightness) + 0.6 * around(layer.intensity))
    sweep(
      out,
      mapControl(speed.slice(), (u) => base * (0.5 + 1.6 * u)),
      0.7,
      'lowpass',
      sampleRate,
      circular,
    )
    applyControl(
      out,
      mapControl(speed.slice(), (u) => u ** 1.6),
    )
    toRms(out, 0.1)
    const edges = isHowling ? 3 : 2
    for (let k = 0; k < edges; k++) {
      const flutter = slowRandom(random.fork(), span, 0.9)
      const centre = base * random.between(1.8, 2.6) * (k * 0.8 + 1)
      const curve = speed.map((u, i) => centre * (0.45 + 0.9 * u + 0.07 * (flutter[i] ?? 0)))
      const band = whiteNoise(random.fork(), span.length)
      sweep(
        band,
        curve,
        isHowling ? random.between(14, 30) : random.between(1.6, 3),
        'bandpass',
        sampleRate,
        circular,
      )
      applyControl(
        band,
        speed.map((u, i) => Math.max(0, u ** 2.4 * (1 + 0.5 * (flutter[i] ?? 0)))),
      )
      addInto(out, toRms(band, (isHowling ? 0.075 : 0.05) / (1 + 0.5 * k)), 0, 1)
    }
    if (layer.material === 'leaves' || layer.material === 'grass') {
      addInto(out, rustling(random.fork(), span, speed), 0, 1)
    }
    return highpass(out, 35, sampleRate, circular)
  },
})

/** Foliage in the wind: a hiss of leaves and the ticks of single ones, both following the gusts. */
function rustling(random: Random, span: Span, speed: Float32Array): Float32Array {
  const out = whiteNoise(random, span.length)
  highpass(out, 1800, span.sampleRate, span.isCircular)
  lowpass(out, 7500, span.sampleRate, span.isCircular)
  const shimmer = slowRandom(random, span, 6)
  applyControl(
    out,
    speed.map((u, k) => u ** 2.2 * (1 + 0.35 * (shimmer[k] ?? 0))),
  )
  toRms(out, 0.07)
  const bank = grainBank(24, () =>
    tick(random, random.ratioBetween(1500, 6000), 1.2, random.between(0.004, 0.02), span.sampleRate),
  )
  addCloud(out, random, { bank, perSecond: 90, spread: 0.7, density: speed.slice() }, span, 0.12)
  return out
}

/**
 * Thunder: a tortuous lightning channel radiates one N-wave from each of its pieces; they arrive in the order of their
 * distance, so a near channel cracks and a far one rolls (Ribner & Roy 1982; Few 1969).
 */
export const thunder = eventFamily({
  name: 'thunder',
  type: 'sfx',
  levelDb: 0,
  actions: ['rumble', 'crack', 'roll', 'clap'],
  held: ['rumble', 'crack', 'roll', 'clap'],
  rhythm: () => ({ kind: 'scatter', gapSeconds: 13, leastSeconds: 5 }),
  strike: ({ layer, random, sampleRate }, occasion) => {
    const isNear = layer.action === 'crack' || layer.action === 'clap'
    const isRolling = layer.action === 'roll' || layer.action === 'rumble'
    const metres =
      layer.distanceMetres > 20
        ? Math.min(5000, 500 + layer.distanceMetres * 8)
        : isNear
          ? 130
          : isRolling
            ? 1300
            : 420
    const heights = 2600 + 1600 * layer.size
    const pieces = 520
    const arrivals: { seconds: number; level: number; width: number }[] = []
    let x = metres
    let y = 0
    let z = 0
    let lean = random.signed()
    for (let k = 0; k < pieces; k++) {
      // Above the cloud base the channel runs sideways, which is what makes it roll.
      const isInCloud = k > pieces * 0.45
      lean = 0.93 * lean + 0.37 * random.gaussian()
      const step = heights / pieces
      x += step * (isInCloud ? 1.3 * lean + 0.5 : 0.9 * lean)
      y += step * 0.9 * random.gaussian()
      z += step * (isInCloud ? 0.25 : 1)
      const way = Math.hypot(x, y, z)
      const facing = 0.25 + Math.abs(random.gaussian()) * 0.75
      arrivals.push({
        seconds: way / 343,
        level: (facing / way) * (isInCloud ? 0.8 : 1),
        width: 0.004 + way * 4e-6,
      })
    }
    const first = Math.min(...arrivals.map((arrival) => arrival.seconds))
    const last = Math.max(...arrivals.map((arrival) => arrival.seconds)) - first
    const out = buffer(Math.min(Math.min(last, 14) + 2.5, occasion.roomSeconds), sampleRate)
    for (const arrival of arrivals) {
      addNWave(
        out,
        (arrival.seconds - first + 0.004) * sampleRate,
        arrival.width * random.between(0.7, 2.4) * sampleRate,
        arrival.level,
      )
    }
    toPeak(out, 1)
    // Turbulence on the way scatters each wave: a rough tail under the arrivals.
    const rough = whiteNoise(random, out.length)
    const body = out.map(Math.abs)
    lowpass(body, 6, sampleRate)
    for (let i = 0; i < rough.length; i++) rough[i]! *= body[i]!
    lowpass(rough, 90 + 160_000 / metres, sampleRate)
    toPeak(rough, 0.75)
    addInto(out, rough, 0, 1)
    lowpass(out, 120 + 500_000 / metres, sampleRate, false, 0.55)
    for (let i = 0; i < out.length; i++) out[i] = Math.tanh(out[i]! * (1.2 + layer.intensity))
    highpass(out, 24, sampleRate)
    return fade(out, 0.002 * sampleRate, out.length * 0.35)
  },
})

/** A pressure wave in the shape of an N, softened at its corners, of `width` samples. */
function addNWave(target: Float32Array, at: number, width: number, level: number): void {
  const from = Math.max(0, Math.round(at))
  const samples = Math.max(8, Math.round(width))
  const edge = samples * 0.06 + 1
  for (let i = 0; i < samples && from + i < target.length; i++) {
    const ramp = Math.min(1, i / edge, (samples - i) / edge)
    target[from + i]! += level * (1 - (2 * i) / samples) * ramp
  }
}

/** Air that is let go: a valve's click, a burst that sinks as the pressure does, and a last spit (brakes, locks, cans). */
export const puff = eventFamily({
  name: 'puff',
  type: 'sfx',
  levelDb: -2,
  actions: ['release', 'spray'],
  rhythm: (layer) => ({ kind: 'once', gapSeconds: 3 + 2 * layer.size, apartSeconds: 1.4 }),
  strike: ({ layer, random, sampleRate }, occasion) => {
    const isSpray = layer.action === 'spray'
    const natural = (isSpray ? 0.5 : 0.7 + 0.9 * layer.size) * random.vary(0.2)
    const seconds = Math.min(natural, Math.max(0.08, occasion.budgetSeconds * 0.9))
    const out = whiteNoise(random, buffer(seconds, sampleRate).length)
    const span: Span = { length: out.length, sampleRate, isCircular: false }
    const centre = 5200 * 2 ** (around(layer.brightness) - 0.8 * around(layer.size))
    highpass(out, centre * 0.22, sampleRate)
    // Turbulence is the duller the slower it streams.
    sweep(
      out,
      controlFrom(span, (_, p) => centre * (isSpray ? 1.4 : 1.9 - 1.2 * p)),
      0.9,
      'lowpass',
      sampleRate,
    )
    const flutter = slowRandom(random, span, 30)
    applyControl(
      out,
      flutter.map((x, k) => {
        const p = Math.min(1, (k * 64) / out.length)
        return (1 + 0.12 * x) * Math.min(1, p * (isSpray ? 40 : 90)) * (isSpray ? 1 : (1 - p) ** 1.5)
      }),
    )
    toPeak(out, 0.8)
    addInto(out, tick(random, 1900, 1.5, 0.006, sampleRate), 0, 0.5)
    addInto(out, tick(random, 3200, 1, 0.01, sampleRate), 0.97 * out.length, isSpray ? 0.2 : 0.06)
    return fade(out, 1, Math.min(out.length * 0.1, 0.03 * sampleRate))
  },
})

/** Hiss of a shower or of steam through a narrow gap: broadband turbulence, brighter the faster. */
export const steam = textureFamily({
  name: 'steam',
  type: 'sfx',
  levelDb: -4,
  actions: ['hiss', 'leak', 'spray'],
  render: ({ layer, random, sampleRate }, span) => {
    const out = whiteNoise(random.fork(), span.length)
    const flow = slowRandom(random.fork(), span, 2.5)
    const flicker = slowRandom(random.fork(), span, 14)
    const centre = 4200 * 2 ** (around(layer.brightness) - 0.7 * around(layer.size))
    highpass(out, centre * 0.35, sampleRate, span.isCircular)
    sweep(
      out,
      mapControl(flow.slice(), (x) => centre * (1.6 + 0.35 * x)),
      0.9,
      'lowpass',
      sampleRate,
      span.isCircular,
    )
    applyControl(
      out,
      flow.map((x, k) => 1 + 0.18 * x + 0.12 * (flicker[k] ?? 0)),
    )
    toRms(out, 0.1)
    const spits = grainBank(16, () =>
      noiseBurst(
        random,
        { lowHertz: 2500, highHertz: 9000, attackSeconds: 0.001, decaySeconds: random.between(0.004, 0.02) },
        sampleRate,
      ),
    )
    addCloud(out, random.fork(), { bank: spits, perSecond: 9, spread: 0.8 }, span, 0.08)
    return out
  },
})
