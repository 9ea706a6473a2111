// Folders of tests in the system's temporary one: each is gone with the process that made it, or with the next test run where that was killed.
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const made = new Set<string>()
/** A killed process is told by its id; one of another container would look so too, but hardly for so long. */
const LEFT_BEHIND_MS = 60 * 60_000

/**
 * A new empty folder, absolute: `foleyroom-<purpose>-<process id>-…`. A test may remove it as soon as it is done; at the end of the process it
 * is removed in any case, also where the test has failed.
 */
export function makeTemporaryFolder(purpose: string): string {
  if (made.size === 0) {
    process.once('exit', () => {
      for (const path of made) remove(path)
    })
    removeLeftBehind()
  }
  const path = mkdtempSync(join(tmpdir(), `foleyroom-${purpose}-${process.pid}-`))
  made.add(path)
  return path
}

/** What a process left that was killed. */
function removeLeftBehind(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = /^foleyroom-[a-z\d-]+-(\d+)-\w{6}$/.exec(name)?.[1]
    if (pid === undefined || isRunning(Number(pid))) continue
    const path = join(tmpdir(), name)
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats !== undefined && Date.now() - stats.mtimeMs > LEFT_BEHIND_MS) remove(path)
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Somebody else's process runs as well.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** A process that this one has started may still be writing there for a moment; what cannot go now goes at the next run. */
function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 })
  } catch {
    // Such as a file system that is still mounted in it.
  }
}
