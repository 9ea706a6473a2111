// Backs the library up once a day while the app runs; what is fresh enough is left alone.
import { basename } from 'node:path'
import type { Failure } from '../media/outcome.ts'
import { type BackupErrorCode, type BackupWork, backUp, KEPT_BACKUPS, listBackups } from './backups.ts'
import type { WritableDatabase } from './database.ts'
import { libraryStats } from './sound-rows.ts'

const EVERY_MS = 24 * 3_600_000
const LOOK_EVERY_MS = 3_600_000

export interface BackupSchedule {
  /** Looks now and from then on every hour. */
  start(): void
  /** Resolves when a backup that is being written is done. */
  stop(): Promise<void>
}

/** `timer` calls back after ms and answers with its cancel. */
export function createBackupSchedule(options: {
  readonly db: WritableDatabase
  readonly folder: string
  readonly work: BackupWork
  readonly now: () => number
  readonly timer: (ms: number, fire: () => void) => () => void
  readonly log: (message: string) => void
  /** The person has to know: once for each new reason, again after a backup was made in between. */
  readonly onProblem: (failure: Failure<BackupErrorCode>) => void
}): BackupSchedule {
  const { db, folder, work, now, timer, log, onProblem } = options
  let toldCode: BackupErrorCode | null = null
  let cancel = (): void => {}
  let running: Promise<void> = Promise.resolve()
  let isStopped = false

  const look = async (): Promise<void> => {
    if (libraryStats(db).count === 0 || !isDue(listBackups(folder)[0] ?? null, now())) return
    const made = await backUp(db, folder, now(), KEPT_BACKUPS, work)
    if (made.ok) {
      toldCode = null
      return
    }
    // The app quits: what was being made is made at the next start.
    if (isStopped) return
    log(`backup: ${made.error.message}`)
    if (made.error.code === toldCode) return
    toldCode = made.error.code
    onProblem(made.error)
  }
  const turn = (): void => {
    running = look()
      .catch((error: unknown) => log(`backup: ${String(error)}`))
      .finally(() => {
        if (!isStopped) cancel = timer(LOOK_EVERY_MS, turn)
      })
  }
  return {
    start: turn,
    async stop() {
      isStopped = true
      cancel()
      await running
    },
  }
}

/** Whether the newest backup is a day old, or there is none. Its time stands in its name, in milliseconds. */
export function isDue(newestBackup: string | null, nowMs: number): boolean {
  if (newestBackup === null) return true
  const madeAtMs = Number(/(\d{13,})/.exec(basename(newestBackup))?.[1])
  // A clock that was set back must not keep backups from being made.
  return !Number.isFinite(madeAtMs) || Math.abs(nowMs - madeAtMs) >= EVERY_MS
}
