// What "Copy diagnostics" puts on the clipboard: versions, counts and the last lines of the log, without anything that is the person's own.
import type { AppState, ConnectionView } from '../bridge/types.ts'
import type { ReadableDatabase } from '../library/database.ts'
import { redact } from './log.ts'

export interface DiagnosticFacts {
  readonly nowMs: number
  readonly state: AppState
  /** As `process.versions`, `process.arch` and `os` say. */
  readonly versions: Readonly<Record<string, string | undefined>>
  readonly system: string
  readonly locale: string
  readonly schemaVersion: number
  readonly generationsByState: readonly { readonly state: string; readonly count: number }[]
  /** Of the log, oldest first. */
  readonly logLines: readonly string[]
  /** What may not be told, longest first: prompts, names, labels. Empty where the person chose to tell them. */
  readonly privateWords: readonly string[]
  /** Labels of the newest generations; only where the person chose to tell them. */
  readonly prompts: readonly string[]
  /** Folders whose content is the person's: below them only the ending of a file's name is told. */
  readonly privateFolders: readonly { readonly path: string; readonly name: string }[]
}

/** The newest of each are enough: older ones have left the log. */
const WORDS_FROM = 1_000
/** Shorter ones ("wind") occur in any sentence, and hiding them would tell more than it hides. */
const SHORTEST_WORD = 4

/** Prompts, labels and names of the newest sounds and generations, longest first. */
export function privateWords(db: ReadableDatabase): readonly string[] {
  const sql = `SELECT prompt AS word FROM (SELECT prompt FROM sounds ORDER BY id DESC LIMIT :most)
    UNION SELECT name FROM (SELECT name FROM sounds ORDER BY id DESC LIMIT :most)
    UNION SELECT label FROM (SELECT label FROM sounds ORDER BY id DESC LIMIT :most)
    UNION SELECT label FROM (SELECT label FROM generations ORDER BY created_at_ms DESC LIMIT :most)`
  // One text column, by the schema.
  const rows = db.statement(sql).all({ most: WORDS_FROM }) as readonly { readonly word: string }[]
  return rows
    .map(({ word }) => word.trim())
    .filter((word) => word.length >= SHORTEST_WORD)
    .sort((a, b) => b.length - a.length)
}

/** The whole text; no line of it holds a key, a signed link, a private word or a name below a private folder. */
export function diagnosticsText(facts: DiagnosticFacts): string {
  const { state, versions } = facts
  const lines = [
    `Foleyroom ${state.version} on ${state.runtime} ${versions.electron ?? ''} (${state.platform}, ${facts.system})`,
    `Node ${versions.node}, Chromium ${versions.chrome ?? 'of the system'}, SQLite schema ${facts.schemaVersion}, ${facts.locale}`,
    `Made at ${new Date(facts.nowMs).toISOString()}`,
    `Library: ${state.soundCount} sounds, ${(state.bytesOnDisk / 1e6).toFixed(1)} MB`,
    `Generations: ${facts.generationsByState.map((each) => `${each.count} ${each.state}`).join(', ') || 'none'}`,
    `Keychain: ${state.keychain.kind === 'available' ? 'available' : `this session only (${state.keychain.reason})`}`,
    ...state.connections.map(connectionLine),
    ...(facts.prompts.length === 0 ? [] : ['', 'Prompts, as chosen:', ...facts.prompts]),
    '',
    'The last lines of the log:',
    ...facts.logLines,
  ]
  return `${lines.map((line) => withoutPrivate(redact(line), facts)).join('\n')}\n`
}

function connectionLine(connection: ConnectionView): string {
  const { status } = connection
  const how =
    status.kind === 'failing'
      ? `failing: ${status.error.code}${status.error.requestId === undefined ? '' : `, request ${status.error.requestId}`}`
      : status.kind === 'online'
        ? `online, ${Math.round(status.latencyMs)} ms`
        : status.kind
  const key = connection.hasKey
    ? connection.isKeySessionOnly
      ? 'a key for this session'
      : 'a kept key'
    : 'no key'
  return `Connection ${connection.kind}: ${how}${connection.kind === 'service' ? `, ${key}` : ''}`
}

/** Hides names below the person's folders, then the words themselves, however a file's name wrote them. */
function withoutPrivate(line: string, { privateFolders, privateWords: words }: DiagnosticFacts): string {
  let hidden = line
  for (const { path, name } of privateFolders) {
    for (let at = hidden.indexOf(path); at >= 0; at = hidden.indexOf(path, at + 1)) {
      // A name may hold spaces: everything to the ending of the file, or to the end of the line.
      const rest = hidden.slice(at + path.length)
      const [below = ''] = /^[\\/].*?\.[a-z0-9]{2,5}(?=$|[\s)"':,])|^[\\/].*/i.exec(rest) ?? []
      const ending = /\.[a-z0-9]{2,5}$/i.exec(below)?.[0] ?? ''
      hidden = `${hidden.slice(0, at)}<${name}${below === '' ? '' : '/…'}${ending}>${rest.slice(below.length)}`
    }
  }
  const folded = words.length === 0 ? '' : hidden.toLowerCase()
  for (const word of words) {
    if (folded.includes(word.toLowerCase()))
      hidden = hidden.replaceAll(new RegExp(RegExp.escape(word), 'gi'), '<hidden>')
  }
  return hidden
}
