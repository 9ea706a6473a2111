// Flows of the whole library: opened by a newer version, taken along into a folder, brought in from one; MIDI files put into it.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { exportArchive } from '../../src-main/library/archive-export.ts'
import { importArchive, removeImportMarks } from '../../src-main/library/archive-import.ts'
import {
  ARCHIVE_DATABASE,
  ARCHIVE_FILES,
  MANIFEST,
  readManifest,
} from '../../src-main/library/archive-manifest.ts'
import { openLibraryDatabase } from '../../src-main/library/database.ts'
import { openOrRestore } from '../../src-main/library/open-or-restore.ts'
import { readyAt } from '../../src-main/library/ready-file.ts'
import { libraryStats } from '../../src-main/library/sound-rows.ts'
import { insertSounds } from '../../src-main/library/sound-store.ts'
import { createFactsService } from '../../src-main/media/facts-service.ts'
import { createOpenedMidi } from '../../src-main/transcriptions/opened-midi.ts'
import { makeFirstLibrary } from '../faults/first-library.ts'
import { sound } from '../unit/library/library-fixture.ts'
import { END_OF_TRACK, rawMidi, trioMidi } from '../unit/media/midi-fixture.ts'
import { tone } from '../unit/media/wav-fixture.ts'
import { endOf, type Flow, text } from './flow-world.ts'

const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
const never = (): AbortSignal => new AbortController().signal

/** A library of the first version, and a sound that is made in it at once. */
const migration: Flow = {
  debits: [1],
  async prepare(userData) {
    const [path, making] = [join(userData, 'library.db'), join(userData, 'making')]
    if (existsSync(path)) return
    rmSync(making, { recursive: true, force: true })
    mkdirSync(making, { recursive: true })
    const bytes = tone(330)
    const relativePath = '2026/11/door.wav'
    const file = join(userData, 'sounds', relativePath)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, bytes)
    makeFirstLibrary(join(making, 'library.db'), {
      relativePath,
      bytes: bytes.length,
      sha256: sha256Of(bytes),
    })
    renameSync(join(making, 'library.db'), path)
  },
  async run(world) {
    await text(world, world.ids[0], { durationMs: 200, variants: 1 })
    const end = endOf(world, [world.ids[0]], 1)
    return { ...end, sounds: end.sounds + 1 }
  },
}

/** The library of two sounds into a folder. */
const takeAlong: Flow = {
  debits: [1],
  async run(world) {
    const { app, userData, ids } = world
    await text(world, ids[0], { durationMs: 200, variants: 2 })
    const end = endOf(world, [ids[0]], 2)
    const target = join(userData, 'taken')
    const before = await wrongInArchive(target, 2)
    // What calls itself finished is whole, wherever the kill was; then there is nothing left to do.
    if (before !== null) return { ...end, wrong: [...end.wrong, ...before] }
    const done = await exportArchive({
      db: app.db,
      root: app.libraryRoot,
      target,
      newId: () => crypto.randomUUID(),
      now: Date.now,
      signal: never(),
      onProgress: () => {},
    })
    const wrong = done.ok ? ((await wrongInArchive(target, 2)) ?? ['no list']) : [done.error.message]
    return { ...end, wrong: [...end.wrong, ...wrong] }
  },
}

const BROUGHT_HZ = [260, 290, 310, 350]

/** A library of four sounds out of a folder, in the place of an empty one. */
const bringIn: Flow = {
  debits: [0],
  async prepare(userData) {
    // As every start does: an imported library that waits takes its place here.
    const opened = await openOrRestore(join(userData, 'library.db'), join(userData, 'backups'), Date.now())
    if (!opened.ok) throw new Error(opened.error.message)
    opened.value.db.close()
  },
  async run({ app, userData }) {
    const { count } = libraryStats(app.db)
    const end = { sounds: BROUGHT_HZ.length, otherFiles: 0, isTold: true }
    if (count === BROUGHT_HZ.length) {
      await removeImportMarks(app.libraryRoot)
      const waiting = readdirSync(userData).filter((name) => name.startsWith('imported-'))
      return { ...end, wrong: waiting.map((name) => `${name} still waits`) }
    }
    if (count !== 0) return { ...end, wrong: [`${count} sounds: neither the old library nor the new one`] }
    const done = await importArchive({
      archive: archiveBeside(userData),
      root: app.libraryRoot,
      databasePath: app.db.path,
      rootSetting: 'library-root',
      now: Date.now,
      signal: never(),
      onProgress: () => {},
    })
    return done.ok ? 'start again' : { ...end, wrong: [done.error.message] }
  },
}

/** Two MIDI files with their parts. */
const openMidi: Flow = {
  debits: [0],
  async run({ app, userData }) {
    const media = createFactsService({
      workerUrl: new URL('../../src-main/media/worker.ts', import.meta.url),
      cacheDir: join(userData, 'cache'),
      workers: 1,
    })
    const midi = createOpenedMidi({
      db: app.db,
      folder: () => app.folder,
      pathOf: (path) => readyAt(app.libraryRoot, path),
      run: media.run,
      newId: () => crypto.randomUUID(),
      now: Date.now,
    })
    await midi.settle()
    const wrong: string[] = []
    const note = [0, 0x90, 60, 64, 96, 0x80, 60, 0]
    for (const [name, bytes] of [
      ['Trio', trioMidi()],
      ['Solo', rawMidi([...note, ...END_OF_TRACK])],
    ] as const) {
      const path = join(userData, `${name}.mid`)
      writeFileSync(path, bytes)
      const opened = await midi.open(path)
      const parts = opened.ok ? await midi.parts(opened.value.id) : opened
      if (!parts.ok) wrong.push(parts.error.message)
    }
    await media.close()
    const { total } = midi.list({ text: '', offset: 0, limit: 1 })
    if (total !== 2) wrong.push(`${total} MIDI files`)
    // Each with its parts: three and one.
    return { wrong, sounds: 0, otherFiles: 6, isTold: true }
  },
}

export const LIBRARY_FLOWS: Readonly<Record<string, Flow>> = {
  migration,
  'export of the library': takeAlong,
  'import of a library': bringIn,
  'open MIDI': openMidi,
}

const archiveBeside = (userData: string): string => join(dirname(userData), 'archive')

/** Makes the archive that flows below `folder` bring in. */
export async function makeArchive(folder: string): Promise<void> {
  const from = join(folder, 'from')
  const root = join(from, 'sounds')
  mkdirSync(from, { recursive: true })
  const opened = openLibraryDatabase(join(from, 'library.db'))
  if (!opened.ok) throw new Error(opened.error.message)
  const sounds = BROUGHT_HZ.map((hz, index) => {
    const bytes = tone(hz)
    const made = sound(index, { bytes: bytes.length, sha256: sha256Of(bytes) })
    const path = join(root, ...made.relativePath.split('/'))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, bytes)
    return made
  })
  insertSounds(opened.value, sounds)
  const done = await exportArchive({
    db: opened.value,
    root,
    target: join(folder, 'archive'),
    newId: () => crypto.randomUUID(),
    now: Date.now,
    signal: never(),
    onProgress: () => {},
  })
  opened.value.close()
  if (!done.ok) throw new Error(done.error.message)
}

/** What is not right in an archive that calls itself finished; null where none does. */
async function wrongInArchive(target: string, sounds: number): Promise<readonly string[] | null> {
  const list = join(target, MANIFEST)
  if (!existsSync(list)) return null
  const manifest = await readManifest(list)
  if (!manifest.ok) return [manifest.error.message]
  const { head, files } = manifest.value
  const torn = [
    ...files.map(({ path, sha256 }) => ({ path: join(target, ARCHIVE_FILES, ...path.split('/')), sha256 })),
    { path: join(target, ARCHIVE_DATABASE), sha256: head.database.sha256 },
  ].filter(({ path, sha256 }) => !existsSync(path) || sha256Of(readFileSync(path)) !== sha256)
  return [
    ...(files.length === sounds ? [] : [`the archive has ${files.length} of ${sounds} files`]),
    ...torn.map(({ path }) => `${path} is not what the list says`),
  ]
}
