// Which kinds of sounds `model:`, `type:` and `cat:` mean, as conditions of a statement: by the kinds that the library has, which are few.
import { ucsById } from '../media/ucs/list.ts'
import { type Condition, type GuessedKind, inGuesses, inKinds, type Kind, kindKey } from './kinds.ts'
import { type Known, likeText } from './known.ts'
import type { Filter } from './query-parser.ts'

export interface KindsMeant {
  /** Asked of each sound that something else leads to. */
  readonly each: Condition
  /** The index that leads to them by `sought`, which holds for all of them; for others, too, where it is not the same as `each`. */
  readonly index: 'sounds_kinds' | 'sounds_guesses'
  readonly sought: Condition
  /** Meant as long as nothing is guessed. */
  readonly kinds: readonly Kind[]
  /** Meant because of what was guessed, besides. */
  readonly included: readonly GuessedKind[]
  /** Of `kinds`: not meant, because of what was guessed. */
  readonly excluded: readonly GuessedKind[]
}

/** Null where no filter is about kinds. */
export function kindsMeant(filters: readonly Filter[], known: Known): KindsMeant | null {
  const ofKind = filters.filter(isAboutKind)
  if (ofKind.length === 0) return null
  const isMeant = (kind: Kind): boolean => ofKind.every((filter) => isOfKind(filter, kind))
  const kinds = known.kinds().filter(isMeant)
  // A guess that none of the filters is about changes nothing.
  const guessIds = known.guessIds().filter((id) => ofKind.some((filter) => isAboutGuess(filter, id)))
  if (guessIds.length === 0) return byKinds(kinds)
  const guessed = known.guessedKinds(guessIds)
  const meant = new Set(kinds.map(kindKey))
  const included = guessed.filter((kind) => isMeant(kind) && !meant.has(kindKey(kind)))
  const excluded = guessed.filter((kind) => !isMeant(kind) && meant.has(kindKey(kind)))
  const inside = [
    ...(kinds.length === 0 ? [] : [inKinds(kinds)]),
    ...(included.length === 0 ? [] : [inGuesses(included)]),
  ]
  if (inside.length === 0) return byKinds([])
  const outside = excluded.length === 0 ? null : inGuesses(excluded)
  const all = inside.map(({ sql }) => sql).join(' OR ')
  const each = {
    sql: outside === null ? `(${all})` : `((${all}) AND NOT ${outside.sql})`,
    parameters: [...inside.flatMap(({ parameters }) => parameters), ...(outside?.parameters ?? [])],
  }
  if (included.length === 0) return { ...byKinds(kinds), each, included, excluded }
  // Few favourites are soon asked for their guess, and so is what has other kinds: else the guess leads.
  const isFavourite = filters.some(({ field, isNegated }) => field === 'fav' && !isNegated)
  if (isFavourite) {
    return { ...byKinds([...kinds, ...included]), each, kinds, included, excluded }
  }
  const everyGuess = kinds.flatMap((kind) => known.guessIds().map((guessId) => ({ ...kind, guessId })))
  return {
    each,
    index: 'sounds_guesses',
    sought: inGuesses([...everyGuess, ...included]),
    kinds,
    included,
    excluded,
  }
}

/** For what is sought by other columns of the index. */
export const everyKind = (known: Known): KindsMeant => byKinds(known.kinds())

function byKinds(kinds: readonly Kind[]): KindsMeant {
  const condition = inKinds(kinds)
  return { each: condition, index: 'sounds_kinds', sought: condition, kinds, included: [], excluded: [] }
}

/** Whether a filter may say another thing of a sound of this guess than of one without. */
function isAboutGuess(filter: Filter, guessId: string): boolean {
  if (filter.field === 'any') return filter.of.some((one) => isAboutGuess(one, guessId))
  if (filter.field !== 'type' && filter.field !== 'cat') return false
  return isOfUcs(guessId, filter.text)
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
const isOfCategory = ({ category, catId, guessId }: Kind & Partial<GuessedKind>, text: string): boolean =>
  likeText(category, text) || isOfUcs(catId || (guessId ?? ''), text)

function isOfUcs(ucsId: string, text: string): boolean {
  const ucs = ucsById(ucsId)
  return ucs !== null && [ucs.catId, ucs.category, ucs.subcategory].some((word) => likeText(word, text))
}

/** A model is found by any part of its name. */
const holdsText = (value: string, text: string): boolean =>
  text.startsWith('=') ? likeText(value, text) : value.toLowerCase().includes(text.toLowerCase())
