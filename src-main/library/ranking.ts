// How close a sound is to what was typed: a number from its words, bounded in work and pure.
import type { TextTerm } from './query-parser.ts'

export interface Candidate {
  readonly name: string
  /** Prompt, label, tags, note, model and seed, joined. */
  readonly text: string
  readonly isFavourite: boolean
}

/** Lower case without diacritics, as the index has it. */
export function folded(text: string): string {
  // Most texts are plain: these need no normalising.
  return /^[\x20-\x7e\s]*$/.test(text)
    ? text.toLowerCase()
    : text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** The words of a text as the index makes them: split at all that is no letter and no digit. */
export function wordsOf(text: string): readonly string[] {
  return folded(text).match(/[\p{L}\p{N}\p{Co}]+/gu) ?? []
}

export interface Closeness {
  /** Higher is closer; about 0..20 a word. */
  readonly score: number
  /** How many of the words typed the candidate does not have. */
  readonly missing: number
}

/**
 * Measures how close candidates are to what was typed. A word counts most as a whole word of the name, less as the
 * beginning of one, least elsewhere; a name that is, or begins with, what was typed goes before; of two the same the shorter name wins, then
 * the favourite.
 */
export function closenessTo(terms: readonly TextTerm[]): (candidate: Candidate) => Closeness {
  const typed = terms.flatMap((term) => wordsOf(term.text))
  const whole = typed.join(' ')
  return (candidate) => {
    const name = wordsOf(candidate.name)
    let rest: string | null = null
    let score = 0
    let missing = 0
    for (const word of typed) {
      if (name.includes(word)) score += 10
      else if (name.some((each) => each.startsWith(word))) score += 7
      else {
        rest ??= folded(candidate.text)
        const found = occurrence(rest, word)
        if (found === 0) missing += 1
        score += found
      }
    }
    const joined = name.join(' ')
    if (joined === whole) score += 10
    else if (joined.startsWith(whole)) score += 6
    else if (joined.includes(whole)) score += 3
    else if (isInOrder(typed, name)) score += 1
    score += (candidate.isFavourite ? 0.5 : 0) - Math.min(name.length, 50) / 100
    return { score, missing }
  }
}

const LETTER = /[\p{L}\p{N}\p{Co}]/u

/** 4 where the text has this word, 2 where one of its words begins so, else 0. */
function occurrence(text: string, word: string): number {
  let best = 0
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at > 0 && LETTER.test(text.charAt(at - 1))) continue
    if (!LETTER.test(text.charAt(at + word.length))) return 4
    best = 2
  }
  return best
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
