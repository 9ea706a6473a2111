// What a sound is like, in 32 small numbers: brightness, noisiness, rhythm, decay, pitch, dynamics, length and timbre. One pass, bounded work.
import FFT from 'fft.js'
import { createEnvelope, type Envelope } from './envelope.ts'

export interface Descriptors {
  /** 32 × int8, each aspect in its own part: `ASPECTS`. Level is taken out: a sound is alike at any gain. */
  readonly vector: Uint8Array
  /** Null where no pulse is clear. */
  readonly tempoBpm: number | null
  /** Null where the sound has no clear pitch. */
  readonly pitchHz: number | null
}
export type Aspect =
  | 'brightness'
  | 'noisiness'
  | 'rhythm'
  | 'decay'
  | 'pitch'
  | 'timbre'
  | 'dynamics'
  | 'length'

export const VECTOR_BYTES = 32
/** Which numbers of the vector say what, from (included) to (excluded), and what a difference in it weighs. */
export const ASPECTS: Readonly<
  Record<Aspect, { readonly from: number; readonly to: number; readonly weight: number }>
> = {
  brightness: { from: 0, to: 2, weight: 1.5 },
  noisiness: { from: 2, to: 3, weight: 1 },
  rhythm: { from: 3, to: 5, weight: 0.8 },
  decay: { from: 5, to: 7, weight: 1 },
  pitch: { from: 7, to: 9, weight: 0.7 },
  length: { from: 9, to: 10, weight: 0.4 },
  dynamics: { from: 10, to: 11, weight: 0.8 },
  timbre: { from: 11, to: 32, weight: 3 },
}

const SIZE = 2048
/** Spectra looked at in one file, evenly spread: a long file costs no more than one of 90 s. */
const MOST_SPECTRA = 2000
const BANDS = 24
const COEFFICIENTS = 11
const LOWEST_HZ = 60
/** Mean power a sample below which a frame is silence: −70 dBFS. */
const SILENT = 1e-7
/** The first coefficient is the level: it is left out. 11 means and 10 spreads are the timbre's 21 numbers. */
const SPREADS = 10
const MEAN_SCALE = 12
const SPREAD_SCALE = 20

export interface DescriptorMeter {
  readonly add: (block: readonly Float32Array[]) => void
  /** Null for silence, and for less than one spectrum (46 ms at 44.1 kHz). */
  readonly result: () => Descriptors | null
}

export function createDescriptorMeter(sampleRate: number, frames: number): DescriptorMeter {
  const spectra = createSpectra(sampleRate)
  const envelope = createEnvelope(sampleRate)
  const hop = Math.max(SIZE, Math.floor(frames / MOST_SPECTRA))
  const held = new Float64Array(SIZE)
  let filled = 0
  let toSkip = 0
  let total = 0
  return {
    add: (block) => {
      const length = block[0]?.length ?? 0
      total += length
      const scale = 1 / Math.max(1, block.length)
      for (let n = 0; n < length; n += 1) {
        let sum = 0
        for (const channel of block) sum += channel[n] ?? 0
        const value = sum * scale
        envelope.add(value)
        if (toSkip > 0) {
          toSkip -= 1
          continue
        }
        held[filled] = value
        filled += 1
        if (filled < SIZE) continue
        spectra.add(held)
        filled = 0
        toSkip = hop - SIZE
      }
    },
    result: () => {
      const colour = spectra.summary()
      if (colour === null) return null
      return vectorOf(colour, envelope.summary(), total / sampleRate)
    },
  }
}

interface Colour {
  readonly centroidHz: number
  readonly bandwidthHz: number
  /** Spectral flatness, dB: 0 is white noise, −60 a tone. */
  readonly flatnessDb: number
  readonly pitchHz: number
  /** 0..1. */
  readonly pitchClarity: number
  readonly means: readonly number[]
  readonly spreads: readonly number[]
}

function vectorOf(colour: Colour, shape: Envelope, seconds: number): Descriptors {
  const hasPitch = colour.pitchClarity > 0.85
  const values = [
    scaled(Math.log2(colour.centroidHz), 6, 14),
    scaled(Math.log2(Math.max(1, colour.bandwidthHz)), 5, 13.5),
    scaled(colour.flatnessDb, -60, 0),
    scaled(Math.log2(1 + shape.onsetsPerSecond), 0, 4),
    scaled(shape.tempoBpm === null ? 0 : Math.log2(shape.tempoBpm / 60), -1, 2),
    scaled(Math.log2(shape.decayMs), 3, 13),
    scaled(Math.log2(shape.attackMs), 1, 12),
    hasPitch ? scaled(Math.log2(colour.pitchHz), 5, 12) : -127,
    scaled(colour.pitchClarity, 0, 1),
    scaled(Math.log2(seconds), -3, 9),
    scaled(shape.crestDb, 0, 40),
    ...colour.means.map((value) => Math.round(value * MEAN_SCALE)),
    ...colour.spreads.map((value) => Math.round(value * SPREAD_SCALE) - 64),
  ]
  const vector = Int8Array.from(values, (value) => Math.max(-127, Math.min(127, value)))
  return {
    vector: new Uint8Array(vector.buffer),
    tempoBpm: shape.tempoBpm,
    pitchHz: hasPitch ? colour.pitchHz : null,
  }
}

/** −127 at `low`, 127 at `high`. */
const scaled = (value: number, low: number, high: number): number =>
  Math.round(((Math.min(high, Math.max(low, value)) - low) / (high - low)) * 254 - 127)

function createSpectra(sampleRate: number): {
  readonly add: (frame: Float64Array) => void
  readonly summary: () => Colour | null
} {
  const fft = new FFT(SIZE)
  const spectrum = fft.createComplexArray()
  const correlation = fft.createComplexArray()
  const mirrored = new Float64Array(SIZE)
  const window = Float64Array.from({ length: SIZE }, (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / SIZE))
  /** The window's own autocorrelation, by which that of a windowed sound is divided. */
  const windowCorrelation = autocorrelated(window)
  const windowed = new Float64Array(SIZE)
  const power = new Float64Array(SIZE / 2)
  const edges = bandEdges(sampleRate)
  /** Weighted by power, so that what is loud decides: a tail says little of a sound's colour. */
  let weight = 0
  let centroid = 0
  let bandwidth = 0
  let flatness = 0
  let count = 0
  const sums = new Float64Array(COEFFICIENTS)
  const squares = new Float64Array(COEFFICIENTS)
  const pitches: { readonly hz: number; readonly clarity: number; readonly level: number }[] = []

  function autocorrelated(signal: Float64Array): Float64Array {
    fft.realTransform(spectrum, signal)
    fft.completeSpectrum(spectrum)
    for (let k = 0; k < SIZE; k += 1)
      mirrored[k] = (spectrum[2 * k] ?? 0) ** 2 + (spectrum[2 * k + 1] ?? 0) ** 2
    fft.realTransform(correlation, mirrored)
    return Float64Array.from({ length: SIZE / 2 }, (_, lag) => correlation[2 * lag] ?? 0)
  }

  return {
    add: (frame) => {
      let energy = 0
      for (let n = 0; n < SIZE; n += 1) {
        const value = frame[n] ?? 0
        energy += value * value
        windowed[n] = value * (window[n] ?? 0)
      }
      if (energy / SIZE < SILENT) return
      const correlated = autocorrelated(windowed)
      let sum = 0
      let first = 0
      let logs = 0
      for (let k = 1; k < power.length; k += 1) {
        const value = (mirrored[k] ?? 0) + 1e-12
        power[k] = value
        sum += value
        first += value * k
        logs += Math.log(value)
      }
      const mean = first / sum
      let second = 0
      for (let k = 1; k < power.length; k += 1) second += (power[k] ?? 0) * (k - mean) ** 2
      const level = Math.sqrt(energy)
      weight += level
      centroid += level * mean
      bandwidth += level * Math.sqrt(second / sum)
      flatness += level * (10 * Math.log10(Math.exp(logs / (power.length - 1)) / (sum / (power.length - 1))))
      count += 1
      for (const [index, value] of cepstrum(power, edges).entries()) {
        sums[index] = (sums[index] ?? 0) + value
        squares[index] = (squares[index] ?? 0) + value * value
      }
      pitches.push({ ...pitchOf(correlated, windowCorrelation, sampleRate), level })
    },
    summary: () => {
      if (count === 0) return null
      const hertz = sampleRate / SIZE
      const means = Array.from(sums, (sum) => sum / count)
      return {
        centroidHz: Math.max(LOWEST_HZ, (centroid / weight) * hertz),
        bandwidthHz: (bandwidth / weight) * hertz,
        flatnessDb: flatness / weight,
        ...commonPitch(pitches),
        means,
        spreads: means
          .slice(0, SPREADS)
          .map((mean, index) => Math.sqrt(Math.max(0, (squares[index] ?? 0) / count - mean * mean))),
      }
    },
  }
}

/** Edges of bands of equal ratio from 60 Hz up to 16 kHz, as bins; each at least one bin wide. */
function bandEdges(sampleRate: number): readonly number[] {
  const highest = Math.min(16_000, sampleRate / 2)
  const edges = [Math.max(1, Math.round((LOWEST_HZ * SIZE) / sampleRate))]
  for (let band = 1; band <= BANDS; band += 1) {
    const hertz = LOWEST_HZ * (highest / LOWEST_HZ) ** (band / BANDS)
    edges.push(Math.max((edges.at(-1) ?? 0) + 1, Math.round((hertz * SIZE) / sampleRate)))
  }
  return edges
}

const COSINES = Array.from({ length: COEFFICIENTS }, (_, index) =>
  Float64Array.from({ length: BANDS }, (__, band) =>
    Math.cos((Math.PI * (index + 1) * (band + 0.5)) / BANDS),
  ),
)

/** The shape of the spectrum: a cosine transform of the bands' levels in units of 10 dB, without its mean. */
function cepstrum(power: Float64Array, edges: readonly number[]): readonly number[] {
  const bands = Array.from({ length: BANDS }, (_, band) => {
    let sum = 1e-12
    for (let k = edges[band] ?? 0; k < Math.min(power.length, edges[band + 1] ?? 0); k += 1)
      sum += power[k] ?? 0
    return Math.log10(sum)
  })
  return COSINES.map(
    (cosines) => (bands.reduce((sum, value, band) => sum + value * (cosines[band] ?? 0), 0) * 2) / BANDS,
  )
}

/** The first high peak of the autocorrelation between 40 Hz and 2 kHz, made fair to long lags by the window's own. */
function pitchOf(
  correlated: Float64Array,
  windowCorrelation: Float64Array,
  sampleRate: number,
): { readonly hz: number; readonly clarity: number } {
  const zero = (correlated[0] ?? 0) / (windowCorrelation[0] ?? 1)
  const at = (lag: number): number =>
    zero === 0 ? 0 : (correlated[lag] ?? 0) / (windowCorrelation[lag] ?? 1) / zero
  const shortest = Math.max(2, Math.floor(sampleRate / 2000))
  const longest = Math.min(SIZE * 0.45, Math.floor(sampleRate / 40))
  // The peak at lag 0 is left first: what is as high again after it is a period.
  let lag = 1
  while (lag < longest && at(lag) > 0.3) lag += 1
  let best = 0
  for (let n = Math.max(lag, shortest); n < longest; n += 1) {
    if (at(n) > 0.01 && at(n) >= at(n - 1) && at(n) > at(n + 1) && at(n) > (best === 0 ? 0 : at(best) * 1.08))
      best = n
  }
  if (best === 0) return { hz: 0, clarity: 0 }
  // Between the samples, by a parabola.
  const [before, peak, after] = [at(best - 1), at(best), at(best + 1)]
  const bend = before - 2 * peak + after
  const shift = bend === 0 ? 0 : (before - after) / (2 * bend)
  return { hz: sampleRate / (best + shift), clarity: Math.min(1, peak) }
}

/** The pitch that the loud part of the frames agrees on; the clarity falls with how many do not. */
function commonPitch(
  pitches: readonly { readonly hz: number; readonly clarity: number; readonly level: number }[],
): { readonly pitchHz: number; readonly pitchClarity: number } {
  const clear = pitches.filter(({ hz }) => hz > 0).toSorted((a, b) => a.hz - b.hz)
  const all = pitches.reduce((sum, { level }) => sum + level, 0)
  const half = clear.reduce((sum, { level }) => sum + level, 0) / 2
  let sum = 0
  const median = clear.find(({ level }) => {
    sum += level
    return sum >= half
  })
  if (median === undefined || all === 0) return { pitchHz: 0, pitchClarity: 0 }
  const agreed = clear.filter(({ hz }) => Math.abs(Math.log2(hz / median.hz)) < 1 / 12)
  return {
    pitchHz: median.hz,
    pitchClarity: agreed.reduce((total, { clarity, level }) => total + clarity * level, 0) / all,
  }
}
