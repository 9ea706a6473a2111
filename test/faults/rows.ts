// The rows that every release has to hold, by number, with what must come of each in short; and which tests carry a number.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** [what happens, what must come of it, what only real Electron can show of it] */
type Row = readonly [happens: string, outcome: string, byHand?: string]

/** The numbers begin at 1 and have no gap: the place in this list is the number. */
export const ROWS: readonly Row[] = [
  // HTTP
  ['429 with Retry-After', 'next try not before it'],
  ['429 without headers', 'backoff with full jitter'],
  ['Retry-After negative, huge, or a date', 'clamped'],
  ['all RateLimit headers absent', 'tolerated'],
  ['steady traffic', 'paced on q and w, not on the burst'],
  ['503 with an HTML body', 'typed error, no crash'],
  ['500 after the service had committed', 'replay with the same key, one charge'],
  ['headers stall', 'deadline, replay'],
  ['body cut short', 'replay'],
  ['reset after the request was sent', 'replay; ambiguous where there is no key'],
  ['wait of 0 or 26', 'never sent'],
  ['poll 404', 'fate unknown, not failed'],
  ['401 in mid-queue', 'the connection pauses, intents stay'],
  ['captive portal answering 200 HTML', 'offline'],
  ['unknown status, type, category, code', 'shown as it is, polled until expires_at'],
  ['a foreign Service-Version', 'one warning'],
  ['gzip or brotli bomb', 'capped'],
  ['sustained 503', 'at most 1.1 times the traffic'],
  // Billing
  ['double click on Generate', 'one job'],
  ['409 idempotency_conflict', 'stop and explain, never retried'],
  ['402 with recovery', 'no retry, the one recovery step offered'],
  ['402 with shortfall 0', 'provisioning, not too poor'],
  ['pending passing its deadline', 'stalled, blocked'],
  ['unmetered nulls', 'never shown as 0'],
  ['partially_succeeded', 'full charge, variants saved, an error by each failed one'],
  ['result_unreadable', 'charged, not retried'],
  ['no speech found', 'settled charge below the quote'],
  ['plan expired or body changed', 'quote again'],
  ['price changed between quote and create', 'asked again when it rose'],
  ['key replaced while jobs run', 'old jobs keep the old key until they end'],
  ['replay later than 23 h', 'refused, fate unknown'],
  ['budget guard passed', 'asked before sending, in the main process'],
  // Transfer
  ['upload ticket at its last minute', 'a new ticket'],
  ['storage 400 or 403', 'named error, no loop'],
  ['asset_not_ready', 'bounded retry'],
  ['asset older than 24 h', 'uploaded again'],
  ['file changed while uploading', 'aborted, named'],
  ['link expires in mid-download', 'job read again, resumed with Range and If-Range'],
  ['200 answer to a Range', 'restart'],
  ['ETag changed', 'partial file thrown away'],
  ['length differs from bytes', 'rejected, fetched again'],
  ['404 after 7 days', 'deleted by the service, local copy kept'],
  ['download redirected to storage', 'followed without key or cookies'],
  // Storage
  ['disk full', 'paused with a message, no torn file, resumes'],
  ['EIO on fsync', 'reported as failed, never as saved'],
  ['a corrupt page', 'set aside, newest verified backup restored, person told'],
  ['backup of a corrupt database', 'good backups kept'],
  ['read-only folder, other device', 'named'],
  ['database of a newer version', 'refused read-only, named'],
  ['the person moved or deleted a file', 'relink or mark missing'],
  // Crash points
  ['killed before the intent is stored', 'nothing sent'],
  ['killed after commit, before send', 'sent once'],
  ['killed after send', 'replay, one charge'],
  ['killed after 202, before the id is stored', 'same id'],
  ['killed with a partial file', 'resumed'],
  ['killed after fsync, before rename', 'finished'],
  ['killed after rename, before the row', 'adopted by hash'],
  ['killed in a migration', 'all or nothing'],
  ['killed while the key is being replaced', 'the old or the new key'],
  ['local service killed in mid-job', 'job failed, retryable, credits consistent'],
  // Malformed data
  ['credits as string, NaN, 2^53', 'rejected'],
  ['required field missing', 'schema error, raw kept'],
  ['seed out of range', 'rejected'],
  ['stated duration is not the file’s', 'flagged'],
  ['lying WAV, RF64, MP3 of noise', 'named error'],
  ['damaged or endless MIDI', 'named error or capped'],
  ['lone surrogates, 1 MB label', 'truncated'],
  ['deep JSON, __proto__', 'inert'],
  // Hostile data
  ['urls.self or job_url on another origin', 'refused, path built instead'],
  ['redirect or media URL inwards', 'refused'],
  ['redirect loop', '5 hops'],
  ['hostile recovery_url', 'not opened', 'the system’s browser itself'],
  ['hostile ZIP', 'nothing written outside'],
  ['hostile SVG or MusicXML', 'inert'],
  ['file name from a label', 'sanitised'],
  ['ANSI, CR LF in a message', 'escaped in logs'],
  ['HTML in a prompt', 'text'],
  // Input
  ['key with spaces, newline, Bearer', 'trimmed, else a named error'],
  ['prompt, length, count beyond the model', 'blocked by the form and by the main process'],
  ['media file of 0 bytes, huge, FIFO, loop', 'named error'],
  ['drag of an unfinished sound', 'only finished files', 'the system’s own drag'],
  // System
  ['sleep in mid-wait', 'one poll at wake', 'powerMonitor: a machine that really sleeps'],
  ['clock off by 48 h', 'server Date plus a monotonic clock'],
  ['25 h offline', 'expired or fate unknown, nothing resent'],
  ['second instance', 'the first one comes to the front', 'the lock of the system and its window manager'],
  [
    'no keyring, locked, no D-Bus',
    'kept for this session only and said so',
    'Keychain and Credential Manager',
  ],
  ['proxy or TLS interception', 'fails closed with a name', 'a proxy and an authority of a company'],
  // A compromised window
  ['each channel from a foreign sender', 'denied'],
  ['fuzzed arguments', 'typed rejection'],
  ['drag of /etc/passwd', 'impossible, ids only', 'the system’s own drag'],
  ['ten thousand creates', 'stopped by the budget guard'],
  ['window.open, navigation, webview', 'denied'],
  ['reading the key', 'no channel exists'],
  ['window out of memory or crashed', 'jobs go on, window reloads', 'the death of a real renderer'],
]

const TESTS = join(import.meta.dirname, '..')
const FOLDERS = ['faults', 'e2e'] as const

/** A title that begins with a row's number: of a test, of a group of them, or of a row of the table that a test runs over. */
const TITLE = /(?:\b(?:it|test|describe)\(|\)\(|\[)\s*(['"`])(\d{1,2}) (?=\S)(.*?)\1/gs

/** The text of the source files in which titles count, by their path below `test`. */
export function testSources(): ReadonlyMap<string, string> {
  return new Map(
    FOLDERS.flatMap((folder) =>
      readdirSync(join(TESTS, folder))
        .filter((name) => /\.(test|spec)\.ts$/.test(name))
        .map((name) => [`${folder}/${name}`, readFileSync(join(TESTS, folder, name), 'utf8')] as const),
    ),
  )
}

/** The files by the number of the row that one of their tests carries. */
export function rowsTested(sources: ReadonlyMap<string, string>): ReadonlyMap<number, ReadonlySet<string>> {
  const tested = new Map<number, Set<string>>()
  for (const [file, source] of sources) {
    for (const [, , number] of source.replaceAll(/^\s*\/\/.*$/gm, '').matchAll(TITLE)) {
      const row = Number(number)
      tested.set(row, (tested.get(row) ?? new Set()).add(file))
    }
  }
  return tested
}

/** Numbers of rows that no test carries. */
export function rowsWithoutTest(
  rows: number,
  tested: Pick<ReadonlyMap<number, unknown>, 'has'>,
): readonly number[] {
  return Array.from({ length: rows }, (_, index) => index + 1).filter((number) => !tested.has(number))
}
