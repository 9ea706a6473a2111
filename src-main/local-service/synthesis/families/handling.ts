// What hands do to doors and furniture: knocks, locks, creaking boards, drawers.

import { fade, hump, shape } from '../signal/envelopes.ts'
import { bandpass, lowpass } from '../signal/filters.ts'
import { stickSlip } from '../signal/friction.ts'
import { noiseBurst, tick } from '../signal/grains.ts'
import { addGlide, addModes, modesOf } from '../signal/modes.ts'
import { whiteNoise } from '../signal/noise.ts'
import { addInto, buffer, toPeak } from '../signal/span.ts'
import { creak, latch, snapLatch } from './doors.ts'
import { around, bySize, eventFamily, type Voice } from './model.ts'

/** A creak alone: floorboards, old wood, ropes, a chair. */
export const creaking = eventFamily({
  name: 'creak',
  type: 'sfx',
  levelDb: -2,
  actions: ['creak', 'squeak', 'groan'],
  rhythm: () => ({ kind: 'scatter', gapSeconds: 1.9, leastSeconds: 0.9 }),
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
    pauseSeconds: 1.5,
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
    // A lock that is counted snaps: its pins and its bolt within the ear's 50 ms.
    const isCounted = layer.count !== null
    const turn = isCounted ? 0.02 : Math.min(0.65 / layer.tempo, Math.max(0.05, occasion.budgetSeconds * 0.6))
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
    const bolt = isCounted ? snapLatch : latch
    addInto(out, bolt(random, Math.min(1, layer.size + 0.15), sampleRate), turn * sampleRate, 1)
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
  held: ['open', 'close', 'slide', 'drag', 'scrape'],
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
