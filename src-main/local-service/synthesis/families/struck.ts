// Struck things: a blow on any material, and blades.

import type { Material } from '../scene.ts'
import { fade, shape } from '../signal/envelopes.ts'
import { bandpass, highpass } from '../signal/filters.ts'
import { noiseBurst } from '../signal/grains.ts'
import { addGlide, addModes, type Body, lengthOf, modesOf } from '../signal/modes.ts'
import { whiteNoise } from '../signal/noise.ts'
import type { Random } from '../signal/random.ts'
import { addInto, buffer, toPeak } from '../signal/span.ts'
import { around, bySize, eventFamily } from './model.ts'

interface Blow {
  readonly body: Body
  readonly material: Material
  readonly hertz: number
  readonly hardness: number
  readonly ring: number
  readonly noise: number
  readonly thump: number
}

/** A blow on a body: its modes, the noise of the contact, and the push of the whole. */
function blow(random: Random, it: Blow, sampleRate: number): Float32Array {
  const modes = modesOf(random, {
    body: it.body,
    material: it.material,
    hertz: it.hertz,
    hardness: it.hardness,
    ring: it.ring,
    detune: 0.035,
  })
  const out = buffer(Math.min(7, Math.max(0.2, lengthOf(modes))), sampleRate)
  addModes(out, 0, modes, 0.35, sampleRate)
  addInto(
    out,
    noiseBurst(
      random,
      {
        lowHertz: Math.max(120, it.hertz * 0.5),
        highHertz: 1500 + 9000 * it.hardness,
        attackSeconds: 0.0004,
        decaySeconds: 0.003 + 0.006 * (1 - it.hardness),
      },
      sampleRate,
    ),
    0,
    it.noise,
  )
  if (it.thump > 0)
    addGlide(
      out,
      0,
      { hertz: 130, endHertz: 70, decaySeconds: 0.03, amplitude: it.thump, attackSeconds: 0.001 },
      sampleRate,
    )
  return fade(out, 1, out.length * 0.2)
}

/** How each material answers a blow. */
const BLOWS: Partial<Record<Material, Omit<Blow, 'material'>>> = {
  metal: { body: 'shell', hertz: 340, hardness: 0.78, ring: 0.8, noise: 0.3, thump: 0.1 },
  wood: { body: 'bar', hertz: 330, hardness: 0.55, ring: 1.3, noise: 0.3, thump: 0.3 },
  stone: { body: 'plate', hertz: 620, hardness: 0.75, ring: 0.6, noise: 0.6, thump: 0.3 },
  glass: { body: 'bowl', hertz: 1350, hardness: 0.85, ring: 0.9, noise: 0.2, thump: 0 },
  ceramic: { body: 'bowl', hertz: 950, hardness: 0.8, ring: 0.5, noise: 0.3, thump: 0 },
  plastic: { body: 'box', hertz: 380, hardness: 0.5, ring: 1, noise: 0.4, thump: 0.2 },
  ice: { body: 'plate', hertz: 900, hardness: 0.8, ring: 0.8, noise: 0.5, thump: 0.15 },
}

/** A hit on a thing of some material: clang, thunk, clack, clink. */
export const impact = eventFamily({
  name: 'impact',
  type: 'sfx',
  levelDb: 1,
  actions: ['hit', 'clang', 'drop', 'thud', 'clink', 'crash'],
  rhythm: (layer) => ({ kind: 'once', gapSeconds: 4, apartSeconds: layer.material === 'metal' ? 1.4 : 0.8 }),
  strike: ({ layer, random, sampleRate }) => {
    const material = layer.material ?? 'wood'
    const known = BLOWS[material]
    const soft = layer.action === 'thud' || known === undefined
    const base: Blow = {
      material: known ? material : 'earth',
      ...(known ?? { body: 'box', hertz: 90, hardness: 0.1, ring: 1, noise: 0.4, thump: 0.9 }),
    }
    const hit: Blow = {
      ...base,
      hertz: bySize(base.hertz * (soft ? 0.5 : 1), layer.size, 1.4) * random.vary(0.06),
      hardness: Math.min(
        1,
        Math.max(
          0.05,
          base.hardness +
            0.25 * around(layer.brightness) +
            0.12 * around(layer.intensity) -
            (soft ? 0.25 : 0),
        ),
      ),
      thump: base.thump + 0.5 * Math.max(0, around(layer.size)) + (soft ? 0.4 : 0),
    }
    const first = blow(random, hit, sampleRate)
    if (layer.action !== 'drop' && layer.action !== 'crash') return first
    // Dropped things bounce: each flight is shorter by the coefficient of restitution.
    const bounces = layer.action === 'crash' ? random.integer(5, 9) : random.integer(3, 5)
    const out = new Float32Array(first.length + Math.round(1.1 * sampleRate))
    addInto(out, first, 0, 1)
    let at = 0
    let flight = random.between(0.16, 0.3) * (0.7 + layer.size)
    let level = 1
    for (let k = 0; k < bounces; k++) {
      at += flight
      flight *= random.between(0.5, 0.72)
      level *= random.between(0.4, 0.65)
      addInto(
        out,
        blow(
          random,
          { ...hit, hertz: hit.hertz * random.vary(layer.action === 'crash' ? 0.5 : 0.05) },
          sampleRate,
        ),
        at * sampleRate,
        level,
      )
    }
    return fade(out, 1, out.length * 0.2)
  },
})

/** A sword or blade: drawn from its sheath (a bright scrape that opens), or clashing. */
export const sword = eventFamily({
  name: 'sword',
  type: 'sfx',
  levelDb: 0,
  actions: ['clash', 'draw'],
  held: ['draw'],
  rhythm: (layer) => ({ kind: 'once', gapSeconds: 4, apartSeconds: layer.action === 'draw' ? 2 : 0.8 }),
  strike: ({ layer, random, sampleRate }, occasion) => {
    const blade: Blow = {
      body: 'bar',
      material: 'metal',
      hertz: bySize(640, layer.size, 0.6) * random.vary(0.12),
      hardness: 0.98,
      ring: 0.9,
      noise: 0.35,
      thump: 0.06,
    }
    if (layer.action !== 'draw') {
      const out = blow(random, blade, sampleRate)
      const other = blow(random, { ...blade, hertz: blade.hertz * random.between(1.15, 1.6) }, sampleRate)
      addInto(out, other, random.between(0, 0.004) * sampleRate, 0.8)
      return toPeak(out, 1)
    }
    const seconds = Math.min(0.55 / layer.tempo, Math.max(0.06, occasion.budgetSeconds * 0.6))
    const out = buffer(seconds + 1.1, sampleRate)
    const scrape = whiteNoise(random, buffer(seconds, sampleRate).length)
    highpass(scrape, 2400, sampleRate)
    for (const hertz of [2900, 4700, 7300])
      bandpassInto(out, scrape, hertz * random.vary(0.06), 14, sampleRate, 0.5)
    shape(
      out,
      (p) =>
        ((p * out.length) / (seconds * sampleRate)) ** 1.4 * (p * out.length < seconds * sampleRate ? 1 : 0),
    )
    toPeak(out, 0.7)
    shape(scrape, (p) => p ** 1.6)
    addInto(out, toPeak(scrape, 0.4), 0, 1)
    const ringing = modesOf(random, {
      body: 'bar',
      material: 'metal',
      hertz: blade.hertz * 2.1,
      hardness: 1,
      ring: 0.8,
      detune: 0.02,
    })
    addModes(out, Math.round(seconds * 0.92 * sampleRate), ringing, 0.22, sampleRate)
    return fade(out, 20, out.length * 0.3)
  },
})

/** Adds `source` through a resonance to `out`. */
function bandpassInto(
  out: Float32Array,
  source: Float32Array,
  hertz: number,
  q: number,
  sampleRate: number,
  gain: number,
): void {
  addInto(out, bandpass(source.slice(), hertz, q, sampleRate), 0, gain)
}
