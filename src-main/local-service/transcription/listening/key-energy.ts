// How loud each key is in each frame, measured on the recording itself: the model says what sounds, this says how it decays.

import FFT from 'fft.js'
import { KEYS, LOWEST_PITCH, MODEL_RATE_HZ, secondsOfFrame } from './posteriors.ts'

/** Long enough to tell neighbouring keys apart from the middle of the keyboard up, short enough for a release. */
const WINDOW = 2048
/** Partials that count for a key. */
const PARTIALS = 3
/** Silence, in dB. */
export const FLOOR_DB = -100

/** Where kicks, snares and cymbals speak, in Hz. */
export const DRUM_BANDS = { low: [35, 130], middle: [180, 2_500], high: [6_000, 11_000] } as const

/** How much each band rose over three frames, in dB above the floor, frame by frame. */
export interface BandRises {
  readonly low: Float32Array
  readonly middle: Float32Array
  readonly high: Float32Array
  /** Level of the high band itself. */
  readonly highDb: Float32Array
}

export interface KeyEnergy {
  /** Row by row, frame × 88 keys: level of the key's lowest partials in dB. */
  readonly db: Float32Array
  /** Level of each whole frame in dB. */
  readonly frameDb: Float32Array
  /** Share of each frame's energy above 4 kHz, 0..1: near 1 for cymbals. */
  readonly brightness: Float32Array
  readonly bands: BandRises
  /** Rise of the spectrum since the frame before, summed over bins (spectral flux, dB above the floor). */
  readonly flux: Float32Array
}

/** Measures the frames that the posteriors have. */
export function measureKeyEnergy(signal: Float32Array, frameCount: number): KeyEnergy {
  const fft = new FFT(WINDOW)
  const spectrum = fft.createComplexArray()
  const windowed = new Array<number>(WINDOW).fill(0)
  const hann = Float32Array.from(
    { length: WINDOW },
    (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / WINDOW),
  )
  const bins = keyBins()
  const power = new Float32Array(WINDOW / 2)
  const level = new Float32Array(WINDOW / 2).fill(FLUX_FLOOR_DB)
  const db = new Float32Array(frameCount * KEYS).fill(FLOOR_DB)
  const frameDb = new Float32Array(frameCount).fill(FLOOR_DB)
  const brightness = new Float32Array(frameCount)
  const flux = new Float32Array(frameCount)
  const bandDb = {
    low: new Float32Array(frameCount),
    middle: new Float32Array(frameCount),
    high: new Float32Array(frameCount),
  }
  for (let frame = 0; frame < frameCount; frame++) {
    const start = Math.round(secondsOfFrame(frame) * MODEL_RATE_HZ) - WINDOW / 2
    for (let i = 0; i < WINDOW; i++) windowed[i] = (signal[start + i] ?? 0) * hann[i]!
    fft.realTransform(spectrum, windowed)
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
    bandDb.low[frame] = levelIn(DRUM_BANDS.low, power)
    bandDb.middle[frame] = levelIn(DRUM_BANDS.middle, power)
    bandDb.high[frame] = levelIn(DRUM_BANDS.high, power)
    frameDb[frame] = 10 * Math.log10(total + 1e-10)
    brightness[frame] = total > 1e-9 ? high / total : 0
    flux[frame] = rise / (WINDOW / 2)
    for (let key = 0; key < KEYS; key++) {
      let sum = 0
      for (const bin of bins[key]!) sum += power[bin]!
      db[frame * KEYS + key] = 10 * Math.log10(sum + 1e-10)
    }
  }
  const bands = {
    low: rises(bandDb.low),
    middle: rises(bandDb.middle),
    high: rises(bandDb.high),
    highDb: bandDb.high,
  }
  return { db, frameDb, brightness, flux, bands }
}

/** A hit fills its band within the window's length: three frames see the whole of it. */
function rises(db: Float32Array): Float32Array {
  return db.map((here, frame) => Math.max(0, here - Math.max(BAND_FLOOR_DB, db[Math.max(0, frame - 3)]!)))
}

function levelIn([lowHz, highHz]: readonly [number, number], power: Float32Array): number {
  let sum = 0
  const last = Math.round((highHz * WINDOW) / MODEL_RATE_HZ)
  for (let bin = Math.round((lowHz * WINDOW) / MODEL_RATE_HZ); bin <= last; bin++) sum += power[bin] ?? 0
  return 10 * Math.log10(sum + 1e-10)
}

const BAND_FLOOR_DB = -60

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
