// Footsteps: heel and ball events after the force of a walking foot.

import { fade, shape } from '../signal/envelopes.ts'
import { bandpass, highpass, lowpass } from '../signal/filters.ts'
import { addCloud, bubble, grainBank, tick } from '../signal/grains.ts'
import { addGlide } from '../signal/modes.ts'
import { controlFrom, whiteNoise } from '../signal/noise.ts'
import type { Random } from '../signal/random.ts'
import { addInto, buffer, type Span, silence, toPeak } from '../signal/span.ts'
import { contact, countedLooseStep, LOOSE, looseStep } from './grounds.ts'
import { around, bySize, eventFamily } from './model.ts'

/**
 * Footsteps: walk, run, sneak, stomp or shuffle, in shoes, boots, heels or bare feet. Left and right foot differ a
 * little; heel and ball strike 60 to 130 ms apart, closer the faster (Perry 1992; Farnell 2010, Footsteps).
 */
export const footsteps = eventFamily({
  name: 'footsteps',
  type: 'sfx',
  levelDb: -1,
  actions: ['walk', 'run', 'sneak', 'stomp', 'heels', 'shuffle', 'jump'],
  held: ['shuffle'],
  rhythm: (layer) => ({
    kind: 'pulse',
    gapSeconds:
      layer.action === 'run'
        ? 0.33
        : layer.action === 'sneak'
          ? 0.85
          : layer.action === 'stomp'
            ? 0.68
            : 0.54,
    sway: layer.action === 'run' ? 0.04 : 0.06,
  }),
  strike: ({ layer, random, sampleRate }, occasion) => {
    const ground = layer.material ?? 'stone'
    const force =
      layer.action === 'stomp' || layer.action === 'run'
        ? 0.85
        : layer.action === 'sneak'
          ? 0.3
          : layer.intensity
    const foot = occasion.index % 2 === 0 ? 1 : 0.86
    const size = Math.min(1, Math.max(0, layer.size + (occasion.index % 2 === 0 ? 0.03 : -0.03)))
    // Steps that are counted are heard as one each: heel and toe within the ear's 50 ms.
    const isCounted = layer.count !== null
    const roll = Math.min(
      (layer.action === 'run' ? 0.05 : isCounted ? 0.035 : 0.1) * random.vary(0.25),
      occasion.budgetSeconds * 0.5,
    )
    const loose = LOOSE[ground]
    if (loose) {
      const seconds = Math.min(
        isCounted ? 0.26 : layer.action === 'run' ? 0.2 : 0.36,
        Math.max(0.08, occasion.budgetSeconds * 0.85),
      )
      const tread = { ground, loose, seconds, force, size }
      const step = isCounted
        ? countedLooseStep(random, tread, sampleRate)
        : looseStep(random, tread, sampleRate)
      for (let i = 0; i < step.length; i++) step[i]! *= foot
      return step
    }
    const out = buffer(ground === 'metal' ? 0.9 : 0.45, sampleRate)
    if (ground === 'water') {
      addWetStep(out, random, { force, size, isCounted }, sampleRate)
      return out
    }
    const shoe = layer.action === 'heels' ? 0.95 : 0.5 + 0.35 * around(layer.brightness) + 0.2 * force
    addInto(
      out,
      contact(random, ground, shoe, layer.action === 'heels' ? size * 0.6 : size, sampleRate),
      0,
      foot,
    )
    addInto(
      out,
      contact(random, ground, shoe * 0.55, size, sampleRate),
      roll * sampleRate,
      foot * random.between(0.3, 0.5),
    )
    const scuff = bandpass(
      whiteNoise(random, buffer(0.09, sampleRate).length),
      random.ratioBetween(1800, 3800),
      0.7,
      sampleRate,
    )
    shape(scuff, (p) => p ** 0.5 * (1 - p) ** 2)
    addInto(
      out,
      toPeak(scuff, layer.action === 'shuffle' ? 0.4 : isCounted ? 0.02 : 0.05 + 0.04 * random.unit()),
      roll * 1.1 * sampleRate,
      foot,
    )
    if (ground === 'wood' && !isCounted && random.chance(0.12)) {
      addInto(
        out,
        tick(random, random.ratioBetween(700, 1500), 9, 0.03, sampleRate),
        roll * 1.4 * sampleRate,
        0.15,
      )
    }
    return fade(out, 2, out.length * 0.25)
  },
})

/** A step into shallow water: slap, splash and drops; where it is counted the drops fall as one shower. */
function addWetStep(
  out: Float32Array,
  random: Random,
  { force, size, isCounted }: { readonly force: number; readonly size: number; readonly isCounted: boolean },
  sampleRate: number,
): void {
  const span: Span = { length: out.length, sampleRate, isCircular: false }
  const spray = whiteNoise(random, out.length)
  highpass(spray, 700, sampleRate)
  lowpass(spray, 6500, sampleRate)
  shape(spray, (p) => Math.min(1, p * 30) * Math.exp((isCounted ? -9 : -7) * p))
  addInto(out, toPeak(spray, 0.45 + 0.3 * force), 0, 1)
  const drops = silence(span)
  const bank = grainBank(24, () =>
    bubble(random.ratioBetween(0.001, 0.005), random.between(0.05, 0.25), sampleRate),
  )
  if (isCounted) {
    addCloud(drops, random, { bank, perSecond: 1200, spread: 0 }, span, 0.08)
    shape(drops, (p) => Math.min(1, p * 30) * Math.exp(-9 * p))
  } else {
    const density = controlFrom(span, (_, p) => Math.exp(-3 * p))
    addCloud(drops, random, { bank, perSecond: 130, spread: 0.7, density }, span, 0.3)
  }
  addInto(out, drops, 0, 1)
  addGlide(
    out,
    0,
    { hertz: bySize(130, size, 0.5), endHertz: 80, decaySeconds: 0.03, amplitude: 0.4, attackSeconds: 0.003 },
    sampleRate,
  )
  fade(out, 8, out.length * 0.3)
}
