// FAULTS 58: killed in a migration, at each of its sync points: all or nothing, and the next start goes on from there.
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openLibraryDatabase } from '../../src-main/library/database.ts'
import { MIGRATIONS } from '../../src-main/library/migrations/index.ts'
import { libraryStats } from '../../src-main/library/sound-rows.ts'
import { makeTemporaryFolder } from '../temporary-folder.ts'
import { makeFirstLibrary } from './first-library.ts'
import { runTraced, whyNoTrace } from './traced.ts'

const SCRIPT = join(import.meta.dirname, 'open-library.ts')
const TIMEOUT_MS = 120_000
const noTrace = whyNoTrace()

function firstLibrary(): string {
  const folder = makeTemporaryFolder('migration')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'library.db')
  makeFirstLibrary(path, { relativePath: '2026/11/door.wav', bytes: 1_000, sha256: '0'.repeat(64) })
  return path
}

/** What the tables of a version look like. */
const schemaOf = (driver: Database.Database): unknown =>
  driver.prepare(`SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY name`).all()

const SCHEMAS: readonly unknown[] = Array.from({ length: MIGRATIONS.length + 1 }, (_, version) => {
  const driver = new Database(':memory:')
  for (const migration of MIGRATIONS.slice(0, version)) driver.exec(migration)
  const schema = schemaOf(driver)
  driver.close()
  return schema
})

describe.skipIf(noTrace !== null)(`A migration${noTrace === null ? '' : ` (${noTrace})`}`, () => {
  it(
    '58 killed at each write and sync of the way from the first version → one version or the next, whole; then it goes on',
    async () => {
      const first = firstLibrary()
      let kills = 0
      const versions = new Set<number>()
      for (const [call, step] of [
        ['fsync', 1],
        ['pwrite64', 29],
      ] as const) {
        for (let nth = 1; ; nth += step) {
          const path = `${first}-${call}-${nth}`
          copyFileSync(first, path)
          const traced = await runTraced(SCRIPT, [path, `${path}-backups`], {
            inject: `${call}:signal=SIGKILL:when=${nth}`,
            paths: [path, `${path}-wal`, `${path}-journal`],
          })
          // Past the last of them: it came to its end.
          if (traced.code !== 137) {
            expect(traced).toMatchObject({ code: 0, complaint: '' })
            break
          }
          kills += 1
          const seen = new Database(path)
          const version = Number(seen.pragma('user_version', { simple: true }))
          versions.add(version)
          expect(seen.pragma('integrity_check', { simple: true })).toBe('ok')
          expect(schemaOf(seen)).toEqual(SCHEMAS[version])
          seen.close()
          const again = openLibraryDatabase(path)
          if (!again.ok) throw new Error(again.error.message)
          expect(again.value.driver.pragma('user_version', { simple: true })).toBe(MIGRATIONS.length)
          expect(schemaOf(again.value.driver)).toEqual(SCHEMAS[MIGRATIONS.length])
          expect(libraryStats(again.value).count).toBe(1)
          again.value.close()
        }
      }
      expect(kills).toBeGreaterThan(MIGRATIONS.length)
      expect(versions.size).toBeGreaterThan(2)
    },
    TIMEOUT_MS,
  )
})
