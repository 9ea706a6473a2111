// Hands, hearts and teeth: claps, applause, heartbeats, crunches.

import { fade, hump, shape } from '../signal/envelopes.ts'
import { bandpass, lowpass } from '../signal/filters.ts'
import { addCloud, bubble, grainBank, noiseBurst, tick } from '../signal/grains.ts'
import { addGlide } from '../signal/modes.ts'
import { controlFrom, whiteNoise } from '../signal/noise.ts'
import type { Random } from '../signal/random.ts'
import { addInto, buffer, type Span, secondsOf, silence, toPeak } from '../signal/span.ts'
import { bySize, eventFamily, textureFamily } from './model.ts'

/** One clap of hands: cavity resonance of the cupped palms (Repp 1987). */
function clapOf(random: Random, size: number, sampleRate: number): Float32Array {
  const out = noiseBurst(
    random,
    { lowHertz: 500, highHertz: 7000, attackSeconds: 0.0007, decaySeconds: random.between(0.004, 0.012) },
    sampleRate,
  )
  const body = bandpass(out.slice(), bySize(random.ratioBetween(800, 1900), size, 0.6), 2.2, sampleRate)
  addInto(out, toPeak(body, 1), 0, 1.2)
  return fade(toPeak(out, 1), 1, out.length / 4)
}

/** Claps: single, in time, or a snap of the fingers. */
export const clap = eventFamily({
  name: 'clap',
  type: 'sfx',
  levelDb: -1,
  actions: ['clap', 'snap', 'slap'],
  rhythm: (layer) => ({
    kind: 'pulse',
    gapSeconds: layer.action === 'clap' || layer.action === null ? 0.5 : 0.7,
    sway: 0.05,
  }),
  strike: ({ layer, random, sampleRate }) => {
    if (layer.action !== 'snap') {
      const out = buffer(0.2, sampleRate)
      addInto(out, clapOf(random, layer.size + (layer.action === 'slap' ? -0.1 : 0), sampleRate), 0, 1)
      if (layer.action === 'slap')
        addGlide(out, 0, { hertz: 190, endHertz: 120, decaySeconds: 0.014, amplitude: 0.5 }, sampleRate)
      return fade(out, 1, out.length / 4)
    }
    const out = buffer(0.18, sampleRate)
    addInto(out, tick(random, random.between(2100, 2900), 2.2, 0.014, sampleRate), 0.012 * sampleRate, 1)
    addInto(
      out,
      noiseBurst(
        random,
        { lowHertz: 2000, highHertz: 6000, attackSeconds: 0.004, decaySeconds: 0.004 },
        sampleRate,
      ),
      0,
      0.12,
    )
    // The finger lands in the hollow of the palm, which rings on for a moment.
    addInto(
      out,
      noiseBurst(
        random,
        { lowHertz: 700, highHertz: 3200, attackSeconds: 0.002, decaySeconds: 0.022 },
        sampleRate,
      ),
      0.013 * sampleRate,
      0.16,
    )
    return fade(out, 1, out.length / 3)
  },
})

/** Applause: many hands, each at its own pace and pitch, near and far. */
export const applause = textureFamily({
  name: 'applause',
  type: 'ambience',
  levelDb: -2,
  actions: ['applaud'],
  render: ({ layer, random, sampleRate }, span) => {
    const out = silence(span)
    const seconds = secondsOf(span)
    const people = Math.round(14 + 90 * layer.size * (0.4 + layer.intensity))
    for (let person = 0; person < people; person++) {
      const pace = random.between(2.7, 4.6) * layer.tempo
      const claps = Math.max(1, Math.round(seconds * pace))
      const each = span.isCircular ? seconds / claps : 1 / pace
      const distance = random.unit() ** 2 * 0.95 + 0.05
      const hands = grainBank(2, () => {
        const one = clapOf(random, random.between(0.3, 0.7), sampleRate)
        return lowpass(one, 9000 * (1.1 - distance * 0.8), sampleRate)
      })
      const first = random.unit() * each
      for (let k = 0; k < claps; k++) {
        const at = first + (k + 0.12 * random.signed()) * each
        if (at < 0 || at >= seconds) continue
        addInto(
          out,
          hands[k % 2]!,
          at * sampleRate,
          (0.22 * random.between(0.6, 1)) / (0.2 + distance * 5),
          span.isCircular,
        )
      }
    }
    return out
  },
})

/** A heart: the closing of the valves, lub (longer, lower) and dub (shorter, higher), 0.3 s apart. */
export const heartbeat = eventFamily({
  name: 'heartbeat',
  type: 'sfx',
  levelDb: -1,
  actions: ['beat'],
  rhythm: () => ({ kind: 'pulse', gapSeconds: 0.92, sway: 0.025 }),
  strike: ({ layer, random, sampleRate }) => {
    const gap = 0.3 / Math.sqrt(layer.tempo)
    const out = buffer(gap + 0.4, sampleRate)
    for (const [at, hertz, level, decay] of [
      [0, 46, 1, 0.05],
      [gap, 62, 0.7, 0.035],
    ] as const) {
      const base = bySize(hertz, layer.size, 0.4) * random.vary(0.03)
      addGlide(
        out,
        at * sampleRate,
        {
          hertz: base * 1.35,
          endHertz: base * 0.85,
          decaySeconds: decay,
          amplitude: level,
          attackSeconds: 0.012,
        },
        sampleRate,
      )
      addGlide(
        out,
        at * sampleRate,
        {
          hertz: base * 2.7,
          endHertz: base * 1.8,
          decaySeconds: decay * 0.5,
          amplitude: level * 0.35,
          attackSeconds: 0.006,
        },
        sampleRate,
      )
      const flow = lowpass(whiteNoise(random, buffer(0.12, sampleRate).length), 240, sampleRate)
      shape(flow, (p) => hump(p, 0.2))
      addInto(out, toPeak(flow, 0.16 * level), at * sampleRate, 1)
    }
    return fade(out, 32, out.length * 0.2)
  },
})

/** A bite, crunch or squish: brittle cells that break in a rush, or wet ones that squelch. */
export const crunch = eventFamily({
  name: 'crunch',
  type: 'sfx',
  levelDb: -1,
  actions: ['crunch', 'squish', 'chew'],
  rhythm: (layer) => ({ kind: 'pulse', gapSeconds: layer.action === 'chew' ? 0.55 : 0.85, sway: 0.1 }),
  strike: ({ layer, random, sampleRate }, occasion) => {
    const seconds = Math.min(0.32, Math.max(0.05, occasion.budgetSeconds * 0.85))
    const out = buffer(seconds + 0.06, sampleRate)
    const span: Span = { length: out.length, sampleRate, isCircular: false }
    const isWet = layer.action === 'squish'
    // A bite that is counted breaks in one go, its cells too many to be told apart.
    const isCounted = layer.count !== null
    const bank = grainBank(30, () =>
      isWet && random.chance(0.6)
        ? bubble(random.ratioBetween(0.002, 0.008), random.between(0.1, 0.3), sampleRate)
        : tick(
            random,
            random.ratioBetween(isWet ? 400 : 800, isWet ? 2500 : 6500),
            random.between(1, 3),
            random.between(0.003, 0.012),
            sampleRate,
          ),
    )
    addCloud(
      out,
      random,
      isCounted
        ? { bank, perSecond: 2600, spread: 0 }
        : {
            bank,
            perSecond: isWet ? 160 : 480 * (0.5 + layer.intensity),
            spread: 0.9,
            density: controlFrom(span, (_, p) => hump(p, 0.18, 0.8) + 0.3 * hump(p, 0.6, 2) + 0.01),
          },
      span,
      isCounted ? 0.1 : 0.3,
    )
    if (isCounted) shape(out, (p) => Math.min(1, p * 30) * Math.exp(-7 * p))
    else if (isWet) {
      const suck = bandpass(whiteNoise(random, out.length), 650, 2.2, sampleRate)
      shape(suck, (p) => hump(p, 0.5, 1.2))
      addInto(out, toPeak(suck, 0.5), 0, 1)
    }
    return fade(out, 16, out.length * 0.2)
  },
})
