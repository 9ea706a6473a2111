// Cloth and paper.

import { hump } from '../signal/envelopes.ts'
import { bandpass, highpass, lowpass } from '../signal/filters.ts'
import { stickSlip } from '../signal/friction.ts'
import { addCloud, grainBank, noiseBurst, tick } from '../signal/grains.ts'
import { applyControl, controlFrom, pinkNoise, whiteNoise } from '../signal/noise.ts'
import { addInto, secondsOf, silence, toRms } from '../signal/span.ts'
import { around, textureFamily } from './model.ts'
import { shaking } from './trinkets.ts'

/** Cloth, leather and bags: rub and flaps of fabric, in the movements of a body. */
export const cloth = textureFamily({
  name: 'cloth',
  type: 'sfx',
  levelDb: -6,
  actions: ['rustle', 'flap', 'rub'],
  render: ({ layer, random, sampleRate }, span) => {
    const circular = span.isCircular
    const isFlag = layer.action === 'flap'
    const moves = shaking(random, span, (isFlag ? 5.5 : 1.6) * layer.tempo)
    const out = pinkNoise(random.fork(), span.length)
    const stiffness = layer.material === 'leather' ? 0.7 : layer.material === 'plastic' ? 1.8 : 1
    bandpass(
      out,
      (isFlag ? 600 : 1500) * stiffness * 2 ** around(layer.brightness),
      0.5,
      sampleRate,
      circular,
    )
    applyControl(out, moves)
    toRms(out, 0.1)
    const bank = grainBank(24, () =>
      noiseBurst(
        random,
        {
          lowHertz: 500 * stiffness,
          highHertz: 5200 * stiffness,
          attackSeconds: 0.003,
          decaySeconds: random.between(0.004, 0.016),
        },
        sampleRate,
      ),
    )
    addCloud(
      out,
      random.fork(),
      { bank, perSecond: 60 * (0.5 + layer.intensity), spread: 0.7, density: moves },
      span,
      0.14,
    )
    if (layer.material === 'leather') {
      const strain = stickSlip(
        random.fork(),
        {
          seconds: Math.min(1, secondsOf(span) * 0.6),
          slipsPerSecond: (p) => 35 + 60 * p,
          level: (p) => hump(p, 0.5),
          roughness: 0.4,
          resonancesHertz: [380, 820, 1500],
          q: 4,
        },
        sampleRate,
      )
      addInto(out, strain, 0, 0.12, circular)
    }
    return out
  },
})

/**
 * Paper: crumpling as creases that snap with heavy-tailed energies (Kramer & Lobkovsky 1996), rustling as
 * lighter ones, tearing as fibres that part in a rush.
 */
export const paper = textureFamily({
  name: 'paper',
  type: 'sfx',
  levelDb: -3,
  actions: ['rustle', 'crumple', 'tear', 'turn'],
  render: ({ layer, random, sampleRate }, span) => {
    const circular = span.isCircular
    const isTear = layer.action === 'tear'
    const isTurn = layer.action === 'turn'
    const isPlastic = layer.material === 'plastic'
    const moves = isTear
      ? controlFrom(span, (_, p) => (circular ? 1 : hump(p, 0.6, 0.5)) + 0.01)
      : shaking(random, span, (isTurn ? 0.8 : layer.action === 'crumple' ? 2.6 : 1.8) * layer.tempo)
    const out = silence(span)
    const snaps = grainBank(40, () => {
      const grain = tick(
        random,
        random.ratioBetween(isPlastic ? 2400 : 900, isPlastic ? 10_000 : 7000),
        random.between(0.8, 2.4),
        random.between(0.002, 0.011),
        sampleRate,
      )
      return grain
    })
    addCloud(
      out,
      random.fork(),
      {
        bank: snaps,
        perSecond: (isTear ? 900 : layer.action === 'crumple' ? 330 : 150) * (0.5 + layer.intensity),
        spread: isTear ? 0.5 : 1,
        density: moves,
      },
      span,
      0.16,
    )
    const rub = whiteNoise(random.fork(), span.length)
    highpass(rub, isTear ? 900 : 1800, sampleRate, circular)
    lowpass(rub, 9000, sampleRate, circular)
    applyControl(rub, moves)
    addInto(out, toRms(rub, isTear ? 0.07 : 0.025), 0, 1)
    return out
  },
})
