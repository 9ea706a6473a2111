// How the strokes of a take's keys come again: bars repeat by what is played in them even where all that begins is even.

import type { HeardNote } from '../notes/decode-notes.ts'
import { ENVELOPE_RATE_HZ } from './onset-envelope.ts'

/** A key comes again within so many steps (standard deviation). */
const WIDTH_STEPS = 2
const REACH_STEPS = 3 * WIDTH_STEPS
/** What little is left of a take at long lags says no more than this share of it. */
const LEAST_LEFT = 0.1

/**
 * How many notes have one of the same key so long before them, by that lag in steps of the envelope: shares of all notes, less their mean.
 * @param keyOf what counts as the same key
 */
export function keyRepetition(
  notes: readonly HeardNote[],
  lags: number,
  keyOf: (pitch: number) => number,
): Float32Array {
  const counts = new Float32Array(lags)
  for (const starts of startsOfKeys(notes, keyOf)) {
    for (const [index, later] of starts.entries()) {
      for (let earlier = index - 1; earlier >= 0; earlier--) {
        const lag = Math.round((later - starts[earlier]!) * ENVELOPE_RATE_HZ)
        if (lag >= lags) break
        counts[lag]!++
      }
    }
  }
  const first = notes.reduce((least, { start }) => Math.min(least, start), Number.POSITIVE_INFINITY)
  const last = notes.reduce((most, { start }) => Math.max(most, start), 0)
  const span = Math.max(1, (last - first) * ENVELOPE_RATE_HZ)
  const shares = smeared(counts).map(
    (count, lag) => count / (Math.max(1, notes.length) * Math.max(LEAST_LEFT, 1 - lag / span)),
  )
  const mean = shares.reduce((sum, share) => sum + share, 0) / lags
  return shares.map((share) => share - mean)
}

/** When each key is struck, in order of time. */
function startsOfKeys(
  notes: readonly HeardNote[],
  keyOf: (pitch: number) => number,
): Iterable<readonly number[]> {
  const byKey = new Map<number, number[]>()
  for (const { pitch, start } of notes.toSorted((a, b) => a.start - b.start)) {
    const starts = byKey.get(keyOf(pitch))
    if (starts) starts.push(start)
    else byKey.set(keyOf(pitch), [start])
  }
  return byKey.values()
}

function smeared(counts: Float32Array): Float32Array {
  const values = new Float32Array(counts.length)
  for (const [lag, count] of counts.entries()) {
    if (count === 0) continue
    const to = Math.min(counts.length - 1, lag + REACH_STEPS)
    for (let near = Math.max(0, lag - REACH_STEPS); near <= to; near++)
      values[near]! += count * Math.exp(-0.5 * ((near - lag) / WIDTH_STEPS) ** 2)
  }
  return values
}
