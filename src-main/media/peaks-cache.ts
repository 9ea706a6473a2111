// Where the peaks of each sound are kept: a cache that may be thrown away at any time, one file a sound.
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The file of a sound's peaks in a cache folder. @throws TypeError where the uid could lead elsewhere */
export function peaksFile(cacheDir: string, uid: string): string {
  if (!/^[a-zA-Z0-9-]{1,64}$/.test(uid)) throw new TypeError(`not a uid of a sound: ${uid}`)
  return join(cacheDir, 'peaks', `${uid}.frpk`)
}

/** Whole or not at all. It can be computed again, so nothing waits for the disk. Throws the disk's errors. */
export async function writePeaks(path: string, peaks: Uint8Array): Promise<void> {
  const partial = `${path}.${process.pid}.part`
  await mkdir(dirname(path), { recursive: true })
  try {
    await writeFile(partial, peaks)
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}
