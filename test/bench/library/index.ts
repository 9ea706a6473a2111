// Measures the library at a million sounds: keystrokes, fields, jumps and sorts in the main process, beside the raw statement and beside LIKE; then
// the window over it.
import { existsSync, rmSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import type { LibraryQuery, SortColumn } from '../../../src-main/bridge/types.ts'
import {
  openLibraryDatabase,
  type ReadableDatabase,
  readForSearches,
} from '../../../src-main/library/database.ts'
import { createLibrarySearch, type LibrarySearch } from '../../../src-main/library/search.ts'
import { libraryStats } from '../../../src-main/library/sound-rows.ts'
import { makeTemporaryFolder } from '../../temporary-folder.ts'
import type { BenchLine } from '../runner/lines.ts'
import { forget } from './file-cache.ts'
import { fillLibrary, seededRandom } from './make-library.ts'
import { measureWindow } from './window.ts'

export interface BenchOptions {
  readonly sounds?: number
  /** A database that an earlier run made and kept; made there where it is missing. */
  readonly keepAt?: string
  /** How long each movement through the table lasts. */
  readonly seconds?: number
  /** 'main' or 'window': that half alone. */
  readonly only?: string
  readonly print?: (line: string) => void
}

/** What people type, letter by letter. */
const TYPED = [
  'heavy rain on a tin roof',
  'door slams',
  'distant thunder rumbles at night',
  'wet footsteps gravel',
  'glass shatters',
  'explosion',
  'zebra',
  '"tin roof"',
  'soft wind -engine',
]
const FIELDS = [
  'type:ambience',
  'type:weather',
  'model:procedural',
  'dur:<2s',
  'dur:1..3s',
  'fav',
  'seed:41',
  'tag:rain',
  '-type:sfx',
  'model:sfx dur:>10s',
  'fav dur:<5s',
  'type:music model:1.5 dur:<1s',
  'rain dur:<2s',
  'door type:doors fav',
  'rating:>3',
  'format:wav',
  'is:loop',
  'date:>=2020-09-20',
  'rate:48k',
  '-is:missing',
]
const KEYSTROKE_TARGET_MS = 16

export async function run(options: BenchOptions = {}): Promise<readonly BenchLine[]> {
  const count = options.sounds ?? 1_000_000
  const print = options.print ?? console.log
  const folder = makeTemporaryFolder('bench')
  const path = options.keepAt ?? join(folder, 'library.db')
  const isMade = existsSync(path)
  try {
    const opened = openLibraryDatabase(path)
    if (!opened.ok) throw new Error(opened.error.message)
    const db = opened.value
    let lines: readonly BenchLine[] = []
    try {
      if (!isMade) fillLibrary(db, count, (made) => made % 100_000 === 0 && print(`made ${made} sounds`))
      print(
        `${libraryStats(db).count} sounds, ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.versions.node}`,
      )
      // As in the app a moment after its start: the system has nothing of the file but what is read for searches then.
      forget(path)
      readForSearches(path)
      if (options.only !== 'window') lines = measureAll(db, createLibrarySearch(db), print)
    } finally {
      db.close()
    }
    if (options.only === 'main') return lines
    const seconds = options.seconds ?? 10
    return [...lines, ...(await measureWindow({ databasePath: path, seconds, print }))]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const pageQuery = (changes: Partial<LibraryQuery>): LibraryQuery => ({
  text: '',
  filterByText: false,
  sort: { column: 'createdAtMs', descending: true },
  offset: 0,
  limit: 100,
  ...changes,
})

function measureAll(
  db: ReadableDatabase,
  search: LibrarySearch,
  print: (line: string) => void,
): readonly BenchLine[] {
  const total = libraryStats(db).count
  const prefixes = TYPED.flatMap((text) => Array.from(text, (_, n) => text.slice(0, n + 1)))
  const slowest = (of: readonly Timed[]) =>
    print(
      `  slowest: ${of
        .toSorted((a, b) => b.ms - a.ms)
        .slice(0, 4)
        .map(({ what, ms }) => `${what} ${ms.toFixed(1)} ms`)
        .join(', ')}`,
    )

  const keystrokes = timed(prefixes, (text) => {
    search.matches({ text, limit: 6, sort: { column: 'createdAtMs', descending: true } })
    search.page(pageQuery({ text }))
  })
  const raw = db.statement(
    'SELECT rowid FROM sounds_fts WHERE sounds_fts MATCH ? ORDER BY rowid DESC LIMIT 100',
  )
  const rawTimes = timed(prefixes, (text) => raw.all([`"${text.replaceAll('"', '')}" *`]))
  const like = db.statement(
    `SELECT id FROM sounds WHERE name LIKE ? OR prompt LIKE ? ORDER BY created_at_ms DESC LIMIT 100`,
  )
  const likeTimes = timed(['heavy rain', 'zebra', 'tin roof', 'shatters'], (text) =>
    like.all([`%${text}%`, `%${text}%`]),
  )
  slowest(keystrokes)

  const fields = timed(FIELDS, (text) => search.page(pageQuery({ text })))
  slowest(fields)
  const filtering = timed(
    ['rain', 'heavy rain', 'tin roof night', 'h', 'whistles', '"tin roof"', 'zebra'],
    (text) => search.page(pageQuery({ text, filterByText: true })),
  )
  slowest(filtering)

  const random = seededRandom(7)
  const offsets = Array.from({ length: 100 }, () => Math.floor(random() * total))
  const firstJump = timed([Math.floor(total / 2), total - 100], (offset) =>
    createLibrarySearch(db).page(pageQuery({ offset })),
  )
  const jumps = timed(offsets, (offset) => search.page(pageQuery({ offset })))
  const rawOffset = db.statement(
    'SELECT * FROM sounds WHERE trashed_at_ms IS NULL ORDER BY created_at_ms DESC, id DESC LIMIT 100 OFFSET ?',
  )
  const rawJumps = timed(offsets.slice(0, 10), (offset) => rawOffset.all([offset]))
  slowest(jumps)

  const columns: readonly SortColumn[] = [
    'name',
    'type',
    'durationMs',
    'model',
    'seed',
    'loudnessLufs',
    'credits',
    'createdAtMs',
  ]
  const sorts = timed(
    columns.flatMap((column) => [true, false].map((descending) => ({ column, descending }))),
    (sort) => search.page(pageQuery({ sort })),
  )
  slowest(sorts)

  const line = (
    name: string,
    ours: readonly Timed[],
    peer: readonly Timed[] | null,
    target: number | null,
  ): BenchLine => {
    const value = p95(ours)
    const other = peer && p95(peer)
    return {
      name,
      ours: value,
      peer: other,
      unit: 'ms',
      ratio: other === null ? null : value / other,
      target,
      holds: target === null || value <= target,
    }
  }
  return [
    line(
      'keystroke → matches and page, p95; beside the raw statement',
      keystrokes,
      rawTimes,
      KEYSTROKE_TARGET_MS,
    ),
    line('keystroke → matches and page, p95; beside LIKE', keystrokes, likeTimes, KEYSTROKE_TARGET_MS),
    line('fields → page, p95', fields, null, KEYSTROKE_TARGET_MS),
    line('filtering by words → page, p95', filtering, null, null),
    line('first jump into the table', firstJump, null, null),
    line('any jump → page, p95; beside OFFSET', jumps, rawJumps, KEYSTROKE_TARGET_MS),
    line('another sort → first page, p95', sorts, null, null),
  ]
}

interface Timed {
  readonly what: string
  readonly ms: number
}

function timed<T>(inputs: readonly T[], work: (input: T) => unknown): readonly Timed[] {
  return inputs.map((input) => {
    const from = performance.now()
    work(input)
    return { what: typeof input === 'string' ? input : JSON.stringify(input), ms: performance.now() - from }
  })
}

function p95(times: readonly Timed[]): number {
  const sorted = times.map(({ ms }) => ms).toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * 0.95) - 1)] ?? 0
}
