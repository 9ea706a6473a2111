// One process at a time: a turn at a folder that the system itself takes back when its process ends, killed or not.
import Database from 'better-sqlite3'

export interface Turn {
  /** Lets the next one in. */
  end(): void
}

/**
 * Takes the turn that a file stands for; null while another process has it. The file is made, stays, and is empty.
 * Throws the disk's errors.
 */
export function takeTurn(path: string): Turn | null {
  const lock = new Database(path, { timeout: 0 })
  try {
    // SQLite's locks are the system's: no process can leave one behind.
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_BUSY') return null
    throw error
  }
  return { end: () => void lock.close() }
}

/** Between two looks. */
const LOOK_EVERY_MS = 200

/** Of {@link takeTurnSoon}: three seconds. */
const SOON_LOOKS = 15

/** Takes the turn, which a process that is just ending may still have; null where another one goes on with it. */
export async function takeTurnSoon(
  path: string,
  sleep: (ms: number) => Promise<unknown>,
): Promise<Turn | null> {
  for (let looks = 1; ; looks++) {
    const turn = takeTurn(path)
    if (turn !== null || looks === SOON_LOOKS) return turn
    await sleep(LOOK_EVERY_MS)
  }
}

/** Takes the turn as soon as it is free. `onWait` is called once, where another process has it. */
export async function waitForTurn(
  path: string,
  { sleep, onWait }: { readonly sleep: (ms: number) => Promise<unknown>; readonly onWait: () => void },
): Promise<Turn> {
  for (let looks = 0; ; looks++) {
    const turn = takeTurn(path)
    if (turn !== null) return turn
    if (looks === 0) onWait()
    await sleep(LOOK_EVERY_MS)
  }
}
