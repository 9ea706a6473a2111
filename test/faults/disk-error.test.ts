// FAULTS 45, and 44 at the rename: the disk answers EIO to fsync, by strace's fault injection: reported as failed, never as saved. What the disk did not take
// is written again before it is synced again: after a failed fsync Linux calls the pages clean, and the next one succeeds over nothing.
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openLibraryDatabase } from '../../src-main/library/database.ts'
import { makeTemporaryFolder } from '../temporary-folder.ts'
import type { OneSound } from './one-sound.ts'
import type { Sandbox } from './sandbox.ts'
import { openSandbox } from './sandbox.ts'
import type { Traced } from './traced.ts'
import { runTraced, whyNoTrace } from './traced.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox.close())

const SCRIPT = join(import.meta.dirname, 'one-sound.ts')
const TIMEOUT_MS = 60_000
const noTrace = whyNoTrace()

/** Makes one sound while one call fails, by default an fsync: the `nth` of a file named by its path below the data folder. */
async function withFailure(
  file: (generationId: string) => string,
  nth: number,
  error = 'fsync,fdatasync:error=EIO',
): Promise<{ readonly report: OneSound; readonly calls: readonly string[]; readonly debits: number }> {
  const userData = makeTemporaryFolder('eio')
  onTestFinished(() => rmSync(userData, { recursive: true, force: true }))
  // Made before: what is counted then is the sound's way alone.
  const made = openLibraryDatabase(join(userData, 'library.db'))
  if (made.ok) made.value.close()
  const apiKey = await sandbox.newKey()
  const generationId = randomUUID()
  const path = join(userData, file(generationId))
  const traced: Traced = await runTraced(SCRIPT, [userData, sandbox.baseUrl, apiKey, generationId], {
    inject: `${error}:when=${nth}`,
    paths: [path],
    trace: ['write', 'pwrite64', 'ftruncate', 'unlink', 'openat'],
  })
  expect(traced).toMatchObject({ code: 0, complaint: '' })
  expect(traced.calls.filter((call) => /INJECTED/.test(call))).toHaveLength(1)
  const { entries } = await sandbox.ledger(apiKey)
  return {
    // The script prints a report of this shape, and nothing else.
    report: JSON.parse(traced.output) as OneSound,
    calls: traced.calls,
    debits: entries.filter(({ kind }) => kind === 'debit').length,
  }
}
const WHOLE = { state: 'done', files: 1, torn: 0, integrity: 'ok', bugs: [] }
const partial = (suffix: string) => (id: string) => `sounds/.partial/${id}-0-0${suffix}.part`
function month(): string {
  const now = new Date()
  return `sounds/${now.getFullYear()}/${String(now.getMonth() + 1).padStart(2, '0')}`
}
const isSync = (call: string): boolean => /\bf(data)?sync\(/.test(call)
/** The calls between the sync that failed and the next one that did not. */
function afterFailure(calls: readonly string[]): readonly string[] {
  const failed = calls.findIndex((call) => /INJECTED/.test(call))
  const synced = calls.findIndex((call, index) => index > failed && isSync(call) && / = 0$/.test(call))
  expect(synced).toBeGreaterThan(failed)
  return calls.slice(failed + 1, synced)
}

describe.skipIf(noTrace !== null)(`An error of the disk${noTrace === null ? '' : ` (${noTrace})`}`, () => {
  it.each([
    ['what was fetched', partial('-fetched'), 1],
    ['the copy with its provenance', partial(''), 1],
    ['the copy as it is moved into place', partial(''), 2],
  ])(
    '45 EIO on the fsync of %s → told as failed; written anew, then saved',
    async (_name, file, nth) => {
      const { report, calls, debits } = await withFailure(file, nth)
      expect(report).toMatchObject(WHOLE)
      expect(report.told).toEqual([expect.stringMatching(/^(disk_error|io_error)$/)])
      expect(debits).toBe(1)
      expect(afterFailure(calls).filter((call) => /\bp?write(64)?\(/.test(call))).not.toEqual([])
    },
    TIMEOUT_MS,
  )

  it(
    '44 no room for the name as the sound is moved into place → told, nothing under its name; moved once there is room',
    async () => {
      const { report, debits } = await withFailure(partial(''), 1, 'link,linkat:error=ENOSPC')
      expect(report).toMatchObject({ ...WHOLE, told: ['disk_full'] })
      expect(debits).toBe(1)
    },
    TIMEOUT_MS,
  )

  it(
    '45 EIO on the fsync of the folder → not a row before the name is on the disk too',
    async () => {
      const { report, calls, debits } = await withFailure(month, 1)
      expect(report).toMatchObject({ ...WHOLE, told: ['io_error'] })
      expect(debits).toBe(1)
      afterFailure(calls)
    },
    TIMEOUT_MS,
  )

  it.each([4, 6, 8, 10, 12])(
    '45 EIO on fsync %i of the WAL → told, and nothing that was charged is lost',
    async (nth) => {
      const { report, debits } = await withFailure(() => 'library.db-wal', nth)
      expect(report).toMatchObject(WHOLE)
      expect(debits).toBe(1)
    },
    TIMEOUT_MS,
  )
})
