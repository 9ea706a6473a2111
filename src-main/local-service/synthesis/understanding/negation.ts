// How far a negation reaches.

import type { Entry } from './lexicon/entries.ts'
import type { Item } from './reading.ts'

/**
 * Where a negation ends: "not" covers the describing words after it, every other one a noun and what belongs to it, up
 * to the next preposition ("without wind on a tent").
 */
export function endOfNegation(items: readonly Item[], at: number): number {
  let end = items[at]!.entry?.isNegation ? at + 1 : at
  if (items[at]!.text === 'not') {
    while (end < items.length && isDescribing(items[end]!.entry)) end++
    if (end > at + 1 && items[end - 1]!.entry?.shift) return end
    end = at + 1
  }
  let hasNoun = false
  while (end < items.length && !(hasNoun && items[end]!.entry?.isPreposition)) {
    const entry = items[end]!.entry
    hasNoun ||= entry !== null && (entry.source !== undefined || entry.space !== undefined)
    end++
  }
  return end
}

function isDescribing(entry: Entry | null): boolean {
  return (
    entry !== null &&
    !entry.source &&
    (entry.shift !== undefined || entry.degree !== undefined || entry.isFiller === true)
  )
}
