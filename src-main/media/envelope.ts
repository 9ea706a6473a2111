// How a sound's level goes: attack, decay, onsets, tempo. From its RMS every 10 ms.

export interface Envelope {
  /** Up to the loudest moment. At least 1. */
  readonly attackMs: number
  /** From there until 20 dB below. At least 1. */
  readonly decayMs: number
  readonly onsetsPerSecond: number
  /** Null where no pulse is clear. */
  readonly tempoBpm: number | null
  /** Of the loudest 10 ms over the mean, dB. */
  readonly crestDb: number
}

const STEP_SECONDS = 0.01
/** An hour; what is longer is like its beginning. */
const MOST_STEPS = 360_000
const ONSET_DB = 6
/** Looked back for a rise. */
const ONSET_STEPS = 3
/** Between two onsets, 70 ms: an ear hears one. */
const ONSET_GAP_STEPS = 7
const FLOOR_DB = -70

/** A tempo needs several beats to be one. */
const SHORTEST_WITH_TEMPO_STEPS = 400
const SLOWEST_BPM = 50
const FASTEST_BPM = 200
/** The share of the onsets' energy that a pulse must explain. */
const CLEAR_PULSE = 0.35
/** Steps that are compared with themselves, three minutes: a tempo shows in them. */
const PULSE_STEPS = 18_000

export function createEnvelope(sampleRate: number): {
  readonly add: (sample: number) => void
  readonly summary: () => Envelope
} {
  const step = Math.max(1, Math.round(sampleRate * STEP_SECONDS))
  const levels: number[] = []
  let power = 0
  let count = 0
  return {
    add: (sample) => {
      power += sample * sample
      count += 1
      if (count < step) return
      if (levels.length < MOST_STEPS) levels.push(10 * Math.log10(power / step + 1e-12))
      power = 0
      count = 0
    },
    summary: () => summarise(levels),
  }
}

function summarise(levels: readonly number[]): Envelope {
  const loudest = levels.reduce((best, level, index) => (level > (levels[best] ?? -200) ? index : best), 0)
  const peak = levels[loudest] ?? -120
  const start = levels.findIndex((level) => level > peak - 30)
  const fallen = levels.findIndex((level, index) => index > loudest && level < peak - 20)
  const mean = levels.reduce((sum, level) => sum + 10 ** (level / 10), 0) / Math.max(1, levels.length)
  const rises = levels.map((level, index) =>
    Math.max(
      0,
      Math.max(level, FLOOR_DB) - Math.max(levels[index - ONSET_STEPS] ?? FLOOR_DB, FLOOR_DB, peak - 40),
    ),
  )
  const stepMs = STEP_SECONDS * 1000
  return {
    attackMs: Math.max(1, (loudest - Math.max(0, start)) * stepMs),
    decayMs: Math.max(1, ((fallen < 0 ? levels.length : fallen) - loudest) * stepMs),
    onsetsPerSecond: countOnsets(rises) / Math.max(0.5, levels.length * STEP_SECONDS),
    tempoBpm: tempoOf(rises.slice(0, PULSE_STEPS)),
    crestDb: peak - 10 * Math.log10(mean + 1e-12),
  }
}

function countOnsets(rises: readonly number[]): number {
  let onsets = 0
  let last = -ONSET_GAP_STEPS
  for (const [index, rise] of rises.entries()) {
    if (rise < ONSET_DB || index - last < ONSET_GAP_STEPS) continue
    onsets += 1
    last = index
  }
  return onsets
}

/** The lag at which the rises of the level are most like themselves, with a preference for what people call a beat (Ellis, 2007). */
function tempoOf(rises: readonly number[]): number | null {
  if (rises.length < SHORTEST_WITH_TEMPO_STEPS) return null
  const mean = rises.reduce((sum, rise) => sum + rise, 0) / rises.length
  const centred = rises.map((rise) => rise - mean)
  const energy = centred.reduce((sum, value) => sum + value * value, 0)
  if (energy === 0) return null
  const alike = (lag: number): number => {
    let sum = 0
    for (let n = lag; n < centred.length; n += 1) sum += (centred[n] ?? 0) * (centred[n - lag] ?? 0)
    return ((sum / energy) * centred.length) / (centred.length - lag)
  }
  const longest = Math.floor(60 / SLOWEST_BPM / STEP_SECONDS)
  const correlation = Array.from({ length: longest + 2 }, (_, lag) => (lag < 1 ? 0 : alike(lag)))
  let best = { lag: 0, score: 0, clarity: 0 }
  for (let lag = Math.ceil(60 / FASTEST_BPM / STEP_SECONDS); lag <= longest; lag += 1) {
    const clarity = correlation[lag] ?? 0
    const octaves = Math.log2(60 / (lag * STEP_SECONDS) / 120)
    const score = clarity * Math.exp(-0.5 * octaves ** 2)
    if (score > best.score) best = { lag, score, clarity }
  }
  if (best.clarity < CLEAR_PULSE) return null
  // Between the steps of 10 ms, by a parabola.
  const [before, peak, after] = [
    correlation[best.lag - 1] ?? 0,
    correlation[best.lag] ?? 0,
    correlation[best.lag + 1] ?? 0,
  ]
  const bend = before - 2 * peak + after
  const lag = best.lag + (bend === 0 ? 0 : (before - after) / (2 * bend))
  return 60 / (lag * STEP_SECONDS)
}
