// A walk through a folder of real sounds with the library's own rooms: `node test/bench/library/walk.ts FOLDER`. What it found last: RESULTS.md.
import { execFileSync, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openLibraryDatabase, type WritableDatabase } from '../../../src-main/library/database.ts'
import { createFactsQueue } from '../../../src-main/library/facts-queue.ts'
import { createLibraryFolder } from '../../../src-main/library/folder.ts'
import { createImports } from '../../../src-main/library/imports.ts'
import { createLibrarySearch } from '../../../src-main/library/search.ts'
import { createFactsService } from '../../../src-main/media/facts-service.ts'
import type { HashFile } from '../../../src-main/media/hash-file.ts'
import { seededRandom } from './make-library.ts'

const COMPARED = 100
const WATCHED_EVERY_MS = 5
const TYPED = ['explo', 'door', 'snare', 'victory', 'type:ambience', 'format:ogg dur:<1s', 'rate:8k']

const [, , source] = process.argv
if (source === undefined) throw new Error('Which folder? node test/bench/library/walk.ts FOLDER')
const home = mkdtempSync(join(tmpdir(), 'foleyroom-walk-'))
try {
  await walk(source)
} finally {
  rmSync(home, { recursive: true, force: true })
}

async function walk(from: string): Promise<void> {
  const opened = openLibraryDatabase(join(home, 'library.db'))
  if (!opened.ok) throw new Error(opened.error.message)
  const db = opened.value
  const log = (message: string): void => console.log(`  ${message}`)
  const workerUrl = new URL('../../../src-main/media/worker.ts', import.meta.url)
  const media = createFactsService({ workerUrl, cacheDir: join(home, 'cache'), log })
  const hashLong: HashFile = (file, signal) => media.run('hash', file, signal)
  const place = createLibraryFolder({ root: join(home, 'library'), hashLong })
  const folder = () => place
  const queue = createFactsQueue({ db, folder, facts: media, now: Date.now, onStored: () => undefined, log })
  const onProgress = (): void => queue.wake()
  const imports = createImports({ db, folder, media, newId: randomUUID, now: Date.now, onProgress, log })

  const stretches = watchStretches()
  const beganAtMs = performance.now()
  imports.start([from], 'walk')
  await imports.settled()
  const view = imports.current()
  if (view === null) throw new Error('nothing was imported')
  const files = view.imported + view.duplicates + view.failed
  const perFileMs = (performance.now() - beganAtMs) / files
  console.log(`${view.imported} imported, ${view.duplicates} were there already, ${view.failed} failed:`)
  for (const { name, code, message } of view.problems) if (code !== 'duplicate') log(`${name}: ${message}`)
  console.log(`${perFileMs.toFixed(1)} ms a file, with ${media.workers} workers`)
  while (left(db) > 0) {
    queue.wake()
    await sleep(250)
  }
  console.log(
    `all facts after ${((performance.now() - beganAtMs) / 1000).toFixed(0)} s; ${stretches.end(files)}`,
  )
  console.log(`memory at the most ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB, workers included`)
  compare(db, place.root)
  const search = createLibrarySearch(db)
  const sort = { column: 'createdAtMs', descending: true } as const
  for (const text of TYPED) {
    const { total } = search.page({ text, filterByText: true, sort, offset: 0, limit: 200 })
    console.log(`${text}: ${total} sounds`)
  }
  const prefixes = TYPED.flatMap((text) => Array.from(text, (_, n) => text.slice(0, n + 1)))
  const keystrokesMs = prefixes
    .map((text) => {
      const atMs = performance.now()
      search.matches({ text, limit: 6, sort })
      search.page({ text, filterByText: true, sort, offset: 0, limit: 100 })
      return performance.now() - atMs
    })
    .toSorted((a, b) => a - b)
  const at = (share: number): string =>
    (keystrokesMs.at(Math.floor((keystrokesMs.length - 1) * share)) ?? 0).toFixed(1)
  console.log(`${prefixes.length} keystrokes: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, at the most ${at(1)} ms`)
  await media.close()
  db.close()
}

function left(db: WritableDatabase): number {
  // One integer, by the statement.
  const { sounds } = db.statement('SELECT count(*) AS sounds FROM sounds WHERE facts_version < 1').get() as {
    readonly sounds: number
  }
  return sounds
}

/** How long this thread worked without a pause, by its processor's time: other work of the machine does not count. */
function watchStretches(): { readonly end: (files: number) => string } {
  const stretchesMs: number[] = []
  const first = process.threadCpuUsage()
  let last = first
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(last)
    last = process.threadCpuUsage()
    stretchesMs.push((user + system) / 1000)
  }, WATCHED_EVERY_MS)
  return {
    end: (files) => {
      clearInterval(timer)
      const sorted = stretchesMs.toSorted((a, b) => a - b)
      const at = (share: number): string =>
        (sorted.at(Math.floor((sorted.length - 1) * share)) ?? 0).toFixed(1)
      const { user, system } = process.threadCpuUsage(first)
      const perFileMs = ((user + system) / 1000 / files).toFixed(1)
      return `the main thread worked ${perFileMs} ms a file, at a stretch p99 ${at(0.99)} ms, at the most ${at(1)} ms`
    },
  }
}

/** Loudness and true peak beside ffmpeg's, of sounds picked by chance. */
function compare(db: WritableDatabase, root: string): void {
  if (spawnSync('ffmpeg', ['-version']).status !== 0) return
  // Columns of the schema, by the statement.
  const measured = db
    .statement(
      `SELECT relative_path AS path, loudness_lufs AS lufs, true_peak_db AS peakDb FROM sounds
       WHERE loudness_lufs IS NOT NULL ORDER BY id`,
    )
    .all() as readonly { readonly path: string; readonly lufs: number; readonly peakDb: number }[]
  const random = seededRandom(7)
  const picked = measured
    .map((each) => ({ ...each, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, COMPARED)
  let furthestLu = 0
  let furthestDb = 0
  for (const { path, lufs, peakDb } of picked) {
    const asked = ['-hide_banner', '-nostats', '-i', join(root, path), '-af', 'ebur128=peak=true']
    const told = execFileSync('sh', ['-c', 'exec ffmpeg "$@" -f null - 2>&1', 'ffmpeg', ...asked], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    })
    const summary = told.slice(told.lastIndexOf('Summary:'))
    const number = (pattern: RegExp): number => Number(pattern.exec(summary)?.[1])
    furthestLu = Math.max(furthestLu, Math.abs(lufs - number(/I:\s+(\S+) LUFS/)))
    furthestDb = Math.max(furthestDb, Math.abs(peakDb - number(/Peak:\s+(\S+) dBFS/)))
  }
  console.log(
    `${picked.length} beside ffmpeg ebur128: loudness within ${furthestLu.toFixed(2)} LU, true peak within ${furthestDb.toFixed(2)} dB`,
  )
}
