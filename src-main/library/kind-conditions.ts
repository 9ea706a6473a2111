// Which kinds of sounds `model:`, `type:` and `cat:` mean, as conditions of a statement: by the kinds that the library has, which are few.
import { ucsById } from '../media/ucs/list.ts'
import { type Condition, type GuessedKind, inGuesses, inKinds, type Kind, kindKey } from './kinds.ts'
import { type Known, likeText } from './known.ts'
import type { Filter } from './query-parser.ts'

export interface KindsMeant {
  /** Asked of each sound that something else leads to. */
  readonly each: Condition
  /** The index that leads to them by `sought`, which says the same. Guesses lead where they make a difference. */
  readonly index: 'sounds_kinds' | 'sounds_guesses'
  readonly sought: Condition
  /** For counting: all of them, and the same as those that are meant whatever was guessed, and the others by their guess. */
  readonly kinds: readonly Kind[]
  readonly whole: readonly Kind[]
  readonly parts: readonly GuessedKind[]
}

/** Null where no filter is about kinds. */
export function kindsMeant(filters: readonly Filter[], known: Known): KindsMeant | null {
  const ofKind = filters.filter(isAboutKind)
  if (ofKind.length === 0) return null
  const isMeant = (kind: Kind): boolean => ofKind.every((filter) => isOfKind(filter, kind))
  if (ofKind.every((filter) => fieldOf(filter) === 'model')) return byKinds(known.kinds().filter(isMeant))
  const guessed = known.guessedKinds().filter(isMeant)
  const all = countByKind(known.guessedKinds())
  const meant = countByKind(guessed)
  // Where all of a kind are meant, whatever was guessed, nothing need be asked about the guess.
  const isWhole = (kind: Kind): boolean => all.get(kindKey(kind)) === meant.get(kindKey(kind))
  const whole = known.kinds().filter((kind) => meant.has(kindKey(kind)) && isWhole(kind))
  const parts = guessed.filter((kind) => !isWhole(kind))
  if (parts.length === 0) return byKinds(whole)
  const inWhole = inKinds(whole)
  const inParts = inGuesses(parts)
  return {
    each: {
      sql: `(${inWhole.sql} OR ${inParts.sql})`,
      parameters: [...inWhole.parameters, ...inParts.parameters],
    },
    index: 'sounds_guesses',
    sought: inGuesses(guessed),
    kinds: guessed,
    whole,
    parts,
  }
}

/** For what is sought by other columns of the index. */
export const everyKind = (known: Known): KindsMeant => byKinds(known.kinds())

function byKinds(kinds: readonly Kind[]): KindsMeant {
  const condition = inKinds(kinds)
  return { each: condition, index: 'sounds_kinds', sought: condition, kinds, whole: kinds, parts: [] }
}

function countByKind(kinds: readonly GuessedKind[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const kind of kinds) counts.set(kindKey(kind), (counts.get(kindKey(kind)) ?? 0) + 1)
  return counts
}

const fieldOf = (filter: Filter) => (filter.field === 'any' ? filter.of[0]?.field : filter.field)

/** Model, type and category say of which kinds a sound may be. */
export const isAboutKind = (filter: Filter): boolean => {
  const field = fieldOf(filter)
  return field === 'model' || field === 'type' || field === 'cat'
}

function isOfKind(filter: Filter, kind: Kind): boolean {
  switch (filter.field) {
    case 'any':
      return filter.of.some((one) => isOfKind(one, kind)) !== filter.isNegated
    case 'model':
      return holdsText(kind.model, filter.text) !== filter.isNegated
    case 'type':
      return (likeText(kind.type, filter.text) || isOfCategory(kind, filter.text)) !== filter.isNegated
    case 'cat':
      return isOfCategory(kind, filter.text) !== filter.isNegated
    default:
      return true
  }
}

/** By the word of the service or the file, and by id or names of the category that was chosen, else of the one that was guessed. */
function isOfCategory({ category, catId, guessId }: Kind & Partial<GuessedKind>, text: string): boolean {
  const ucs = ucsById(catId || (guessId ?? ''))
  const said = ucs === null ? [] : [ucs.catId, ucs.category, ucs.subcategory]
  return [category, ...said].some((word) => likeText(word, text))
}

/** A model is found by any part of its name. */
const holdsText = (value: string, text: string): boolean =>
  text.startsWith('=') ? likeText(value, text) : value.toLowerCase().includes(text.toLowerCase())
