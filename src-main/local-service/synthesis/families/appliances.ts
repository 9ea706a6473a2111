// What hums at home and at work: fans, mains, vacuum cleaners, workshops, radios.

import { fade } from '../signal/envelopes.ts'
import { bandpass, highpass, lowpass } from '../signal/filters.ts'
import { addCloud, grainBank, noiseBurst, tick } from '../signal/grains.ts'
import { addModes, modesOf } from '../signal/modes.ts'
import { applyControl, controlFrom, mapControl, pinkNoise, slowRandom, whiteNoise } from '../signal/noise.ts'
import { addHarmonics, addSteadyTone, fallingHarmonics, fitHertz, phaseOf } from '../signal/oscillators.ts'
import { addInto, buffer, secondsOf, silence, toRms } from '../signal/span.ts'
import { around, bySize, textureFamily } from './model.ts'

/** A fan: air sliced by blades – broadband noise that breathes at the blade rate – and the motor's hum. */
export const fan = textureFamily({
  name: 'fan',
  type: 'ambience',
  levelDb: -5,
  actions: ['blow', 'spin'],
  render: ({ layer, random, sampleRate }, span) => {
    const circular = span.isCircular
    const blades = fitHertz(bySize(34, layer.size, 0.9) * layer.tempo, span)
    const out = pinkNoise(random.fork(), span.length)
    lowpass(out, 1900 * 2 ** around(layer.brightness), sampleRate, circular, 0.6)
    highpass(out, 70, sampleRate, circular)
    const step = (2 * Math.PI * blades) / sampleRate
    for (let i = 0; i < out.length; i++) out[i]! *= 1 + 0.3 * Math.sin(step * i)
    applyControl(
      out,
      mapControl(slowRandom(random.fork(), span, 0.8), (x) => 1 + 0.08 * x),
    )
    toRms(out, 0.1)
    const hum = silence(span)
    const phase = phaseOf(
      controlFrom(span, () => blades),
      span,
    )
    addHarmonics(hum, phase, [0.5, 1, 0.3, 0.45, 0.12, 0.2, 0.08], 1)
    addInto(out, toRms(hum, 0.02 + 0.02 * layer.intensity), 0, 1)
    return out
  },
})

/** A mains hum: harmonics of 100 Hz, even ones strong, each a little alive; with the buzz of a loose sheet. */
export const hum = textureFamily({
  name: 'hum',
  type: 'ambience',
  levelDb: -6,
  actions: ['hum', 'buzz', 'drone'],
  render: ({ layer, random, sampleRate }, span) => {
    const isBuzzing = layer.action === 'buzz'
    const base = fitHertz(bySize(100, layer.size, 1), span)
    const out = silence(span)
    const count = isBuzzing ? 40 : 14
    for (let h = 1; h <= count; h++) {
      const level = (h % 2 === 0 ? 1 : 0.55) * h ** (isBuzzing ? -0.75 : -1.5) * random.between(0.4, 1)
      const life = h <= 8 ? slowRandom(random.fork(), span, 0.4 + 0.2 * h) : controlFrom(span, () => 0)
      addSteadyTone(
        out,
        base * h,
        mapControl(life, (x) => 1 + 0.16 * x),
        level,
        sampleRate,
      )
    }
    toRms(out, 0.1)
    const air = pinkNoise(random.fork(), span.length)
    bandpass(air, 420, 0.5, sampleRate, span.isCircular)
    addInto(out, toRms(air, 0.014), 0, 1)
    return out
  },
})

/** A workshop or factory: several machines that beat in their own time over a common hum. */
export const machine = textureFamily({
  name: 'machine',
  type: 'ambience',
  levelDb: -3,
  actions: ['run', 'press', 'print'],
  render: ({ layer, random, sampleRate }, span) => {
    const circular = span.isCircular
    const seconds = secondsOf(span)
    const out = pinkNoise(random.fork(), span.length)
    bandpass(out, 300, 0.4, sampleRate, circular)
    toRms(out, 0.035)
    const humming = silence(span)
    addHarmonics(
      humming,
      phaseOf(
        controlFrom(span, () => bySize(58, layer.size, 0.5)),
        span,
      ),
      fallingHarmonics(16, 1.1),
      1,
    )
    addInto(out, toRms(humming, 0.035), 0, 1)
    for (let part = 0; part < 3; part++) {
      const rate = random.between(1.1, 3.4) * layer.tempo * (part === 2 ? 2.5 : 1)
      const beats = Math.max(1, Math.round(seconds * rate))
      const each = circular ? seconds / beats : 1 / rate
      const hertz = bySize(random.ratioBetween(140, 900), layer.size, 0.6)
      const stroke = buffer(0.35, sampleRate)
      addModes(
        stroke,
        0,
        modesOf(random, {
          body: 'shell',
          material: 'metal',
          hertz,
          hardness: 0.55,
          ring: 0.09,
          detune: 0.05,
          modes: 9,
        }),
        0.4,
        sampleRate,
      )
      addInto(
        stroke,
        noiseBurst(
          random,
          { lowHertz: 400, highHertz: 4500, attackSeconds: 0.003, decaySeconds: part === 1 ? 0.05 : 0.012 },
          sampleRate,
        ),
        0,
        part === 1 ? 0.7 : 0.4,
      )
      fade(stroke, 2, stroke.length / 4)
      for (let k = 0; k < beats + 1; k++) {
        const at = (k + 0.1 * part + 0.01 * random.signed() + 0.02) * each
        if (at >= seconds) continue
        addInto(out, stroke, at * sampleRate, random.between(0.16, 0.24), circular)
      }
    }
    return out
  },
})

/** A vacuum cleaner or hair dryer: motor harmonics over a strong rush of air through a hose. */
export const vacuum = textureFamily({
  name: 'vacuum',
  type: 'sfx',
  levelDb: -3,
  actions: ['suck', 'blow'],
  render: ({ layer, random, sampleRate }, span) => {
    const circular = span.isCircular
    const air = pinkNoise(random.fork(), span.length)
    highpass(air, 300, sampleRate, circular)
    const out = air.slice()
    bandpass(out, bySize(900, layer.size, 0.6), 1.1, sampleRate, circular)
    toRms(out, 0.06)
    addInto(out, toRms(lowpass(air, 7000, sampleRate, circular), 0.075), 0, 1)
    const tones = silence(span)
    const sway = slowRandom(random.fork(), span, 1)
    const phase = phaseOf(
      mapControl(sway, (x) => bySize(245, layer.size, 0.7) * (1 + 0.004 * x)),
      span,
    )
    addHarmonics(tones, phase, [0.7, 1, 0.35, 0.5, 0.2, 0.3, 0.12, 0.15, 0.1], 1)
    addInto(out, toRms(tones, 0.045), 0, 1)
    return out
  },
})

/** Radio static, tape hiss, vinyl: a noise floor with crackles, and for a radio a drifting whistle. */
export const staticNoise = textureFamily({
  name: 'static',
  type: 'sfx',
  levelDb: -5,
  actions: ['crackle', 'hiss', 'tune', 'vinyl'],
  render: ({ layer, random, sampleRate }, span) => {
    const circular = span.isCircular
    const isVinyl = layer.action === 'vinyl'
    const out = whiteNoise(random.fork(), span.length)
    highpass(out, isVinyl ? 900 : 350, sampleRate, circular)
    lowpass(out, isVinyl ? 9000 : 4300, sampleRate, circular)
    applyControl(
      out,
      mapControl(slowRandom(random.fork(), span, isVinyl ? 0.5 : 6), (x) => 1 + (isVinyl ? 0.06 : 0.4) * x),
    )
    toRms(out, isVinyl ? 0.012 : 0.09)
    const bank = grainBank(24, () =>
      tick(random, random.ratioBetween(900, 6000), 0.8, random.between(0.001, 0.005), sampleRate),
    )
    addCloud(
      out,
      random.fork(),
      {
        bank,
        perSecond: isVinyl ? 14 : 60,
        spread: 1,
        density: mapControl(slowRandom(random.fork(), span, 3), (x) => Math.max(0.1, 1 + x)),
      },
      span,
      0.12,
    )
    if (!isVinyl) {
      const whistle = silence(span)
      const curve = mapControl(
        slowRandom(random.fork(), span, layer.action === 'tune' ? 1.6 : 0.5),
        (x) => 1300 * 2 ** (1.2 * x),
      )
      addHarmonics(whistle, phaseOf(curve, span), [1, 0.1], 1)
      applyControl(
        whistle,
        mapControl(slowRandom(random.fork(), span, 0.9), (x) => Math.max(0, x) ** 1.5),
      )
      addInto(out, toRms(whistle, 0.025), 0, 1)
    }
    return out
  },
})
