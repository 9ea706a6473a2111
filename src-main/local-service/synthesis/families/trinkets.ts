// Small metal things: coins, keys, chains.

import { fade } from '../signal/envelopes.ts'
import { addCloud, grainBank, tick } from '../signal/grains.ts'
import { addModes, lengthOf, modesOf } from '../signal/modes.ts'
import { controlFrom } from '../signal/noise.ts'
import type { Random } from '../signal/random.ts'
import { addInto, buffer, type Span, silence, toPeak } from '../signal/span.ts'
import { bySize, eventFamily, textureFamily } from './model.ts'

/** A coin that drops, bounces and spins to rest: its wobble speeds up as it lies down (Euler's disk; Moffatt 2000). */
export const coin = eventFamily({
  name: 'coin',
  type: 'sfx',
  levelDb: -1,
  actions: ['drop', 'spin', 'toss'],
  rhythm: () => ({ kind: 'scatter', gapSeconds: 1.4, leastSeconds: 0.5 }),
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
    if (layer.count !== null) {
      lieDown(random, hit)
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

/** A coin that is counted falls flat: its edge chatters within the ear's 50 ms and it rings, so that it is heard once. */
function lieDown(random: Random, hit: (at: number, level: number) => void): void {
  let level = 1
  for (let at = 0, flight = random.between(0.011, 0.015); at < 0.04 && flight > 0.002; ) {
    hit(at, level)
    at += flight
    flight *= random.between(0.6, 0.75)
    level *= random.between(0.5, 0.65)
  }
}

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
