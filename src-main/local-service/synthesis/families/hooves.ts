// Hooves.

import { fade } from '../signal/envelopes.ts'
import { noiseBurst } from '../signal/grains.ts'
import { addGlide, addModes, modesOf } from '../signal/modes.ts'
import { addInto, buffer } from '../signal/span.ts'
import { LOOSE } from './grounds.ts'
import { bySize, eventFamily } from './model.ts'

/** Hooves: four shod feet in the pattern of the gait; each a hollow knock on the ground. */
export const hooves = eventFamily({
  name: 'hooves',
  type: 'sfx',
  levelDb: -1,
  actions: ['walk', 'trot', 'gallop'],
  rhythm: ({ action, count }) => ({
    kind: 'pulse',
    gapSeconds:
      (action === 'gallop' ? 0.46 : action === 'trot' ? 0.36 : 1.05) /
      (count === null || action === 'trot' ? 1 : 4),
    sway: 0.04,
  }),
  strike: ({ layer, random, sampleRate }) => {
    // Beats of one stride (or half stride of a trot), in seconds (Muybridge's gaits; Back & Clayton 2013).
    const stride =
      layer.action === 'gallop'
        ? [0, 0.085, 0.16, 0.25]
        : layer.action === 'trot'
          ? [0, 0.012]
          : [0, 0.26, 0.53, 0.79]
    // Hoofbeats that are counted are beats, not strides.
    const beats = layer.count === null || layer.action === 'trot' ? stride : [0]
    const ground = layer.material ?? 'stone'
    const isLoose = LOOSE[ground] !== undefined
    const out = buffer((beats.at(-1) ?? 0) / layer.tempo + 0.35, sampleRate)
    beats.forEach((beat, index) => {
      const at = ((beat + 0.008 * random.unit()) / layer.tempo) * sampleRate
      const hertz = bySize(isLoose ? 240 : 640, layer.size, 0.5) * (index % 2 ? 0.88 : 1) * random.vary(0.05)
      const modes = modesOf(random, {
        body: 'box',
        material: isLoose ? 'earth' : 'wood',
        hertz,
        hardness: isLoose ? 0.25 : 0.68,
        ring: 0.8,
        detune: 0.05,
        modes: 7,
      })
      const level = random.between(0.7, 1)
      addModes(out, Math.round(at), modes, 0.5 * level, sampleRate)
      addInto(
        out,
        noiseBurst(
          random,
          {
            lowHertz: 300,
            highHertz: isLoose ? 2000 : 5200,
            attackSeconds: 0.0006,
            decaySeconds: isLoose ? 0.016 : 0.004,
          },
          sampleRate,
        ),
        at,
        0.4 * level,
      )
      addGlide(
        out,
        at,
        {
          hertz: 130,
          endHertz: 80,
          decaySeconds: 0.02,
          amplitude: isLoose ? 0.8 : 0.3,
          attackSeconds: 0.002,
        },
        sampleRate,
      )
    })
    return fade(out, 2, out.length * 0.15)
  },
})
