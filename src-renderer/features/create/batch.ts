// Several prompts at once: one a line, or a table with a column "prompt". Pure.
import Papa from 'papaparse'
import { texts } from '../../wording/texts.ts'
import { blockedBy, type CreateChoice, type CreateLimits, parseSeconds, parseSeed } from './limits.ts'

const words = texts.create.batch.problems

/** As many as one looks through before they are paid for. */
export const BATCH_MOST = 500

export interface BatchRow {
  /** In the text, from 1. */
  readonly line: number
  readonly choice: CreateChoice
  /** Why it cannot be sent; null when it can. */
  readonly problem: string | null
}

/**
 * Reads a batch. A first line with a column called "prompt" makes it a table (comma, semicolon or tab), whose columns duration (seconds),
 * takes, seed, loop and without are heard; else each line that is not blank is a prompt. What a row leaves out stands as in `standing`.
 */
export function parseBatch(text: string, standing: CreateChoice, limits: CreateLimits): BatchRow[] {
  const table = Papa.parse<string[]>(text.trim(), { skipEmptyLines: 'greedy' }).data
  const header = (table[0] ?? []).map((name) => name.trim().toLowerCase())
  if (!header.includes('prompt')) return lines(text, standing, limits)
  return table.slice(1, BATCH_MOST + 1).map((cells, index) => {
    const cell = (name: string): string => (cells[header.indexOf(name)] ?? '').trim()
    return row(index + 2, cell, standing, limits)
  })
}

function lines(text: string, standing: CreateChoice, limits: CreateLimits): BatchRow[] {
  return text
    .split(/\r?\n/)
    .map((prompt, index) => ({ prompt: prompt.trim(), line: index + 1 }))
    .filter(({ prompt }) => prompt !== '')
    .slice(0, BATCH_MOST)
    .map(({ prompt, line }) => row(line, (name) => (name === 'prompt' ? prompt : ''), standing, limits))
}

function row(
  line: number,
  cell: (name: string) => string,
  standing: CreateChoice,
  limits: CreateLimits,
): BatchRow {
  const wrong: string[] = []
  const read = <T>(name: string, parse: (text: string) => T | null, otherwise: T): T => {
    const text = cell(name)
    if (text === '') return otherwise
    const value = parse(text)
    if (value === null) wrong.push(words.unreadable(name, text))
    return value ?? otherwise
  }
  const choice: CreateChoice = {
    prompt: cell('prompt'),
    negativePrompt: cell('without') || standing.negativePrompt,
    durationMs: read('duration', parseSeconds, standing.durationMs),
    variants: read('takes', parseCount, standing.variants),
    seed: read<number | null>('seed', parseSeed, standing.seed),
    isLoop: read('loop', parseYes, standing.isLoop),
    format: standing.format,
  }
  return { line, choice, problem: wrong[0] ?? outside(choice, limits) ?? blockedBy(limits, choice) }
}

function outside(choice: CreateChoice, limits: CreateLimits): string | null {
  const { minMs, maxMs, minVariants, maxVariants } = limits
  if (choice.prompt === '') return words.empty
  if (choice.durationMs < minMs || choice.durationMs > maxMs)
    return words.duration(choice.durationMs / 1000, minMs / 1000, maxMs / 1000)
  if (choice.variants < minVariants || choice.variants > maxVariants)
    return words.takes(choice.variants, minVariants, maxVariants)
  if (choice.isLoop && !limits.hasLoop) return words.noLoops
  return null
}

const parseCount = (text: string): number | null => (/^\d{1,3}$/.test(text) ? Number(text) : null)
const YES = ['yes', 'true', '1', 'x', 'loop']
const NO = ['no', 'false', '0', '-']
function parseYes(text: string): boolean | null {
  const word = text.toLowerCase()
  return YES.includes(word) ? true : NO.includes(word) ? false : null
}

/** Credits of one row by the model's published price, rounded up as the service does. */
export const creditsOf = (choice: CreateChoice, creditsPerSecond: number): number =>
  Math.ceil((choice.durationMs * choice.variants * creditsPerSecond) / 1000)

/** What the rows that can be sent cost together. */
export const batchCredits = (rows: readonly BatchRow[], creditsPerSecond: number): number =>
  rows.reduce(
    (sum, { choice, problem }) => sum + (problem === null ? creditsOf(choice, creditsPerSecond) : 0),
    0,
  )
