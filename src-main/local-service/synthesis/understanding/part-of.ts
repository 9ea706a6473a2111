// What a noun means as a part of what was named before it.

import type { SourceMeaning } from './lexicon/entries.ts'
import { matchAt } from './lexicon/lexicon.ts'

/**
 * The part of an owner that a bare noun names, where the lexicon knows it by both: the whistle of a locomotive is a
 * "locomotive whistle", the chimes of a clock are "clock chimes", and neither is a whistle or chimes in the wind.
 */
export function partOf(owner: SourceMeaning, part: SourceMeaning): SourceMeaning | undefined {
  const words = owner.noun.split(' ')
  const partWords = part.noun.split(' ')
  if (words.includes(part.noun)) return undefined
  for (const name of [words, words.slice(-1), words.slice(0, 1)]) {
    const whole = [...name, ...partWords]
    const match = matchAt(whole, 0)
    if (match?.length === whole.length && match.entry.source) return match.entry.source
  }
  return undefined
}
