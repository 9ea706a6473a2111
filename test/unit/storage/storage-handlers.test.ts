// What the app keeps: measured, emptied, deleted; nothing of the person's own goes with it.
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { insertTranscriptionFiles } from '../../../src-main/generations/midi-files.ts'
import { insertSounds } from '../../../src-main/library/sound-store.ts'
import { storageHandlers } from '../../../src-main/shell/handlers/storage-handlers.ts'
import { createLibraryArchiver } from '../../../src-main/shell/library-archive.ts'
import { TABLES_OF_FILES } from '../../../src-main/shell/library-files.ts'
import { createStorageMover } from '../../../src-main/shell/storage-move.ts'
import {
  addGeneration,
  openTemporaryLibrary,
  sound,
  type TemporaryFolder,
  temporaryFolder,
} from '../library/library-fixture.ts'

let folder: TemporaryFolder
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

function keeping(jobs = 0) {
  const root = join(folder.path, 'Music')
  const files = ['cache/peaks/1', 'logs/foleyroom.log', 'engine/engine.db', 'backups/1.db', 'mine.txt']
  for (const path of [
    ...files,
    'Music/2026/11/sound 1.wav',
    'Music/.trash/2026/11/sound 2.wav',
    'Music/2026/11/sound 1, score.pdf',
    'Music/.partial/g1-0-0.part',
    'Music/mine.wav',
  ]) {
    mkdirSync(dirname(join(folder.path, path)), { recursive: true })
    writeFileSync(join(folder.path, path), '0123456789')
  }
  const db = openTemporaryLibrary(folder)
  insertSounds(db, [sound(1), sound(2)])
  addGeneration(db, 'g1')
  insertTranscriptionFiles(db, [
    {
      generationId: 'g1',
      index: 0,
      kind: 'score',
      part: null,
      name: 'sound 1, score',
      relativePath: '2026/11/sound 1, score.pdf',
      bytes: 10,
      sha256: '0'.repeat(64),
    },
  ])
  const did: string[] = []
  const handlers = storageHandlers({
    db,
    userData: folder.path,
    libraryRoot: () => root,
    libraryBytes: () => 20,
    mover: createStorageMover({
      load: () => null,
      store: () => {},
      use: () => ({ ok: true, value: null }),
      changed: () => {},
      now: () => 0,
      log: () => {},
    }),
    archiver: createLibraryArchiver({
      db,
      libraryRoot: () => root,
      rootSetting: 'library-root',
      newId: randomUUID,
      now: () => 0,
      changed: () => {},
      log: () => {},
    }),
    chooseFolder: async () => null,
    jobsRunning: () => jobs,
    close: async () => db.close(),
    forgetKeys: async () => void did.push('keys'),
    exit: () => void did.push('exit'),
  })
  return { handlers, did, root, db }
}

describe('what is kept', () => {
  it('is measured by what it is for, and the cache can be emptied', async () => {
    const { handlers, db } = keeping()
    expect(await handlers['storage.use'](undefined)).toMatchObject({
      ok: true,
      value: { libraryBytes: 20, cacheBytes: 10, logBytes: 10, engineBytes: 10, backupBytes: 10 },
    })
    expect(await handlers['storage.emptyCache'](undefined)).toEqual({ ok: true, value: { freedBytes: 10 } })
    expect(readdirSync(join(folder.path, 'cache'))).toEqual([])
    db.close()
  })

  it('is deleted with its keys; files of the person’s own stay', async () => {
    const { handlers, did, root } = keeping()
    await handlers['storage.deleteAll']({ confirmation: 'delete', withSounds: true })
    expect(did).toEqual(['keys', 'exit'])
    expect(readdirSync(folder.path).sort()).toEqual(['Music', 'mine.txt'])
    expect(existsSync(join(root, '2026/11/sound 1.wav'))).toBe(false)
    expect(existsSync(join(root, '.trash/2026/11/sound 2.wav'))).toBe(false)
    // Scores and what was half written are the library's, empty folders are nobody's.
    expect(readdirSync(root)).toEqual(['mine.wav'])
  })

  it('knows every table that names a file of the folder', () => {
    const db = openTemporaryLibrary(folder)
    const tables = db
      .statement(
        `SELECT m.name AS name FROM sqlite_schema m JOIN pragma_table_info(m.name) c
         WHERE m.type = 'table' AND c.name = 'relative_path' ORDER BY m.name`,
      )
      .all()
    db.close()
    // An import that is under way names where its copy will lie: what is finished is a sound.
    const names = [...TABLES_OF_FILES, 'import_files'].sort()
    expect(tables).toEqual(names.map((name) => ({ name })))
  })

  it('keeps the sounds where only the rest is deleted, and everything while jobs run', async () => {
    const busy = keeping(1)
    const args = { confirmation: 'delete', withSounds: false } as const
    expect(await busy.handlers['storage.deleteAll'](args)).toMatchObject({
      ok: false,
      error: { code: 'jobs_running' },
    })
    expect(busy.did).toEqual([])
    busy.db.close()
    folder.remove()
    const { handlers, root } = keeping()
    await handlers['storage.deleteAll'](args)
    expect(existsSync(join(root, '2026/11/sound 1.wav'))).toBe(true)
  })
})
