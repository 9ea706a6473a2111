// The library's health while it is used: what damages it is told once and mended at the next start; backups, and the check of a large one.
import type { BridgeError, Notice } from '../bridge/types.ts'
import { failed } from '../media/outcome.ts'
import { type BackgroundWork, checkInBackground, copyInBackground } from './background-work.ts'
import { createBackupSchedule } from './backup-schedule.ts'
import { askForCheck, type WritableDatabase } from './database.ts'
import { databaseFailure, LIBRARY_DAMAGED } from './database-failure.ts'

export interface LibraryHealth {
  /** What the disk answers to a write of the database; null for a bug. Damage is told and noted for the next start. */
  failureOf(error: unknown): BridgeError | null
  /** Makes backups from now on, and looks at every page of a library that was too large for that at the start. */
  begin(): void
  stop(): Promise<void>
}

/** `backupFolder` is absolute; `workerUrl` names the worker that looks at the pages. */
export function createLibraryHealth(options: {
  readonly db: WritableDatabase
  readonly backupFolder: string
  readonly workerUrl: URL
  readonly now: () => number
  readonly timer: (ms: number, fire: () => void) => () => void
  readonly notify: (notice: Notice) => void
  readonly log: (message: string) => void
}): LibraryHealth {
  const { db, notify, log } = options
  /** Told once: the next start looks at every page and puts a backup in its place. */
  let isDamageTold = false
  const noteDamage = (message: string): void => {
    askForCheck(db.path)
    if (isDamageTold) return
    isDamageTold = true
    notify({ tone: 'error', message })
  }
  const works = new Set<BackgroundWork<string>>()
  let isStopped = false
  const done = async <Code extends string>(
    begin: () => BackgroundWork<Code>,
  ): Promise<Awaited<BackgroundWork<Code>['outcome']>> => {
    if (isStopped) return failed('thread_ended', 'It was not begun: the library is being closed.')
    const work = begin()
    works.add(work)
    const outcome = await work.outcome
    works.delete(work)
    return outcome
  }
  const { workerUrl } = options
  const backups = createBackupSchedule({
    db,
    folder: options.backupFolder,
    work: {
      copy: async (from, to) => {
        const outcome = await done(() => copyInBackground(from, to, workerUrl))
        if (outcome.ok) return outcome
        const { code, message } = outcome.error
        return code === 'thread_crashed' || code === 'thread_ended'
          ? failed('io_error', message, true)
          : failed(code, message)
      },
      check: (path) => done(() => checkInBackground(path, workerUrl)),
    },
    now: options.now,
    timer: options.timer,
    log,
    onProblem({ code, message }) {
      if (code === 'corrupt') noteDamage(LIBRARY_DAMAGED.message)
      else notify({ tone: 'warning', message: `${message} The library itself is not touched by that.` })
    },
  })
  /** A large library opens without being read whole; what is damaged in it is then told while it is used. */
  const checkLargeLibrary = async (): Promise<void> => {
    if (db.isChecked) return
    const outcome = await done(() => checkInBackground(db.path, workerUrl, true))
    if (outcome.ok || outcome.error.code === 'thread_ended') return
    log(`library: the check of its database: ${outcome.error.message}`)
    if (outcome.error.code === 'corrupt') noteDamage(LIBRARY_DAMAGED.message)
  }
  return {
    failureOf(error) {
      const failure = databaseFailure(error)
      if (failure?.code === 'library_damaged') noteDamage(failure.message)
      return failure
    },
    begin() {
      backups.start()
      void checkLargeLibrary()
    },
    async stop() {
      isStopped = true
      const stopped = backups.stop()
      await Promise.all([...works].map((work) => work.stop()))
      await stopped
    },
  }
}
