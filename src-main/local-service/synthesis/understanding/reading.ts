// From the words of a prompt to items with their entries, grouped into segments between connectors.

import type { Entry } from './lexicon/entries.ts'
import { type Match, matchAt } from './lexicon/lexicon.ts'
import { type Token, tokensOf } from './words.ts'

export interface Item {
  /** As it stood in the prompt. */
  readonly text: string
  /** Null for a word that is not known. */
  readonly entry: Entry | null
  /** A plain number in digits. */
  readonly number: number | null
}

export type Opening = 'start' | 'comma' | 'sentence' | 'layer' | 'or' | 'then' | 'after'

export interface Segment {
  readonly openedBy: Opening
  readonly items: readonly Item[]
}

const UNITS = new Set([
  's',
  'sec',
  'secs',
  'second',
  'seconds',
  'ms',
  'millisecond',
  'milliseconds',
  'minute',
  'minutes',
  'min',
  'mins',
  'm',
  'km',
  'meters',
  'metres',
  'hz',
  'khz',
  'db',
])

/** Reads a prompt into segments. Durations and other measures are kept as one unknown word: they change nothing here. */
export function segmentsOf(prompt: string): Segment[] {
  const tokens = tokensOf(prompt)
  const segments: Segment[] = []
  let items: Item[] = []
  let openedBy: Opening = 'start'
  const close = (next: Opening) => {
    if (items.length > 0) segments.push({ openedBy, items })
    // Of several connectors in a row ("and then", ", with") the strongest counts.
    openedBy = items.length > 0 ? next : stronger(openedBy, next)
    items = []
  }
  for (let i = 0; i < tokens.length; ) {
    const token = tokens[i]!
    if (token.isPunctuation) {
      close(/[,:/]/.test(token.text) ? 'comma' : /[&+]/.test(token.text) ? 'layer' : 'sentence')
      i++
      continue
    }
    const match = matchAt(wordsFrom(tokens, i), 0)
    // "8 bit" is a phrase, "8 knocks" a number.
    const measured =
      spelledMeasureAt(tokens, i, match) ?? (match && match.length > 1 ? null : measureAt(tokens, i))
    if (measured) {
      items.push(measured.item)
      i += measured.length
      continue
    }
    const length = match?.length ?? 1
    const text = tokens
      .slice(i, i + length)
      .map((one) => one.text)
      .join(' ')
    i += length
    if (match?.entry.connector) {
      close(match.entry.connector)
      continue
    }
    items.push({ text, entry: match?.entry ?? null, number: null })
  }
  close('sentence')
  return segments
}

/** The words from a token up to the next mark, so that no phrase reaches over a comma. */
function wordsFrom(tokens: readonly Token[], start: number): string[] {
  const words: string[] = []
  for (let i = start; i < tokens.length && !tokens[i]!.isPunctuation; i++) words.push(tokens[i]!.text)
  return words
}

/** A number in words with a unit ("thirty seconds"): how long something lasts, not how often it happens. */
function spelledMeasureAt(
  tokens: readonly Token[],
  at: number,
  match: Match | null,
): { readonly item: Item; readonly length: number } | null {
  const unit = match && tokens[at + match.length]?.text
  if (!match || match.entry.count === undefined || !unit || !UNITS.has(unit)) return null
  const length = match.length + 1
  const words = tokens.slice(at, at + length).map(({ text }) => text)
  return { item: { text: words.join(' '), entry: null, number: null }, length }
}

/** A number in digits, alone ("3") or with a unit ("5 seconds"). */
function measureAt(
  tokens: readonly Token[],
  at: number,
): { readonly item: Item; readonly length: number } | null {
  const text = tokens[at]!.text
  if (!/^\d+$/.test(text)) return null
  const next = tokens[at + 1]?.text
  if (next !== undefined && UNITS.has(next)) {
    return { item: { text: `${text} ${next}`, entry: null, number: null }, length: 2 }
  }
  return { item: { text, entry: null, number: Number(text) }, length: 1 }
}

const STRENGTH: readonly Opening[] = ['start', 'comma', 'sentence', 'layer', 'or', 'then', 'after']

function stronger(one: Opening, other: Opening): Opening {
  return STRENGTH.indexOf(one) >= STRENGTH.indexOf(other) ? one : other
}
