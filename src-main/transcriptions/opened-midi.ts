// MIDI files that a person opens: read, copied into the library's folder, known by their content. Nothing of a bad one is kept.
// The row goes first, the file follows, and a start completes what a crash left.
import { basename, extname } from 'node:path'
import { z } from 'zod'
import type { MidiFilePage, MidiFileRow, MidiFileView } from '../bridge/midi.ts'
import { failure, success } from '../bridge/reply.ts'
import type { NotesDocument, TranscriptionFileView } from '../bridge/transcriptions.ts'
import type { Reply } from '../bridge/types.ts'
import { putOwnFile, type TranscriptionFile, transcriptionFiles } from '../generations/midi-files.ts'
import { commitUnderName } from '../library/commit-under-name.ts'
import { isPathTaken } from '../library/sound-store.ts'
import type { RunMedia } from '../media/facts-service.ts'
import type { MidiFile } from '../media/midi-file.ts'
import { type PartFilesOptions, partFiles } from './part-files.ts'
import { partMidi } from './part-midi.ts'

export interface OpenedMidi {
  /** Keeps a copy of the file; one whose content is known already is found again. Errors: those of reading it, and of the folder. */
  open(path: string): Promise<Reply<MidiFileRow>>
  /** Those whose names have each of the words, newest first. */
  list(asked: { readonly text: string; readonly offset: number; readonly limit: number }): MidiFilePage
  count(): number
  get(midiId: string): Reply<MidiFileView>
  /** Null for an unknown id. */
  notes(midiId: string): NotesDocument | null
  /** One file for each part, in the order of their first notes. */
  parts(midiId: string): Promise<Reply<readonly TranscriptionFileView[]>>
  /** Hands its files to `trash`, then forgets it. @param trash answers with the system's complaint, or null; after one the rest stays */
  remove(midiId: string, trash: (path: string) => Promise<string | null>): Promise<Reply<null>>
  /** Completes what a crash left half done. Once, at the start. */
  settle(): Promise<void>
  /** When nothing is being kept any more. */
  idle(): Promise<void>
}

type Kept = Pick<MidiFileRow, 'id' | 'name' | 'createdAtMs'>

const row = z.object({
  number: z.int(),
  id: z.string(),
  name: z.string(),
  note_count: z.int(),
  duration_s: z.number(),
  created_at_ms: z.int(),
})
const COLUMNS = 'number, id, name, note_count, duration_s, created_at_ms'
/** As many as names of sounds have. */
const NAME_CHARACTERS = 200
/** More words than these say nothing more. */
const MOST_WORDS = 8

function rowOf(stored: unknown): MidiFileRow {
  const {
    note_count: noteCount,
    duration_s: durationS,
    created_at_ms: createdAtMs,
    ...rest
  } = row.parse(stored)
  return { ...rest, noteCount, durationS, createdAtMs }
}

export function createOpenedMidi(
  options: PartFilesOptions & {
    readonly run: RunMedia
    readonly newId: () => string
    readonly now: () => number
  },
): OpenedMidi {
  const { db, folder, pathOf, run, newId, now } = options

  const find = (column: 'id' | 'sha256', value: string): MidiFileRow | null => {
    const stored = db.statement(`SELECT ${COLUMNS} FROM opened_midi WHERE ${column} = ?`).get([value])
    return stored === undefined ? null : rowOf(stored)
  }
  const get = (midiId: string): Reply<MidiFileView> => {
    const found = find('id', midiId)
    if (found === null) return failure(NOT_FOUND)
    const files = transcriptionFiles(db, midiId)
    return success({
      ...found,
      files: files.map(({ id, kind, part, name, bytes }) => ({ id, kind, part, name, bytes })),
    })
  }
  const notes = (midiId: string): NotesDocument | null => {
    const stored = db.statement('SELECT notes_json FROM opened_midi WHERE id = ?').get([midiId])
    if (stored === undefined) return null
    // Written below, from the same type.
    return JSON.parse(z.object({ notes_json: z.string() }).parse(stored).notes_json) as NotesDocument
  }

  const forget = (midiId: string): void =>
    db.transaction(() => {
      db.statement('DELETE FROM transcription_files WHERE midi_id = ?').run([midiId])
      db.statement('DELETE FROM opened_midi WHERE id = ?').run([midiId])
    })

  const putFile = ({ id, name }: Kept, { bytes, sha256 }: MidiFile, relativePath: string): void =>
    putOwnFile(
      db,
      { midiId: id },
      { index: 0, kind: 'midi', part: null, name, relativePath, bytes: bytes.length, sha256 },
    )

  /** Copies the file to where the folder has a free name. @param first where it lay before. @param onPlan before it goes to any other place */
  const copyIn = async (
    of: Kept,
    { bytes }: MidiFile,
    first: string | null,
    onPlan: (relativePath: string) => void,
  ): Promise<Reply<null>> => {
    const place = folder()
    const key = partialKey(of.id)
    try {
      const written = await place.writePartial(key, [bytes])
      if (!written.ok) return failure(written.error)
      const path = await commitUnderName(place, key, {
        planned: { name: of.name, extension: 'mid', createdAtMs: of.createdAtMs },
        isTaken: (each) => isPathTaken(db, each),
        ...(first === null ? {} : { first }),
        onPlan,
      })
      return path.ok ? success(null) : failure(path.error)
    } finally {
      await place.discardPartial(key)
    }
  }

  /** The copy may have been moved away: it comes back, to its own place where that is free. */
  const bringBack = async (known: MidiFileRow, file: MidiFile): Promise<Reply<MidiFileRow>> => {
    const whole = wholeOf(transcriptionFiles(db, known.id))
    if (whole !== null && pathOf(whole.relativePath) !== null) return success(known)
    const copied = await copyIn(known, file, whole?.relativePath ?? null, (path) =>
      putFile(known, file, path),
    )
    return copied.ok ? success(known) : copied
  }

  const add = async (name: string, file: MidiFile): Promise<Reply<MidiFileRow>> => {
    const document: NotesDocument = {
      ...file.notes,
      bpm: file.notes.tempoMap[0]?.bpm ?? null,
      timing: { requested: null, applied: null, fallbackReason: null },
      isMusicXmlOptimized: null,
      isComplete: true,
    }
    const durationS = document.notes.reduce((latest, { end }) => Math.max(latest, end), 0)
    const added: Kept = { id: newId(), name, createdAtMs: now() }
    const { id, createdAtMs } = added
    const documentJson = JSON.stringify(document)
    const insert = db.statement(
      `INSERT OR IGNORE INTO opened_midi (id, name, sha256, note_count, duration_s, created_at_ms, notes_json)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    )
    let isEntered = false
    const copied = await copyIn(added, file, null, (path) => {
      db.transaction(() => {
        insert.run([id, name, file.sha256, document.notes.length, durationS, createdAtMs, documentJson])
        putFile(added, file, path)
      })
      isEntered = true
    })
    if (copied.ok) return get(id)
    if (isEntered) forget(id)
    return copied
  }

  const keep = async (path: string): Promise<Reply<MidiFileRow>> => {
    const fileName = basename(path)
    const read = await run('midi', { path })
    if (!read.ok) return refused(fileName, read.error)
    const known = find('sha256', read.value.sha256)
    const kept = await (known === null ? add(midiNameOf(path), read.value) : bringBack(known, read.value))
    return kept.ok ? kept : refused(fileName, kept.error)
  }

  const settleOne = async (key: string): Promise<void> => {
    const [, midiId, what] = /^([0-9a-f-]{36})-(midi|part-\d+)$/.exec(key) ?? []
    if (midiId === undefined) return
    const place = folder()
    // A part is made anew at the next wish; those of jobs are looked after with their jobs.
    if (what !== 'midi') {
      if (find('id', midiId) !== null) await place.discardPartial(key)
      return
    }
    const whole = wholeOf(transcriptionFiles(db, midiId))
    // What was planned, and has its row, was whole and on the disk before.
    if (whole !== null && pathOf(whole.relativePath) === null) await place.commit(key, whole.relativePath)
    await place.discardPartial(key)
  }

  // One after the other: the same file, opened twice at once, is kept once.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
  return {
    open: (path) => inTurn(() => keep(path)),
    list({ text, offset, limit }) {
      const patterns = text.split(/\s+/u).filter(Boolean).slice(0, MOST_WORDS).map(patternOf)
      const where = ['true', ...patterns.map(() => `name LIKE ? ESCAPE '\\'`)].join(' AND ')
      const rows = db
        .statement(`SELECT ${COLUMNS} FROM opened_midi WHERE ${where} ORDER BY number DESC LIMIT ? OFFSET ?`)
        .all([...patterns, limit, offset])
      const counted = db.statement(`SELECT count(*) AS total FROM opened_midi WHERE ${where}`).get(patterns)
      return { rows: rows.map(rowOf), total: z.object({ total: z.int() }).parse(counted).total }
    },
    count: () =>
      z.object({ total: z.int() }).parse(db.statement('SELECT count(*) AS total FROM opened_midi').get())
        .total,
    get,
    notes,
    parts: (midiId) =>
      inTurn(async () => {
        const found = find('id', midiId)
        const document = notes(midiId)
        if (found === null || document === null) return failure(NOT_FOUND)
        return partFiles(options, {
          owner: { midiId },
          label: found.name,
          createdAtMs: found.createdAtMs,
          notes: document,
          cut: async (path, instrument) =>
            path === null
              ? success(partMidi(null, document, instrument))
              : run('midiPart', { path, instrument }),
        })
      }),
    remove: (midiId, trash) =>
      inTurn(async () => {
        if (find('id', midiId) === null) return failure(NOT_FOUND)
        for (const { relativePath } of transcriptionFiles(db, midiId)) {
          const path = pathOf(relativePath)
          const complaint = path === null ? null : await trash(path)
          if (complaint === null) continue
          const message = `The system's trash did not take a file: ${complaint}`
          return failure({ code: 'trash_refused', message, retryable: true })
        }
        forget(midiId)
        return success(null)
      }),
    settle: () =>
      inTurn(async () => {
        const leftovers = await folder().leftovers()
        if (!leftovers.ok) return
        for (const { key } of leftovers.value) await settleOne(key)
      }),
    idle: async () => void (await last),
  }
}

const partialKey = (midiId: string): string => `${midiId}-midi`
const wholeOf = (files: readonly TranscriptionFile[]): TranscriptionFile | null =>
  files.find(({ part }) => part === null) ?? null

/** What it is called: its file's name, in one line. */
export const midiNameOf = (path: string): string =>
  basename(path, extname(path)).replace(/\s+/gu, ' ').trim().slice(0, NAME_CHARACTERS).toWellFormed() ||
  'MIDI'

/** For LIKE, with `\` before its own characters. */
const patternOf = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`

const NOT_FOUND = {
  code: 'not_found',
  message: 'This MIDI file is not in the library.',
  retryable: false,
} as const

const refused = (
  fileName: string,
  error: { readonly code: string; readonly message: string; readonly retryable: boolean },
) => failure({ ...error, message: `“${fileName}” was not opened. ${error.message}` })
