// A whole library in a folder: exported, killed on the way, damaged, hostile, imported; nothing is lost and nothing lands elsewhere.
import { createHash, randomUUID } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { exportArchive } from '../../src-main/library/archive-export.ts'
import { importArchive } from '../../src-main/library/archive-import.ts'
import { fileLine, headLine, MANIFEST, readManifest } from '../../src-main/library/archive-manifest.ts'
import {
  addToCollection,
  createCollection,
  listCollections,
  membersOf,
} from '../../src-main/library/collections.ts'
import { openLibraryDatabase, type WritableDatabase } from '../../src-main/library/database.ts'
import { openOrRestore } from '../../src-main/library/open-or-restore.ts'
import { libraryStats } from '../../src-main/library/sound-rows.ts'
import { insertSounds } from '../../src-main/library/sound-store.ts'
import { addGeneration, sound } from '../unit/library/library-fixture.ts'
import { runTraced, whyNoTrace } from './traced.ts'

const NOW_MS = 1_790_000_000_000
const SOUNDS = 12
/** Ids of the sounds in a collection, as a person put them. */
const IN_ORDER = [7, 2, 9, 1]
const SCRIPT = join(import.meta.dirname, 'copy-library.ts')

interface Place {
  readonly folder: string
  readonly database: string
  readonly root: string
  readonly backups: string
}
function place(): Place {
  const folder = mkdtempSync(join(tmpdir(), 'foleyroom-archive-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return {
    folder,
    database: join(folder, 'library.db'),
    root: join(folder, 'sounds'),
    backups: join(folder, 'backups'),
  }
}
function opened(path: string): WritableDatabase {
  const outcome = openLibraryDatabase(path)
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.value
}
/** A library of small files, one of them in the trash and one gone. */
function library(): Place & { readonly db: WritableDatabase } {
  const at = place()
  const db = opened(at.database)
  const sounds = Array.from({ length: SOUNDS }, (_, n) => sound(n))
  insertSounds(db, sounds)
  for (const [n, { relativePath }] of sounds.entries()) {
    const path = join(at.root, ...(n === 3 ? ['.trash'] : []), relativePath)
    mkdirSync(dirname(path), { recursive: true })
    if (n !== 5) writeFileSync(path, Buffer.alloc(1_000 + n, n))
  }
  db.statement('UPDATE sounds SET trashed_at_ms = 1 WHERE uid = ?').run(['uid-3'])
  const film = createCollection(db, { name: 'Film', parentId: null, query: null }, 1)
  addToCollection(db, film, IN_ORDER, null)
  return { ...at, db }
}
const ways = { now: () => NOW_MS, newId: randomUUID, onProgress: () => {} }
const never = (): AbortSignal => new AbortController().signal
async function exported(): Promise<Place & { readonly archive: string }> {
  const { db, ...at } = library()
  const archive = join(at.folder, 'archive')
  const done = await exportArchive({ ...ways, db, root: at.root, target: archive, signal: never() })
  expect(done).toEqual({ ok: true, value: { files: SOUNDS - 1, missing: 1 } })
  db.close()
  return { ...at, archive }
}
const importInto = (to: Place, archive: string, signal = never()) =>
  importArchive({
    ...ways,
    archive,
    root: to.root,
    databasePath: to.database,
    rootSetting: 'library-root',
    signal,
  })

/** Every file below a folder with its content. */
function contents(folder: string): Readonly<Record<string, string>> {
  if (!existsSync(folder)) return {}
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()
  return Object.fromEntries(
    names
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex'),
      ]),
  )
}

describe('A library that is exported', () => {
  it('is imported elsewhere whole: rows, files, trash; the one before it is set aside with its backups', async () => {
    const from = await exported()
    const to = place()
    const before = opened(to.database)
    insertSounds(before, [sound(700)])
    before.close()
    mkdirSync(to.backups)
    writeFileSync(join(to.backups, 'library-1790000000000.db'), 'a backup of the former library')
    expect(await importInto(to, from.archive)).toEqual({ ok: true, value: { files: SOUNDS - 1, missing: 1 } })
    expect(contents(to.root)).toEqual(contents(from.root))
    const meanwhile = opened(to.database)
    expect(libraryStats(meanwhile).count).toBe(1)
    meanwhile.close()
    const started = await openOrRestore(to.database, to.backups, NOW_MS)
    if (!started.ok) throw new Error(started.error.message)
    const { db, notice } = started.value
    expect(libraryStats(db).count).toBe(SOUNDS - 1)
    expect(listCollections(db).map(({ id }) => membersOf(db, id))).toEqual([IN_ORDER])
    expect(db.statement(`SELECT value_json FROM settings WHERE key = 'library-root'`).get()).toEqual({
      value_json: JSON.stringify(to.root),
    })
    db.close()
    expect(notice).toContain(`before-import-${NOW_MS}-library.db`)
    const aside = opened(join(to.folder, `before-import-${NOW_MS}-library.db`))
    expect(libraryStats(aside).count).toBe(1)
    aside.close()
    expect(existsSync(to.backups)).toBe(false)
    expect(await openOrRestore(to.database, to.backups, NOW_MS)).toMatchObject({
      ok: true,
      value: { notice: null },
    })
  })

  it('is not exported while something in it is not sent: two libraries would send it', async () => {
    const { db, root, folder } = library()
    addGeneration(db, 'g1')
    db.statement(`UPDATE generations SET state = 'stored', finished_at_ms = NULL`).run()
    const target = join(folder, 'archive')
    const done = await exportArchive({ ...ways, db, root, target, signal: never() })
    expect(done).toMatchObject({ ok: false, error: { code: 'jobs_running', retryable: true } })
    expect(contents(target)).toEqual({})
  })

  it('stopped on the way → named as unfinished, and the same folder goes on without copying again', async () => {
    const { db, root, folder } = library()
    const target = join(folder, 'archive')
    const stopping = new AbortController()
    const onProgress = ({ filesDone }: { readonly filesDone: number }): void => {
      if (filesDone === 6) stopping.abort()
    }
    const part = { ...ways, db, root, target }
    expect(await exportArchive({ ...part, onProgress, signal: stopping.signal })).toMatchObject({
      ok: false,
      error: { code: 'stopped', retryable: true },
    })
    expect(await importInto(place(), target)).toMatchObject({
      ok: false,
      error: { code: 'archive_unfinished' },
    })
    const first = join(target, 'sounds', sound(0).relativePath)
    const { ino } = statSync(first)
    expect(await exportArchive({ ...part, signal: never() })).toMatchObject({ ok: true })
    expect(statSync(first).ino).toBe(ino)
    const read = await readManifest(join(target, MANIFEST))
    expect(read).toMatchObject({ ok: true, value: { files: { length: SOUNDS - 1 } } })
    expect(await exportArchive({ ...part, signal: never() })).toMatchObject({
      ok: false,
      error: { code: 'folder_refused' },
    })
  })

  const noTrace = whyNoTrace()
  it.skipIf(noTrace !== null).each(['fsync', 'rename', 'openat'])(
    'killed again and again at %s, in export and import → goes on each time, and in the end nothing is missing',
    async (call) => {
      const { db, ...from } = library()
      db.close()
      const [archive, to] = [join(from.folder, 'archive'), place()]
      const untilDone = async (args: readonly string[]): Promise<number> => {
        for (let kills = 0; ; kills++) {
          const inject = `${call}:signal=SIGKILL:when=${3 + kills * (call === 'openat' ? 12 : 3)}`
          const ran = await runTraced(SCRIPT, args, { inject })
          if (ran.code === 0) {
            const told = JSON.parse(ran.output)
            // Killed after the last step: there is nothing left to do, and below stands whether it is whole.
            const wasDone = kills > 0 && told.error?.code === 'folder_refused'
            if (!wasDone) expect(told).toMatchObject({ ok: true })
            return kills
          }
          expect(ran).toMatchObject({ code: 137 })
          if (kills > 40) throw new Error(`never ends: ${ran.complaint}`)
        }
      }
      expect(await untilDone(['export', from.database, from.root, archive, from.backups])).toBeGreaterThan(0)
      expect(await untilDone(['import', to.database, to.root, archive, to.backups])).toBeGreaterThan(0)
      expect(contents(to.root)).toEqual(contents(from.root))
      const now = opened(to.database)
      expect(libraryStats(now).count).toBe(SOUNDS - 1)
      expect(now.driver.pragma('integrity_check', { simple: true })).toBe('ok')
      now.close()
    },
    180_000,
  )

  const first = `sounds/${sound(0).relativePath}`
  it.each<readonly [string, (archive: string) => void, string]>([
    ['a folder that is none', (archive) => rmSync(join(archive, MANIFEST)), 'not_an_archive'],
    [
      'a list of something else',
      (archive) => writeFileSync(join(archive, MANIFEST), '{"a":1}\n'),
      'not_an_archive',
    ],
    ['a list without its end', (archive) => cutLines(archive, -1), 'archive_damaged'],
    ['a list that lost a line', (archive) => cutLines(archive, 4), 'archive_damaged'],
    [
      'a file that was changed',
      (archive) => writeFileSync(join(archive, first), Buffer.alloc(1_000, 9)),
      'archive_damaged',
    ],
    ['a file that was cut', (archive) => truncateSync(join(archive, first), 10), 'archive_damaged'],
    ['a file that is gone', (archive) => rmSync(join(archive, first)), 'archive_damaged'],
    [
      'a database that was cut',
      (archive) => truncateSync(join(archive, 'library.db'), 8_192),
      'archive_damaged',
    ],
    ['a file that is a link', (archive) => linkTo(archive, first), 'archive_damaged'],
    ['a folder that is a link', (archive) => linkTo(archive, 'sounds/2026'), 'archive_damaged'],
    ['a newer format', (archive) => changeHead(archive, { version: 2 }), 'archive_newer'],
  ])('with %s → named, the present library and its folder stay as they were', async (_name, harm, code) => {
    const from = await exported()
    harm(from.archive)
    const to = place()
    expect(await importInto(to, from.archive)).toMatchObject({ ok: false, error: { code } })
    expect(readdirSync(to.folder).filter((name) => name.startsWith('imported'))).toEqual([])
  })

  it.each([
    '../escaped.wav',
    '2026/../../escaped.wav',
    '/tmp/escaped.wav',
    'C:\\escaped.wav',
    'C:/escaped.wav',
    '..\\escaped.wav',
    'a\0b.wav',
    'a//b.wav',
    './a.wav',
    'con.wav',
    'a/NUL',
    'stream.wav:hidden',
    'dot.',
  ])('73 with a file called %j → refused whole, nothing written outside or inside', async (path) => {
    const at = place()
    const archive = join(at.folder, 'archive')
    mkdirSync(join(archive, 'sounds'), { recursive: true })
    writeFileSync(join(at.folder, 'secret.wav'), 'secret')
    writeFileSync(join(archive, MANIFEST), listOf(path))
    expect(await importInto(at, archive)).toMatchObject({ ok: false, error: { code: 'archive_damaged' } })
    expect(existsSync(at.root)).toBe(false)
    expect(readdirSync(at.folder).toSorted()).toEqual(['archive', 'secret.wav'])
  })

  it('into a folder that holds something else → refused, nothing of it is touched', async () => {
    const from = await exported()
    const to = place()
    mkdirSync(to.root)
    writeFileSync(join(to.root, 'mine.txt'), 'mine')
    expect(await importInto(to, from.archive)).toMatchObject({ ok: false, error: { code: 'folder_refused' } })
    expect(Object.keys(contents(to.root))).toEqual(['mine.txt'])
  })
})

/** A right list, but for the path: with its end, so that nothing else is wrong with it. */
function listOf(path: string): string {
  const sha256 = '0'.repeat(64)
  const head = headLine({ id: randomUUID(), createdAtMs: NOW_MS, database: { bytes: 1, sha256 } })
  const file = fileLine({ path, bytes: 6, sha256 })
  const hash = createHash('sha256').update(head).update(file).digest('hex')
  return `${head}${file}${JSON.stringify({ files: 1, missing: [], sha256: hash })}\n`
}
function cutLines(archive: string, line: number): void {
  const path = join(archive, MANIFEST)
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  writeFileSync(path, `${lines.toSpliced(line, 1).join('\n')}\n`)
}
function changeHead(archive: string, changes: object): void {
  const path = join(archive, MANIFEST)
  const [head = '', ...rest] = readFileSync(path, 'utf8').split('\n')
  writeFileSync(path, [JSON.stringify({ ...JSON.parse(head), ...changes }), ...rest].join('\n'))
}
function linkTo(archive: string, name: string): void {
  const elsewhere = `${archive}-elsewhere`
  cpSync(join(archive, name), elsewhere, { recursive: true })
  renameSync(join(archive, name), `${elsewhere}-was`)
  symlinkSync(elsewhere, join(archive, name))
}
