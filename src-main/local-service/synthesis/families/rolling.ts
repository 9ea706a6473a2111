// Things that roll: bottles, balls, barrels, wheels on a ground.

import { lowpass } from '../signal/filters.ts'
import { addCloud, grainBank } from '../signal/grains.ts'
import { addModes, decayOf, modesOf } from '../signal/modes.ts'
import { controlFrom, slowRandom, whiteNoise } from '../signal/noise.ts'
import { addInto, buffer, silence, toRms } from '../signal/span.ts'
import { bySize, textureFamily } from './model.ts'

/**
 * Rolling: a rain of micro-impacts that excite the modes of the body, denser once a revolution because nothing is quite
 * round, over the rumble of the ground (van den Doel, Kry & Pai 2001; Rath & Rocchesso 2005).
 */
export const rolling = textureFamily({
  name: 'rolling',
  type: 'sfx',
  levelDb: -2,
  actions: ['roll', 'stop'],
  render: ({ layer, random, sampleRate }, span) => {
    const out = silence(span)
    const material = layer.material ?? 'stone'
    const isHollow = material === 'glass' || material === 'metal' || material === 'plastic'
    const base =
      bySize(isHollow ? (material === 'glass' ? 980 : 520) : 240, layer.size, 0.9) * random.vary(0.06)
    const seconds = Math.min(0.35, decayOf(material, base, 0.25) * 6 + 0.02)
    const bank = grainBank(16, () => {
      const grain = buffer(seconds, sampleRate)
      const modes = modesOf(random, {
        body: isHollow ? 'shell' : 'box',
        material,
        hertz: base,
        hardness: 0.3 + 0.4 * layer.brightness,
        ring: 0.25,
        detune: 0.02,
        modes: 9,
      })
      addModes(grain, 0, modes, 0.3, sampleRate)
      return grain
    })
    const turns = Math.max(
      1,
      Math.round(((1.7 * layer.tempo) / (0.4 + layer.size)) * (span.length / sampleRate)),
    )
    const wander = slowRandom(random.fork(), span, 1.5)
    const slows = layer.action === 'stop' && !span.isCircular
    const density = controlFrom(span, (_, p) => {
      const k = Math.min(wander.length - 1, Math.floor(p * (wander.length - 1)))
      // Phase of a body that comes to rest: its turns lie ever further apart.
      const phase = turns * (slows ? p * (2 - p) * 0.75 : p)
      const lump = 0.5 - 0.5 * Math.cos(2 * Math.PI * phase)
      const pace = slows ? (1 - p) ** 1.2 : 1
      return pace * (0.25 + 1.5 * lump ** 3 + 0.15 * wander[k]!) + 1e-4
    })
    const roughness = layer.intensity * (material === 'rubber' ? 40 : 130)
    addCloud(out, random, { bank, perSecond: 60 + roughness * layer.tempo, spread: 0.8, density }, span, 0.3)
    toRms(out, 0.1)
    const rumble = lowpass(
      whiteNoise(random.fork(), span.length),
      bySize(170, layer.size, 0.8),
      sampleRate,
      span.isCircular,
    )
    for (let i = 0; i < rumble.length; i++) {
      rumble[i]! *= density[Math.min(density.length - 1, Math.floor((i * density.length) / rumble.length))]!
    }
    addInto(out, toRms(rumble, 0.05), 0, 1)
    return out
  },
})
