// How one note sounds: its partials, its attack, its decay, its noise.

import { FLOOR_DB, type KeyEnergy } from '../listening/key-energy.ts'
import { frameOfSeconds, KEYS, LOWEST_PITCH, MODEL_RATE_HZ } from '../listening/posteriors.ts'
import { createSpectrumReader } from '../listening/spectrum.ts'
import type { HeardNote } from '../notes/decode-notes.ts'

const PARTIALS = 8
export const TIMBRE_FEATURES = PARTIALS + 8
/** Long enough to tell the partials of a low note apart. */
const WINDOW = 4096
/** The partials are read so long after the start, past the noise of the attack. */
const STEADY_SECONDS = 0.06
const QUIETEST_DB = -60

/** Measures notes of one recording. */
export function createTimbreMeter(
  signal: Float32Array,
  energy: KeyEnergy,
): (note: HeardNote) => Float32Array {
  const spectrumAt = createSpectrumReader(signal, WINDOW)
  const power = new Float32Array(WINDOW / 2)

  function listenAt(seconds: number): void {
    const spectrum = spectrumAt(Math.round(seconds * MODEL_RATE_HZ))
    for (let bin = 0; bin < WINDOW / 2; bin++)
      power[bin] = spectrum[2 * bin]! ** 2 + spectrum[2 * bin + 1]! ** 2
  }

  return (note) => {
    const features = new Float32Array(TIMBRE_FEATURES)
    listenAt(note.start + STEADY_SECONDS)
    const hz = 440 * 2 ** ((note.pitch - 69) / 12)
    const partials: number[] = []
    let partialSum = 0
    for (let number = 1; number <= PARTIALS; number++) {
      const bin = Math.round((hz * number * WINDOW) / MODEL_RATE_HZ)
      let value = 0
      for (let near = bin - 1; near <= bin + 1; near++) value += power[near] ?? 0
      partials.push(value)
      partialSum += value
    }
    const lastBin = Math.round((hz * (PARTIALS + 0.5) * WINDOW) / MODEL_RATE_HZ)
    const below = sumOf(power, 0, Math.min(lastBin, WINDOW / 2))
    const above = sumOf(power, Math.min(lastBin, WINDOW / 2), WINDOW / 2)
    for (const [index, value] of partials.entries()) features[index] = relativeDb(value, partialSum) / 10
    const db = levels(energy, note)
    const loudest = Math.max(...db.slice(0, 26))
    const at = (frames: number) => Math.max(QUIETEST_DB, (db[frames] ?? FLOOR_DB) - loudest) / 10
    const rest: readonly number[] = [
      relativeDb(below - partialSum, partialSum) / 10,
      relativeDb(above, partialSum) / 10,
      at(1),
      at(4),
      at(13),
      at(30),
      db.indexOf(loudest) / 10,
      (note.pitch - 60) / 12,
    ]
    features.set(rest, PARTIALS)
    return features
  }
}

/** Levels of the note's key from its start on, as long as it lasts and at most half a second. */
function levels({ db }: KeyEnergy, { pitch, start }: HeardNote): number[] {
  const key = Math.max(0, Math.min(KEYS - 1, pitch - LOWEST_PITCH))
  const first = frameOfSeconds(start)
  return Array.from({ length: 43 }, (_, frame) => db[(first + frame) * KEYS + key] ?? FLOOR_DB)
}

function sumOf(values: Float32Array, from: number, to: number): number {
  let sum = 0
  for (let index = from; index < to; index++) sum += values[index]!
  return sum
}

function relativeDb(value: number, whole: number): number {
  if (whole <= 0) return QUIETEST_DB
  return Math.max(QUIETEST_DB, Math.min(40, 10 * Math.log10(Math.max(1e-12, value / whole))))
}
