// A spectrogram of a stretch of samples: short-time Fourier transforms, rows on a logarithmic frequency axis, levels in decibels.
import FFT from 'fft.js'

/** Frequencies at the edges of the picture. */
export const LOWEST_HZ = 50
export const HIGHEST_HZ = 16_000
const FFT_SIZE = 2048
/** Levels below the loudest possible one that are told apart. */
const FLOOR_DB = -96
const CEILING_DB = -12

export interface SpectrogramPlan {
  readonly sampleRate: number
  /** Stretch of time, in seconds. */
  readonly startS: number
  readonly endS: number
  /** Size in device pixels. */
  readonly width: number
  readonly height: number
}

/** Where a frequency stands in the picture: 0 at the top, 1 at the bottom. */
export const heightOf = (hz: number): number =>
  1 - Math.log(hz / LOWEST_HZ) / Math.log(HIGHEST_HZ / LOWEST_HZ)

/**
 * A painter of columns: each call transforms one Hann-windowed frame around a column's time.
 * @param samples mono, −1..1
 * @returns a function from a column to its levels, top row first, 0 (silence) to 255
 */
export function spectrogramColumns(
  samples: Float32Array,
  plan: SpectrogramPlan,
): (column: number) => Uint8Array {
  const fft = new FFT(FFT_SIZE)
  const hann = Float64Array.from(
    { length: FFT_SIZE },
    (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / FFT_SIZE),
  )
  const frame = new Float64Array(FFT_SIZE)
  const spectrum = fft.createComplexArray()
  const bins = rowBins(plan)
  const levels = new Uint8Array(plan.height)
  const power = new Float64Array(FFT_SIZE / 2)
  return (column) => {
    const atS = plan.startS + ((column + 0.5) / plan.width) * (plan.endS - plan.startS)
    const first = Math.round(atS * plan.sampleRate) - FFT_SIZE / 2
    for (let i = 0; i < FFT_SIZE; i++) frame[i] = (samples[first + i] ?? 0) * (hann[i] ?? 0)
    fft.realTransform(spectrum, frame)
    for (let bin = 0; bin < power.length; bin++) {
      power[bin] = (spectrum[2 * bin] ?? 0) ** 2 + (spectrum[2 * bin + 1] ?? 0) ** 2
    }
    for (let row = 0; row < plan.height; row++) {
      const { from, to, between } = bins[row] ?? EMPTY
      let loudest = 0
      if (to === from) loudest = (power[from] ?? 0) * (1 - between) + (power[from + 1] ?? 0) * between
      else for (let bin = from; bin <= to; bin++) loudest = Math.max(loudest, power[bin] ?? 0)
      // A full-scale sine has an amplitude of FFT_SIZE / 4 under a Hann window.
      const db = 10 * Math.log10(loudest / (FFT_SIZE / 4) ** 2 + 1e-12)
      levels[row] = Math.round(
        (255 * Math.min(Math.max(db - FLOOR_DB, 0), CEILING_DB - FLOOR_DB)) / (CEILING_DB - FLOOR_DB),
      )
    }
    return levels
  }
}

interface RowBins {
  readonly from: number
  readonly to: number
  /** Where the row lies between two bins, when it is narrower than one. */
  readonly between: number
}
const EMPTY: RowBins = { from: 0, to: 0, between: 0 }

function rowBins({ height, sampleRate }: SpectrogramPlan): RowBins[] {
  const binOf = (hz: number): number => Math.min((hz / sampleRate) * FFT_SIZE, FFT_SIZE / 2 - 2)
  return Array.from({ length: height }, (_, row) => {
    const hzAt = (y: number): number => LOWEST_HZ * (HIGHEST_HZ / LOWEST_HZ) ** (1 - y / height)
    const low = binOf(hzAt(row + 1))
    const high = binOf(hzAt(row))
    if (high - low >= 1) return { from: Math.floor(low), to: Math.floor(high), between: 0 }
    const middle = (low + high) / 2
    return { from: Math.floor(middle), to: Math.floor(middle), between: middle - Math.floor(middle) }
  })
}

/** A table of 256 colours through the given ones, as RGBA bytes. @param stops `#rrggbb`, from silence to full */
export function colourRamp(stops: readonly string[]): Uint8ClampedArray {
  const colours = stops.map((stop) => [1, 3, 5].map((at) => Number.parseInt(stop.slice(at, at + 2), 16)))
  const table = new Uint8ClampedArray(256 * 4)
  for (let level = 0; level < 256; level++) {
    const at = (level / 255) * (colours.length - 1)
    const low = colours[Math.floor(at)] ?? [0, 0, 0]
    const high = colours[Math.ceil(at)] ?? low
    const part = at - Math.floor(at)
    for (let channel = 0; channel < 3; channel++) {
      table[level * 4 + channel] = (low[channel] ?? 0) * (1 - part) + (high[channel] ?? 0) * part
    }
    table[level * 4 + 3] = 255
  }
  return table
}
