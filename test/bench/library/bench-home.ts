// A home over a library of many that looks as if it had been used for years: the facts of all sounds are there, and the files of those that are met.
import { constants, copyFileSync, linkSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openLibraryDatabase } from '../../../src-main/library/database.ts'
import { computeFacts } from '../../../src-main/media/facts.ts'
import { peaksFile } from '../../../src-main/media/peaks-cache.ts'
import { giveFacts } from './make-library.ts'

/** As many of the newest as are looked at while Page Down is held; the million need no file each. */
const WITH_FILES = 6000
const RATE = 44_100

/** Copies a library into a home. Null: a home without any sound. */
export async function makeHome(home: string, databasePath: string | null): Promise<void> {
  const userData = join(home, 'user-data')
  mkdirSync(userData, { recursive: true })
  if (databasePath === null) return
  const path = join(userData, 'library.db')
  copyFileSync(databasePath, path, constants.COPYFILE_FICLONE)
  const opened = openLibraryDatabase(path)
  if (!opened.ok) throw new Error(opened.error.message)
  const db = opened.value
  giveFacts(db)
  // Two texts, by the schema.
  const newest = db
    .statement('SELECT uid, relative_path AS path FROM sounds ORDER BY created_at_ms DESC, id DESC LIMIT ?')
    .all([WITH_FILES]) as readonly { readonly uid: string; readonly path: string }[]
  db.close()
  const cache = join(userData, 'cache')
  const root = join(home, 'Music/Foleyroom')
  const [sound, peaks] = [join(home, 'sound.wav'), join(home, 'sound.frpk')]
  writeFileSync(sound, aTone())
  const computed = await computeFacts(sound, new AbortController().signal)
  if (!computed.ok) throw new Error(computed.error.message)
  writeFileSync(peaks, computed.value.peaks)
  const folders = new Set<string>()
  for (const { uid, path: relative } of newest) {
    for (const [from, to] of [
      [sound, join(root, relative)],
      [peaks, peaksFile(cache, uid)],
    ] as const) {
      if (!folders.has(dirname(to))) mkdirSync(dirname(to), { recursive: true })
      folders.add(dirname(to))
      linkSync(from, to)
    }
  }
}

/** A second of it, as 16-bit WAV. */
function aTone(): Uint8Array {
  const wav = Buffer.alloc(44 + RATE * 2)
  wav.write('RIFF', 0)
  wav.writeUInt32LE(wav.length - 8, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(RATE, 24)
  wav.writeUInt32LE(RATE * 2, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(RATE * 2, 40)
  for (let n = 0; n < RATE; n++) wav.writeInt16LE(Math.round(8000 * Math.sin(n / 20)), 44 + n * 2)
  return wav
}
