// Bars of five and seven, made of pieces in four: beats of a bar come again where others would be, as hardly any written music has them.

import type { KnownNote, KnownPart, Random } from './pieces.ts'

/** Which beats of a bar of four are played, one after the other. */
const BARS = [
  [0, 1, 2, 2, 3],
  [0, 1, 2, 3, 3],
  [0, 1, 1, 2, 3],
  [0, 1, 2, 3, 1, 2, 3],
  [0, 1, 2, 3, 2, 3, 3],
] as const

export interface Barred {
  readonly parts: readonly KnownPart[]
  readonly beats: readonly number[]
  readonly firstDownbeat: number
  readonly beatsPerBar: number
}

/** The same music in bars of five or seven; `piece` is in bars of four at one tempo. */
export function inOddMeter(piece: Barred, random: Random): Barred {
  const bar = BARS[Math.floor(random() * BARS.length)] ?? BARS[0]
  const [first = 0] = piece.beats
  const beat = ((piece.beats.at(-1) ?? 1) - first) / Math.max(1, piece.beats.length - 1)
  const origin = first + piece.firstDownbeat * beat
  const barsHeard = Math.floor((piece.beats.length - piece.firstDownbeat) / bar.length)
  const parts = piece.parts.map((part) => ({
    ...part,
    notes: Array.from({ length: barsHeard }, (_, index) =>
      bar.flatMap((from, to) =>
        shifted(
          part.notes,
          origin + (4 * index + from) * beat,
          beat,
          ((bar.length - 4) * index + to - from) * beat,
        ),
      ),
    ).flat(),
  }))
  const count = barsHeard * bar.length
  return {
    parts,
    beats: Array.from({ length: count }, (_, index) => origin + index * beat),
    firstDownbeat: 0,
    beatsPerBar: bar.length,
  }
}

/** What begins in the beat from `start` on, later by `by`; all in seconds. */
function shifted(notes: readonly KnownNote[], start: number, beat: number, by: number): KnownNote[] {
  const from = start - 0.02
  return notes
    .filter((note) => note.start >= from && note.start < from + beat)
    .map((note) => ({ ...note, start: note.start + by, end: note.end + by }))
}
