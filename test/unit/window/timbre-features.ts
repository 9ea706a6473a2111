// What an ear tells instruments apart by, measured on one note: how it begins, how bright it is, which harmonics it has, how it fades, trembles and rustles.

export interface TimbreFeatures {
  /** log2 of the milliseconds from a tenth to nine tenths of the loudest moment. */
  readonly attack: number
  /** log2 of the centroid in harmonics, in the first 80 ms. */
  readonly brightnessAtFirst: number
  /** The same while it is held. */
  readonly brightness: number
  /** dB of the first harmonic to all the others. */
  readonly fundamentalDb: number
  /** dB of the odd harmonics from the third on to the even ones. */
  readonly oddToEvenDb: number
  /** dB lost between 0.15 s and 0.9 s of being held. */
  readonly fadeDb: number
  /** dB lost in the 150 ms after its end. */
  readonly releaseDb: number
  /** Cents, root mean square, by which the pitch sways. */
  readonly vibratoCents: number
  /** dB of what lies beside the harmonics to what lies on them. */
  readonly noiseDb: number
}

/** A step that is heard at once, in the unit of each feature: half an octave of brightness, 6 dB, double the attack. */
const STEPS: TimbreFeatures = {
  attack: 1,
  brightnessAtFirst: 0.4,
  brightness: 0.4,
  fundamentalDb: 5,
  oddToEvenDb: 6,
  fadeDb: 6,
  releaseDb: 10,
  vibratoCents: 6,
  noiseDb: 8,
}
const NAMES = [
  'attack',
  'brightnessAtFirst',
  'brightness',
  'fundamentalDb',
  'oddToEvenDb',
  'fadeDb',
  'releaseDb',
  'vibratoCents',
  'noiseDb',
] as const

/** Euclidean, in steps that are heard at once. */
export const timbreDistance = (one: TimbreFeatures, other: TimbreFeatures): number =>
  Math.hypot(...NAMES.map((name) => (one[name] - other[name]) / STEPS[name]))

const HARMONICS = 24
const FLOOR_DB = -40
const clampDb = (db: number, highest: number): number => Math.min(highest, Math.max(FLOOR_DB, db))
const toDb = (energy: number): number => 10 * Math.log10(Math.max(energy, 1e-12))

/** @param signal a note of `hz` that begins at 0 s and is let go at 1 s, 1.3 s of it or more */
export function timbreFeatures(signal: Float32Array, sampleRate: number, hz: number): TimbreFeatures {
  const energyAt = (fromS: number, toS: number): number => {
    let sum = 0
    const from = Math.round(fromS * sampleRate)
    const to = Math.round(toS * sampleRate)
    for (let n = from; n < to; n++) sum += (signal[n] ?? 0) ** 2
    return sum / (to - from)
  }
  // The envelope by periods of 8 ms, every 2 ms.
  const envelope = Array.from({ length: 500 }, (_, step) =>
    Math.sqrt(energyAt(step * 0.002, step * 0.002 + 0.008)),
  )
  const loudest = Math.max(...envelope)
  const reached = (share: number): number => envelope.findIndex((level) => level >= share * loudest)
  const attackMs = Math.max(2, (reached(0.9) - reached(0.1)) * 2)

  const atFirst = spectrumOf(signal, sampleRate, hz, 0, 0.08)
  const held = spectrumOf(signal, sampleRate, hz, 0.3, 0.7)
  const [fundamental = 0, ...others] = held.harmonics
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
  const odd = sum(held.harmonics.filter((_, index) => index > 0 && index % 2 === 0))
  const even = sum(held.harmonics.filter((_, index) => index % 2 === 1))
  const all = sum(held.harmonics)
  return {
    attack: Math.log2(attackMs),
    brightnessAtFirst: atFirst.centroid,
    brightness: held.centroid,
    fundamentalDb: Math.max(-20, clampDb(toDb(fundamental) - toDb(sum(others)), 30)),
    oddToEvenDb: Math.max(-20, Math.min(20, toDb(odd + all * 1e-4) - toDb(even + all * 1e-4))),
    fadeDb: Math.min(30, toDb(energyAt(0.15, 0.2)) - toDb(energyAt(0.85, 0.9))),
    releaseDb: Math.min(40, toDb(energyAt(0.95, 1)) - toDb(energyAt(1.1, 1.15))),
    vibratoCents: vibratoOf(signal, sampleRate, hz),
    noiseDb: Math.max(-30, toDb(held.beside + all * 1e-4) - toDb(all)),
  }
}

/** Energies of the harmonics (windowed, a third of a harmonic wide), of what lies between them, and log2 of the centroid of all. */
function spectrumOf(signal: Float32Array, sampleRate: number, hz: number, fromS: number, toS: number) {
  const from = Math.round(fromS * sampleRate)
  const length = Math.round((toS - fromS) * sampleRate)
  const stepHz = 1 / (toS - fromS)
  let weighted = 0
  let total = 1e-12
  let beside = 0
  const harmonics = Array.from({ length: HARMONICS }, () => 0)
  for (
    let f = stepHz * Math.max(1, Math.floor((hz * 0.4) / stepHz));
    f < hz * (HARMONICS + 0.5);
    f += stepHz
  ) {
    // Goertzel over a Hann window.
    const turn = 2 * Math.cos((2 * Math.PI * f) / sampleRate)
    let s1 = 0
    let s2 = 0
    for (let n = 0; n < length; n++) {
      const s0 = (signal[from + n] ?? 0) * (0.5 - 0.5 * Math.cos((2 * Math.PI * n) / length)) + turn * s1 - s2
      s2 = s1
      s1 = s0
    }
    const energy = s1 * s1 + s2 * s2 - turn * s1 * s2
    weighted += energy * (f / hz)
    total += energy
    const nearest = Math.round(f / hz)
    if (nearest >= 1 && nearest <= HARMONICS && Math.abs(f / hz - nearest) <= 0.17) {
      harmonics[nearest - 1] = (harmonics[nearest - 1] ?? 0) + energy
    } else beside += energy
  }
  return { harmonics, beside, centroid: Math.log2(weighted / total) }
}

/** Sway of the phase of the fundamental, heterodyned to zero. */
function vibratoOf(signal: Float32Array, sampleRate: number, hz: number): number {
  const HOP_S = 0.02
  const phases: number[] = []
  for (let at = 0.3; at < 0.95; at += HOP_S) {
    let re = 0
    let im = 0
    const from = Math.round(at * sampleRate)
    const length = Math.round(0.04 * sampleRate)
    for (let n = 0; n < length; n++) {
      const value = (signal[from + n] ?? 0) * (0.5 - 0.5 * Math.cos((2 * Math.PI * n) / length))
      const angle = (2 * Math.PI * hz * (from + n)) / sampleRate
      re += value * Math.cos(angle)
      im -= value * Math.sin(angle)
    }
    phases.push(Math.atan2(im, re))
  }
  const cents = phases.slice(1).map((phase, index) => {
    const turned = phase - (phases[index] ?? 0)
    const wrapped = turned - 2 * Math.PI * Math.round(turned / (2 * Math.PI))
    return 1200 * Math.log2(1 + wrapped / (2 * Math.PI * HOP_S * hz))
  })
  const mean = cents.reduce((total, value) => total + value, 0) / cents.length
  return Math.min(
    60,
    Math.sqrt(cents.reduce((total, value) => total + (value - mean) ** 2, 0) / cents.length),
  )
}
