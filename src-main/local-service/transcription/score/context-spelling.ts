// How each note of a piece is spelled by what is played around it: a leading note as one, a lowered one as such.

import { type Key, linePosition } from './spelling.ts'

/** What a note is spelled by. */
export interface SpelledNote {
  /** Divisions from the start of the score. */
  readonly start: number
  readonly pitch: number
}

/** The position on the line of fifths, C at 0, of a pitch that begins somewhere. */
export type PositionOf = (start: number, pitch: number) => number

/** So many notes before a note and from it on are listened to. */
const NOTES_BEFORE = 30
const NOTES_FROM = 42
/** From a tonic to each of the twelve notes above it, in fifths: the harmonic chromatic scale. */
const FIFTHS_ABOVE_TONIC = [0, -5, 2, -3, 4, -1, 6, 1, -4, 3, -2, 5] as const

/**
 * Each pitch class that is played around a note speaks for the spelling that the note has where that class is the tonic; the spelling that
 * most speak for is taken. Source: D. Meredith, "The ps13 pitch spelling algorithm", Journal of New Music Research 35 (2006), with tonics
 * spelled by the key. Of 127,390 notes of written pieces that nothing was chosen by, it names 0.17 % otherwise than they were written, the
 * key alone 0.67 % (measure-spelling.ts of the bench, 21 November 2026).
 */
export function spellByContext(notes: readonly SpelledNote[], key: Key): PositionOf {
  const inOrder = notes.toSorted((a, b) => a.start - b.start || a.pitch - b.pitch)
  const classes = inOrder.map(({ pitch }) => pitch % 12)
  const played = new Array<number>(12).fill(0)
  const positions = new Map<string, number>()
  let from = 0
  let to = 0
  for (const [index, { start, pitch }] of inOrder.entries()) {
    while (to < Math.min(inOrder.length, index + NOTES_FROM)) played[classes[to++]!]! += 1
    while (from < index - NOTES_BEFORE) played[classes[from++]!]! -= 1
    positions.set(idOf(start, pitch), likeliest(pitch % 12, played, key))
  }
  return (start, pitch) => positions.get(idOf(start, pitch)) ?? linePosition(pitch, key)
}

const idOf = (start: number, pitch: number): string => `${start} ${pitch}`

function likeliest(pitchClass: number, played: readonly number[], key: Key): number {
  const votes = new Map<number, number>()
  for (const [tonic, count] of played.entries()) {
    if (count === 0) continue
    const above = FIFTHS_ABOVE_TONIC[(pitchClass - tonic + 12) % 12] ?? 0
    const position = linePosition(tonic, key) + above
    votes.set(position, (votes.get(position) ?? 0) + count)
  }
  return [...votes].reduce((best, vote) => (vote[1] > best[1] ? vote : best))[0]
}
