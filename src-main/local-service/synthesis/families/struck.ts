// Struck and broken things: metal, wood, stone and glass, bells and gongs, coins and keys, debris.

import type { Material } from '../scene.ts'
import { fade, hump, shape } from '../signal/envelopes.ts'
import { bandpass, highpass, lowpass } from '../signal/filters.ts'
import { addCloud, grainBank, noiseBurst, tick } from '../signal/grains.ts'
import { addGlide, addModes, BODIES, type Body, lengthOf, type Mode, modesOf } from '../signal/modes.ts'
import { controlFrom, whiteNoise } from '../signal/noise.ts'
import type { Random } from '../signal/random.ts'
import { addInto, buffer, type Span, silence, toPeak } from '../signal/span.ts'
import { around, bySize, eventFamily, textureFamily, type Voice } from './model.ts'

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
    const shards = isCracking ? 7 : Math.round(40 + 110 * layer.size)
    for (let k = 0; k < shards; k++) {
      // Most shards sound in the first moments; the last ones tinkle as they settle.
      const at = k < shards * 0.3 ? 0.06 * random.unit() ** 2 : 0.06 + (seconds - 0.06) * random.unit() ** 1.9
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
    highpass(out, 180, sampleRate)
    return fade(out, 1, out.length * 0.2)
  },
})

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
  rhythm: () => ({ kind: 'once', gapSeconds: 8, apartSeconds: 2.5 }),
  strike: ({ layer, random, sampleRate }, occasion) => {
    const isCymbal = layer.action === 'crash'
    const seconds = isCymbal ? 2.4 : 3 + 5 * layer.size
    const heard = Math.min(seconds, occasion.roomSeconds)
    const out = buffer(heard, sampleRate)
    const low = isCymbal ? 330 : bySize(115, layer.size, 0.8)
    const count = isCymbal ? 90 : 64
    const bright = buffer(heard, sampleRate)
    for (let k = 0; k < count; k++) {
      const hertz = low * (1 + (isCymbal ? 0.55 : 0.42) * k ** (isCymbal ? 1.03 : 1.12) * random.vary(0.03))
      if (hertz > 16_000) break
      const isTop = hertz > low * 5
      const mode: Mode = {
        hertz,
        amplitude: random.between(0.2, 1) / (1 + k * 0.05),
        decaySeconds: (seconds / 6) * (1.15 - 0.75 * (k / count)),
      }
      addModes(isTop ? bright : out, 0, [mode], 0.12, sampleRate)
    }
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

/** A coin that drops, bounces and spins to rest: its wobble speeds up as it lies down (Euler's disk; Moffatt 2000). */
export const coin = eventFamily({
  name: 'coin',
  type: 'sfx',
  levelDb: -1,
  actions: ['drop', 'spin', 'toss'],
  rhythm: () => ({ kind: 'scatter', gapSeconds: 1.8, leastSeconds: 0.5 }),
  strike: ({ layer, random, sampleRate }, occasion) => {
    const hertz = bySize(4300, layer.size, 0.7) * random.vary(0.08)
    const modes = modesOf(random, {
      body: 'plate',
      material: 'metal',
      hertz,
      hardness: 1,
      ring: 0.55,
      detune: 0.02,
      modes: 6,
    })
    const out = buffer(1.9, sampleRate)
    const hit = (at: number, level: number) => {
      addModes(out, Math.round(at * sampleRate), modes, level * 0.4, sampleRate)
      addInto(out, tick(random, 6500, 1, 0.003, sampleRate), at * sampleRate, level * 0.3)
    }
    if (layer.action === 'toss') {
      hit(0, 1)
      return fade(out, 2, out.length * 0.4)
    }
    let at = 0
    let flight = Math.min(0.21, occasion.budgetSeconds * 0.3) * random.vary(0.15)
    let level = 1
    while (flight > 0.045) {
      hit(at, level)
      at += flight
      flight *= random.between(0.55, 0.7)
      level *= 0.62
    }
    const settle = random.between(0.55, 0.95)
    for (let t = 0, rate = 16; t < settle; t += 1 / rate) {
      rate = 16 / Math.max(0.14, 1 - t / settle) ** 0.5
      hit(at + t, level * 0.55 * (1 - t / settle) * random.between(0.7, 1))
    }
    return fade(out, 2, out.length * 0.2)
  },
})

/** Many small metal things against each other: keys, chains, armour, a tambourine. */
export const jingle = textureFamily({
  name: 'jingle',
  type: 'sfx',
  levelDb: -2,
  actions: ['jingle', 'rattle', 'clink'],
  render: ({ layer, random, sampleRate }, span) => {
    const pitch = bySize(2900, layer.size, 1.3)
    const bank = grainBank(26, () => {
      const modes = modesOf(random, {
        body: random.pick(['bar', 'plate']),
        material: 'metal',
        hertz: pitch * random.ratioBetween(0.6, 1.7),
        hardness: 1,
        ring: 0.12 + 0.2 * layer.size,
        detune: 0.06,
        modes: 6,
      })
      const grain = buffer(Math.min(0.5, lengthOf(modes)), sampleRate)
      addModes(grain, 0, modes, 0.3, sampleRate)
      addInto(grain, tick(random, 6000, 0.8, 0.003, sampleRate), 0, 0.4)
      return toPeak(fade(grain, 2, grain.length / 3), 1)
    })
    const shakes = shaking(random, span, 2.6 * layer.tempo)
    const out = silence(span)
    addCloud(
      out,
      random.fork(),
      { bank, perSecond: 34 * (0.5 + layer.intensity), spread: 0.8, density: shakes },
      span,
      0.3,
    )
    return out
  },
})

/** The density of a hand's shakes: bumps at an uneven pace, a whole number of them in a loop. */
export function shaking(random: Random, span: Span, perSecond: number): Float32Array {
  const seconds = span.length / span.sampleRate
  const count = Math.max(1, Math.round(seconds * perSecond))
  const each = span.isCircular ? seconds / count : 1 / perSecond
  const bumps = Array.from({ length: count + 2 }, () => ({
    at: random.between(0.25, 0.75),
    height: random.between(0.3, 1),
  }))
  return controlFrom(span, (s) => {
    const index = Math.floor(s / each)
    const bump = bumps[span.isCircular ? index % count : Math.min(index, bumps.length - 1)]!
    const t = s / each - index
    return 0.03 + bump.height * Math.exp(-(((t - bump.at) / 0.16) ** 2))
  })
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
      at += random.exponential(0.016) + 0.003
    }
    return fade(out, 1, out.length * 0.3)
  },
})
