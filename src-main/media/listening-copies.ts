// Copies of sounds that the window cannot decode itself, made when one is first listened to: a cache that may be thrown away at any time.
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { RunMedia } from './facts-service.ts'

export interface ListeningCopies {
  /** The copy of the file at `path`, made now where there is none that is newer than it; null where the file cannot be decoded. */
  readonly pathOf: (sound: { readonly uid: string; readonly path: string }) => Promise<string | null>
}

/** An hour and a half of stereo at 48 kHz. Those that were listened to last are kept. */
const MOST_BYTES = 2 ** 31

export function createListeningCopies(options: {
  readonly cacheDir: string
  readonly run: RunMedia
  readonly now: () => number
  readonly log: (message: string) => void
  /** By default 2 GiB. */
  readonly mostBytes?: number
}): ListeningCopies {
  const folder = join(options.cacheDir, 'listening')
  /** One rendering a sound, whoever asks for it. */
  const running = new Map<string, Promise<string | null>>()

  const make = async (uid: string, path: string): Promise<string | null> => {
    const copy = join(folder, `${uid}.wav`)
    const at = new Date(options.now())
    if (await isNewer(copy, path)) {
      await utimes(copy, at, at)
      return copy
    }
    await mkdir(folder, { recursive: true })
    const partial = `${copy}.${process.pid}.part`
    const made = await options.run('listen', { from: path, to: partial })
    if (!made.ok) {
      options.log(`no copy to listen to: ${made.error.code}: ${made.error.message}`)
      return null
    }
    await rename(partial, copy)
    await prune(folder, options.mostBytes ?? MOST_BYTES, copy)
    return copy
  }

  return {
    pathOf: ({ uid, path }) => {
      if (!/^[a-zA-Z0-9-]{1,64}$/.test(uid)) throw new TypeError(`not a uid of a sound: ${uid}`)
      const work =
        running.get(uid) ??
        make(uid, path)
          .catch((error: unknown) => {
            options.log(`no copy to listen to: ${String(error)}`)
            return null
          })
          .finally(() => running.delete(uid))
      running.set(uid, work)
      return work
    },
  }
}

async function isNewer(copy: string, original: string): Promise<boolean> {
  const [made, source] = await Promise.all([copy, original].map((path) => stat(path).catch(() => null)))
  return made != null && source != null && made.mtimeMs >= source.mtimeMs
}

/** Removes those that were not listened to for longest, and what a crash left, until the rest fit. */
async function prune(folder: string, mostBytes: number, keep: string): Promise<void> {
  const names = await readdir(folder)
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      const stats = await stat(path).catch(() => null)
      return {
        path,
        bytes: stats?.size ?? 0,
        usedAtMs: path === keep ? Number.POSITIVE_INFINITY : (stats?.mtimeMs ?? 0),
      }
    }),
  )
  let bytes = 0
  for (const file of files.sort((a, b) => b.usedAtMs - a.usedAtMs)) {
    bytes += file.bytes
    if (bytes > mostBytes && file.path !== keep) await rm(file.path, { force: true })
  }
}
