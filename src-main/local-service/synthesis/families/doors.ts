// Doors: slam, close, open, creak, latch.

import { fade, hump, shape } from '../signal/envelopes.ts'
import { bandpass, highpass } from '../signal/filters.ts'
import { stickSlip } from '../signal/friction.ts'
import { noiseBurst, tick } from '../signal/grains.ts'
import { addGlide, addModes, modesOf } from '../signal/modes.ts'
import { whiteNoise } from '../signal/noise.ts'
import type { Random } from '../signal/random.ts'
import { addInto, buffer, toPeak } from '../signal/span.ts'
import { around, bySize, eventFamily, type Voice } from './model.ts'

/** A latch or bolt: two or three small metal clicks close together. */
export function latch(random: Random, size: number, sampleRate: number): Float32Array {
  return clicksOf(random, size, [0.022, 0.07], sampleRate)
}

/** A latch that snaps: its clicks are heard as one. */
export function snapLatch(random: Random, size: number, sampleRate: number): Float32Array {
  return clicksOf(random, size, [0.006, 0.014], sampleRate)
}

/** Two or three clicks, so many seconds apart. */
function clicksOf(
  random: Random,
  size: number,
  [least, most]: readonly [number, number],
  sampleRate: number,
): Float32Array {
  const out = buffer(0.22, sampleRate)
  const clicks = random.integer(2, 3)
  let at = 0
  for (let k = 0; k < clicks; k++) {
    const modes = modesOf(random, {
      body: 'reed',
      material: 'metal',
      hertz: bySize(random.ratioBetween(1100, 2100), size, 0.7),
      hardness: 0.85,
      ring: 0.05,
      detune: 0.08,
    })
    addModes(out, Math.round(at * sampleRate), modes, 0.5 * random.between(0.5, 1), sampleRate)
    addInto(
      out,
      tick(random, random.ratioBetween(1800, 4200), 1.4, 0.006, sampleRate),
      at * sampleRate,
      random.between(0.5, 1),
    )
    at += random.between(least, most)
  }
  return toPeak(fade(out, 2, out.length / 4), 1)
}

/** The panel's blow against its frame: low thump of the air and leaf, modes of the box, crack of contact, rattle. */
function slam(voice: Voice, force: number): Float32Array {
  const { layer, random, sampleRate } = voice
  const material = layer.material ?? 'wood'
  const out = buffer(0.75 + 0.7 * layer.size + (material === 'metal' ? 1 : 0), sampleRate)
  const low = bySize(82, layer.size, 0.7) * random.vary(0.08)
  addGlide(
    out,
    0,
    {
      hertz: low * 1.4,
      endHertz: low * 0.8,
      decaySeconds: 0.05 + 0.06 * layer.size,
      amplitude: 0.55 + 0.4 * force,
      attackSeconds: 0.002,
    },
    sampleRate,
  )
  const panel = modesOf(random, {
    body: material === 'metal' ? 'shell' : 'box',
    material,
    hertz: bySize(material === 'glass' ? 260 : 128, layer.size, 0.7) * random.vary(0.08),
    hardness: 0.35 + 0.3 * force + 0.2 * around(layer.brightness),
    ring: material === 'metal' ? 0.35 : 0.9,
    detune: 0.04,
  })
  addModes(out, 0, panel, 0.34, sampleRate)
  addInto(
    out,
    noiseBurst(
      random,
      {
        lowHertz: 140,
        highHertz: 900 + 3200 * force,
        attackSeconds: 0.0008,
        decaySeconds: 0.012 + 0.01 * force,
      },
      sampleRate,
    ),
    0,
    0.65 * force + 0.15,
  )
  // The leaf bounces once in its frame, and the air rushes out before it.
  const bounce = random.between(0.025, 0.045) * sampleRate
  addInto(
    out,
    noiseBurst(
      random,
      { lowHertz: 120, highHertz: 1800, attackSeconds: 0.001, decaySeconds: 0.014 },
      sampleRate,
    ),
    bounce,
    0.1 * force,
  )
  addModes(out, Math.round(bounce), panel, 0.05 * force, sampleRate)
  // The bolt snaps in within the blow; of a soft one the whole latch is heard.
  const bolt =
    force > 0.6
      ? tick(random, 2400, 3, 0.012, sampleRate)
      : (layer.count === null ? latch : snapLatch)(random, layer.size, sampleRate)
  addInto(out, bolt, random.between(0.004, 0.014) * sampleRate, 0.07 + 0.1 * (1 - force))
  return fade(out, 1, out.length * 0.35)
}

/** A creak of the hinges over `seconds`; `material` decides what rings. */
export function creak(voice: Voice, seconds: number): Float32Array {
  const { layer, random, sampleRate } = voice
  const isMetal = layer.material === 'metal'
  const from = bySize(isMetal ? 130 : 42, layer.size, 0.6) * random.vary(0.25) * layer.tempo
  const to = from * random.between(1.3, 2.6)
  const dip = random.between(0.35, 0.65)
  const body = (isMetal ? 900 : 420) * 2 ** (0.6 * around(layer.brightness) - 0.5 * around(layer.size))
  const resonances = [1, 1.68, 2.57, 3.9, 5.6].map((ratio) => body * ratio * random.vary(0.06))
  const out = stickSlip(
    random,
    {
      seconds,
      slipsPerSecond: (p) =>
        p < dip ? from + ((to - from) * p) / dip : to * (1 - 0.55 * ((p - dip) / (1 - dip))),
      level: (p) => hump(p, 0.4, 0.5) + 0.02,
      roughness: 0.32 - 0.12 * (isMetal ? 1 : 0),
      resonancesHertz: resonances,
      q: isMetal ? 16 : 7,
    },
    sampleRate,
  )
  shape(out, (p) => Math.min(1, p * 20) * Math.min(1, (1 - p) * 12) * (0.75 + 0.25 * Math.sin(23 * p)))
  return highpass(out, 150, sampleRate)
}

/** A door that is counted is heard to close, not to swing: the ear takes what comes within 50 ms for one. */
const COUNTED_SWING_SECONDS = 0.02

/** A door: slam, close, open, creak or latch. */
export const door = eventFamily({
  name: 'door',
  type: 'sfx',
  levelDb: 1,
  actions: ['close', 'slam', 'open', 'creak', 'latch'],
  rhythm: (layer) => ({
    kind: 'once',
    gapSeconds: layer.action === 'creak' ? 4.5 : 5.5,
    apartSeconds: layer.action === 'latch' ? 0.9 : 1.9,
  }),
  strike: (voice, occasion) => {
    const { layer, random, sampleRate } = voice
    const budget = occasion.budgetSeconds
    switch (layer.action) {
      case 'slam':
        return slam(voice, 0.75 + 0.25 * layer.intensity)
      case 'creak':
        return creak(voice, Math.min(1.9 / layer.tempo, Math.max(0.09, budget * 0.95)) * random.vary(0.15))
      case 'latch':
        return latch(random, layer.size, sampleRate)
      case 'open': {
        const swing = Math.min(1.3 / layer.tempo, Math.max(0.06, budget * 0.7))
        const out = buffer(swing + 0.3, sampleRate)
        addInto(out, latch(random, layer.size, sampleRate), 0, 0.7)
        addInto(out, creak(voice, swing), Math.min(0.16, swing * 0.3) * sampleRate, 0.4)
        return out
      }
      default: {
        // Closing: a short swing of air and hinge, then a soft slam and the latch.
        const swing =
          layer.count === null ? Math.min(0.45 / layer.tempo, budget * 0.3) : COUNTED_SWING_SECONDS
        const air = whiteNoise(random, buffer(Math.max(0.02, swing), sampleRate).length)
        bandpass(air, 420, 0.6, sampleRate)
        // Doors that are counted close in one: the air they push runs into the blow.
        shape(air, layer.count === null ? (p) => hump(p, 0.85, 1.5) : (p) => Math.exp(14 * (p - 1)))
        const body = slam(voice, 0.25 + 0.5 * layer.intensity)
        const out = buffer(swing, sampleRate).length
        const whole = new Float32Array(out + body.length)
        addInto(whole, toPeak(air, 0.05), 0, 1)
        addInto(whole, toPeak(body, 1), out, 1)
        return whole
      }
    }
  },
})
