// What the app keeps: measured, emptied, deleted; nothing of the person's own goes with it.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { insertSounds } from '../../../src-main/library/sound-store.ts'
import { storageHandlers } from '../../../src-main/shell/handlers/storage-handlers.ts'
import { createStorageMover } from '../../../src-main/shell/storage-move.ts'
import {
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
    'Music/mine.wav',
  ]) {
    mkdirSync(dirname(join(folder.path, path)), { recursive: true })
    writeFileSync(join(folder.path, path), '0123456789')
  }
  const db = openTemporaryLibrary(folder)
  insertSounds(db, [sound(1), sound(2)])
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
    expect(existsSync(join(root, 'mine.wav'))).toBe(true)
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
