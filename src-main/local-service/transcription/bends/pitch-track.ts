// How the pitch of one note moves: read, frame by frame, from the partial of it that is heard best.

import { MODEL_RATE_HZ } from '../listening/posteriors.ts'
import { createSpectrumReader } from '../listening/spectrum.ts'

/** From its key, at one moment. */
export interface PitchPoint {
  /** Seconds from the start of the recording. */
  readonly seconds: number
  readonly cents: number
}

/** 93 ms: as long as vibrato allows, as short as the lowest partials need. */
const WINDOW = 2048
/** The spectrum is read between its bins: padded with zeros to this. */
const TRANSFORM = 4096
/** 12 ms. */
const HOP = 256
/** A pitch may stray so far from its key before it is another one. */
const REACH_CENTS = 250
/** Partials that are tried; below so many hertz a bin is too wide to tell cents, above, little is left of a note. */
const PARTIALS = 8
const LOWEST_HZ = 300
const HIGHEST_HZ = 4_000
/** A frame in which the partial is this much below its loudest tells nothing. */
const FADED_DB = 30

export interface PitchReader {
  /** The pitch along a note; empty where no partial of it can be followed. */
  track(note: { readonly pitch: number; readonly start: number; readonly end: number }): PitchPoint[]
}

interface Peak {
  readonly seconds: number
  readonly cents: number
  readonly db: number
}

/** @param signal one channel at the model's rate */
export function createPitchReader(signal: Float32Array): PitchReader {
  const spectrumFrom = createSpectrumReader(signal, WINDOW, TRANSFORM)
  let spectrum: readonly number[] = []

  const transformAt = (seconds: number): void => {
    spectrum = spectrumFrom(Math.round(seconds * MODEL_RATE_HZ) - WINDOW / 2)
  }
  const dbOf = (bin: number): number =>
    10 * Math.log10((spectrum[2 * bin] ?? 0) ** 2 + (spectrum[2 * bin + 1] ?? 0) ** 2 + 1e-12)

  /** The highest point around a frequency; null where it lies at the edge of what is looked at. */
  const peakAround = (hz: number, seconds: number): Peak | null => {
    const reach = 2 ** (REACH_CENTS / 1200)
    const binHz = MODEL_RATE_HZ / TRANSFORM
    const first = Math.floor(hz / reach / binHz)
    const last = Math.ceil((hz * reach) / binHz)
    let top = first
    for (let bin = first; bin <= last; bin++) if (dbOf(bin) > dbOf(top)) top = bin
    if (top === first || top === last) return null
    const [before, here, after] = [dbOf(top - 1), dbOf(top), dbOf(top + 1)]
    // A parabola through three points in dB (Smith and Serra, "PARSHL", 1987).
    const offset = (0.5 * (before - after)) / (before - 2 * here + after)
    return { seconds, cents: 1200 * Math.log2(((top + offset) * binHz) / hz), db: here }
  }

  return {
    track({ pitch, start, end }) {
      const hz = 440 * 2 ** ((pitch - 69) / 12)
      const partials = Array.from({ length: PARTIALS }, (_, index) => (index + 1) * hz).filter(
        (partial) => partial >= LOWEST_HZ && partial <= HIGHEST_HZ,
      )
      const tracks = partials.map((): Peak[] => [])
      for (let seconds = start; seconds < end; seconds += HOP / MODEL_RATE_HZ) {
        transformAt(seconds)
        for (const [index, partial] of partials.entries()) {
          const peak = peakAround(partial, seconds)
          if (peak !== null) tracks[index]!.push(peak)
        }
      }
      const loudness = (peaks: readonly Peak[]) =>
        peaks.reduce((sum, { db }) => sum + Math.max(0, db + 60), 0)
      const best = tracks.toSorted((a, b) => loudness(b) - loudness(a))[0] ?? []
      const loudest = best.reduce((most, { db }) => Math.max(most, db), Number.NEGATIVE_INFINITY)
      return best
        .filter(({ db }) => db > loudest - FADED_DB)
        .map(({ seconds, cents }) => ({ seconds, cents }))
    },
  }
}
