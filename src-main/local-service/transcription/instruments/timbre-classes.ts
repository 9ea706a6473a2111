// Which instrument a note sounds like: linear discriminants over timbre, one class an instrument (Fisher, 1936).

import { INSTRUMENTS, type Instrument } from '../../../contract/index.ts'
import { TIMBRE_FEATURES } from './timbre.ts'

/** For each class the weights of its linear score, the last of them the constant. */
export interface TimbreClasses {
  readonly instruments: readonly Instrument[]
  /** classes × (features + 1). */
  readonly weights: Float32Array
}

/** The log likelihood of each class up to a constant, for one note. */
export function timbreScores({ instruments, weights }: TimbreClasses, features: Float32Array): Float32Array {
  const width = TIMBRE_FEATURES + 1
  return Float32Array.from(instruments, (_, index) => {
    let sum = weights[index * width + TIMBRE_FEATURES]!
    for (let feature = 0; feature < TIMBRE_FEATURES; feature++)
      sum += weights[index * width + feature]! * features[feature]!
    return sum
  })
}

/** Index of each class among all instruments, then the weights, little-endian float32 in base64. */
export function encodeTimbreClasses({ instruments, weights }: TimbreClasses): string {
  const values = [instruments.length, ...instruments.map((name) => INSTRUMENTS.indexOf(name)), ...weights]
  return Buffer.from(Float32Array.from(values).buffer).toString('base64')
}

/** Reads what {@link encodeTimbreClasses} wrote. */
export function decodeTimbreClasses(text: string): TimbreClasses {
  const bytes = Buffer.from(text, 'base64')
  const values = Float32Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(index * 4))
  const count = values[0]!
  return {
    instruments: Array.from(values.subarray(1, 1 + count), (index) => INSTRUMENTS[index]!),
    weights: values.slice(1 + count),
  }
}
