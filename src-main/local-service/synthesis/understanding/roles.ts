// Which of its roles a word plays, by what stands around it.

import { FAMILIES } from '../families/registry.ts'
import { canDo, type Draft } from './draft.ts'
import type { Entry, SourceMeaning } from './lexicon/entries.ts'
import type { Item } from './reading.ts'

export interface Ahead {
  readonly source: SourceMeaning
  /** Nothing but describing words lie between. */
  readonly isAdjacent: boolean
}

const VERB_ENDING = /(ed|ing)$/

/** The next noun of the segment that can sound. */
export function sourceAhead(items: readonly Item[], from: number): Ahead | null {
  let isAdjacent = true
  for (let i = from + 1; i < items.length; i++) {
    const { entry, text } = items[i]!
    if (entry?.isPreposition && !entry.source) isAdjacent = false
    if (entry?.action && VERB_ENDING.test(text)) {
      // "Dropped", "splashing": a verb, though its noun can sound.
      isAdjacent = false
      continue
    }
    // A material after a preposition is what something stands on, not a source.
    if (entry?.source && (isAdjacent || !entry.material)) return { source: entry.source, isAdjacent }
    if (entry?.action && !entry.source) isAdjacent = false
  }
  return null
}

export type Role = 'source' | 'action' | 'material' | 'space' | 'shift' | 'count' | 'filler'

interface Context {
  readonly current: Draft | undefined
  readonly ahead: Ahead | null
  readonly isAfterPreposition: boolean
  /** The verb just before does something to it: "cutting wood". */
  readonly isObject: boolean
  /** Something was named that can come and go. */
  readonly hasMover: boolean
  /** What something was done to before. */
  readonly thing: SourceMeaning | null
}

/** Which of its roles a word plays here. */
export function roleOf(entry: Entry, text: string, context: Context): Role {
  const { current, ahead, isAfterPreposition } = context
  if (entry.shift?.movement && entry.action && context.hasMover) return 'action'
  if (entry.material && isAfterPreposition && current) return 'material'
  if (entry.space && (isAfterPreposition || !entry.source)) return 'space'
  if (entry.action && entry.source) {
    // "Dropping a box" is done, and no drop of water.
    if (!current && VERB_ENDING.test(text) && entry.action.otherwiseNoun !== null) return 'action'
    if (current && !isAfterPreposition && canDo(current.family, entry.action)) return 'action'
    if (ahead?.isAdjacent && canDo(ahead.source.family, entry.action)) return 'action'
    return !current && context.thing && canDo(context.thing.family, entry.action) ? 'action' : 'source'
  }
  if (entry.action && entry.shift) {
    const isInflected = text !== entry.words
    return isInflected || (current !== undefined && !ahead && canDo(current.family, entry.action))
      ? 'action'
      : 'shift'
  }
  if (entry.material && entry.source) {
    if (ahead?.isAdjacent)
      return ahead.source.family === entry.source.family && isTexture(entry.source.family)
        ? 'filler'
        : 'material'
    if (current && context.isObject && !isAfterPreposition) return 'material'
    return current &&
      !isAfterPreposition &&
      current.material === null &&
      FAMILIES.get(current.family)?.kind === 'event'
      ? 'material'
      : 'source'
  }
  if (entry.source) return 'source'
  if (entry.action) return 'action'
  if (entry.material) return 'material'
  if (entry.shift) return 'shift'
  if (entry.count !== undefined) return 'count'
  return 'filler'
}

export function isTexture(family: string): boolean {
  return FAMILIES.get(family)?.kind === 'texture'
}

export function isAdverb(text: string, entry: Entry): boolean {
  return text.endsWith('ly') || entry.words.includes(' ') || entry.shift?.tempoTimes !== undefined
}

export function isTimes(item: Item | undefined): boolean {
  return item?.text === 'times' || item?.text === 'time'
}

/** Whether a word is what the verb before it does something to: "cutting thick wood". */
export function isObjectOfVerb(items: readonly Item[], at: number): boolean {
  for (let i = at - 1; i >= 0; i--) {
    const { entry, text } = items[i]!
    if (entry?.action) return text.endsWith('ing')
    if (!entry || entry.source || entry.isPreposition) return false
  }
  return false
}

/** Whether a describing word tells of a place that follows it. */
export function isOfPlace(items: readonly Item[], at: number): boolean {
  for (let i = at + 1; i < items.length; i++) {
    const entry = items[i]!.entry
    if (entry?.isFiller && !entry.space) continue
    if (entry?.shift && !entry.source && !entry.space) continue
    return entry?.space !== undefined && entry.source === undefined
  }
  return false
}
