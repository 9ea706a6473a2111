// How loud a recording is, band by band, under a window short enough for a hit: what a drum is told by.

import { FLOOR_DB } from '../listening/key-energy.ts'
import { MODEL_RATE_HZ, secondsOfFrame } from '../listening/posteriors.ts'
import { createSpectrumReader } from '../listening/spectrum.ts'

/** 23 ms. */
const WINDOW = 512
/** In Hz; what lies below is told by the long window of `KeyEnergy`. */
const EDGES_HZ = [86, 172, 344, 690, 1_200, 2_000, 3_200, 4_800, 6_500, 8_000, 9_500, 11_000] as const
export const HIT_BANDS = EDGES_HZ.length - 1
/** A sine of amplitude 1 has power 1 at its bin. */
const POWER_SCALE = (4 / WINDOW) ** 2

export interface HitBands {
  /** Row by row, frame × bands: level of each band in dB. */
  readonly db: Float32Array
  readonly frameCount: number
  /** Level of the loudest frame, all bands together. */
  readonly loudestDb: number
}

/** Measures the frames that the posteriors have. */
export function measureHitBands(signal: Float32Array, frameCount: number): HitBands {
  const spectrumAt = createSpectrumReader(signal, WINDOW)
  const edges = EDGES_HZ.map((hz) => Math.max(1, Math.round((hz * WINDOW) / MODEL_RATE_HZ)))
  const db = new Float32Array(frameCount * HIT_BANDS)
  let loudest = 0
  for (let frame = 0; frame < frameCount; frame++) {
    const spectrum = spectrumAt(Math.round(secondsOfFrame(frame) * MODEL_RATE_HZ) - WINDOW / 2)
    let total = 0
    for (let band = 0; band < HIT_BANDS; band++) {
      let sum = 0
      for (let bin = edges[band]!; bin < edges[band + 1]!; bin++)
        sum += (spectrum[2 * bin]! ** 2 + spectrum[2 * bin + 1]! ** 2) * POWER_SCALE
      db[frame * HIT_BANDS + band] = 10 * Math.log10(sum + SILENCE)
      total += sum
    }
    loudest = Math.max(loudest, total)
  }
  return { db, frameCount, loudestDb: 10 * Math.log10(loudest + SILENCE) }
}

const SILENCE = 10 ** (FLOOR_DB / 10)
