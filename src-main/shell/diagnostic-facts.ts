// Gathers what diagnostics are made of: counts from the database, lines from the log.
import { z } from 'zod'
import type { ReadableDatabase } from '../library/database.ts'
import type { DiagnosticFacts } from './diagnostics.ts'
import { privateWords } from './diagnostics.ts'
import type { LogFiles } from './log-files.ts'

const LOG_LINES = 300
const PROMPTS = 20
const counts = z.array(z.object({ state: z.string(), count: z.int() }))
const labels = z.array(z.object({ label: z.string() }))

/** Everything but what the process itself knows, which the caller gives. */
export function diagnosticFacts(
  db: ReadableDatabase,
  given: Omit<
    DiagnosticFacts,
    'logLines' | 'privateWords' | 'prompts' | 'generationsByState' | 'schemaVersion'
  > & { readonly includePrompts: boolean; readonly logLines: Pick<LogFiles, 'recent'> },
): DiagnosticFacts {
  const { includePrompts, logLines, ...facts } = given
  const states = db.statement(
    'SELECT state, count(*) AS count FROM generations GROUP BY state ORDER BY state',
  )
  const newest = db.statement('SELECT label FROM generations ORDER BY created_at_ms DESC LIMIT ?')
  const version = z.object({ user_version: z.int() }).parse(db.statement('PRAGMA user_version').get())
  return {
    ...facts,
    schemaVersion: version.user_version,
    generationsByState: counts.parse(states.all()),
    logLines: logLines.recent(LOG_LINES),
    privateWords: includePrompts ? [] : privateWords(db),
    prompts: includePrompts ? labels.parse(newest.all([PROMPTS])).map(({ label }) => label) : [],
  }
}
