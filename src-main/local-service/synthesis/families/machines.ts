// Machines: engines, motors, fans and hums, helicopters, trains, clocks, typing, switches.

import { fade, hump, shape } from '../signal/envelopes.ts'
import { bandpass, highpass, lowpass, sweep } from '../signal/filters.ts'
import { addCloud, grainBank, noiseBurst, tick } from '../signal/grains.ts'
import { addGlide, addModes, modesOf } from '../signal/modes.ts'
import {
  applyControl,
  type Control,
  controlFrom,
  mapControl,
  pinkNoise,
  slowRandom,
  whiteNoise,
} from '../signal/noise.ts'
import {
  addHarmonics,
  addSteadyTone,
  fallingHarmonics,
  fitHertz,
  phaseOf,
  pipe,
  timesPhase,
} from '../signal/oscillators.ts'
import type { Random } from '../signal/random.ts'
import { addInto, buffer, type Span, secondsOf, silence, toRms } from '../signal/span.ts'
import { around, bySize, eventFamily, textureFamily, type Voice } from './model.ts'

/** Revolutions a second over the span by what the engine does. */
function revolutions(voice: Voice, span: Span, idle: number): Control {
  const { layer, random } = voice
  const sway = slowRandom(random.fork(), span, 2.4)
  const drift = slowRandom(random.fork(), span, 0.5)
  const base = idle * (0.75 + 0.5 * layer.intensity) * layer.tempo
  return controlFrom(span, (s, p) => {
    const k = Math.min(sway.length - 1, Math.floor(p * (sway.length - 1)))
    const unrest = 1 + 0.012 * sway[k]! + 0.02 * drift[k]!
    switch (layer.action) {
      case 'rev':
        return (
          base *
          unrest *
          (1 +
            2.2 *
              (0.5 - 0.5 * Math.cos(2 * Math.PI * p * Math.max(1, Math.round(secondsOf(span) / 2.2)))) ** 2)
        )
      case 'accelerate':
        return base * unrest * (1 + (span.isCircular ? 1.2 : 2.6 * p ** 1.2))
      case 'start':
        return (
          base *
          unrest *
          (s < 0.7 ? 0.35 + 0.06 * Math.sin(2 * Math.PI * 9 * s) : 1 + 0.9 * Math.exp(-(s - 0.7) * 2.2))
        )
      case 'stop':
        return base * unrest * Math.max(0.06, 1 - p * 1.05)
      case 'drive':
        return base * unrest * 1.9
      case 'pass':
        // Doppler of a vehicle that passes at 15 m/s, 8 m away.
        return base * 1.9 * unrest * (span.isCircular ? 1 : 1 - 0.05 * Math.tanh((p - 0.5) * 9))
      default:
        return base * unrest
    }
  })
}

/**
 * A combustion engine: one pressure pulse for each firing, cylinders a little unlike, into an exhaust pipe and a
 * muffler; intake and valve noise in step (Farnell 2010, Cars; Baldan et al. 2015).
 */
export const engine = textureFamily({
  name: 'engine',
  type: 'sfx',
  levelDb: -1,
  actions: ['idle', 'rev', 'accelerate', 'start', 'stop', 'drive', 'pass'],
  render: (voice, span) => {
    const { layer, random, sampleRate } = voice
    const circular = span.isCircular
    const cylinders = layer.size > 0.8 ? 6 : layer.size > 0.35 ? 4 : layer.size > 0.15 ? 2 : 1
    const idle = bySize(16, layer.size, 0.8) * (layer.size < 0.15 ? 2.2 : 1)
    const revs = revolutions(voice, span, idle)
    const cycles = mapControl(revs.slice(), (r) => r / 2)
    const phase = phaseOf(cycles, span)
    const start = random.unit()
    const strengths = Array.from({ length: cylinders }, () => random.between(0.72, 1))
    const offsets = Array.from({ length: cylinders }, (_, k) => (k + 0.05 * random.signed()) / cylinders)
    const out = silence(span)
    const grit = whiteNoise(random.fork(), span.length)
    for (let i = 0; i < out.length; i++) {
      const turn = (phase[i]! + start) % 1
      let pulse = 0
      for (let c = 0; c < cylinders; c++) {
        const lag = turn - offsets[c]!
        const t = (lag - Math.floor(lag)) * cylinders
        if (t < 1) pulse += strengths[c]! * t * Math.exp(-t * 7.5) * 7.5 * (1 + 0.45 * grit[i]!)
      }
      out[i] = pulse
    }
    highpass(out, 18, sampleRate, circular)
    const length = bySize(1.6, 1 - layer.size, 0.8)
    pipe(out, (2 * length * sampleRate) / 343, -0.62, 0.35, circular)
    pipe(out, (0.63 * length * sampleRate) / 343, -0.4, 0.5, circular)
    for (let i = 0; i < out.length; i++) out[i] = Math.tanh(out[i]! * (0.7 + layer.intensity))
    lowpass(out, bySize(2300, layer.size, 0.9) * 2 ** around(layer.brightness), sampleRate, circular)
    toRms(out, 0.12)
    // Valves and gears: ticks of the cycle, a band that rises with the speed.
    const rattle = grit
    const speed = mapControl(revs.slice(), (r) => 700 + 45 * r)
    sweep(rattle, speed, 1.2, 'bandpass', sampleRate, circular)
    for (let i = 0; i < rattle.length; i++) {
      const t = ((phase[i]! + start) * cylinders * 2) % 1
      rattle[i]! *= 0.3 + Math.exp(-t * 5)
    }
    addInto(out, toRms(rattle, 0.022), 0, 1)
    if (!circular) shapeMotion(out, layer.action)
    return out
  },
})

/** Level over a pass-by, a start or a stop. */
function shapeMotion(out: Float32Array, action: string | null): void {
  if (action === 'pass') shape(out, (p) => 1 / (1 + ((p - 0.5) / 0.13) ** 2) + 0.03)
  if (action === 'stop') shape(out, (p) => (1 - p) ** 0.7)
  if (action === 'accelerate') shape(out, (p) => 0.6 + 0.4 * p)
}

/** An electric motor: the whine of commutation and gears above a rotating hum. */
export const motor = textureFamily({
  name: 'motor',
  type: 'sfx',
  levelDb: -3,
  actions: ['run', 'spin', 'start', 'stop', 'whir'],
  render: ({ layer, random, sampleRate }, span) => {
    const circular = span.isCircular
    const unrest = slowRandom(random.fork(), span, 3)
    const base = bySize(95, layer.size, 1.2) * layer.tempo * (0.7 + 0.6 * layer.intensity)
    const curve = controlFrom(span, (s, p) => {
      const k = Math.min(unrest.length - 1, Math.floor(p * (unrest.length - 1)))
      const motion = circular
        ? 1
        : layer.action === 'start'
          ? 1 - 0.93 * Math.exp(-s * 2.4)
          : layer.action === 'stop'
            ? Math.max(0.04, 1 - p)
            : 1
      return base * motion * (1 + 0.008 * unrest[k]!)
    })
    const phase = phaseOf(curve, span)
    const out = silence(span)
    const teeth = random.integer(7, 13)
    const amplitudes = Array.from({ length: teeth * 4 + 1 }, (_, k) => {
      const harmonic = k + 1
      const isGear = harmonic % teeth === 0
      return (isGear ? 0.8 / (harmonic / teeth) : 0.16 / harmonic ** 0.6) * random.between(0.5, 1)
    })
    addHarmonics(out, phase, amplitudes, 0.3)
    const brushes = whiteNoise(random.fork(), span.length)
    bandpass(brushes, 3600 * 2 ** around(layer.brightness), 0.8, sampleRate, circular)
    for (let i = 0; i < brushes.length; i++)
      brushes[i]! *= 0.6 + 0.4 * Math.sin(2 * Math.PI * ((phase[i]! * 2) % 1))
    toRms(out, 0.1)
    addInto(out, toRms(brushes, 0.035), 0, 1)
    if (!circular && layer.action === 'start') shape(out, (p) => Math.min(1, 0.15 + p * 6))
    if (!circular && layer.action === 'stop') shape(out, (p) => (1 - p) ** 0.8)
    return out
  },
})

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

/** A helicopter: blade slaps at the rotor rate, the whirl of air between, turbine whine and tail rotor. */
export const helicopter = textureFamily({
  name: 'helicopter',
  type: 'sfx',
  levelDb: 0,
  actions: ['hover', 'pass', 'land'],
  render: ({ layer, random, sampleRate }, span) => {
    const circular = span.isCircular
    const rate = bySize(11.5, layer.size, 0.4) * layer.tempo
    const sway = slowRandom(random.fork(), span, 0.4)
    const phase = phaseOf(
      mapControl(sway, (x) => rate * (1 + 0.01 * x)),
      span,
    )
    const air = pinkNoise(random.fork(), span.length)
    const out = silence(span)
    for (let i = 0; i < out.length; i++) {
      const t = phase[i]!
      const slap = Math.exp(-((t - 0.12) ** 2) / 0.0016) - 0.6 * Math.exp(-((t - 0.2) ** 2) / 0.004)
      out[i] = slap * 0.8 + air[i]! * (0.25 + 1.1 * Math.exp(-((t - 0.18) ** 2) / 0.02))
    }
    lowpass(out, 900 * 2 ** around(layer.brightness), sampleRate, circular, 0.6)
    toRms(out, 0.12)
    const whine = silence(span)
    addHarmonics(whine, timesPhase(phase, 93), [1, 0.3, 0.12], 1)
    addHarmonics(whine, timesPhase(phase, 5), [0.8, 0.6, 0.5, 0.4, 0.3, 0.2], 0.8)
    addInto(out, toRms(whine, 0.017), 0, 1)
    highpass(out, 24, sampleRate, circular)
    if (!circular && layer.action === 'pass') shape(out, (p) => 0.08 + hump(p, 0.5, 2))
    return out
  },
})

/** A jet or propeller aircraft: shear noise of the jet, fan tones, and the fall of pitch as it passes. */
export const aircraft = textureFamily({
  name: 'aircraft',
  type: 'sfx',
  levelDb: 0,
  actions: ['fly', 'pass', 'takeoff', 'propeller'],
  render: ({ layer, random, sampleRate }, span) => {
    const circular = span.isCircular
    const isMoving = !circular && (layer.action === 'pass' || layer.action === 'takeoff')
    const doppler = (p: number) => (isMoving ? 1 - 0.22 * Math.tanh((p - 0.5) * 7) : 1)
    const out = pinkNoise(random.fork(), span.length)
    const sway = slowRandom(random.fork(), span, 1.5)
    const near = (p: number) => (isMoving ? hump(p, 0.5, 1.6) : 0.6)
    sweep(
      out,
      controlFrom(span, (_, p) => (300 + 3800 * near(p)) * doppler(p)),
      0.6,
      'lowpass',
      sampleRate,
      circular,
    )
    applyControl(
      out,
      mapControl(sway, (x) => 1 + 0.14 * x),
    )
    toRms(out, 0.12)
    const tones = silence(span)
    const isPropeller = layer.action === 'propeller'
    const base = isPropeller ? bySize(82, layer.size, 0.6) : bySize(1750, layer.size, 0.5)
    const curve = controlFrom(span, (_, p) => base * doppler(p))
    addHarmonics(tones, phaseOf(curve, span), isPropeller ? fallingHarmonics(24, 0.9) : [1, 0.35, 0.15], 1)
    if (!isPropeller)
      addHarmonics(
        tones,
        phaseOf(
          mapControl(curve.slice(), (hertz) => hertz * 1.37),
          span,
        ),
        [0.6, 0.2],
        1,
      )
    addInto(out, toRms(tones, isPropeller ? 0.1 : 0.03), 0, 1)
    if (isMoving)
      applyControl(
        out,
        controlFrom(span, (_, p) => 0.05 + near(p) ** 1.2),
      )
    return highpass(out, 28, sampleRate, circular)
  },
})

/** A train: bogies over rail joints (two pairs of clacks), rolling roar, and squeal now and then. */
export const train = textureFamily({
  name: 'train',
  type: 'ambience',
  levelDb: -1,
  actions: ['roll', 'pass'],
  render: ({ layer, random, sampleRate }, span) => {
    const circular = span.isCircular
    const seconds = secondsOf(span)
    const out = pinkNoise(random.fork(), span.length)
    lowpass(out, 700 + 900 * layer.brightness, sampleRate, circular, 0.6)
    applyControl(
      out,
      mapControl(slowRandom(random.fork(), span, 2), (x) => 1 + 0.2 * x),
    )
    toRms(out, 0.07)
    const period = 1.35 / layer.tempo
    const joints = Math.max(1, circular ? Math.round(seconds / period) : Math.ceil(seconds / period))
    const each = circular ? seconds / joints : period
    const clack = grainBank(6, () => {
      const one = buffer(0.4, sampleRate)
      const rail = modesOf(random, {
        body: 'bar',
        material: 'metal',
        hertz: random.between(270, 330),
        hardness: 0.6,
        ring: 0.08,
        detune: 0.04,
      })
      addModes(one, 0, rail, 0.4, sampleRate)
      addGlide(
        one,
        0,
        { hertz: 110, endHertz: 65, decaySeconds: 0.035, amplitude: 0.9, attackSeconds: 0.003 },
        sampleRate,
      )
      addInto(
        one,
        noiseBurst(
          random,
          { lowHertz: 300, highHertz: 3500, attackSeconds: 0.001, decaySeconds: 0.012 },
          sampleRate,
        ),
        0,
        0.6,
      )
      return fade(one, 2, one.length / 4)
    })
    for (let joint = 0; joint < joints; joint++) {
      for (const offset of [0, 0.105, 0.5, 0.605]) {
        const at = (joint + offset + 0.008 * random.signed() + 0.02) * each * sampleRate
        if (!circular && at >= span.length) continue
        addInto(
          out,
          random.pick(clack as [Float32Array, ...Float32Array[]]),
          at,
          random.between(0.14, 0.26),
          circular,
        )
      }
    }
    const squeal = whiteNoise(random.fork(), span.length)
    sweep(
      squeal,
      mapControl(slowRandom(random.fork(), span, 0.5), (x) => 2600 + 400 * x),
      40,
      'bandpass',
      sampleRate,
      circular,
    )
    applyControl(
      squeal,
      mapControl(slowRandom(random.fork(), span, 0.6), (x) => Math.max(0, x - 0.2) ** 2),
    )
    addInto(out, toRms(squeal, 0.006), 0, 1)
    if (!circular && layer.action === 'pass') shape(out, (p) => 0.04 + hump(p, 0.45, 1.2))
    return out
  },
})

/** Horns: two reeds or trumpets a third apart, blown with a quick onset; car, truck, ship, train. */
export const horn = eventFamily({
  name: 'horn',
  type: 'sfx',
  levelDb: 0,
  actions: ['honk', 'blow'],
  rhythm: (layer) => ({ kind: 'once', gapSeconds: 3 + 4 * layer.size, apartSeconds: 0.7 + 3 * layer.size }),
  strike: ({ layer, random, sampleRate }, occasion) => {
    const seconds = Math.min(0.5 + 2.6 * layer.size, Math.max(0.08, occasion.budgetSeconds * 0.9))
    const out = buffer(seconds, sampleRate)
    const span: Span = { length: out.length, sampleRate, isCircular: false }
    const base = 430 * 2 ** (-3.6 * Math.max(0, layer.size - 0.2)) * random.vary(0.03)
    const notes = layer.size > 0.85 ? [1] : [1, 1.26]
    for (const ratio of notes) {
      const wobble = slowRandom(random.fork(), span, 5)
      const phase = phaseOf(
        mapControl(wobble, (x) => base * ratio * (1 + 0.003 * x)),
        span,
      )
      addHarmonics(
        out,
        phase,
        fallingHarmonics(26, 0.62 + 0.3 * (1 - layer.brightness)).map(
          (level, k) => level * (k < 6 ? 0.5 + 0.09 * k : 1),
        ),
        0.2,
      )
    }
    for (let i = 0; i < out.length; i++) out[i] = Math.tanh(out[i]! * 1.6)
    lowpass(out, 5200, sampleRate)
    const rise = Math.min(0.03 + 0.08 * layer.size, seconds * 0.3) / seconds
    shape(out, (p) => Math.min(1, p / rise) * Math.min(1, (1 - p) / Math.min(0.4, 0.09 / seconds + 0.03)))
    return out
  },
})

/** One tick of a clockwork: escape wheel and pallet, two or three resonant clicks within 20 ms. */
function clockTick(random: Random, hertz: number, isTock: boolean, sampleRate: number): Float32Array {
  const out = buffer(0.14, sampleRate)
  const body = modesOf(random, {
    body: 'box',
    material: 'wood',
    hertz: hertz * (isTock ? 0.8 : 1) * 0.3,
    hardness: 0.9,
    ring: 0.8,
    detune: 0.01,
    modes: 6,
  })
  for (const [at, level] of [
    [0, 1],
    [0.009, 0.45],
    [0.018, 0.6],
  ] as const) {
    addInto(
      out,
      tick(random, hertz * (isTock ? 0.82 : 1) * random.vary(0.03), 5, 0.008, sampleRate),
      at * sampleRate,
      level,
    )
    addModes(out, Math.round(at * sampleRate), body, 0.3 * level, sampleRate)
  }
  return fade(out, 2, out.length * 0.3)
}

/** A clock: tick and tock by turns; the larger the slower. */
export const clock = eventFamily({
  name: 'clock',
  type: 'sfx',
  levelDb: -4,
  actions: ['tick'],
  rhythm: (layer) => ({
    kind: 'pulse',
    gapSeconds: layer.size > 0.7 ? 1 : layer.size < 0.3 ? 0.2 : 0.5,
    sway: 0.004,
  }),
  strike: ({ layer, random, sampleRate }, occasion) =>
    clockTick(random, bySize(3300, layer.size, 0.9), occasion.index % 2 === 1, sampleRate),
})

/** A click: switch, button, mouse, key of a lamp – press and release of a small snap dome. */
export const click = eventFamily({
  name: 'click',
  type: 'sfx',
  levelDb: -3,
  actions: ['click', 'switch', 'shutter', 'press'],
  rhythm: () => ({ kind: 'once', gapSeconds: 3, apartSeconds: 0.55 }),
  strike: ({ layer, random, sampleRate }) => {
    const out = buffer(0.3, sampleRate)
    const hertz = bySize(2500, layer.size, 1.1) * random.vary(0.08)
    const gap = layer.action === 'shutter' ? random.between(0.05, 0.09) : random.between(0.055, 0.1)
    for (const [at, level] of [
      [0, 1],
      [gap, layer.action === 'press' ? 0 : 0.55],
    ] as const) {
      addInto(out, tick(random, hertz * random.vary(0.08), 3, 0.007, sampleRate), at * sampleRate, level)
      const shell = modesOf(random, {
        body: 'box',
        material: 'plastic',
        hertz: hertz * 0.28,
        hardness: 0.85,
        detune: 0.04,
        modes: 7,
      })
      addModes(out, Math.round(at * sampleRate), shell, 0.35 * level, sampleRate)
    }
    if (layer.action === 'shutter')
      addInto(
        out,
        noiseBurst(
          random,
          { lowHertz: 1500, highHertz: 7000, attackSeconds: 0.006, decaySeconds: 0.014 },
          sampleRate,
        ),
        0.008 * sampleRate,
        0.4,
      )
    return fade(out, 2, out.length * 0.3)
  },
})

/** Typing: key strokes in bursts of a hand's rhythm; each a down click, bottoming thock, and a softer release. */
export const typing = eventFamily({
  name: 'typing',
  type: 'sfx',
  levelDb: -3,
  actions: ['type', 'typewriter'],
  rhythm: () => ({ kind: 'scatter', gapSeconds: 0.17, leastSeconds: 0.075 }),
  strike: ({ layer, random, sampleRate }) => {
    const isTypewriter = layer.action === 'typewriter'
    const out = buffer(isTypewriter ? 0.4 : 0.22, sampleRate)
    const hertz = bySize(isTypewriter ? 1900 : 2700, layer.size, 0.6) * random.vary(0.14)
    const isSpace = random.chance(0.15)
    addInto(out, tick(random, hertz, 1.6, 0.006, sampleRate), 0, 0.6)
    const shell = modesOf(random, {
      body: isTypewriter ? 'shell' : 'box',
      material: isTypewriter ? 'metal' : 'plastic',
      hertz: (isTypewriter ? 720 : isSpace ? 300 : 460) * random.vary(0.1),
      hardness: 0.75,
      ring: isTypewriter ? 0.07 : 0.7,
      detune: 0.05,
      modes: 8,
    })
    addModes(out, Math.round(0.004 * sampleRate), shell, isTypewriter ? 0.5 : 0.35, sampleRate)
    if (isTypewriter)
      addInto(
        out,
        noiseBurst(
          random,
          { lowHertz: 500, highHertz: 7000, attackSeconds: 0.0005, decaySeconds: 0.006 },
          sampleRate,
        ),
        0.012 * sampleRate,
        0.9,
      )
    addInto(
      out,
      tick(random, hertz * 1.25, 2, 0.004, sampleRate),
      random.between(0.07, 0.12) * sampleRate,
      0.22,
    )
    return fade(out, 2, out.length * 0.3)
  },
})

/** A ratchet, winch or zipper: teeth passing a pawl, faster and slower by the hand. */
export const ratchet = eventFamily({
  name: 'ratchet',
  type: 'sfx',
  levelDb: -2,
  actions: ['wind', 'zip', 'crank'],
  rhythm: (layer) => ({ kind: 'once', gapSeconds: 4, apartSeconds: layer.action === 'zip' ? 0.9 : 1.6 }),
  strike: ({ layer, random, sampleRate }, occasion) => {
    const isZip = layer.action === 'zip'
    const seconds = Math.min(
      (isZip ? 0.55 : 1.3) / layer.tempo,
      Math.max(0.06, occasion.budgetSeconds * 0.85),
    )
    const out = buffer(seconds + 0.1, sampleRate)
    const low = isZip ? 90 : 11
    const high = isZip ? 320 : 34
    const bank = grainBank(10, () => {
      const grain = buffer(isZip ? 0.012 : 0.05, sampleRate)
      addInto(
        grain,
        tick(
          random,
          bySize(isZip ? 4600 : 2300, layer.size, 0.7) * random.vary(0.1),
          isZip ? 1.5 : 4,
          isZip ? 0.004 : 0.012,
          sampleRate,
        ),
        0,
        1,
      )
      if (!isZip)
        addModes(
          grain,
          0,
          modesOf(random, {
            body: 'reed',
            material: 'metal',
            hertz: bySize(880, layer.size, 0.8),
            hardness: 0.8,
            ring: 0.04,
            detune: 0.03,
          }),
          0.5,
          sampleRate,
        )
      return fade(grain, 2, grain.length / 3)
    })
    for (let at = 0; at < seconds; ) {
      const p = at / seconds
      addInto(
        out,
        random.pick(bank as [Float32Array, ...Float32Array[]]),
        at * sampleRate,
        random.between(0.6, 1) * (0.4 + 0.6 * hump(p, 0.6, 0.5)),
      )
      at += 1 / (low + (high - low) * hump(p, isZip ? 0.7 : 0.45))
    }
    return fade(out, 8, out.length * 0.08)
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
