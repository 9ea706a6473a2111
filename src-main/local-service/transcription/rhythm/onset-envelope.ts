// How much begins at each moment: the ground that beats are looked for on.

import type { KeyEnergy } from '../listening/key-energy.ts'
import { secondsOfFrame } from '../listening/posteriors.ts'
import type { HeardNote } from '../notes/decode-notes.ts'
import type { DrumHit } from '../parts/drums.ts'

/** Steps of the envelope in a second. */
export const ENVELOPE_RATE_HZ = 100
/** Width of one onset (standard deviation), in seconds. */
const SMEAR_SECONDS = 0.02
/** How much the spectrum's own rises count beside what was heard to begin. */
const FLUX_SHARE = 0.5
/** How much a hit counts beside a note, by its General MIDI key: hats run on between beats. */
const HIT_WEIGHTS: ReadonlyMap<number, number> = new Map([
  [36, 1],
  [38, 1],
  [42, 0.4],
  [44, 0.4],
  [46, 0.4],
])
const OTHER_HIT_WEIGHT = 0.6

/** Even steps, zero where nothing begins, of standard deviation 1. */
export function onsetEnvelope(
  notes: readonly HeardNote[],
  energy: Pick<KeyEnergy, 'flux'>,
  durationSeconds: number,
  hits: readonly DrumHit[] = [],
): Float32Array {
  const envelope = new Float32Array(Math.ceil(durationSeconds * ENVELOPE_RATE_HZ) + 1)
  const loudest = notes.reduce((most, note) => Math.max(most, note.levelDb), -100)
  for (const { start, levelDb, pitch } of notes) {
    // Soft notes count less; bass notes more, as they carry the beat.
    const weight = Math.max(0.2, 1 + (levelDb - loudest) / 30) * (pitch < 55 ? 1.4 : 1)
    addPulse(envelope, start, weight)
  }
  for (const { pitch, start } of hits) addPulse(envelope, start, HIT_WEIGHTS.get(pitch) ?? OTHER_HIT_WEIGHT)
  normalise(envelope)
  const flux = fluxPeaks(energy, envelope.length)
  normalise(flux)
  for (let step = 0; step < envelope.length; step++) envelope[step]! += FLUX_SHARE * flux[step]!
  normalise(envelope)
  return envelope
}

/** Adds one onset to an envelope. */
export function addPulse(envelope: Float32Array, seconds: number, weight: number): void {
  const centre = seconds * ENVELOPE_RATE_HZ
  const width = SMEAR_SECONDS * ENVELOPE_RATE_HZ
  for (let step = Math.max(0, Math.floor(centre - 3 * width)); step <= centre + 3 * width; step++) {
    if (step < envelope.length) envelope[step]! += weight * Math.exp(-0.5 * ((step - centre) / width) ** 2)
  }
}

/** Spectral flux above its mean over a second, at the envelope's rate. */
function fluxPeaks({ flux }: Pick<KeyEnergy, 'flux'>, length: number): Float32Array {
  const peaks = new Float32Array(length)
  const reach = 43
  let sum = 0
  for (let frame = 0; frame < Math.min(reach, flux.length); frame++) sum += flux[frame]!
  for (let frame = 0; frame < flux.length; frame++) {
    sum += (flux[frame + reach] ?? 0) - (flux[frame - reach - 1] ?? 0)
    const above = flux[frame]! - (1.5 * sum) / (2 * reach + 1)
    const step = Math.round(secondsOfFrame(frame) * ENVELOPE_RATE_HZ)
    if (above > 0 && step < length) peaks[step] = Math.max(peaks[step]!, above)
  }
  return peaks
}

function normalise(values: Float32Array): void {
  let squares = 0
  for (const value of values) squares += value * value
  const deviation = Math.sqrt(squares / Math.max(1, values.length))
  if (deviation > 0) for (let step = 0; step < values.length; step++) values[step]! /= deviation
}
