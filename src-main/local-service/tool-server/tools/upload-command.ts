// An upload as a command line (pure).

import type { UploadTicket } from '../../../contract/index.ts'

/** The curl command that sends `path` as the ticket wants it: fields first, as they are, and the file last. For a POSIX shell. */
export function uploadCommand({ upload_url, fields }: UploadTicket, path: string): string {
  const entries = Object.entries(fields).flatMap(([name, value]) => ['--form-string', `${name}=${value}`])
  // Within curl's own quotes a path may hold commas and semicolons.
  const file = `file=@"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
  return ['curl', '--fail-with-body', ...entries, '--form', file, upload_url].map(shellQuoted).join(' ')
}

function shellQuoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
