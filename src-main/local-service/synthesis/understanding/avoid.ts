// A negative prompt: what is to be kept out of a sound.

import type { Material, SpaceKind } from '../scene.ts'
import type { ActionMeaning, Shift, SourceMeaning } from './lexicon/entries.ts'
import { entryFor } from './lexicon/lexicon.ts'
import { type Item, type Segment, segmentsOf } from './reading.ts'
import { formsOf } from './words.ts'

/** What is not to be heard, as plain JSON data that is stored with a job. */
export interface Avoidance {
  /** The terms that were understood, as they were written. */
  readonly words: readonly string[]
  readonly sources: readonly AvoidedSource[]
  /** What a sound is not to be made of, or happen on. */
  readonly materials: readonly Material[]
  /** Places that it is not to be in. */
  readonly spaces: readonly SpaceKind[]
  /** Qualities: each turns a sound half of its way back. */
  readonly shifts: readonly Shift[]
  /** Nothing is to reflect. */
  readonly isDry: boolean
  /** Nothing is to lie under the sound. */
  readonly isBare: boolean
  /** Words that changed nothing because they are not known. */
  readonly notUnderstood: readonly string[]
}

/** Sources of one kind: those that a noun names and those that do something, or where neither is told the whole family. */
export interface AvoidedSource {
  readonly family: string
  readonly noun: string | null
  readonly action: string | null
  /** Only where it is made of this, or on this; null means whatever. */
  readonly material: Material | null
}

/** Words for many sources at once, which a prompt could not ask for: each stands for all of these families. */
const KINDS: readonly (readonly [words: string, families: string])[] = [
  ['music|song|tune|instrument|instrumental', 'music-box|drone|drum'],
  ['singing|singer|vocal|vocals', 'voice|crowd'],
  ['speech|voice|talking|talk|dialogue|people|human', 'voice|crowd'],
  ['hiss|hissing', 'static|steam'],
  ['animal|wildlife|creature|pet', 'beast|bird-call|birds|frog|insects|insect-buzz|hooves'],
  ['weather', 'rain|hail|wind|thunder'],
  ['water', 'stream|waterfall|waves|pour|drip|splash|bubbles'],
  ['vehicle|traffic|car', 'engine|helicopter|aircraft|train|horn'],
]
const FAMILIES_BY_WORD: ReadonlyMap<string, readonly string[]> = new Map(
  KINDS.flatMap(([words, families]) => words.split('|').map((word) => [word, families.split('|')] as const)),
)
/** What lies under everything: "background noise", "ambience". */
const UNDERLAY: ReadonlySet<string> = new Set(['background', 'ambience', 'ambient', 'atmosphere'])
/** Words that say that a place reflects, not which place it is. */
const ECHOES = /^(echo|reverb)/

/** Reads a comma-separated list of what should not be heard. Never throws; words that are not known change nothing. */
export function understandAvoidance(negativePrompt: string): Avoidance {
  const terms = segmentsOf(negativePrompt).map(readTerm)
  return {
    words: terms.flatMap(({ word }) => (word === '' ? [] : [word])),
    sources: terms.flatMap(({ sources = [] }) => sources),
    materials: terms.flatMap(({ materials = [] }) => materials),
    spaces: terms.flatMap(({ spaces = [] }) => spaces),
    shifts: terms.flatMap(({ shifts = [] }) => shifts),
    isDry: terms.some(({ isDry }) => isDry === true),
    isBare: terms.some(({ isBare }) => isBare === true),
    notUnderstood: [...new Set(terms.flatMap(({ notUnderstood }) => notUnderstood))],
  }
}

type Term = Partial<Omit<Avoidance, 'words' | 'notUnderstood'>> & {
  /** What of it was understood, as it was written. */
  readonly word: string
  readonly notUnderstood: readonly string[]
}

/** One term of the list. "No wind" means the same as "wind" here; "metal door" means doors of metal. */
function readTerm({ items }: Segment): Term {
  // "Low quality" says nothing of how low a sound is.
  if (items.some(({ text }) => text === 'quality')) {
    return { word: '', notUnderstood: [items.map(textOf).join(' ')] }
  }
  const meant = items.filter(({ entry, text }) => !entry?.isNegation && !entry?.isPreposition && text !== '')
  const known = meant.filter((item) => isKnown(item))
  const word = known.map(({ text }) => text).join(' ')
  const notUnderstood = meant.filter(({ entry, text }) => entry === null && !isKnownWord(text)).map(textOf)
  const term = { word, notUnderstood }
  const echo = known.some(({ entry, text }) => entry?.space !== undefined && ECHOES.test(text))
  if (echo) return { ...term, isDry: true }
  const materials = known.flatMap(({ entry }) => (entry?.material && !entry.source ? [entry.material] : []))
  const sources = known.flatMap((item) => sourcesOf(item, materials[0] ?? null))
  if (sources.length > 0) return { ...term, sources, ...ownMaterials(known) }
  const spaces = known.flatMap(({ entry }) => entry?.space ?? [])
  const shifts = known.flatMap(({ entry }) => entry?.shift ?? [])
  return { ...term, materials, spaces, shifts, isBare: known.some(({ text }) => isUnderlay(text)) }
}

const textOf = ({ text }: Item): string => text

/** "Metal" alone is the thing that clangs and what things are made of; "rain on metal" is rain alone. */
function ownMaterials(known: readonly Item[]): Pick<Term, 'materials'> {
  const only = known.length === 1 ? known[0]?.entry : null
  return only?.material && only.source ? { materials: [only.material] } : {}
}

function isKnown({ entry, text }: Item): boolean {
  if (isKnownWord(text)) return true
  if (!entry) return false
  const { source, action, material, space, shift } = entry
  return [source, action, material, space, shift].some((role) => role !== undefined)
}

const isKnownWord = (text: string): boolean => isUnderlay(text) || familiesOf(text).length > 0
const isUnderlay = (text: string): boolean => formsOf(text).some((form) => UNDERLAY.has(form))

function familiesOf(text: string): readonly string[] {
  return formsOf(text).flatMap((form) => FAMILIES_BY_WORD.get(form) ?? [])
}

/** What one word of a term names, of a material where the term says one. */
function sourcesOf({ entry, text }: Item, material: Material | null): readonly AvoidedSource[] {
  const kinds = familiesOf(text)
  if (kinds.length > 0) return kinds.map((family) => ({ family, noun: null, action: null, material }))
  if (entry?.source) return withCompany(entry.source, material)
  return entry?.action ? doing(entry.action, material) : []
}

/** A source and what always sounds with it: a storm and its thunder. */
export function withCompany(source: SourceMeaning, material: Material | null): readonly AvoidedSource[] {
  const company = (source.traits.alsoNouns ?? []).flatMap((noun) => entryFor(noun)?.source ?? [])
  return [source, ...company].map(({ noun, family, traits }) => {
    // "Wind" stands for every wind, "gust" for gusts alone.
    const isWholeFamily = noun === family || Object.keys(traits).length === 0
    if (isWholeFamily) return { family, noun: null, action: null, material }
    return { family, noun, action: traits.action ?? null, material }
  })
}

/** Whatever does this: "barking", "slams". */
function doing({ byFamily }: ActionMeaning, material: Material | null): readonly AvoidedSource[] {
  return Object.entries(byFamily).map(([of, meaning]) => {
    const [family = of, action = meaning] = meaning.includes('/') ? meaning.split('/') : [of, meaning]
    return { family, noun: null, action, material }
  })
}
