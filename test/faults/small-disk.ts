// A disk of its own for a fault test: small, so that it can be full, or read-only. Made by mounting, which only root may do.
import { execFileSync } from 'node:child_process'
import { closeSync, fsyncSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished, type TestContext } from 'vitest'
import { makeTemporaryFolder } from '../temporary-folder.ts'

export interface SmallDisk {
  /** Where it is mounted, absolute. */
  readonly path: string
  /** Takes every byte that is left. */
  fill(): void
  /** Gives back what `fill` took. */
  free(): void
  grow(kib: number): void
  setReadOnly(isReadOnly: boolean): void
  /** Takes it away before the test's end. */
  remove(): void
}

const BALLAST = 'ballast'
const KIB = 1024

/** Why no disk can be mounted here; null where one can. */
export function whyNoDisk(): string | null {
  if (process.platform !== 'linux') return 'tmpfs is Linux'
  const path = makeTemporaryFolder('mount')
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'none', path], { stdio: 'pipe' })
    execFileSync('umount', [path], { stdio: 'pipe' })
    return null
  } catch (error) {
    return `no disk can be mounted here: ${error instanceof Error ? error.message.trim() : String(error)}`
  } finally {
    rmSync(path, { recursive: true, force: true })
  }
}

/** Mounts one for the rest of the test, or skips the test and says why. `path`: where; else in a folder of its own. */
export function smallDisk(
  context: Pick<TestContext, 'skip'>,
  options: { readonly kib: number; readonly path?: string },
): SmallDisk {
  const reason = whyNoDisk()
  if (reason !== null) context.skip(reason)
  const path = options.path ?? makeTemporaryFolder('disk')
  mkdirSync(path, { recursive: true })
  const mount = (...args: string[]): void => void execFileSync('mount', args, { stdio: 'pipe' })
  mount('-t', 'tmpfs', '-o', `size=${options.kib}k`, 'none', path)
  let isMounted = true
  const remove = (): void => {
    // Lazily: a handle that is still being closed does not keep it.
    if (isMounted) execFileSync('umount', ['-l', path])
    isMounted = false
  }
  onTestFinished(() => {
    remove()
    if (options.path === undefined) rmSync(path, { recursive: true, force: true })
  })
  const ballast = join(path, BALLAST)
  return {
    path,
    fill() {
      const file = openSync(ballast, 'a')
      // In blocks that become smaller: until not one byte more is taken.
      for (const bytes of [64 * KIB, 4 * KIB, 1]) {
        const block = Buffer.alloc(bytes)
        while (hasWritten(file, block));
      }
      fsyncSync(file)
      closeSync(file)
    },
    free: () => rmSync(ballast, { force: true }),
    grow: (kib) => mount('-o', `remount,size=${kib}k`, path),
    setReadOnly: (isReadOnly) => mount('-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, path),
    remove,
  }
}

function hasWritten(file: number, block: Uint8Array): boolean {
  try {
    writeSync(file, block)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false
    throw error
  }
}
