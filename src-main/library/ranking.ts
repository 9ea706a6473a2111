// How close a sound is to what was typed: a number from its words, bounded in work and pure.
import type { TextTerm } from './query-parser.ts'

export interface Candidate {
  readonly name: string
  /** Prompt, label, tags, note, model and seed, joined. */
  readonly text: string
  readonly isFavourite: boolean
}

/** The words of a text as the index makes them: lower case, without diacritics, split at all that is no letter and no digit. */
export function wordsOf(text: string): readonly string[] {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{Co}]+/u)
    .filter((word) => word !== '')
}

/**
 * Higher is closer. A term counts most as a whole word of the name, less as the beginning of one, least elsewhere; a name that is, or
 * begins with, what was typed goes before; of two the same the shorter name wins, then the favourite. Range about 0..20 a term.
 */
export function closeness(candidate: Candidate, terms: readonly TextTerm[]): number {
  const name = wordsOf(candidate.name)
  const rest = wordsOf(candidate.text)
  const typed = terms.flatMap((term) => wordsOf(term.text))
  let score = 0
  for (const word of typed) {
    if (name.includes(word)) score += 10
    else if (name.some((each) => each.startsWith(word))) score += 7
    else if (rest.includes(word)) score += 4
    else if (rest.some((each) => each.startsWith(word))) score += 2
  }
  const whole = typed.join(' ')
  const joined = name.join(' ')
  if (joined === whole) score += 10
  else if (joined.startsWith(whole)) score += 6
  else if (joined.includes(whole)) score += 3
  else if (isInOrder(typed, name)) score += 1
  return score + (candidate.isFavourite ? 0.5 : 0) - Math.min(name.length, 50) / 100
}

function isInOrder(typed: readonly string[], name: readonly string[]): boolean {
  let from = 0
  for (const word of typed) {
    const at = name.findIndex((each, index) => index >= from && each.startsWith(word))
    if (at < 0) return false
    from = at + 1
  }
  return true
}
