// Small mechanisms: clocks, clicks, typing, ratchets.

import { fade, hump } from '../signal/envelopes.ts'
import { grainBank, noiseBurst, tick } from '../signal/grains.ts'
import { addModes, modesOf } from '../signal/modes.ts'
import type { Random } from '../signal/random.ts'
import { addInto, buffer } from '../signal/span.ts'
import { bySize, eventFamily } from './model.ts'

/** One tick of a clockwork: escape wheel and pallet, two or three resonant clicks within 20 ms. */
function clockTick(random: Random, hertz: number, isTock: boolean, sampleRate: number): Float32Array {
  const out = buffer(0.14, sampleRate)
  const body = modesOf(random, {
    body: 'box',
    material: 'wood',
    hertz: hertz * (isTock ? 0.8 : 1) * 0.3,
    hardness: 0.9,
    ring: 0.8,
    detune: 0.01,
    modes: 6,
  })
  for (const [at, level] of [
    [0, 1],
    [0.009, 0.45],
    [0.018, 0.6],
  ] as const) {
    addInto(
      out,
      tick(random, hertz * (isTock ? 0.82 : 1) * random.vary(0.03), 5, 0.008, sampleRate),
      at * sampleRate,
      level,
    )
    addModes(out, Math.round(at * sampleRate), body, 0.3 * level, sampleRate)
  }
  return fade(out, 2, out.length * 0.3)
}

/** A clock: tick and tock by turns; the larger the slower. */
export const clock = eventFamily({
  name: 'clock',
  type: 'sfx',
  levelDb: -4,
  actions: ['tick'],
  rhythm: (layer) => ({
    kind: 'pulse',
    gapSeconds: layer.size > 0.7 ? 1 : layer.size < 0.3 ? 0.2 : 0.5,
    sway: 0.004,
  }),
  strike: ({ layer, random, sampleRate }, occasion) =>
    clockTick(random, bySize(3300, layer.size, 0.9), occasion.index % 2 === 1, sampleRate),
})

/** A click: switch, button, mouse, key of a lamp – press and release of a small snap dome. */
export const click = eventFamily({
  name: 'click',
  type: 'sfx',
  levelDb: -3,
  actions: ['click', 'switch', 'shutter', 'press'],
  rhythm: () => ({ kind: 'once', gapSeconds: 3, apartSeconds: 0.7 }),
  strike: ({ layer, random, sampleRate }) => {
    const out = buffer(0.3, sampleRate)
    const hertz = bySize(2500, layer.size, 1.1) * random.vary(0.08)
    // Clicks that are counted are heard as one each: press and release within the ear's 50 ms.
    const isCounted = layer.count !== null
    const gap = isCounted
      ? random.between(0.02, 0.035)
      : layer.action === 'shutter'
        ? random.between(0.05, 0.09)
        : random.between(0.055, 0.1)
    for (const [at, level] of [
      [0, 1],
      [gap, layer.action === 'press' ? 0 : 0.55],
    ] as const) {
      addInto(out, tick(random, hertz * random.vary(0.08), 3, 0.007, sampleRate), at * sampleRate, level)
      const shell = modesOf(random, {
        body: 'box',
        material: 'plastic',
        hertz: hertz * 0.28,
        hardness: 0.85,
        detune: 0.04,
        modes: 7,
      })
      addModes(out, Math.round(at * sampleRate), shell, 0.35 * level, sampleRate)
    }
    if (layer.action === 'shutter')
      addInto(
        out,
        noiseBurst(
          random,
          { lowHertz: 1500, highHertz: 7000, attackSeconds: 0.006, decaySeconds: 0.014 },
          sampleRate,
        ),
        0.008 * sampleRate,
        0.4,
      )
    return fade(out, 2, out.length * 0.3)
  },
})

/** Typing: key strokes in bursts of a hand's rhythm; each a down click, bottoming thock, and a softer release. */
export const typing = eventFamily({
  name: 'typing',
  type: 'sfx',
  levelDb: -3,
  actions: ['type', 'typewriter'],
  rhythm: () => ({ kind: 'scatter', gapSeconds: 0.17, leastSeconds: 0.075 }),
  strike: ({ layer, random, sampleRate }) => {
    const isTypewriter = layer.action === 'typewriter'
    const out = buffer(isTypewriter ? 0.4 : 0.22, sampleRate)
    const hertz = bySize(isTypewriter ? 1900 : 2700, layer.size, 0.6) * random.vary(0.14)
    const isSpace = random.chance(0.15)
    addInto(out, tick(random, hertz, 1.6, 0.006, sampleRate), 0, 0.6)
    const shell = modesOf(random, {
      body: isTypewriter ? 'shell' : 'box',
      material: isTypewriter ? 'metal' : 'plastic',
      hertz: (isTypewriter ? 720 : isSpace ? 300 : 460) * random.vary(0.1),
      hardness: 0.75,
      ring: isTypewriter ? 0.07 : 0.7,
      detune: 0.05,
      modes: 8,
    })
    addModes(out, Math.round(0.004 * sampleRate), shell, isTypewriter ? 0.5 : 0.35, sampleRate)
    if (isTypewriter)
      addInto(
        out,
        noiseBurst(
          random,
          { lowHertz: 500, highHertz: 7000, attackSeconds: 0.0005, decaySeconds: 0.006 },
          sampleRate,
        ),
        0.012 * sampleRate,
        0.9,
      )
    addInto(
      out,
      tick(random, hertz * 1.25, 2, 0.004, sampleRate),
      // The release of a key that is counted comes within the ear's 50 ms.
      (layer.count === null ? random.between(0.07, 0.12) : random.between(0.02, 0.035)) * sampleRate,
      0.22,
    )
    return fade(out, 2, out.length * 0.3)
  },
})

/** A ratchet, winch or zipper: teeth passing a pawl, faster and slower by the hand. */
export const ratchet = eventFamily({
  name: 'ratchet',
  type: 'sfx',
  levelDb: -2,
  actions: ['wind', 'zip', 'crank'],
  rhythm: (layer) => ({ kind: 'once', gapSeconds: 4, apartSeconds: layer.action === 'zip' ? 0.9 : 1.6 }),
  strike: ({ layer, random, sampleRate }, occasion) => {
    const isZip = layer.action === 'zip'
    const seconds = Math.min(
      (isZip ? 0.55 : 1.3) / layer.tempo,
      Math.max(0.06, occasion.budgetSeconds * 0.85),
    )
    const out = buffer(seconds + 0.1, sampleRate)
    const low = isZip ? 90 : 11
    const high = isZip ? 320 : 34
    const bank = grainBank(10, () => {
      const grain = buffer(isZip ? 0.012 : 0.05, sampleRate)
      addInto(
        grain,
        tick(
          random,
          bySize(isZip ? 4600 : 2300, layer.size, 0.7) * random.vary(0.1),
          isZip ? 1.5 : 4,
          isZip ? 0.004 : 0.012,
          sampleRate,
        ),
        0,
        1,
      )
      if (!isZip)
        addModes(
          grain,
          0,
          modesOf(random, {
            body: 'reed',
            material: 'metal',
            hertz: bySize(880, layer.size, 0.8),
            hardness: 0.8,
            ring: 0.04,
            detune: 0.03,
          }),
          0.5,
          sampleRate,
        )
      return fade(grain, 2, grain.length / 3)
    })
    for (let at = 0; at < seconds; ) {
      const p = at / seconds
      addInto(
        out,
        random.pick(bank as [Float32Array, ...Float32Array[]]),
        at * sampleRate,
        random.between(0.6, 1) * (0.4 + 0.6 * hump(p, 0.6, 0.5)),
      )
      at += 1 / (low + (high - low) * hump(p, isZip ? 0.7 : 0.45))
    }
    return fade(out, 8, out.length * 0.08)
  },
})
