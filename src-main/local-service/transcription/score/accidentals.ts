// Which notes of a bar carry an accidental: what differs from the key, or from an accidental before it on its line of the staff.

import { alterInKey, type Key, type Spelling } from './spelling.ts'
import type { Value } from './written-notes.ts'

/** How a pitch of a value is spelled. */
export type SpellingOf = (value: Value, pitch: number) => Spelling
/** The accidental before a pitch of a value, if one stands there. */
export type AccidentalOf = (value: Value, pitch: number) => Accidental | undefined

export type Accidental = 'flat-flat' | 'flat' | 'natural' | 'sharp' | 'double-sharp'

const SIGNS: Readonly<Record<number, Accidental>> = {
  [-2]: 'flat-flat',
  [-1]: 'flat',
  0: 'natural',
  1: 'sharp',
  2: 'double-sharp',
}

/** @param voices all values of one staff in one bar: an accidental holds for the other voices too */
export function accidentalsOf(
  voices: readonly (readonly Value[])[],
  spellingOf: SpellingOf,
  key: Key,
): AccidentalOf {
  const inForce = new Map<string, number>()
  const signs = new Map<Value, Map<number, Accidental>>()
  for (const value of voices.flat().sort((a, b) => a.start - b.start)) {
    // What is tied keeps the sign before the bar line, and sets none.
    if (value.tiedFrom) continue
    const ofValue = new Map<number, Accidental>()
    for (const pitch of value.pitches) {
      const { step, alter, octave } = spellingOf(value, pitch)
      const line = `${step}${octave}`
      const sign = SIGNS[alter]
      if ((inForce.get(line) ?? alterInKey(step, key)) !== alter && sign) ofValue.set(pitch, sign)
      inForce.set(line, alter)
    }
    signs.set(value, ofValue)
  }
  return (value, pitch) => signs.get(value)?.get(pitch)
}
