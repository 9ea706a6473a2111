// Song birds.

import { fade, hump } from '../signal/envelopes.ts'
import type { Random } from '../signal/random.ts'
import { addInto, buffer } from '../signal/span.ts'
import { bySize, eventFamily } from './model.ts'

/** A syllable of song: a near-pure tone that sweeps, with trill and a second voice of the syrinx. */
function syllable(
  random: Random,
  from: number,
  to: number,
  seconds: number,
  trillHertz: number,
  sampleRate: number,
): Float32Array {
  const out = buffer(seconds, sampleRate)
  const bend = random.between(-0.35, 0.35)
  const depth = trillHertz > 0 ? random.between(0.04, 0.12) : 0
  let phase = 0
  for (let i = 0; i < out.length; i++) {
    const p = i / out.length
    const hertz =
      from *
      (to / from) ** (p + bend * Math.sin(Math.PI * p)) *
      (1 + depth * Math.sin((2 * Math.PI * trillHertz * i) / sampleRate))
    phase += (2 * Math.PI * hertz) / sampleRate
    out[i] = (Math.sin(phase) + 0.08 * Math.sin(2 * phase)) * hump(p, 0.3, 0.6)
  }
  return out
}

/**
 * Song birds: phrases of frequency-modulated syllables (syrinx as an FM source; Smyth & Smith 2002; Farnell 2010). A
 * bird keeps its motif through a take and varies it.
 */
export const birds = eventFamily({
  name: 'birds',
  type: 'ambience',
  levelDb: -5,
  actions: ['sing', 'chirp', 'tweet', 'warble'],
  rhythm: (layer) => ({
    kind: 'scatter',
    gapSeconds: layer.action === 'chirp' || layer.action === 'tweet' ? 0.75 : 1.5,
    leastSeconds: 0.3,
  }),
  strike: ({ layer, random, sampleRate }, occasion) => {
    const base = bySize(3900, layer.size, 0.8) * random.ratioBetween(0.75, 1.35)
    const isShort = layer.action === 'chirp' || layer.action === 'tweet'
    const count = isShort ? random.integer(1, 2) : random.integer(3, 8)
    const seconds = Math.min(isShort ? 0.1 : 0.12, Math.max(0.02, (occasion.budgetSeconds * 0.9) / count))
    const out = buffer(count * seconds * 1.5 + 0.1, sampleRate)
    const motif = Array.from({ length: random.integer(1, 3) }, () => ({
      from: base * random.ratioBetween(0.7, 1.3),
      to: base * random.ratioBetween(0.7, 1.45),
      trill: layer.action === 'warble' || random.chance(0.3) ? random.between(25, 70) : 0,
    }))
    let at = 0
    for (let k = 0; k < count; k++) {
      const part = motif[k % motif.length]!
      const length = seconds * random.between(0.6, 1.1)
      addInto(
        out,
        syllable(
          random,
          part.from * random.vary(0.03),
          part.to * random.vary(0.03),
          length,
          part.trill,
          sampleRate,
        ),
        at * sampleRate,
        random.between(0.6, 1),
      )
      at += length + seconds * random.between(0.1, 0.5)
    }
    return fade(out, 16, 64)
  },
})
