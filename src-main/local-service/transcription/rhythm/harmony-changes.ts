// How much the harmony changes at each moment of a take, and where the bass goes to another tone.

import type { HeardNote } from '../notes/decode-notes.ts'
import { harmonicDistance } from './harmony.ts'
import type { Moment } from './moments.ts'

/** Harmony is summed over slots of so many seconds … */
const SLOT_SECONDS = 0.1
/** … and those before a moment are compared with as many after it. */
const SLOTS = 6
/** A pedal point is no harmony: a note tells of it for so many slots. */
const LONGEST_SLOTS = 20

/** 0..1 for each moment: what sounds before it against what sounds from it on. */
export function harmonyChanges(notes: readonly HeardNote[], moments: readonly Moment[]): number[] {
  const end = notes.reduce((last, note) => Math.max(last, note.end), 0)
  const count = Math.ceil(end / SLOT_SECONDS) + 1
  const chroma = new Float32Array(count * 12)
  for (const { pitch, start, end } of notes) {
    const first = Math.max(0, Math.round(start / SLOT_SECONDS))
    const last = Math.min(count, Math.max(first + 1, Math.round(end / SLOT_SECONDS)), first + LONGEST_SLOTS)
    for (let slot = first; slot < last; slot++) chroma[slot * 12 + (pitch % 12)]! += 1
  }
  const summed = (from: number, to: number): Float32Array => {
    const sum = new Float32Array(12)
    for (let slot = Math.max(0, from); slot < Math.min(count, to); slot++)
      for (let index = 0; index < 12; index++) sum[index]! += chroma[slot * 12 + index]!
    return sum
  }
  return moments.map(({ start }) => {
    const slot = Math.round(start / SLOT_SECONDS)
    return harmonicDistance(summed(slot - SLOTS, slot), summed(slot, slot + SLOTS))
  })
}

/** 1 for each moment whose bass is another tone than the bass before it; `bass` is the highest pitch that counts as bass. */
export function bassChanges(moments: readonly Moment[], bass: number): number[] {
  let before = -1
  return moments.map(({ lowest }) => {
    if (lowest > bass) return 0
    const isOther = before >= 0 && lowest % 12 !== before
    before = lowest % 12
    return isOther ? 1 : 0
  })
}
