// Long textures in pieces, so that ten minutes need no more memory than one.

import type { Span } from '../signal/span.ts'
import { secondsOf } from '../signal/span.ts'

export interface Piece {
  readonly span: Span
  /** Where it lies in the whole, in samples; a piece of a machine lies at several places. */
  readonly starts: readonly number[]
  /** Samples over which it crosses into its neighbours. */
  readonly crossing: number
  readonly seedIndex: number
}

/** Spans up to this many seconds are rendered in one piece. */
const WHOLE_SECONDS = 60
const PIECE_SECONDS = 15
const CROSSING_SECONDS = 1.5

/**
 * Machines turn evenly: a long loop of one is a circle of 15 s or more, repeated. Everything else goes on changing: each
 * piece is new and crosses into the next with equal power, which is unheard where neighbours are independent.
 */
const REPEATING: ReadonlySet<string> = new Set([
  'engine',
  'motor',
  'hum',
  'fan',
  'helicopter',
  'aircraft',
  'vacuum',
  'alarm',
  'drone',
  'train',
  'machine',
])

/** Whether a span is made piece by piece. */
export const isLong = (span: Span): boolean => secondsOf(span) > WHOLE_SECONDS

/** The pieces of a texture over a span; one where it is short. */
export function piecesOf(family: string, span: Span): Piece[] {
  if (!isLong(span) || !span.isCircular) return [{ span, starts: [0], crossing: 0, seedIndex: 0 }]
  const isRepeating = REPEATING.has(family)
  const count = isRepeating ? repeatsOf(span) : Math.round(secondsOf(span) / PIECE_SECONDS)
  const starts = Array.from({ length: count + 1 }, (_, k) => Math.round((k * span.length) / count))
  if (isRepeating) {
    const circle: Span = { ...span, length: span.length / count }
    return [{ span: circle, starts: starts.slice(0, count), crossing: 0, seedIndex: 0 }]
  }
  const crossing = Math.round(CROSSING_SECONDS * span.sampleRate)
  return starts.slice(0, count).map((start, k) => ({
    span: { length: starts[k + 1]! - start + crossing, sampleRate: span.sampleRate, isCircular: false },
    starts: [start],
    crossing,
    seedIndex: k,
  }))
}

/** Samples that are mixed at a time: all of a short span, of a long one as many as a piece has. */
export function windowSamples(span: Span): number {
  return isLong(span) ? Math.round(PIECE_SECONDS * span.sampleRate) : span.length
}

/** How often a circle of about a piece's length fits the span in whole samples; 1 where its length has no such divisor. */
function repeatsOf(span: Span): number {
  const wanted = Math.round(secondsOf(span) / PIECE_SECONDS)
  for (let count = wanted; count > 1; count--) if (span.length % count === 0) return count
  return 1
}

/** Shapes the ends of a piece in place for its crossings: sine and cosine, whose squares sum to one. */
export function shapeCrossings(piece: Piece, part: Float32Array): void {
  const { crossing } = piece
  for (let i = 0; i < crossing; i++) {
    const rise = Math.sin((Math.PI / 2) * ((i + 0.5) / crossing))
    part[i]! *= rise
    part[part.length - 1 - i]! *= rise
  }
}
