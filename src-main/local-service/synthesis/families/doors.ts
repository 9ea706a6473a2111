// Doors and what belongs to them: slams, latches, creaks, knocks, locks, drawers.

import { fade, hump, shape } from '../signal/envelopes.ts'
import { bandpass, highpass, lowpass } from '../signal/filters.ts'
import { stickSlip } from '../signal/friction.ts'
import { noiseBurst, tick } from '../signal/grains.ts'
import { addGlide, addModes, modesOf } from '../signal/modes.ts'
import { whiteNoise } from '../signal/noise.ts'
import type { Random } from '../signal/random.ts'
import { addInto, buffer, toPeak } from '../signal/span.ts'
import { around, bySize, eventFamily, type Voice } from './model.ts'

/** A latch or bolt: two or three small metal clicks close together. */
export function latch(random: Random, size: number, sampleRate: number): Float32Array {
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
    at += random.between(0.022, 0.07)
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
  addInto(
    out,
    latch(random, layer.size, sampleRate),
    random.between(0.004, 0.018) * sampleRate,
    0.07 + 0.1 * (1 - force),
  )
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

/** A door: slam, close, open, creak or latch. */
export const door = eventFamily({
  name: 'door',
  type: 'sfx',
  levelDb: 1,
  actions: ['close', 'slam', 'open', 'creak', 'latch'],
  rhythm: (layer) => ({ kind: 'once', gapSeconds: layer.action === 'creak' ? 4.5 : 5.5, apartSeconds: 2.4 }),
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
        const swing = Math.min(0.45 / layer.tempo, budget * 0.3)
        const air = whiteNoise(random, buffer(Math.max(0.02, swing), sampleRate).length)
        bandpass(air, 420, 0.6, sampleRate)
        shape(air, (p) => hump(p, 0.85, 1.5))
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

/** A creak alone: floorboards, old wood, ropes, a chair. */
export const creaking = eventFamily({
  name: 'creak',
  type: 'sfx',
  levelDb: -2,
  actions: ['creak', 'squeak', 'groan'],
  rhythm: () => ({ kind: 'scatter', gapSeconds: 2.6, leastSeconds: 1.1 }),
  strike: (voice, occasion) => {
    const { layer, random } = voice
    const shifted: Voice =
      layer.action === 'squeak'
        ? {
            ...voice,
            layer: {
              ...layer,
              material: 'metal',
              size: layer.size * 0.4,
              brightness: Math.min(1, layer.brightness + 0.25),
            },
          }
        : layer.action === 'groan'
          ? {
              ...voice,
              layer: { ...layer, size: Math.min(1, layer.size + 0.4), brightness: layer.brightness * 0.6 },
            }
          : voice
    return creak(
      shifted,
      Math.min(random.between(0.5, 1.4) / layer.tempo, Math.max(0.08, occasion.budgetSeconds * 0.9)),
    )
  },
})

/** A knock: knuckle or hammer on a panel; the panel's modes are damped by the hand. */
export const knock = eventFamily({
  name: 'knock',
  type: 'sfx',
  levelDb: 0,
  actions: ['knock', 'bang', 'tap', 'pound'],
  rhythm: (layer) => ({
    kind: 'groups',
    gapSeconds: layer.action === 'pound' ? 0.42 : 0.27,
    sway: 0.07,
    least: 2,
    most: 4,
    pauseSeconds: 2.2,
  }),
  strike: ({ layer, random, sampleRate }) => {
    const material = layer.material ?? 'wood'
    const hard =
      layer.action === 'tap' ? 0.62 : layer.action === 'knock' || layer.action === null ? 0.45 : 0.3
    const out = buffer(material === 'metal' ? 0.9 : 0.35, sampleRate)
    const modes = modesOf(random, {
      body: material === 'metal' ? 'shell' : 'box',
      material,
      hertz:
        bySize(material === 'metal' ? 230 : material === 'glass' ? 420 : 165, layer.size, 0.8) *
        random.vary(0.025),
      hardness: hard + 0.2 * around(layer.brightness),
      ring: material === 'metal' ? 0.3 : 0.85,
      detune: 0.02,
    })
    addModes(out, 0, modes, 0.4, sampleRate)
    addInto(
      out,
      noiseBurst(
        random,
        { lowHertz: 250, highHertz: 2600, attackSeconds: 0.0005, decaySeconds: 0.0035 },
        sampleRate,
      ),
      0,
      0.5,
    )
    addGlide(
      out,
      0,
      {
        hertz: bySize(120, layer.size, 0.6),
        endHertz: bySize(90, layer.size, 0.6),
        decaySeconds: 0.025,
        amplitude: layer.action === 'tap' ? 0.1 : 0.45,
        attackSeconds: 0.001,
      },
      sampleRate,
    )
    return fade(out, 1, out.length * 0.3)
  },
})

/** Keys, locks and switches of a lock: pins that ratchet, then the bolt. */
export const lock = eventFamily({
  name: 'lock',
  type: 'sfx',
  levelDb: -1,
  actions: ['lock', 'unlock', 'turn'],
  rhythm: () => ({ kind: 'once', gapSeconds: 4.5, apartSeconds: 1.8 }),
  strike: ({ layer, random, sampleRate }, occasion) => {
    const turn = Math.min(0.65 / layer.tempo, Math.max(0.05, occasion.budgetSeconds * 0.6))
    const out = buffer(turn + 0.4, sampleRate)
    const pins = 5
    for (let k = 0; k < pins; k++) {
      const at = turn * 0.75 * ((k + 0.3 * random.unit()) / pins)
      addInto(
        out,
        tick(random, random.ratioBetween(2600, 5200), 4, 0.012, sampleRate),
        at * sampleRate,
        random.between(0.15, 0.4),
      )
    }
    addInto(out, latch(random, Math.min(1, layer.size + 0.15), sampleRate), turn * sampleRate, 1)
    addGlide(
      out,
      turn * sampleRate,
      { hertz: 210, endHertz: 150, decaySeconds: 0.02, amplitude: 0.4 },
      sampleRate,
    )
    return fade(out, 2, out.length * 0.2)
  },
})

/** A drawer or a sliding panel: rollers and wood that rub, and the stop. */
export const slide = eventFamily({
  name: 'slide',
  type: 'sfx',
  levelDb: -1,
  actions: ['open', 'close', 'slide', 'drag', 'scrape'],
  rhythm: () => ({ kind: 'once', gapSeconds: 4.5, apartSeconds: 1.6 }),
  strike: ({ layer, random, sampleRate }, occasion) => {
    const isDragging = layer.action === 'drag' || layer.action === 'scrape'
    const seconds = Math.min(
      (isDragging ? 1.3 : 0.7) / layer.tempo,
      Math.max(0.07, occasion.budgetSeconds * 0.8),
    )
    const out = buffer(seconds + 0.4, sampleRate)
    const rub = whiteNoise(random, buffer(seconds, sampleRate).length)
    const grit = stickSlip(
      random,
      {
        seconds,
        slipsPerSecond: (p) => 60 + 160 * hump(p, 0.5),
        level: (p) => hump(p, 0.55, 0.6),
        roughness: 0.6,
        resonancesHertz: [310, 520, 890, 1500].map(
          (hertz) => bySize(hertz, layer.size, 0.6) * random.vary(0.1),
        ),
        q: layer.material === 'metal' || layer.material === 'stone' ? 6 : 3,
      },
      sampleRate,
    )
    bandpass(rub, layer.material === 'stone' ? 1900 : 1100, 0.6, sampleRate)
    shape(rub, (p) => hump(p, 0.6, 0.7) * (0.8 + 0.2 * Math.sin(40 * p)))
    addInto(out, toPeak(rub, 0.32), 0, 1)
    addInto(out, grit, 0, isDragging ? 0.6 : 0.35)
    if (!isDragging) {
      const modes = modesOf(random, {
        body: 'box',
        material: layer.material ?? 'wood',
        hertz: bySize(210, layer.size, 0.7),
        hardness: 0.45,
        detune: 0.04,
      })
      addModes(out, Math.round(seconds * 0.96 * sampleRate), modes, 0.3, sampleRate)
      addInto(
        out,
        noiseBurst(
          random,
          { lowHertz: 200, highHertz: 2500, attackSeconds: 0.001, decaySeconds: 0.006 },
          sampleRate,
        ),
        seconds * 0.96 * sampleRate,
        0.4,
      )
    }
    lowpass(out, 9000, sampleRate)
    return fade(out, 8, out.length * 0.2)
  },
})
