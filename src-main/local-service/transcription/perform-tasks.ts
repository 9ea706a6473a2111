// What the worker thread does with its tasks: listens to one recording at a time and writes its files.

import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'
import type { MessagePort } from 'node:worker_threads'
import { readSourceTitle } from '../codecs/source-title.ts'
import type { Arrangement } from './arrange.ts'
import { writeMidi } from './files/midi-file.ts'
import { pickupQuartersOf, songOf } from './files/song.ts'
import { detectInstruments } from './instruments/detect.ts'
import { loadNoteModel } from './listening/note-model.ts'
import { openRecording } from './listening/recording.ts'
import type { SecondReader } from './listening/second-reader.ts'
import { provisionalNotes } from './provisional-notes.ts'
import { type Engraver, loadEngraver } from './score/engrave.ts'
import { writeMusicXml } from './score/musicxml.ts'
import { printScores } from './score/score-set.ts'
import type { ScoreOptions } from './score/written-part.ts'
import { createListener, type Listener, transcribe } from './transcribe.ts'
import type { Transcription } from './transcription.ts'
import type {
  ListeningProgress,
  ListeningReply,
  ListeningTask,
  WorkerMessage,
  WrittenFile,
  WrittenScores,
} from './transcription-pool.ts'
import { scorePath } from './transcription-pool.ts'

/** All notes so far are told again each time, so a long recording does not tell them window by window. */
const LEAST_PROGRESS = 0.01

let engraver: Promise<Engraver> | undefined

/**
 * Performs ListeningTasks that come in at a port, one at a time, and answers there with WorkerMessages.
 * @param second reads for the note model beside this thread
 */
export function performTasks(port: MessagePort, second: SecondReader | undefined): void {
  const post = (message: WorkerMessage) => port.postMessage(message)
  let listener: Promise<Listener> | undefined
  port.on('message', (task: ListeningTask) => {
    listener ??= loadNoteModel(second).then(createListener)
    perform(task, listener, (progress) => post({ kind: 'progress', progress }))
      .catch(
        (error: unknown): ListeningReply => ({
          ok: false,
          code: 'generation_failed',
          message: error instanceof Error ? (error.stack ?? error.message) : String(error),
        }),
      )
      .then((reply) => post({ kind: 'reply', reply }))
  })
}

async function perform(
  task: ListeningTask,
  listener: Promise<Listener>,
  onProgress: (progress: ListeningProgress) => void,
): Promise<ListeningReply> {
  const startedMs = performance.now()
  const ready = await listener
  const recording = await openRecording(task.path)
  if (task.kind === 'detect') {
    const instruments = detectInstruments(recording, ready)
    return { ok: true, kind: 'detect', instruments, workMs: performance.now() - startedMs }
  }
  const { request, midiPath, musicXmlPath, scoresPath } = task
  let nextShare = 0
  const arrangement = transcribe(recording, request, ready, (notes, share) => {
    if (share < nextShare) return
    nextShare = share + LEAST_PROGRESS
    onProgress({ share, notes: provisionalNotes(notes, request) })
  })
  const isOptimized = (request.optimize_musicxml ?? false) || (request.score_pdfs ?? false)
  const title = await readSourceTitle(task.path)
  const options: ScoreOptions = {
    isOptimized,
    pageSize: request.page_size ?? 'a4',
    ...(title !== null && { title }),
  }
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
