// How instruments are written where it is not as they sound: an octave up under a clef that says so, or transposed for their players.

import type { Instrument } from '../../../contract/index.ts'
import type { Key } from './spelling.ts'

/** From what is written to what sounds. */
export interface Transposition {
  /** Steps of the staff and semitones, octaves left out. */
  readonly diatonic: number
  readonly chromatic: number
  readonly octaves: number
}

/** Written an octave higher than they sound, as their players read them. */
const OCTAVE_HIGHER: ReadonlySet<Instrument> = new Set<Instrument>([
  'acoustic_guitar',
  'clean_electric_guitar',
  'distorted_electric_guitar',
  'acoustic_bass',
  'electric_bass',
  'contrabass',
])

const B_FLAT: Transposition = { diatonic: -1, chromatic: -2, octaves: 0 }
const E_FLAT: Transposition = { diatonic: -5, chromatic: -9, octaves: 0 }
const F: Transposition = { diatonic: -4, chromatic: -7, octaves: 0 }
const TRANSPOSITIONS: Partial<Readonly<Record<Instrument, Transposition>>> = {
  trumpet: B_FLAT,
  clarinet: B_FLAT,
  french_horn: F,
  english_horn: F,
  soprano_and_alto_sax: E_FLAT,
  tenor_sax: { ...B_FLAT, octaves: -1 },
  baritone_sax: { ...E_FLAT, octaves: -1 },
}

/** Whether the clef carries an eight below it. */
export const isOctaveHigher = (instrument: Instrument): boolean => OCTAVE_HIGHER.has(instrument)

/** Null for instruments that read what they sound. */
export const transpositionOf = (instrument: Instrument): Transposition | null =>
  TRANSPOSITIONS[instrument] ?? null

/** The pitch that is written for a pitch that sounds. */
export const writtenPitch = (pitch: number, { chromatic, octaves }: Transposition): number =>
  pitch - chromatic - 12 * octaves

/** The pitch that sounds for a pitch that is written. */
export const soundingPitch = (pitch: number, { chromatic, octaves }: Transposition): number =>
  pitch + chromatic + 12 * octaves

/** The key that is written for a key that sounds: as many fifths away as the instrument is. */
export function writtenKey({ fifths, mode }: Key, { chromatic }: Transposition): Key {
  const away = (((-chromatic * 7) % 12) + 12) % 12
  const written = fifths + (away > 6 ? away - 12 : away)
  return { fifths: written > 6 ? written - 12 : written < -6 ? written + 12 : written, mode }
}
