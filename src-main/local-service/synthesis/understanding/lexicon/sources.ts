// The nouns: what sounds, which family makes it, and what the word says about it.

import type { SourceMeaning } from './entries.ts'
import { LIFE_SOURCES } from './sources-of-life.ts'
import { MACHINE_SOURCES } from './sources-of-machines.ts'
import { NATURE_SOURCES } from './sources-of-nature.ts'
import { THING_SOURCES } from './sources-of-things.ts'

/** Of a word with several meanings the first counts. */
const ROWS = [...NATURE_SOURCES, ...THING_SOURCES, ...MACHINE_SOURCES, ...LIFE_SOURCES]

/** Every noun with its meaning; the words of a row are synonyms. */
export const SOURCES: readonly SourceMeaning[] = ROWS.flatMap(([nouns, family, traits]) =>
  nouns.split('|').map((noun) => ({ noun, family, traits: traits ?? {} })),
)
