// The notes of a transcription as a file for other programs.
import type { NotesDocument } from '../bridge/transcriptions.ts'

/** JSON with all that is known, or a table of the notes alone (RFC 4180). Times in seconds. */
export function notesFile(document: NotesDocument, format: 'json' | 'csv'): string {
  if (format === 'json') return `${JSON.stringify(document, null, 2)}\n`
  const rows = document.notes.map(({ pitch, start, end, velocity, instrument }) =>
    [start, end, pitch, velocity, quoted(instrument)].join(','),
  )
  return ['start_s,end_s,pitch,velocity,instrument', ...rows, ''].join('\r\n')
}

/** Quoted where the notation asks for it; a name that a spreadsheet would take for a formula is text. */
function quoted(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
