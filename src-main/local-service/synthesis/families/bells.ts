// Bells, gongs and chimes.

import type { Material } from '../scene.ts'
import { fade, hump, shape } from '../signal/envelopes.ts'
import { noiseBurst, tick } from '../signal/grains.ts'
import { addModes, BODIES, lengthOf, type Mode, modesOf } from '../signal/modes.ts'
import type { Random } from '../signal/random.ts'
import { addInto, buffer } from '../signal/span.ts'
import { around, bySize, eventFamily } from './model.ts'

/** A bell's modes with its own damping: hum and prime ring long, the upper partials go first. */
function bellModes(random: Random, hertz: number, ringSeconds: number, hardness: number): Mode[] {
  const modes: Mode[] = []
  for (const ratio of BODIES.bell) {
    const levels = ratio === 0.5 ? 0.7 : ratio === 2 ? 1 : ratio === 1.2 ? 0.85 : ratio === 1 ? 0.75 : 0.55
    const decaySeconds = (ringSeconds / 6.9) * (ratio < 1 ? 1.5 : 1 / ratio ** 0.85)
    const contact = 1 / (1 + (ratio / (2 + 8 * hardness)) ** 2)
    // Real bells are not quite round: each mode is a pair a little apart, which beats.
    const split = 1 + 0.0012 * random.unit()
    for (const twin of [1, split]) {
      modes.push({
        hertz: hertz * ratio * twin * random.vary(0.002),
        amplitude: levels * contact * random.between(0.3, 0.6),
        decaySeconds: decaySeconds * random.vary(0.1),
      })
    }
  }
  return modes
}

/** A bell: church, ship's, school, hand or bicycle bell by size and action. */
export const bell = eventFamily({
  name: 'bell',
  type: 'sfx',
  levelDb: 0,
  actions: ['ring', 'toll', 'chime', 'jingle', 'ding', 'ding-dong'],
  rhythm: (layer) =>
    layer.action === 'ding' || layer.action === 'ding-dong'
      ? { kind: 'once', gapSeconds: 4.5, apartSeconds: layer.action === 'ding' ? 0.8 : 2.2 }
      : {
          kind: 'pulse',
          gapSeconds:
            layer.action === 'jingle' ? 0.24 : layer.action === 'toll' ? 2.6 : 0.7 + 2.2 * layer.size,
          sway: layer.action === 'jingle' ? 0.25 : 0.03,
        },
  strike: ({ layer, random, sampleRate }, occasion) => {
    const hertz = 2600 * 2 ** (-4.4 * layer.size) * random.vary(0.008)
    const ring = 0.8 + 9 * layer.size ** 1.4
    const out = buffer(Math.min(10, ring * 1.1, occasion.roomSeconds), sampleRate)
    addModes(out, 0, bellModes(random, hertz, ring, 0.55 + 0.35 * around(layer.brightness)), 0.3, sampleRate)
    addInto(
      out,
      noiseBurst(
        random,
        { lowHertz: hertz * 2, highHertz: 12_000, attackSeconds: 0.0004, decaySeconds: 0.006 },
        sampleRate,
      ),
      0,
      0.1,
    )
    if (layer.action !== 'ding-dong') return fade(out, 4, out.length * 0.25)
    // The second bar of a door chime sounds a major third lower.
    const pair = buffer(Math.min(3, occasion.roomSeconds), sampleRate)
    addInto(pair, out, 0, 1)
    const dong = bellModes(random, hertz * 2 ** (-4 / 12), ring * 1.3, 0.4)
    addModes(pair, Math.min(pair.length - 1, Math.round(0.55 * sampleRate)), dong, 0.3, sampleRate)
    return fade(pair, 4, pair.length * 0.25)
  },
})

/** A gong or cymbal: a dense spectrum whose top blooms after the blow (nonlinear coupling; Fletcher & Rossing ch. 20). */
export const gong = eventFamily({
  name: 'gong',
  type: 'sfx',
  levelDb: 0,
  actions: ['strike', 'crash', 'swell'],
  held: ['strike', 'crash'],
  rhythm: () => ({ kind: 'once', gapSeconds: 8, apartSeconds: 2.5 }),
  strike: ({ layer, random, sampleRate }, occasion) => {
    const isCymbal = layer.action === 'crash'
    const seconds = isCymbal ? 2.4 : 3 + 5 * layer.size
    const heard = Math.min(seconds, occasion.roomSeconds)
    const out = buffer(heard, sampleRate)
    const low = isCymbal ? 330 : bySize(115, layer.size, 0.8)
    const count = isCymbal ? 90 : 64
    const bright = buffer(heard, sampleRate)
    const body: Mode[] = []
    const top: Mode[] = []
    for (let k = 0; k < count; k++) {
      const hertz = low * (1 + (isCymbal ? 0.55 : 0.42) * k ** (isCymbal ? 1.03 : 1.12) * random.vary(0.03))
      if (hertz > 16_000) break
      const modes = hertz > low * 5 ? top : body
      modes.push({
        hertz,
        amplitude: random.between(0.2, 1) / (1 + k * 0.05),
        decaySeconds: (seconds / 6) * (1.15 - 0.75 * (k / count)),
      })
    }
    addModes(out, 0, body, 0.12, sampleRate)
    addModes(bright, 0, top, 0.12, sampleRate)
    const bloom = isCymbal ? 0.012 : 0.28
    shape(bright, (p) => {
      const s = p * heard
      return (1 - Math.exp(-s / bloom)) * 1.5
    })
    addInto(out, bright, 0, layer.action === 'swell' ? 1.6 : 1)
    addInto(
      out,
      noiseBurst(
        random,
        {
          lowHertz: isCymbal ? 3000 : 120,
          highHertz: isCymbal ? 14_000 : 900,
          attackSeconds: 0.001,
          decaySeconds: isCymbal ? 0.05 : 0.02,
        },
        sampleRate,
      ),
      0,
      0.25,
    )
    if (layer.action === 'swell') shape(out, (p) => hump(p, 0.35, 1.3))
    return fade(out, 8, out.length * 0.25)
  },
})

/** Wind chimes: tubes with free-free modes, touched at random as the air moves. */
export const chimes = eventFamily({
  name: 'chimes',
  type: 'ambience',
  levelDb: -3,
  actions: ['tinkle', 'chime'],
  rhythm: () => ({ kind: 'scatter', gapSeconds: 0.42, leastSeconds: 0.04 }),
  strike: ({ layer, random, sampleRate }) => {
    const material: Material = layer.material ?? 'metal'
    // A pentatonic set, as they are tuned.
    const pitch = bySize(880, layer.size, 1) * random.pick([1, 9 / 8, 5 / 4, 3 / 2, 5 / 3, 2])
    const modes = modesOf(random, {
      body: 'bar',
      material,
      hertz: pitch,
      hardness: 0.7,
      ring: material === 'metal' ? 2.2 : 1,
      detune: 0.002,
      modes: 4,
    })
    const out = buffer(Math.min(4, lengthOf(modes)), sampleRate)
    addModes(out, 0, modes, 0.3, sampleRate)
    addInto(out, tick(random, 5000, 1, 0.003, sampleRate), 0, 0.05)
    return fade(out, 4, out.length * 0.3)
  },
})
