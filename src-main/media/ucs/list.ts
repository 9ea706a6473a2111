// The whole list of the Universal Category System, read once from its lines.
import type { UcsCategory } from '../../bridge/library.ts'
import { A_TO_C } from './list-a-to-c.ts'
import { D_TO_G } from './list-d-to-g.ts'
import { H_TO_O } from './list-h-to-o.ts'
import { P_TO_Z } from './list-p-to-z.ts'

export type { UcsCategory }

/** How a category is recognised in words. */
export interface UcsEntry extends UcsCategory {
  /** Words that mean the category at large; shared by its subcategories. */
  readonly topics: readonly string[]
  /** Words that mean the subcategory where the category is meant. */
  readonly hints: readonly string[]
  /** Words that mean it by themselves; those of one list must all be there. */
  readonly signs: readonly (readonly string[])[]
}

/** '~' in a line: what is done to any material, by the suffix that the system gives it. */
const ACTIONS: Readonly<Record<string, string>> = {
  Brk: 'break shatter crack snap smash crush splinter crunch split',
  Crsh: 'crash debris rubble collapse wreckage destruction fall',
  Fric: 'scrape squeak creak creaky scratch grind screech rub friction squeal',
  Hndl: 'handle grab pick hold set grip take handling',
  Impt: 'impact hit drop knock bang thud clang clunk slam strike thump bump',
  Mvmt: 'drag roll rattle shake slide jingle clatter',
  Tonl: 'ring bowed resonant resonance tonal ping',
}

/**
 * A line "#CATEGORY|ID|topics" begins a category, each "Suffix|SUBCATEGORY|words" below is one of it: its id is that of the category and the
 * suffix, or what stands after '='. A word with '*' is a sign, with '+' one of several.
 */
function read(lines: string): UcsEntry[] {
  const entries: UcsEntry[] = []
  let head = { category: '', id: '', topics: [] as readonly string[] }
  for (const line of lines.trim().split('\n')) {
    const [first = '', second = '', third = ''] = line.split('|')
    const words = third.split(' ').filter((word) => word !== '')
    if (first.startsWith('#')) {
      head = { category: first.slice(1), id: second, topics: words }
      continue
    }
    const spoken = words.flatMap((word) => (word === '~' ? (ACTIONS[first] ?? '').split(' ') : [word]))
    entries.push({
      catId: first.startsWith('=') ? first.slice(1) : head.id + first,
      category: head.category,
      subcategory: second,
      topics: head.topics,
      hints: spoken.filter((word) => !word.startsWith('*')),
      signs: spoken.flatMap((word) => (word.startsWith('*') ? [word.slice(1).split('+')] : [])),
    })
  }
  return entries
}

/** In the order of the published list: by category. */
export const UCS_ENTRIES: readonly UcsEntry[] = [A_TO_C, D_TO_G, H_TO_O, P_TO_Z].flatMap(read)

const BY_ID: ReadonlyMap<string, UcsCategory> = new Map(
  UCS_ENTRIES.map(({ catId, category, subcategory }) => [
    catId.toUpperCase(),
    { catId, category, subcategory },
  ]),
)
const BY_NAMES: ReadonlyMap<string, UcsCategory> = new Map(
  UCS_ENTRIES.map(({ catId, category, subcategory }) => [
    `${category}\n${subcategory}`,
    { catId, category, subcategory },
  ]),
)

/** The category of an id, in any case; null for one that the system does not have. */
export const ucsById = (catId: string): UcsCategory | null => BY_ID.get(catId.trim().toUpperCase()) ?? null

/** The category of two names, as files carry them; null where the system has no such pair. */
export const ucsByNames = (category: string, subcategory: string): UcsCategory | null =>
  BY_NAMES.get(`${category.trim().toUpperCase()}\n${subcategory.trim().toUpperCase()}`) ?? null

/** What a person looks for: each word is, or begins, the id, a word of the names, or one that means it; the closest first. */
export function findUcs(text: string, limit: number): readonly UcsCategory[] {
  const wanted = text.toLowerCase().split(/\s+/u).filter(Boolean)
  const ranked = UCS_ENTRIES.flatMap((entry) => {
    const named = [
      entry.catId.toLowerCase(),
      ...`${entry.category} ${entry.subcategory}`.toLowerCase().split(/[\s&]+/u),
    ]
    const meant = [...entry.topics, ...entry.hints, ...entry.signs.flat()]
    const ranks = wanted.map((word) => {
      if (named.includes(word)) return 0
      if (named.some((name) => name.startsWith(word))) return 1
      return meant.some((other) => other.startsWith(word)) ? 2 : 3
    })
    if (ranks.includes(3)) return []
    return [{ entry, rank: ranks.reduce<number>((sum, each) => sum + each, 0) }]
  })
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ entry: { catId, category, subcategory } }) => ({ catId, category, subcategory }))
}
