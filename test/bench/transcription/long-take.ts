// Transcribes twelve minutes of an ensemble as the service does, and prints how fast, and how much memory the process took at most.
// node test/bench/transcription/long-take.ts

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createTranscriptionPool } from '../../../src-main/local-service/transcription/transcription-pool.ts'
import { makeTemporaryFolder } from '../../temporary-folder.ts'
import { TRANSCRIPTION_WORKER_URL } from '../../transcription-worker.ts'
import { type KnownPart, makePiece } from './pieces.ts'
import { renderPiece, SOUND_FONTS } from './render.ts'

export interface LongTake {
  readonly seconds: number
  /** Seconds of sound in a second of work, from file to notes and score. */
  readonly speed: number
  readonly peakMb: number
}

const SECONDS = 720
const SEED = 1001

const piece = makePiece('ensemble', SEED)
const path = renderPiece({ parts: piece.parts.map(lengthened) }, SOUND_FONTS[0])
const folder = makeTemporaryFolder('long-take')
const pool = createTranscriptionPool(TRANSCRIPTION_WORKER_URL)
const reply = await pool.run(
  {
    kind: 'transcribe',
    path,
    request: { audio: { type: 'url', audio_url: 'http://localhost' } },
    midiPath: join(folder, 'take.mid'),
    musicXmlPath: join(folder, 'take.musicxml'),
    scoresPath: join(folder, 'take'),
  },
  SECONDS * 1000,
  { onStart: () => {}, onProgress: () => {} },
)
await pool.close()
rmSync(folder, { recursive: true })
if (!reply.ok || reply.kind !== 'transcribe') throw new Error('the twelve minutes were not transcribed')
const { durationMs } = reply.transcription
const result: LongTake = {
  seconds: Math.round(durationMs / 1000),
  speed: durationMs / reply.workMs,
  peakMb: process.resourceUsage().maxRSS / 1024,
}
console.log(JSON.stringify(result))

/** Played again and again until the time is over. */
function lengthened(part: KnownPart): KnownPart {
  const last = Math.max(...piece.parts.flatMap(({ notes }) => notes.map(({ end }) => end)))
  const notes = Array.from({ length: Math.floor(SECONDS / last) }, (_, round) =>
    part.notes.map((note) => ({ ...note, start: note.start + round * last, end: note.end + round * last })),
  )
  return { ...part, notes: notes.flat() }
}
