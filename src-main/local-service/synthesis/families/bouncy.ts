// Things that give way and spring back: pops, springs, balls, whips, drums.

import { fade, shape } from '../signal/envelopes.ts'
import { highpass, sweep } from '../signal/filters.ts'
import { noiseBurst, tick } from '../signal/grains.ts'
import { addGlide, addModes, modesOf } from '../signal/modes.ts'
import { controlFrom, mapControl, whiteNoise } from '../signal/noise.ts'
import { addTone } from '../signal/oscillators.ts'
import { addInto, buffer, type Span, toPeak } from '../signal/span.ts'
import { bySize, eventFamily } from './model.ts'

/** A pop: cork, balloon, lips; a burst with the resonance of what it opens. */
export const pop = eventFamily({
  name: 'pop',
  type: 'sfx',
  levelDb: -1,
  actions: ['pop', 'cork', 'burst'],
  rhythm: () => ({ kind: 'once', gapSeconds: 3, apartSeconds: 0.6 }),
  strike: ({ layer, random, sampleRate }) => {
    const out = buffer(0.35, sampleRate)
    const isBurst = layer.action === 'burst'
    const hertz = bySize(isBurst ? 260 : 430, layer.size, 1) * random.vary(0.12)
    addGlide(
      out,
      0,
      {
        hertz,
        endHertz: hertz * (layer.action === 'cork' ? 1.25 : 1.6),
        decaySeconds: isBurst ? 0.01 : 0.02,
        amplitude: 1,
        attackSeconds: 0.0012,
      },
      sampleRate,
    )
    addInto(
      out,
      noiseBurst(
        random,
        {
          lowHertz: 300,
          highHertz: isBurst ? 9000 : 3200,
          attackSeconds: 0.0004,
          decaySeconds: isBurst ? 0.012 : 0.004,
        },
        sampleRate,
      ),
      0,
      isBurst ? 1 : 0.3,
    )
    if (layer.action === 'cork') {
      const fizz = highpass(whiteNoise(random, out.length), 3500, sampleRate)
      shape(fizz, (p) => Math.exp(-4 * p) * Math.min(1, p * 20))
      addInto(out, toPeak(fizz, 0.08), 0, 1)
    }
    return fade(out, 1, out.length / 3)
  },
})

/** A spring: a boing whose overtones disperse – high waves run ahead of low ones. */
export const spring = eventFamily({
  name: 'spring',
  type: 'sfx',
  levelDb: -1,
  actions: ['boing', 'twang'],
  held: ['boing', 'twang'],
  rhythm: () => ({ kind: 'once', gapSeconds: 4, apartSeconds: 1.2 }),
  strike: ({ layer, random, sampleRate }) => {
    const seconds = 0.7 + 0.8 * layer.size
    const out = buffer(seconds, sampleRate)
    const base = bySize(layer.action === 'twang' ? 190 : 130, layer.size, 0.8) * random.vary(0.1)
    const wobble = random.between(11, 17)
    const span: Span = { length: out.length, sampleRate, isCircular: false }
    const bend = controlFrom(
      span,
      (s) =>
        1 +
        0.28 * Math.exp(-s * 5) * Math.sin(2 * Math.PI * wobble * s * (1 - 0.2 * s)) +
        0.16 * (1 - Math.exp(-s * 4)),
    )
    for (let h = 1; h <= 7; h++) {
      const start = base * h * (1 + 0.01 * h * h)
      const hertz = mapControl(bend.slice(), (x) => start * x)
      const level = controlFrom(span, (s) => Math.exp(-s * (2.6 + 0.9 * h)))
      addTone(out, { hertz, level, amplitudes: [1] }, h ** -0.8, span)
    }
    addInto(out, tick(random, 2500, 1, 0.006, sampleRate), 0, 0.4)
    return fade(toPeak(out, 1), 4, out.length * 0.2)
  },
})

/** A ball that bounces: contacts that come closer by the coefficient of restitution. */
export const bounce = eventFamily({
  name: 'bounce',
  type: 'sfx',
  levelDb: 0,
  actions: ['bounce', 'dribble'],
  rhythm: (layer) =>
    layer.action === 'dribble' || layer.count !== null
      ? { kind: 'pulse', gapSeconds: 0.55, sway: 0.05 }
      : { kind: 'once', gapSeconds: 4, apartSeconds: 1.9 },
  strike: ({ layer, random, sampleRate }, occasion) => {
    const isSmall = layer.size < 0.3
    const contactOf = (level: number) => {
      const out = buffer(0.28, sampleRate)
      const hertz = bySize(isSmall ? 460 : 165, isSmall ? 0.5 : layer.size, 0.6) * random.vary(0.03)
      const modes = modesOf(random, {
        body: 'membrane',
        material: isSmall ? 'plastic' : 'rubber',
        hertz,
        hardness: isSmall ? 0.6 : 0.3,
        ring: isSmall ? 0.7 : 2,
        detune: 0.02,
        modes: 7,
      })
      addModes(out, 0, modes, 0.5 * level, sampleRate)
      addGlide(
        out,
        0,
        {
          hertz: hertz * 0.7,
          endHertz: hertz * 0.5,
          decaySeconds: 0.018,
          amplitude: 0.6 * level,
          attackSeconds: 0.002,
        },
        sampleRate,
      )
      addInto(
        out,
        noiseBurst(
          random,
          { lowHertz: 400, highHertz: isSmall ? 6000 : 2600, attackSeconds: 0.0008, decaySeconds: 0.003 },
          sampleRate,
        ),
        0,
        0.3 * level,
      )
      return fade(out, 1, out.length / 3)
    }
    // Bounces that are counted are contacts, not drops that bounce out.
    if (layer.action === 'dribble' || layer.count !== null) return contactOf(1)
    const out = buffer(Math.min(3.4, occasion.budgetSeconds), sampleRate)
    let flight = Math.min(0.62, occasion.budgetSeconds * 0.3) * random.vary(0.12)
    const back = random.between(0.72, 0.82)
    let level = 1
    for (
      let at = 0;
      at < out.length / sampleRate - 0.02 && flight > 0.012;
      at += flight, flight *= back, level *= back
    ) {
      addInto(out, contactOf(level), at * sampleRate, 1)
    }
    return fade(out, 1, Math.min(out.length * 0.1, 2000))
  },
})

/** A whip: the crack of its tip passing the speed of sound, with the swish before it. */
export const whip = eventFamily({
  name: 'whip',
  type: 'sfx',
  levelDb: 1,
  actions: ['crack'],
  rhythm: () => ({ kind: 'once', gapSeconds: 4, apartSeconds: 1.2 }),
  strike: ({ layer, random, sampleRate }, occasion) => {
    const swish = Math.min(0.22, occasion.budgetSeconds * 0.3)
    const out = buffer(swish + 0.35, sampleRate)
    const air = whiteNoise(random, buffer(swish, sampleRate).length)
    const span: Span = { length: air.length, sampleRate, isCircular: false }
    sweep(
      air,
      controlFrom(span, (_, p) => 500 * 9 ** p),
      1.8,
      'bandpass',
      sampleRate,
    )
    // The tip gains speed to the end, and what it radiates grows with the sixth power of it (Lighthill's dipole): the
    // swish runs into the crack without a pause.
    shape(air, (p) => Math.exp(11 * (p - 1)))
    addInto(out, toPeak(air, 0.3), 0, 1)
    addInto(
      out,
      noiseBurst(
        random,
        { lowHertz: 900 / (0.5 + layer.size), highHertz: 15_000, attackSeconds: 0.0002, decaySeconds: 0.004 },
        sampleRate,
      ),
      swish * sampleRate,
      1,
    )
    addInto(
      out,
      noiseBurst(
        random,
        { lowHertz: 600, highHertz: 5000, attackSeconds: 0.002, decaySeconds: 0.03 },
        sampleRate,
      ),
      (swish + 0.006) * sampleRate,
      0.2,
    )
    return fade(out, 16, out.length * 0.2)
  },
})

/** A drum: membrane modes and the beater; deep, tom, snare or hand drum. */
export const drum = eventFamily({
  name: 'drum',
  type: 'music',
  levelDb: 0,
  actions: ['hit', 'kick', 'snare', 'roll'],
  rhythm: (layer) => ({ kind: 'pulse', gapSeconds: layer.action === 'roll' ? 0.055 : 0.5, sway: 0.02 }),
  strike: ({ layer, random, sampleRate }) => {
    const out = buffer(0.9, sampleRate)
    const isSnare = layer.action === 'snare' || layer.action === 'roll'
    const hertz =
      bySize(isSnare ? 185 : layer.action === 'kick' ? 62 : 98, layer.size, 0.9) * random.vary(0.02)
    const modes = modesOf(random, {
      body: 'membrane',
      material: 'leather',
      hertz,
      hardness: isSnare ? 0.5 : 0.3,
      ring: isSnare ? 5 : 11,
      detune: 0.02,
      modes: 9,
    })
    addModes(out, 0, modes, 0.35, sampleRate)
    addGlide(
      out,
      0,
      {
        hertz: hertz * 1.7,
        endHertz: hertz * 0.98,
        decaySeconds: isSnare ? 0.05 : 0.16,
        amplitude: 0.9,
        attackSeconds: 0.0015,
      },
      sampleRate,
    )
    addInto(
      out,
      noiseBurst(
        random,
        { lowHertz: 300, highHertz: 4500, attackSeconds: 0.0005, decaySeconds: 0.004 },
        sampleRate,
      ),
      0,
      0.35,
    )
    if (isSnare)
      addInto(
        out,
        noiseBurst(
          random,
          { lowHertz: 1500, highHertz: 9500, attackSeconds: 0.001, decaySeconds: 0.055 },
          sampleRate,
        ),
        0,
        0.6,
      )
    return fade(out, 2, out.length * 0.3)
  },
})
