// Air and hands: whooshes, breath, whistles, cloth, paper, applause, heartbeats, pops and springs.

import { fade, hump, shape } from '../signal/envelopes.ts'
import { bandpass, highpass, lowpass, sweep } from '../signal/filters.ts'
import { stickSlip } from '../signal/friction.ts'
import { addCloud, bubble, grainBank, noiseBurst, tick } from '../signal/grains.ts'
import { addGlide, addModes, modesOf } from '../signal/modes.ts'
import { applyControl, controlFrom, mapControl, pinkNoise, slowRandom, whiteNoise } from '../signal/noise.ts'
import { addHarmonics, phaseOf } from '../signal/oscillators.ts'
import type { Random } from '../signal/random.ts'
import { addInto, buffer, type Span, secondsOf, silence, toPeak, toRms } from '../signal/span.ts'
import { around, bySize, eventFamily, textureFamily } from './model.ts'
import { shaking } from './struck.ts'

/**
 * A whoosh: vortices shed by what passes sound at f = 0.2 U/d; pitch and level follow its speed, with the cube of it
 * for the level (Selfridge, Moffat & Reiss 2017, swinging objects).
 */
export const whoosh = eventFamily({
  name: 'whoosh',
  type: 'sfx',
  levelDb: 0,
  actions: ['pass', 'swing', 'throw', 'flap'],
  rhythm: (layer) =>
    layer.action === 'flap'
      ? { kind: 'pulse', gapSeconds: 0.2 + 0.35 * layer.size, sway: 0.1 }
      : { kind: 'once', gapSeconds: 3.5, apartSeconds: 1 },
  strike: ({ layer, random, sampleRate }, occasion) => {
    const natural =
      (layer.action === 'swing'
        ? 0.32
        : layer.action === 'flap'
          ? 0.22 + 0.25 * layer.size
          : 0.35 + 0.9 * layer.size) / layer.tempo
    const seconds = Math.min(natural * random.vary(0.15), Math.max(0.05, occasion.budgetSeconds * 0.95))
    const out = whiteNoise(random, buffer(seconds, sampleRate).length)
    const span: Span = { length: out.length, sampleRate, isCircular: false }
    const peak = random.between(0.42, 0.6)
    const speed = (p: number) => hump(p, peak, 1.1)
    const top =
      bySize(layer.action === 'flap' ? 700 : 2300, layer.size, 1.1) *
      2 ** (0.7 * around(layer.brightness)) *
      random.vary(0.15)
    const low = out.slice()
    sweep(
      out,
      controlFrom(span, (_, p) => top * (0.18 + 0.95 * speed(p))),
      layer.action === 'swing' ? 2.4 : 1.3,
      'bandpass',
      sampleRate,
    )
    sweep(
      low,
      controlFrom(span, (_, p) => top * (0.1 + 0.3 * speed(p))),
      0.8,
      'lowpass',
      sampleRate,
    )
    toPeak(out, 1)
    addInto(out, toPeak(low, 0.5), 0, 1)
    const flutter = slowRandom(random, span, 30)
    applyControl(
      out,
      mapControl(flutter, (x) => 1 + 0.15 * x),
    )
    shape(out, (p) => speed(p) ** 2.2)
    highpass(out, 60, sampleRate)
    return fade(out, 16, 64)
  },
})

/** Breath: in and out through the tract, or a sigh, gasp, or snore. */
export const breath = eventFamily({
  name: 'breath',
  type: 'sfx',
  levelDb: -5,
  actions: ['breathe', 'sigh', 'gasp', 'snore', 'pant'],
  rhythm: (layer) => ({
    kind: 'pulse',
    gapSeconds: layer.action === 'pant' ? 0.55 : layer.action === 'snore' ? 3.6 : 2.9,
    sway: 0.08,
  }),
  strike: ({ layer, random, sampleRate }, occasion) => {
    const natural =
      layer.action === 'pant' ? 0.48 : layer.action === 'gasp' ? 0.6 : layer.action === 'snore' ? 3 : 2.4
    const seconds = Math.min(natural, Math.max(0.08, occasion.budgetSeconds * 0.92))
    const out = silence({ length: buffer(seconds, sampleRate).length, sampleRate, isCircular: false })
    const isGasp = layer.action === 'gasp'
    const parts: readonly (readonly [number, number, number, number])[] = isGasp
      ? [[0, 1, 1700, 1]]
      : layer.action === 'sigh'
        ? [[0, 1, 900, 1]]
        : [
            [0, 0.42, 1650, 0.8],
            [0.5, 0.5, 950, 1],
          ]
    for (const [from, share, hertz, level] of parts) {
      const air = whiteNoise(random, buffer(seconds * share, sampleRate).length)
      const formed = bandpass(air.slice(), hertz * random.vary(0.06), 1.6, sampleRate)
      addInto(formed, bandpass(air.slice(), hertz * 2.6, 2.5, sampleRate), 0, 0.5)
      addInto(formed, bandpass(air, 420, 2, sampleRate), 0, 0.35)
      shape(formed, (p) => hump(p, isGasp ? 0.7 : 0.4, 0.9))
      addInto(out, toPeak(formed, level), from * seconds * sampleRate, 1)
    }
    if (layer.action === 'snore') {
      const rattle = stickSlip(
        random,
        {
          seconds: seconds * 0.4,
          slipsPerSecond: (p) => 26 + 12 * hump(p, 0.6),
          level: (p) => hump(p, 0.6, 0.8),
          roughness: 0.25,
          resonancesHertz: [230, 480, 950],
          q: 4,
        },
        sampleRate,
      )
      addInto(out, rattle, 0, 0.9)
    }
    return fade(out, 64, 200)
  },
})

/** A whistle: a person's, a referee's with its pea, or a kettle's. */
export const whistle = eventFamily({
  name: 'whistle',
  type: 'sfx',
  levelDb: -2,
  actions: ['whistle', 'referee', 'kettle', 'slide'],
  rhythm: (layer) => ({
    kind: 'once',
    gapSeconds: layer.action === 'kettle' ? 8 : 3,
    apartSeconds: layer.action === 'kettle' ? 7 : 1.2,
  }),
  strike: ({ layer, random, sampleRate }, occasion) => {
    const action = layer.action ?? 'whistle'
    const natural = action === 'kettle' ? 6 : action === 'referee' ? 0.8 : action === 'slide' ? 1.1 : 0.75
    const seconds = Math.min(natural, Math.max(0.06, occasion.budgetSeconds * 0.92))
    const out = buffer(seconds, sampleRate)
    const span: Span = { length: out.length, sampleRate, isCircular: false }
    const base =
      bySize(action === 'referee' ? 3000 : action === 'kettle' ? 2500 : 1500, layer.size, 0.6) *
      random.vary(0.07)
    const curve = controlFrom(span, (s, p) => {
      if (action === 'referee') return base * (1 + 0.03 * Math.sin(2 * Math.PI * 38 * s))
      if (action === 'kettle')
        return base * (0.72 + 0.28 * Math.min(1, p * 2.2) + 0.004 * Math.sin(2 * Math.PI * 6 * s))
      if (action === 'slide') return base * 2 ** (1.2 * p)
      return base * (1 + 0.42 * hump(p, 0.62) + 0.006 * Math.sin(2 * Math.PI * 6 * s))
    })
    addHarmonics(out, phaseOf(curve, span), action === 'kettle' ? [1, 0.25, 0.1] : [1, 0.05, 0.02], 1)
    if (action === 'referee')
      addHarmonics(
        out,
        phaseOf(
          mapControl(curve.slice(), (hertz) => hertz * 1.045),
          span,
        ),
        [0.8],
        1,
      )
    const air = whiteNoise(random, out.length)
    sweep(air, curve, 2.5, 'bandpass', sampleRate)
    addInto(out, toPeak(air, action === 'kettle' ? 0.5 : 0.22), 0, 1)
    if (action === 'referee')
      applyControl(
        out,
        controlFrom(span, (s) => 0.65 + 0.35 * Math.sin(2 * Math.PI * 38 * s)),
      )
    const rise = action === 'kettle' ? 0.45 : Math.min(0.3, 0.03 / seconds)
    return shape(out, (p) => Math.min(1, p / rise) * Math.min(1, (1 - p) / Math.min(0.3, 0.05 / seconds)))
  },
})

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
      const partial = silence(span)
      const start = base * h * (1 + 0.01 * h * h)
      addHarmonics(
        partial,
        phaseOf(
          mapControl(bend.slice(), (x) => start * x),
          span,
        ),
        [1],
        h ** -0.8,
      )
      addInto(
        out,
        applyControl(
          partial,
          controlFrom(span, (s) => Math.exp(-s * (2.6 + 0.9 * h))),
        ),
        0,
        1,
      )
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
    layer.action === 'dribble'
      ? { kind: 'pulse', gapSeconds: 0.55, sway: 0.05 }
      : { kind: 'once', gapSeconds: 4, apartSeconds: 2.5 },
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
    if (layer.action === 'dribble') return contactOf(1)
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
    shape(air, (p) => p ** 2.5)
    addInto(out, toPeak(air, 0.16), 0, 1)
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
      {
        bank,
        perSecond: isWet ? 160 : 480 * (0.5 + layer.intensity),
        spread: 0.9,
        density: controlFrom(span, (_, p) => hump(p, 0.18, 0.8) + 0.3 * hump(p, 0.6, 2) + 0.01),
      },
      span,
      0.3,
    )
    if (isWet) {
      const suck = bandpass(whiteNoise(random, out.length), 650, 2.2, sampleRate)
      shape(suck, (p) => hump(p, 0.5, 1.2))
      addInto(out, toPeak(suck, 0.5), 0, 1)
    }
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
