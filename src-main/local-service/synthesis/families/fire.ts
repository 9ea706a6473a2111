// Fire and sparks.

import { fade } from '../signal/envelopes.ts'
import { bandpass, highpass, lowpass, sweep } from '../signal/filters.ts'
import { addCloud, grainBank, tick } from '../signal/grains.ts'
import { addModes, modesOf } from '../signal/modes.ts'
import { applyControl, mapControl, pinkNoise, slowRandom, whiteNoise } from '../signal/noise.ts'
import { addInto, buffer, silence, toPeak, toRms } from '../signal/span.ts'
import { textureFamily } from './model.ts'

/**
 * Fire after Farnell (Designing Sound, 2010, ch. 34): lapping flames (low noise, gated by its own swings), hiss of
 * gases, and crackle of wood that bursts in short resonant clusters.
 */
export const fire = textureFamily({
  name: 'fire',
  type: 'ambience',
  levelDb: -3,
  actions: ['burn', 'crackle', 'roar', 'blaze'],
  render: ({ layer, random, sampleRate }, span) => {
    const circular = span.isCircular
    const roar =
      layer.action === 'roar' || layer.action === 'blaze' ? 1 : 0.55 * layer.size + 0.45 * layer.intensity
    const crackling = layer.action === 'crackle' ? 1.5 : 1
    const flames = pinkNoise(random.fork(), span.length)
    sweep(
      flames,
      mapControl(slowRandom(random.fork(), span, 5), (x) => (120 + 260 * roar) * (1 + 0.45 * x)),
      0.8,
      'lowpass',
      sampleRate,
      circular,
    )
    applyControl(
      flames,
      mapControl(slowRandom(random.fork(), span, 7), (x) => (0.55 + 0.45 * x) ** 2 + 0.08),
    )
    const out = toRms(flames, 0.03 + 0.1 * roar)
    const hiss = whiteNoise(random.fork(), span.length)
    highpass(hiss, 1400, sampleRate, circular)
    lowpass(hiss, 4200 + 5000 * layer.brightness, sampleRate, circular)
    applyControl(
      hiss,
      mapControl(slowRandom(random.fork(), span, 3), (x) => (0.5 + 0.5 * x) ** 3 + 0.05),
    )
    addInto(out, toRms(hiss, 0.008 + 0.02 * roar), 0, 1)
    const ticks = grainBank(48, () =>
      tick(
        random,
        random.ratioBetween(1300, 9500),
        random.between(1, 4),
        random.between(0.002, 0.012),
        sampleRate,
      ),
    )
    // Crackles come in clusters: a log splits, then rests.
    const clusters = mapControl(slowRandom(random.fork(), span, 2.6), (x) => Math.max(0.03, x) ** 1.5 * 3)
    addCloud(
      out,
      random.fork(),
      { bank: ticks, perSecond: 26 * crackling * layer.tempo, spread: 1, density: clusters },
      span,
      0.16,
    )
    const pops = grainBank(12, () => {
      const pop = buffer(0.05, sampleRate)
      const modes = modesOf(random, {
        body: 'bar',
        material: 'wood',
        hertz: random.ratioBetween(350, 1100),
        hardness: 0.8,
        detune: 0.1,
        modes: 4,
      })
      addModes(pop, 0, modes, 0.5, sampleRate)
      addInto(pop, tick(random, random.ratioBetween(1500, 4000), 0.8, 0.008, sampleRate), 0, 0.8)
      return toPeak(fade(pop, 2, pop.length / 3), 1)
    })
    addCloud(out, random.fork(), { bank: pops, perSecond: 1.8 * crackling, spread: 0.7 }, span, 0.4)
    return out
  },
})

/** An electric spark or arc: a dense train of tiny discharges over a buzz of twice the mains frequency. */
export const spark = textureFamily({
  name: 'spark',
  type: 'sfx',
  levelDb: -2,
  actions: ['zap', 'arc', 'spark'],
  render: ({ layer, random, sampleRate }, span) => {
    const out = silence(span)
    const bank = grainBank(32, () =>
      tick(
        random,
        random.ratioBetween(2200, 9000),
        random.between(0.8, 2),
        random.between(0.001, 0.006),
        sampleRate,
      ),
    )
    const bursts = mapControl(slowRandom(random.fork(), span, 7), (x) => (x > 0.05 ? 1 : 0.04))
    addCloud(
      out,
      random.fork(),
      { bank, perSecond: 420 * (0.5 + layer.intensity), spread: 0.9, density: bursts },
      span,
      0.2,
    )
    // Discharges of an arc come at each half wave: 100 or 120 a second, a whole number of them in a loop.
    const seconds = span.length / sampleRate
    const hertz = Math.max(1, Math.round(100 * seconds)) / seconds
    const buzz = whiteNoise(random.fork(), span.length)
    for (let i = 0; i < buzz.length; i++) {
      const phase = ((i * hertz) / sampleRate) % 1
      buzz[i]! *= Math.exp(-phase * 9)
    }
    bandpass(buzz, 3200, 0.7, sampleRate, span.isCircular)
    applyControl(buzz, bursts)
    addInto(out, toRms(buzz, 0.09), 0, 1)
    return out
  },
})
