// The lexicon: every known word and phrase with all the roles it can play.

import { formsOf } from '../words.ts'
import { ACTIONS } from './actions.ts'
import type { Entry } from './entries.ts'
import { countEntries, materialEntries, shiftEntries, smallEntries, spaceEntries } from './modifiers.ts'
import { SOURCES } from './sources.ts'

function build(): ReadonlyMap<string, Entry> {
  const lexicon = new Map<string, Entry>()
  const add = (entry: Entry) => lexicon.set(entry.words, { ...entry, ...lexicon.get(entry.words) })
  for (const source of SOURCES) add({ words: source.noun, source })
  for (const { verb, ...action } of ACTIONS) add({ words: verb, action })
  for (const entry of [
    ...materialEntries(),
    ...spaceEntries(),
    ...shiftEntries(),
    ...countEntries(),
    ...smallEntries(),
  ])
    add(entry)
  return lexicon
}

const LEXICON = build()

/** The longest phrase of the lexicon, in words. */
const LONGEST = Math.max(...[...LEXICON.keys()].map((words) => words.split(' ').length))

/** The entry of exactly these words, in their base form. */
export function entryFor(words: string): Entry | undefined {
  return LEXICON.get(words)
}

/** All words and phrases. */
export function knownWords(): string[] {
  return [...LEXICON.keys()]
}

export interface Match {
  readonly entry: Entry
  /** Words of the prompt it covers. */
  readonly length: number
}

/** The longest entry that begins at a word; inflected forms count, parts of words never do. */
export function matchAt(words: readonly string[], start: number): Match | null {
  for (let length = Math.min(LONGEST, words.length - start); length >= 1; length--) {
    const entry = entryOfWords(words.slice(start, start + length))
    if (entry) return { entry, length }
  }
  return null
}

/** In a phrase the first or the last word may be inflected: "slams shut", "church bells". */
function entryOfWords(words: readonly string[]): Entry | undefined {
  const exact = LEXICON.get(words.join(' '))
  if (exact) return exact
  const firsts = formsOf(words[0]!)
  if (words.length === 1) return firsts.map((form) => LEXICON.get(form)).find((entry) => entry !== undefined)
  const middle = words.slice(1, -1)
  const lasts = formsOf(words.at(-1)!)
  for (const last of lasts) {
    for (const first of firsts) {
      const entry = LEXICON.get([first, ...middle, last].join(' '))
      if (entry) return entry
    }
  }
  return undefined
}
