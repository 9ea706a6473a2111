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

/**
 * An accidental holds to the bar line, for the other voices of the staff too; in the bar after, what is played on its line without it has a
 * sign again, so that nobody need wonder.
 * @param bars of one staff, one after the other, each as the values of its voices
 */
export function accidentalsOf(
  bars: readonly (readonly (readonly Value[])[])[],
  spellingOf: SpellingOf,
  key: Key,
): AccidentalOf {
  const signs = new Map<Value, ReadonlyMap<number, Accidental>>()
  let before = new Map<string, number>()
  for (const voices of bars) {
    const inForce = new Map<string, number>()
    for (const value of voices.flat().sort((a, b) => a.start - b.start)) {
      // What is tied keeps the sign before the bar line, and sets none.
      if (!value.tiedFrom) signs.set(value, signsOf(value, spellingOf, key, inForce, before))
    }
    before = inForce
  }
  return (value, pitch) => signs.get(value)?.get(pitch)
}

/** @param inForce what has been played on each line in the bar so far, to which this is added; `before`, in the bar before */
function signsOf(
  value: Value,
  spellingOf: SpellingOf,
  key: Key,
  inForce: Map<string, number>,
  before: ReadonlyMap<string, number>,
): ReadonlyMap<number, Accidental> {
  const signs = new Map<number, Accidental>()
  for (const pitch of value.pitches) {
    const { step, alter, octave } = spellingOf(value, pitch)
    const line = `${step}${octave}`
    const sign = SIGNS[alter]
    const last = inForce.get(line)
    const isDoubtful = last === undefined && (before.get(line) ?? alter) !== alter
    if (sign && (isDoubtful || (last ?? alterInKey(step, key)) !== alter)) signs.set(pitch, sign)
    inForce.set(line, alter)
  }
  return signs
}
