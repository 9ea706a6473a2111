// MIDI files that a person opens: what is kept and found again, that nothing of a bad one is, and what failures and crashes leave.
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import * as nodeFiles from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  getTranscriptionFile,
  transcriptionBytes,
  transcriptionFiles,
} from '../../../src-main/generations/midi-files.ts'
import { openLibraryDatabase, type WritableDatabase } from '../../../src-main/library/database.ts'
import { createLibraryFolder, type FilesPort, type LibraryFolder } from '../../../src-main/library/folder.ts'
import { migration0012 } from '../../../src-main/library/migrations/0012-opened-midi.ts'
import { MIGRATIONS } from '../../../src-main/library/migrations/index.ts'
import { readyAt } from '../../../src-main/library/ready-file.ts'
import { createFactsService, type FactsService } from '../../../src-main/media/facts-service.ts'
import { MIDI_BYTES_MAX } from '../../../src-main/media/midi-file.ts'
import { openMidiFiles } from '../../../src-main/shell/open-midi.ts'
import { createOpenedMidi, type OpenedMidi } from '../../../src-main/transcriptions/opened-midi.ts'
import {
  addGeneration,
  openTemporaryLibrary,
  type TemporaryFolder,
  temporaryFolder,
} from '../library/library-fixture.ts'
import { END_OF_TRACK, rawMidi, trioMidi } from '../media/midi-fixture.ts'

// A worker starts with the first test: on a machine that does much besides, that takes a while.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let home: TemporaryFolder
let db: WritableDatabase
let root: string
let folder: LibraryFolder
let midi: OpenedMidi
let media: FactsService
let cache: TemporaryFolder
beforeAll(() => {
  cache = temporaryFolder()
  media = createFactsService({
    workerUrl: new URL('../../../src-main/media/worker.ts', import.meta.url),
    cacheDir: cache.path,
    workers: 1,
  })
})
afterAll(async () => {
  await media.close()
  cache.remove()
})
beforeEach(() => {
  home = temporaryFolder()
  db = openTemporaryLibrary(home)
  root = join(home.path, 'Music')
  mkdirSync(root)
  folder = createLibraryFolder({ root })
  midi = createOpenedMidi({
    db,
    folder: () => folder,
    pathOf: (path) => readyAt(root, path),
    run: media.run,
    newId: randomUUID,
    now: () => 1_790_000_000_000,
  })
})
afterEach(() => {
  db.close()
  home.remove()
})

const put = (name: string, bytes: Uint8Array): string => {
  const path = join(home.path, name)
  writeFileSync(path, bytes)
  return path
}
/** One note that no other pitch has. */
const solo = (pitch: number): Uint8Array => rawMidi([0, 0x90, pitch, 64, 96, 0x80, pitch, 0, ...END_OF_TRACK])
const opened = async (path: string): Promise<string> => {
  const reply = await midi.open(path)
  if (!reply.ok) throw new Error(reply.error.message)
  return reply.value.id
}
const view = (midiId: string) => {
  const reply = midi.get(midiId)
  if (!reply.ok) throw new Error(reply.error.message)
  return reply.value
}
const pathOf = (fileId: number | undefined): string =>
  join(root, getTranscriptionFile(db, fileId ?? 0)?.relativePath ?? 'none')
const names = (text = '', offset = 0, limit = 10): readonly string[] =>
  midi.list({ text, offset, limit }).rows.map(({ name }) => name)
/** Also what is half written. */
const filesKept = (): readonly string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map(({ name }) => name)
    .toSorted()

describe('a MIDI file that is opened', () => {
  it('is copied, with its notes; its parts come as files of their own', async () => {
    const id = await opened(put('Trio.mid', trioMidi()))
    expect(view(id)).toMatchObject({ number: 1, name: 'Trio', noteCount: 6, durationS: 2 })
    expect(midi.notes(id)).toMatchObject({ isComplete: true, bpm: 120 })
    expect(readFileSync(pathOf(view(id).files[0]?.id))).toEqual(Buffer.from(trioMidi()))
    const parts = await midi.parts(id)
    expect(parts).toMatchObject({
      ok: true,
      value: [{ part: 'acoustic_bass' }, { part: 'drums' }, { part: 'violin' }],
    })
    expect(filesKept()).toEqual([
      'Trio, acoustic bass.mid',
      'Trio, drums.mid',
      'Trio, violin.mid',
      'Trio.mid',
    ])
  })

  it('is found again by words of its name, newest first, a page at a time', async () => {
    for (const [at, name] of ['Rain theme', 'Theme 100%', 'Theme 100'].entries())
      await opened(put(`${name}.mid`, solo(60 + at)))
    expect(names()).toEqual(['Theme 100', 'Theme 100%', 'Rain theme'])
    expect(names('theme RAIN')).toEqual(['Rain theme'])
    expect(names('100%')).toEqual(['Theme 100%'])
    expect(names('_')).toEqual([])
    expect(names('theme', 1, 1)).toEqual(['Theme 100%'])
    expect(midi.list({ text: 'theme', offset: 0, limit: 1 }).total).toBe(3)
    expect(midi.count()).toBe(3)
    const bytes = ['Rain theme', 'Theme 100%', 'Theme 100'].map(
      (name) => view(midi.list({ text: name, offset: 0, limit: 1 }).rows[0]?.id ?? '').files[0]?.bytes ?? 0,
    )
    expect(transcriptionBytes(db)).toBe(bytes.reduce((sum, each) => sum + each, 0))
  })

  it('is kept once by its content, and comes back where its copy was moved away', async () => {
    const first = await opened(put('Trio.mid', trioMidi()))
    const [same, other] = await Promise.all([
      opened(put('Same.mid', trioMidi())),
      opened(put('Same 2.mid', trioMidi())),
    ])
    expect([same, other]).toEqual([first, first])
    expect(filesKept()).toEqual(['Trio.mid'])
    const path = pathOf(view(first).files[0]?.id)
    rmSync(path)
    await opened(join(home.path, 'Same.mid'))
    expect(existsSync(path)).toBe(true)
    // Where a folder took the place meanwhile, it gets another name, and the row knows it.
    rmSync(path)
    mkdirSync(path)
    await opened(join(home.path, 'Same.mid'))
    expect(readFileSync(pathOf(view(first).files[0]?.id))).toEqual(Buffer.from(trioMidi()))
  })

  it.each([
    ['midi_invalid', 'Bad.mid', Buffer.from('RIFF, and no MIDI file at all')],
    ['midi_empty', 'Empty.mid', rawMidi(END_OF_TRACK)],
    ['midi_too_long', 'Big.mid', Buffer.alloc(MIDI_BYTES_MAX + 1)],
  ])('is refused by name, and nothing of it is kept: %s', async (code, name, bytes) => {
    const reply = await midi.open(put(name, bytes))
    expect(reply).toMatchObject({ ok: false, error: { code, message: expect.stringContaining(name) } })
    expect(filesKept()).toEqual([])
    expect(names()).toEqual([])
  })

  it('is read in a worker that can hold the most notes and events', async () => {
    const notes = Array.from({ length: 100_000 }, (_, at) => [0, 0x90, 30 + (at % 60), 64]).flat()
    const ends = Array.from({ length: 100_000 }, (_, at) => [0, 0x80, 30 + (at % 60), 64]).flat()
    const controls = Array.from({ length: 299_000 }, () => [0, 0xb0, 1, 64]).flat()
    const id = await opened(put('Most.mid', rawMidi([...notes, ...ends, ...controls, ...END_OF_TRACK])))
    expect(view(id).noteCount).toBe(100_000)
  })

  it('is refused where there is none', async () => {
    expect(await midi.open(join(home.path, 'gone.mid'))).toMatchObject({
      ok: false,
      error: { code: 'file_missing' },
    })
    expect(await midi.open(root)).toMatchObject({ ok: false, error: { code: 'not_a_file' } })
  })

  it('goes to the system’s trash with its parts; where that refuses, it stays', async () => {
    const id = await opened(put('Trio.mid', trioMidi()))
    await midi.parts(id)
    const refused = await midi.remove(id, async () => 'there is no trash')
    expect(refused).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('there is no trash') },
    })
    expect(filesKept()).toHaveLength(4)
    const removed = await midi.remove(id, async (path) => {
      rmSync(path)
      return null
    })
    expect(removed.ok).toBe(true)
    expect([filesKept(), names(), midi.get(id).ok]).toEqual([[], [], false])
    // Opened again it is another one: a number is never given twice.
    const again = await opened(join(home.path, 'Trio.mid'))
    expect(view(again).number).toBe(2)
  })
})

describe('opening a MIDI file', () => {
  it('leaves nothing where the disk refuses the file its name', async () => {
    const broken: FilesPort = {
      ...nodeFiles,
      link: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })),
    }
    folder = createLibraryFolder({ root, files: broken })
    const reply = await midi.open(put('Trio.mid', trioMidi()))
    expect(reply).toMatchObject({ ok: false, error: { code: 'disk_full' } })
    expect([filesKept(), names()]).toEqual([[], []])
  })

  it('leaves nothing where the database refuses the row', async () => {
    db.statement(
      `CREATE TRIGGER full BEFORE INSERT ON transcription_files BEGIN SELECT RAISE(ABORT, 'disk is full'); END`,
    ).run()
    await expect(midi.open(put('Trio.mid', trioMidi()))).rejects.toThrow('disk is full')
    expect([filesKept(), names()]).toEqual([[], []])
    // The next one goes its way.
    db.statement('DROP TRIGGER full').run()
    await opened(join(home.path, 'Trio.mid'))
    expect(filesKept()).toHaveLength(1)
  })

  it('goes on at the next start where a crash came between row and file; what has no row goes', async () => {
    const id = await opened(put('Trio.mid', trioMidi()))
    const path = pathOf(view(id).files[0]?.id)
    const partials = join(root, '.partial')
    renameSync(path, join(partials, `${id}-midi.part`))
    writeFileSync(join(partials, `${randomUUID()}-midi.part`), 'half')
    writeFileSync(join(partials, `${id}-part-1000.part`), 'a part, which is made again')
    writeFileSync(join(partials, 'import-7.part'), 'of another room')
    await midi.settle()
    expect(existsSync(path)).toBe(true)
    expect(filesKept()).toEqual(['Trio.mid', 'import-7.part'])
  })

  it('tells each file that cannot be opened, shows those that can, and says where one was known already', async () => {
    const told: string[] = []
    const paths = [
      put('Trio.mid', trioMidi()),
      put('Bad.mid', Buffer.from('none')),
      put('Copy.mid', trioMidi()),
    ]
    await openMidiFiles(paths, {
      midi,
      show: (midiId) => void told.push(`show ${view(midiId).name}`),
      tell: ({ message }) => void told.push(message),
      changed: () => {},
      failureOf: () => null,
    })
    expect(told).toEqual([
      'show Trio',
      '“Bad.mid” was not opened. This MIDI file is damaged: it does not begin as one.',
      '“Copy” is in the library already, as “Trio”.',
      'show Trio',
    ])
  })

  it('names what the disk answers to the database, and goes on with the next file', async () => {
    const told: string[] = []
    await openMidiFiles(['/a.mid', '/b.mid'], {
      midi: { open: () => Promise.reject(new Error('SQLITE_FULL')) },
      show: () => {},
      tell: ({ message }) => void told.push(message),
      changed: () => {},
      failureOf: () => ({ code: 'disk_full', message: 'The disk is full.', retryable: true }),
    })
    expect(told).toEqual([
      '“a.mid” was not opened. The disk is full.',
      '“b.mid” was not opened. The disk is full.',
    ])
  })
})

it('stands beside the files of transcriptions that an older library has', () => {
  const path = join(home.path, 'older.db')
  const older = openLibraryDatabase(path, MIGRATIONS.slice(0, MIGRATIONS.indexOf(migration0012)))
  if (!older.ok) throw new Error(older.error.message)
  addGeneration(older.value, 'g1')
  older.value
    .statement(
      `INSERT INTO transcription_files (id, generation_id, file_index, kind, name, relative_path, bytes, sha256)
       VALUES (9, 'g1', 0, 'midi', 'Rain, notes', '2026/11/Rain, notes.mid', 10, '00')`,
    )
    .run()
  older.value.close()
  const newer = openLibraryDatabase(path)
  if (!newer.ok) throw new Error(newer.error.message)
  expect(transcriptionFiles(newer.value, 'g1')).toMatchObject([{ id: 9, name: 'Rain, notes', part: null }])
  newer.value.close()
})
