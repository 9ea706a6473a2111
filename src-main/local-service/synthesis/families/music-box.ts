// A music box.

import { fade } from '../signal/envelopes.ts'
import { addModes } from '../signal/modes.ts'
import { buffer } from '../signal/span.ts'
import { semitones } from './interface.ts'
import { bySize, eventFamily } from './model.ts'

/** A music box or a harp-like arpeggio: reeds of a comb plucked along a scale. */
export const musicBox = eventFamily({
  name: 'music-box',
  type: 'music',
  levelDb: -2,
  actions: ['play', 'arpeggio'],
  rhythm: () => ({ kind: 'pulse', gapSeconds: 0.36, sway: 0.02 }),
  strike: ({ layer, random, sampleRate }, occasion) => {
    const scale = layer.brightness < 0.45 ? [0, 2, 3, 7, 8, 12, 14, 15] : [0, 2, 4, 7, 9, 12, 14, 16]
    const degree =
      layer.action === 'arpeggio'
        ? scale[occasion.index % scale.length]!
        : random.pick(scale as [number, ...number[]])
    const hertz = bySize(784, layer.size, 1) * semitones(degree)
    const out = buffer(2.2, sampleRate)
    const modes = [1, 6.27, 17.5].map((ratio, k) => ({
      hertz: hertz * ratio,
      amplitude: [1, 0.16, 0.05][k]!,
      decaySeconds: [0.42, 0.08, 0.03][k]! * random.vary(0.1),
    }))
    addModes(out, 0, modes, 0.5, sampleRate)
    return fade(out, 6, out.length * 0.3)
  },
})
