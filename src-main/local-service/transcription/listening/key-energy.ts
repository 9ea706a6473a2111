// How loud each key is in each frame, measured on the recording itself: the model says what sounds, this says how it decays.

import { KEYS, LOWEST_PITCH, MODEL_RATE_HZ, secondsOfFrame } from './posteriors.ts'
import { createSpectrumReader } from './spectrum.ts'

/** Long enough to tell neighbouring keys apart from the middle of the keyboard up, short enough for a release. */
const WINDOW = 2048
/** Partials that count for a key. */
const PARTIALS = 3
/** Silence, in dB. */
export const FLOOR_DB = -100

/** Edges of the bands in which drums are told apart, in Hz. */
const BAND_EDGES_HZ = [35, 70, 130, 250, 500, 1_000, 2_000, 4_000, 6_500, 9_000, 11_000] as const
export const BANDS = BAND_EDGES_HZ.length - 1

export interface KeyEnergy {
  /** Row by row, frame × 88 keys: level of the key's lowest partials in dB. */
  readonly db: Float32Array
  /** Level of each whole frame in dB. */
  readonly frameDb: Float32Array
  /** Share of each frame's energy above 4 kHz, 0..1: near 1 for cymbals. */
  readonly brightness: Float32Array
  /** Row by row, frame × bands: level of each band in dB. */
  readonly bandDb: Float32Array
  /** Rise of the spectrum since the frame before, summed over bins (spectral flux, dB above the floor). */
  readonly flux: Float32Array
}

/** Measures the frames that the posteriors have. */
export function measureKeyEnergy(signal: Float32Array, frameCount: number): KeyEnergy {
  const spectrumAt = createSpectrumReader(signal, WINDOW)
  const bins = keyBins()
  const power = new Float32Array(WINDOW / 2)
  const level = new Float32Array(WINDOW / 2).fill(FLUX_FLOOR_DB)
  const db = new Float32Array(frameCount * KEYS).fill(FLOOR_DB)
  const frameDb = new Float32Array(frameCount).fill(FLOOR_DB)
  const brightness = new Float32Array(frameCount)
  const flux = new Float32Array(frameCount)
  const bandDb = new Float32Array(frameCount * BANDS).fill(FLOOR_DB)
  for (let frame = 0; frame < frameCount; frame++) {
    const spectrum = spectrumAt(Math.round(secondsOfFrame(frame) * MODEL_RATE_HZ) - WINDOW / 2)
    let total = 0
    let high = 0
    let rise = 0
    for (let bin = 1; bin < WINDOW / 2; bin++) {
      const value = (spectrum[2 * bin]! ** 2 + spectrum[2 * bin + 1]! ** 2) * POWER_SCALE
      power[bin] = value
      total += value
      if (bin >= HIGH_BIN) high += value
      const now = Math.max(FLUX_FLOOR_DB, 10 * Math.log10(value + 1e-12))
      rise += Math.max(0, now - level[bin]!)
      level[bin] = now
    }
    for (let band = 0; band < BANDS; band++) bandDb[frame * BANDS + band] = bandLevel(band, power)
    frameDb[frame] = 10 * Math.log10(total + 1e-10)
    brightness[frame] = total > 1e-9 ? high / total : 0
    flux[frame] = rise / (WINDOW / 2)
    for (let key = 0; key < KEYS; key++) {
      let sum = 0
      for (const bin of bins[key]!) sum += power[bin]!
      db[frame * KEYS + key] = 10 * Math.log10(sum + 1e-10)
    }
  }
  return { db, frameDb, bandDb, brightness, flux }
}

const loudest = new WeakMap<KeyEnergy, number>()

/** Level of the loudest frame in dB, found once a recording: what others are measured against, so that its own level does not matter. */
export function loudestDb(energy: KeyEnergy): number {
  const known = loudest.get(energy)
  if (known !== undefined) return known
  const level = energy.frameDb.reduce((most, one) => Math.max(most, one), FLOOR_DB)
  loudest.set(energy, level)
  return level
}

function bandLevel(band: number, power: Float32Array): number {
  const binOf = (hz: number) => Math.round((hz * WINDOW) / MODEL_RATE_HZ)
  let sum = 0
  for (let bin = binOf(BAND_EDGES_HZ[band]!); bin < binOf(BAND_EDGES_HZ[band + 1]!); bin++)
    sum += power[bin] ?? 0
  return 10 * Math.log10(sum + 1e-10)
}

/** A sine of amplitude 1 has power 1 at its bin. */
const POWER_SCALE = (4 / WINDOW) ** 2
const HIGH_BIN = Math.round((4000 * WINDOW) / MODEL_RATE_HZ)
/** Rises below this level are not heard. */
const FLUX_FLOOR_DB = -70

/** For each key the bins nearest to its first partials, two of each. */
function keyBins(): number[][] {
  return Array.from({ length: KEYS }, (_, key) => {
    const hz = 440 * 2 ** ((key + LOWEST_PITCH - 69) / 12)
    return Array.from({ length: PARTIALS }, (_, index) => {
      const bin = (hz * (index + 1) * WINDOW) / MODEL_RATE_HZ
      return [Math.floor(bin), Math.floor(bin) + 1]
    })
      .flat()
      .filter((bin) => bin > 0 && bin < WINDOW / 2)
  })
}
