// What was typed after the app's name: the window, or a command that does its work without one.
import { isOpenable } from './open-with.ts'

export interface MakeCommand {
  readonly kind: 'make'
  readonly prompt: string
  readonly durationMs: number
  readonly variants: number
  readonly seed: number | null
  readonly outDir: string | null
}
export interface SearchCommand {
  readonly kind: 'library-search'
  /** As typed into the omnibar; empty for all. */
  readonly text: string
  readonly isJson: boolean
  readonly limit: number
}
export type CommandLine =
  | { readonly kind: 'window' }
  | MakeCommand
  | SearchCommand
  | { readonly kind: 'help' }
  | { readonly kind: 'usage-error'; readonly message: string }

export const USAGE = `Usage:
  npm start                              open the window
  npm start -- make "PROMPT" [options]   make sounds without a window
  npm start -- library search "TEXT" [--json] [--limit N]
                                         find sounds, also while the app runs

Options of make:
  --seconds N     length of each take, for example 2 or 0.5 (default 4)
  --variants N    number of takes (default 1)
  --seed N        0 to 4294967295; the same seed gives the same takes (default: chosen for you)
  --out DIR       also copy the files there
`

const DEFAULT_SECONDS = 4

/** Parses the arguments after the app's path. Bounds that a model sets are checked later, by the model. */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const [command, ...rest] = args.filter((arg) => arg !== '--')
  if (command === undefined) return { kind: 'window' }
  if (command === '--help' || command === '-h' || command === 'help') return { kind: 'help' }
  if (command === 'make') return parseMake(rest)
  if (command === 'library') return parseLibrary(rest)
  // Electron and Chromium switches may stand there too, and what the system asks to open; other words may not.
  return command.startsWith('-') || isOpenable(command)
    ? { kind: 'window' }
    : usageError(`There is no command “${command}”.`)
}

const DEFAULT_RESULTS = 200
const MOST_RESULTS = 1_000_000

/** A word that begins with one minus is part of the search: "rain -wind". */
function parseLibrary([verb, ...args]: readonly string[]): CommandLine {
  if (verb !== 'search') return usageError(`library has no command “${verb ?? ''}”; it has “search”.`)
  const words: string[] = []
  let isJson = false
  let limitText: string | null = null
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    if (arg === '--json') isJson = true
    else if (arg === '--limit') limitText = args[++at] ?? ''
    else if (arg.startsWith('--limit=')) limitText = arg.slice('--limit='.length)
    else if (arg.startsWith('--')) return usageError(`library search has no option ${arg}.`)
    else words.push(arg)
  }
  const limit = limitText === null ? DEFAULT_RESULTS : readNumber(limitText)
  if (limit === null || !Number.isInteger(limit) || limit < 1 || limit > MOST_RESULTS)
    return usageError(`--limit takes a whole number from 1 to ${MOST_RESULTS}, not ${limitText}.`)
  return { kind: 'library-search', text: words.join(' ').trim(), isJson, limit }
}

function parseMake(args: readonly string[]): CommandLine {
  const values = new Map<string, string>()
  const words: string[] = []
  const names = new Set(['--seconds', '--variants', '--seed', '--out'])
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    if (!arg.startsWith('--')) {
      words.push(arg)
      continue
    }
    const [name = '', ...inline] = arg.split('=')
    if (!names.has(name)) return usageError(`make has no option ${name}.`)
    if (values.has(name)) return usageError(`${name} is given twice.`)
    const value = inline.length > 0 ? inline.join('=') : args[++at]
    if (value === undefined || value === '') return usageError(`${name} needs a value.`)
    values.set(name, value)
  }
  const prompt = words.join(' ').trim()
  if (prompt === '') return usageError('make needs a prompt, for example "heavy oak door slams".')
  const seconds = readNumber(values.get('--seconds') ?? String(DEFAULT_SECONDS))
  if (seconds === null || seconds <= 0)
    return usageError(`--seconds takes a number above 0, not ${values.get('--seconds')}.`)
  const variants = readNumber(values.get('--variants') ?? '1')
  if (variants === null || !Number.isInteger(variants) || variants < 1) {
    return usageError(`--variants takes a whole number from 1, not ${values.get('--variants')}.`)
  }
  const seedText = values.get('--seed')
  const seed = seedText === undefined ? null : readNumber(seedText)
  if (
    seedText !== undefined &&
    (seed === null || !Number.isInteger(seed) || seed < 0 || seed > 4_294_967_295)
  ) {
    return usageError(`--seed takes a whole number from 0 to 4294967295, not ${seedText}.`)
  }
  return {
    kind: 'make',
    prompt,
    durationMs: Math.round(seconds * 1000),
    variants,
    seed,
    outDir: values.get('--out') ?? null,
  }
}

const usageError = (message: string): CommandLine => ({ kind: 'usage-error', message })

/** A plain decimal number, or null: no exponents, no hexadecimal, no "Infinity". */
function readNumber(text: string): number | null {
  return /^\d{1,12}(\.\d{1,6})?$/.test(text) ? Number(text) : null
}

/** The part of `argv` after the app's path; Electron puts its own switches before it. */
export function argumentsAfterApp(
  argv: readonly string[],
  isAppPath: (arg: string) => boolean,
  isPackaged: boolean,
): string[] {
  if (isPackaged) return argv.slice(1)
  const at = argv.findLastIndex((arg, index) => index > 0 && !arg.startsWith('-') && isAppPath(arg))
  return at < 0 ? [] : argv.slice(at + 1)
}
