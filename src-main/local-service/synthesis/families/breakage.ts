// Things that break and fall: glass, wood, rubble.

import type { Material } from '../scene.ts'
import { fade, hump, shape } from '../signal/envelopes.ts'
import { highpass, lowpass } from '../signal/filters.ts'
import { addCloud, grainBank, noiseBurst, tick } from '../signal/grains.ts'
import { addGlide, addModes, modesOf } from '../signal/modes.ts'
import { controlFrom, whiteNoise } from '../signal/noise.ts'
import type { Random } from '../signal/random.ts'
import { addInto, buffer, type Span, toPeak } from '../signal/span.ts'
import { around, bySize, eventFamily, type Voice } from './model.ts'

/**
 * Glass that breaks: the crack of the pane, then shards that ring at many inharmonic pitches and fall, dense at first
 * and thinning out (after Farnell and the cascades of Warren & Verbrugge 1984).
 */
export const glassBreak = eventFamily({
  name: 'glass-break',
  type: 'sfx',
  levelDb: 1,
  actions: ['break', 'shatter', 'smash', 'crack'],
  rhythm: () => ({ kind: 'once', gapSeconds: 5, apartSeconds: 1.8 }),
  strike: ({ layer, random, sampleRate }) => {
    const material: Material =
      layer.material === 'ceramic' || layer.material === 'ice' ? layer.material : 'glass'
    const pitch =
      (material === 'glass' ? 1 : material === 'ice' ? 0.75 : 0.6) * 2 ** (-0.5 * around(layer.size))
    const isCracking = layer.action === 'crack'
    const seconds = isCracking ? 0.5 : 0.9 + 1.5 * layer.size
    const out = buffer(seconds + 0.5, sampleRate)
    addInto(
      out,
      noiseBurst(
        random,
        { lowHertz: 900, highHertz: 14_000, attackSeconds: 0.0004, decaySeconds: 0.014 + 0.02 * layer.size },
        sampleRate,
      ),
      0,
      0.9,
    )
    addInto(
      out,
      noiseBurst(
        random,
        { lowHertz: 250, highHertz: 1400, attackSeconds: 0.001, decaySeconds: 0.02 },
        sampleRate,
      ),
      0,
      0.35,
    )
    const isCounted = layer.count !== null
    const shards = isCracking ? 7 : Math.round(40 + 110 * layer.size)
    for (let k = 0; k < shards; k++) {
      // Most shards sound in the first moments; the last ones tinkle as they settle. A break that is counted gives way
      // within the ear's 50 ms, so that it is heard once.
      const at = isCounted
        ? 0.04 * random.unit() ** 2
        : k < shards * 0.3
          ? 0.06 * random.unit() ** 2
          : 0.06 + (seconds - 0.06) * random.unit() ** 1.9
      const modes = modesOf(random, {
        body: random.pick(['bowl', 'plate', 'bar']),
        material,
        hertz: random.ratioBetween(1700, 7200) * pitch,
        hardness: 1,
        ring: random.between(0.08, 0.4) + (at > seconds * 0.5 ? 0.25 : 0),
        detune: 0.06,
        modes: 5,
      })
      addModes(
        out,
        Math.round(at * sampleRate),
        modes,
        0.24 * random.unit() ** 1.5 * (1 - (0.75 * at) / seconds),
        sampleRate,
      )
      if (random.chance(0.5))
        addInto(
          out,
          tick(random, random.ratioBetween(4000, 11_000), 1, 0.004, sampleRate),
          at * sampleRate,
          0.14 * random.unit(),
        )
    }
    if (isCounted) {
      addInto(out, splinters(random, pitch, seconds, sampleRate), 0.02 * sampleRate, 0.4)
      // No two shards that beat may rise again.
      shape(out, (p) => Math.exp((-p * out.length) / sampleRate / 0.11))
    }
    highpass(out, 180, sampleRate)
    return fade(out, 1, out.length * 0.2)
  },
})

/** Splinters too many to be told apart, thinning out evenly: each rings for a moment at a pitch of its own. */
function splinters(random: Random, pitch: number, seconds: number, sampleRate: number): Float32Array {
  const out = buffer(seconds, sampleRate)
  const span: Span = { length: out.length, sampleRate, isCircular: false }
  const bank = grainBank(48, () =>
    tick(random, random.ratioBetween(3000, 12_000) * pitch, 14, random.between(0.02, 0.05), sampleRate),
  )
  addCloud(out, random, { bank, perSecond: 5000, spread: 0 }, span)
  shape(out, (p) => Math.min(1, p * 40))
  return fade(toPeak(out, 1), 4, out.length * 0.2)
}

/** A slide of stones or rubble: impacts that come in a rush, each with its size, and the gravel among them. */
export const debris = eventFamily({
  name: 'debris',
  type: 'sfx',
  levelDb: 0,
  actions: ['fall', 'collapse', 'crumble', 'slide'],
  rhythm: () => ({ kind: 'once', gapSeconds: 6, apartSeconds: 2.5 }),
  strike: ({ layer, random, sampleRate }: Voice, occasion) => {
    const seconds = Math.min(1.2 + 3 * layer.size, Math.max(0.15, occasion.budgetSeconds * 0.9))
    const out = buffer(seconds + 0.6, sampleRate)
    const material = layer.material ?? 'stone'
    const pieces = Math.round(50 + 130 * layer.size)
    for (let k = 0; k < pieces; k++) {
      const at = seconds * (random.unit() + random.unit()) * 0.5
      const mass = random.unit() ** 3
      const modes = modesOf(random, {
        body: random.pick(['plate', 'box', 'bar']),
        material,
        hertz: 1500 * (1 - 0.88 * mass) * 2 ** (-0.6 * around(layer.size)),
        hardness: 0.7,
        ring: 0.5,
        detune: 0.12,
        modes: 8,
      })
      addModes(out, Math.round(at * sampleRate), modes, 0.1 + 0.5 * mass, sampleRate)
      addInto(
        out,
        tick(random, random.ratioBetween(600, 4500), 0.8, 0.012, sampleRate),
        at * sampleRate,
        0.15 + 0.6 * mass,
      )
      if (mass > 0.5)
        addGlide(
          out,
          at * sampleRate,
          { hertz: 95, endHertz: 45, decaySeconds: 0.06, amplitude: mass, attackSeconds: 0.004 },
          sampleRate,
        )
    }
    const span: Span = { length: out.length, sampleRate, isCircular: false }
    const bank = grainBank(24, () => tick(random, random.ratioBetween(900, 6000), 1.5, 0.007, sampleRate))
    addCloud(
      out,
      random,
      { bank, perSecond: 300, spread: 0.7, density: controlFrom(span, (_, p) => hump(p, 0.35, 1.2) + 0.01) },
      span,
      0.15,
    )
    const rumble = lowpass(whiteNoise(random, out.length), 110, sampleRate)
    shape(rumble, (p) => hump(p, 0.4))
    addInto(out, toPeak(rumble, 0.5 * layer.size), 0, 1)
    return fade(out, 16, out.length * 0.2)
  },
})

/** Wood that snaps: a crack of fibres, two or three in a row, and the two ends that ring. */
export const snap = eventFamily({
  name: 'snap',
  type: 'sfx',
  levelDb: 0,
  actions: ['snap', 'crack', 'splinter'],
  rhythm: () => ({ kind: 'once', gapSeconds: 4, apartSeconds: 0.9 }),
  strike: ({ layer, random, sampleRate }) => {
    const out = buffer(0.35 + 0.5 * layer.size, sampleRate)
    const cracks = layer.action === 'splinter' ? random.integer(6, 11) : random.integer(2, 4)
    let at = 0
    for (let k = 0; k < cracks; k++) {
      const level = k === cracks - 1 ? 1 : random.between(0.25, 0.7)
      const modes = modesOf(random, {
        body: 'bar',
        material: layer.material ?? 'wood',
        hertz: bySize(760, layer.size, 1) * random.vary(0.3),
        hardness: 0.85,
        ring: 0.6,
        detune: 0.08,
      })
      addModes(out, Math.round(at * sampleRate), modes, 0.35 * level, sampleRate)
      addInto(
        out,
        noiseBurst(
          random,
          {
            lowHertz: 700,
            highHertz: 9500,
            attackSeconds: 0.0003,
            decaySeconds: random.between(0.002, 0.008),
          },
          sampleRate,
        ),
        at * sampleRate,
        level,
      )
      // The fibres of one snap go within the ear's 50 ms.
      at += Math.min(layer.action === 'splinter' ? 1 : 0.014, random.exponential(0.016) + 0.003)
    }
    return fade(out, 1, out.length * 0.3)
  },
})
