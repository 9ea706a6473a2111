// Worker thread: listens to one recording at a time and writes its files.

import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import type { Arrangement } from './arrange.ts'
import { writeMidi } from './files/midi-file.ts'
import { pickupQuartersOf, songOf } from './files/song.ts'
import { detectInstruments } from './instruments/detect.ts'
import { loadNoteModel } from './listening/note-model.ts'
import { openRecording } from './listening/recording.ts'
import { provisionalNotes } from './provisional-notes.ts'
import { type Engraver, loadEngraver } from './score/engrave.ts'
import { writeMusicXml } from './score/musicxml.ts'
import { printScores } from './score/score-set.ts'
import type { ScoreOptions } from './score/written-part.ts'
import { createListener, type Listener, transcribe } from './transcribe.ts'
import type { Transcription } from './transcription.ts'
import type {
  ListeningReply,
  ListeningTask,
  WorkerMessage,
  WrittenFile,
  WrittenScores,
} from './transcription-pool.ts'
import { scorePath } from './transcription-pool.ts'

const port = parentPort
if (!port) throw new Error('transcription-worker runs as a worker thread only')

let listener: Promise<Listener> | undefined
let engraver: Promise<Engraver> | undefined

// TranscriptionPool alone posts here, and it posts ListeningTasks, one at a time.
port.on('message', (task: ListeningTask) => {
  perform(task)
    .catch(
      (error: unknown): ListeningReply => ({
        ok: false,
        code: 'generation_failed',
        message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }),
    )
    .then((reply) => post({ kind: 'reply', reply }))
})

function post(message: WorkerMessage): void {
  port?.postMessage(message)
}

async function perform(task: ListeningTask): Promise<ListeningReply> {
  const startedMs = performance.now()
  listener ??= loadNoteModel().then(createListener)
  const ready = await listener
  const recording = await openRecording(task.path)
  if (task.kind === 'detect') {
    const instruments = detectInstruments(recording, ready)
    return { ok: true, kind: 'detect', instruments, workMs: performance.now() - startedMs }
  }
  const { request, midiPath, musicXmlPath, scoresPath } = task
  const arrangement = transcribe(recording, request, ready, (notes, share) =>
    post({ kind: 'progress', progress: { share, notes: provisionalNotes(notes, request) } }),
  )
  const isOptimized = (request.optimize_musicxml ?? false) || (request.score_pdfs ?? false)
  const options = { isOptimized, pageSize: request.page_size ?? 'a4' } as const
  const musicXml = writeMusicXml(arrangement, options)
  const scores = request.score_pdfs === true ? await writeScores(arrangement, options, scoresPath) : null
  return {
    ok: true,
    kind: 'transcribe',
    transcription: transcriptionOf(arrangement, recording.durationMs, isOptimized),
    midi: writeWhole(midiPath, writeMidi(songOf(arrangement))),
    musicXml: writeWhole(musicXmlPath, Buffer.from(musicXml, 'utf8')),
    scores,
    workMs: performance.now() - startedMs,
  }
}

/** Prints the scores. Where that fails the notes are delivered all the same, and the result names no scores. */
async function writeScores(
  arrangement: Arrangement,
  options: ScoreOptions,
  path: string,
): Promise<WrittenScores | null> {
  try {
    engraver ??= loadEngraver()
    const printed = await printScores(arrangement, options, await engraver)
    return {
      pdfs: printed.scores.map(({ kind, part, filename, bytes }, index) => ({
        kind,
        part,
        filename,
        file: writeWhole(scorePath(path, `${index}.pdf`), bytes),
      })),
      manifest: writeWhole(scorePath(path, 'json'), printed.manifest),
      bundle: writeWhole(scorePath(path, 'zip'), printed.bundle),
    }
  } catch (error) {
    console.error('the scores could not be printed:', error)
    return null
  }
}

function transcriptionOf(
  arrangement: Arrangement,
  durationMs: number,
  isMusicXmlOptimized: boolean,
): Transcription {
  const { notes, tempoMap, timing, bpm, rhythm, instruments } = arrangement
  const { numerator, denominator } = rhythm
  return {
    durationMs,
    notes: notes.map(({ pitch, start, end, velocity, instrument }) => ({
      pitch,
      start,
      end,
      velocity,
      instrument,
    })),
    tempoMap,
    timing,
    bpm,
    timeSignature: { numerator, denominator },
    pickupQuarters: pickupQuartersOf(arrangement),
    instruments,
    isMusicXmlOptimized,
  }
}

/** Writes beside the final name, syncs, then renames: a file under its name is whole. */
function writeWhole(path: string, bytes: Uint8Array): WrittenFile {
  const partialPath = `${path}.partial`
  const descriptor = openSync(partialPath, 'w')
  try {
    writeFileSync(descriptor, bytes)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  renameSync(partialPath, path)
  return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}
