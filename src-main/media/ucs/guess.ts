// Guesses the category of a sound from what is said of it: name, prompt, and what the engine understood. Pure.
import { UCS_ENTRIES, type UcsCategory, type UcsEntry, ucsById } from './list.ts'

/** What tells of a sound. */
export interface Told {
  readonly name: string
  readonly prompt: string
  /** 'sfx', 'ambience', 'music' …: decides where the words say nothing. */
  readonly type: string
  /** What the engine heard in the prompt, in words; empty where nothing tells. */
  readonly heard: string
}

const TOPIC = 3
/** What a thing is made of says less than what it is. */
const MATERIAL = 2
const HINT = 2
const MORE_HINTS = 0.5
const SIGN = 4
const MORE_OF_SIGN = 1.5
/** Behind "in", "on", "through" stands where it happens, not what sounds. */
const ELSEWHERE = 0.4
/** A name leads with its subject. */
const LEAD = 0.8
/** Of two hints in one phrase the later is the head: "metal door creak" is a creak. */
const HEAD = 0.02
/** Where the words name the category alone, it is none of its kinds. */
const AT_LARGE = 0.1
/** Less is no guess. */
const LEAST = 1.5

const MATERIALS: ReadonlySet<string> = new Set([
  'CERAMICS',
  'CHAINS',
  'CLOTH',
  'DIRT & SAND',
  'GLASS',
  'ICE',
  'LEATHER',
  'LIQUID & MUD',
  'METAL',
  'MOVEMENT',
  'OBJECTS',
  'PAPER',
  'PLASTIC',
  'ROCKS',
  'ROPE',
  'RUBBER',
  'SNOW',
  'WINDOWS',
  'WOOD',
  'HUMAN',
  'FOOD & DRINK',
  'AIR',
])
const PLACES: ReadonlySet<string> = new Set(
  'in on onto over under inside through from near against at with into across behind'.split(' '),
)

/** By the type, where no word is understood: a category of the system all the same. */
const BY_TYPE: Readonly<Record<string, string>> = { ambience: 'AMBMisc', music: 'MUSCMisc', voice: 'VOXMisc' }
const UNKNOWN = 'DSGNMisc'

/** The category that fits best: by the name, then the prompt, then what was heard, then the type. Always one of the system. */
export function categoryFor(told: Told): UcsCategory {
  const guessed = guessCategory(told.name) ?? guessCategory(told.prompt) ?? guessCategory(told.heard)
  if (guessed !== null) return guessed
  const fallback = ucsById(BY_TYPE[told.type] ?? UNKNOWN)
  if (fallback === null) throw new Error(`the system has no ${BY_TYPE[told.type] ?? UNKNOWN}`)
  return fallback
}

/** The category that fits these words best; null where they say too little. */
export function guessCategory(text: string): UcsCategory | null {
  const words = wordsOf(text)
  let best: { readonly score: number; readonly entry: UcsEntry } | null = null
  const met = new Set([...words.keys()].flatMap((word) => CANDIDATES_BY_WORD.get(word) ?? []))
  for (const entry of CANDIDATES) {
    if (!met.has(entry)) continue
    const score = scoreOf(entry, words)
    if (score >= LEAST && (best === null || score > best.score)) best = { score, entry: entry.entry }
  }
  if (best === null) return null
  const { catId, category, subcategory } = best.entry
  return { catId, category, subcategory }
}

interface Word {
  /** In the text, from 0. */
  readonly place: number
  /** 1 for what sounds, less for what stands behind a preposition. */
  readonly weight: number
}
type Words = ReadonlyMap<string, Word>

interface Candidate {
  readonly entry: UcsEntry
  readonly topics: readonly string[]
  readonly hints: readonly string[]
  readonly signs: readonly (readonly string[])[]
  readonly topicWeight: number
}

const LARGE: ReadonlySet<string> = new Set(['MISC', 'GENERAL'])
const CANDIDATES: readonly Candidate[] = UCS_ENTRIES.map((entry) => ({
  entry,
  topics: entry.topics.map(stem),
  hints: entry.hints.map(stem),
  signs: entry.signs.map((sign) => sign.map(stem)),
  topicWeight: MATERIALS.has(entry.category) ? MATERIAL : TOPIC,
}))

/** Only those that share a word with a text can fit it. */
const CANDIDATES_BY_WORD = new Map<string, Candidate[]>()
for (const candidate of CANDIDATES) {
  for (const word of [...candidate.topics, ...candidate.hints, ...candidate.signs.flat()]) {
    const known = CANDIDATES_BY_WORD.get(word)
    if (known === undefined) CANDIDATES_BY_WORD.set(word, [candidate])
    else known.push(candidate)
  }
}

function scoreOf({ entry, topics, hints, signs, topicWeight }: Candidate, words: Words): number {
  const topic = heaviest(topics.map((each) => valued(words.get(each), topicWeight)))
  const hinted = hints.flatMap((each) => words.get(each) ?? [])
  const hint =
    topic === 0 || hinted.length === 0
      ? 0
      : HINT + (hinted.length - 1) * MORE_HINTS + HEAD * Math.max(...hinted.map((word) => word.place))
  const sign = heaviest(
    signs.map((parts) => {
      const found = parts.flatMap((part) => words.get(part) ?? [])
      if (found.length < parts.length) return 0
      // As much as its heaviest word: "sand" may stand behind "in" and "pour" not.
      const leading = found.reduce((a, b) => (b.weight > a.weight ? b : a))
      return valued(leading, SIGN + (parts.length - 1) * MORE_OF_SIGN)
    }),
  )
  return topic + hint + sign + (topic > 0 && LARGE.has(entry.subcategory) ? AT_LARGE : 0)
}

const heaviest = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), 0)
const valued = (word: Word | undefined, worth: number): number =>
  word === undefined ? 0 : word.weight * (worth + LEAD / (1 + word.place))

function wordsOf(text: string): Words {
  const words = new Map<string, Word>()
  let weight = 1
  let place = 0
  for (const [raw] of text.toLowerCase().matchAll(/[\p{L}\d]+(?:-[\p{L}\d]+)*|[,.;:–—]/gu)) {
    if (/^[,.;:–—]$/u.test(raw)) {
      // The next phrase may tell of another sound; what leads still counts more, by its place.
      weight = 1
      continue
    }
    if (PLACES.has(raw)) weight = ELSEWHERE
    for (const part of raw.includes('-') ? [raw, ...raw.split('-')] : [raw]) {
      const key = stem(part)
      const known = words.get(key)
      if (known === undefined || known.weight < weight) words.set(key, { place, weight })
    }
    place += 1
  }
  return words
}

/** English endings cut off, the same for the list and for what is said: "slamming", "slams" and "slam" are one. */
function stem(word: string): string {
  let cut = word
  if (cut.endsWith('ies') && cut.length > 4) cut = `${cut.slice(0, -3)}y`
  else if (/[^su]s$/u.test(cut) && cut.length > 3 && !cut.endsWith('is')) cut = cut.slice(0, -1)
  if (cut.endsWith('ing') && cut.length > 5 && /[aeiouy]/u.test(cut.slice(0, -3))) cut = cut.slice(0, -3)
  else if (cut.endsWith('ed') && cut.length > 4 && /[aeiouy]/u.test(cut.slice(0, -2))) cut = cut.slice(0, -2)
  cut = cut.replace(/([bdgkmnprt])\1$/u, '$1')
  return cut.endsWith('e') && cut.length > 3 ? cut.slice(0, -1) : cut
}
