// The ledger as a table that spreadsheets read (RFC 4180). Pure.
import type { LedgerEntry } from './ledger.ts'

const COLUMNS: readonly (readonly [name: string, value: (entry: LedgerEntry) => string | number | null])[] = [
  ['when', ({ createdAtMs }) => new Date(createdAtMs).toISOString()],
  ['what', ({ label }) => label],
  ['family', ({ family }) => family],
  ['model', ({ model }) => model],
  ['state', ({ state }) => state],
  ['quoted credits', ({ isMetered, quotedCredits }) => (isMetered ? quotedCredits : null)],
  ['charged credits', ({ isMetered, chargedCredits }) => (isMetered ? chargedCredits : null)],
  ['sounds', ({ soundIds }) => soundIds.length],
  ['job', ({ jobId }) => jobId],
  ['request id', ({ requestId }) => requestId],
]

/** With a head line; lines end as RFC 4180 has it. */
export function ledgerCsv(entries: readonly LedgerEntry[]): string {
  const lines = [
    COLUMNS.map(([name]) => name),
    ...entries.map((entry) => COLUMNS.map(([, value]) => cell(value(entry)))),
  ]
  return lines.map((line) => `${line.join(',')}\r\n`).join('')
}

/** Quoted where it has to be. A text that a spreadsheet would take for a formula is kept a text. */
function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
