// npm run bench -- transcription [--pieces=N]: how right and how fast the transcription is, beside plain basic-pitch on the same audio.
// Drums by class, beside bands that rise. Tuning pieces have seeds below 1,000 (train.ts); the pieces measured here have seeds above, or are other people's (real-pieces.ts).
// Needs fluidsynth, sound fonts and abc2midi; [--real=N] and [--written=N] are how many real pieces of each kind, and how many of the folder
// written, are heard, [--long=0] leaves the twelve minutes out.

import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { measureKeyEnergy } from '../../../src-main/local-service/transcription/listening/key-energy.ts'
import { loadNoteModel } from '../../../src-main/local-service/transcription/listening/note-model.ts'
import { readRecording } from '../../../src-main/local-service/transcription/listening/recording.ts'
import { startSecondReader } from '../../../src-main/local-service/transcription/listening/second-reader.ts'
import { decodeNotes } from '../../../src-main/local-service/transcription/notes/decode-notes.ts'
import { findLikelyDrums } from '../../../src-main/local-service/transcription/parts/drums.ts'
import { hearRhythm } from '../../../src-main/local-service/transcription/rhythm/take-rhythm.ts'
import {
  createListener,
  type Listener,
  transcribe,
} from '../../../src-main/local-service/transcription/transcribe.ts'
import { TRANSCRIPTION_WORKER_URL } from '../../transcription-worker.ts'
import type { LongTake } from './long-take.ts'
import { type Counts, countBeats, countMatches, f1, type TimedNote } from './measure.ts'
import { type DrumlessFigure, measureDrumless } from './measure-drumless.ts'
import { type DrumFigure, type DrumFigures, measureDrums } from './measure-drums.ts'
import { beatsOf, type KnownPiece } from './pieces.ts'
import { decodePlainly } from './plain-decoding.ts'
import type { RealPiece } from './real-pieces.ts'
import { renderPiece } from './render.ts'
import { beatsOfMap, isTempoFound } from './tempo-measures.ts'
import { testedClasses } from './tested-classes.ts'

interface BenchLine {
  readonly name: string
  readonly ours: number
  readonly peer: number | null
  readonly unit: string
  readonly ratio: number | null
  readonly target: number | null
  readonly holds: boolean
}

export interface BenchOptions {
  /** Test pieces of each kind. */
  readonly pieces?: number
  /** Real pieces of each kind. */
  readonly real?: number
  /** Pieces of each kind of the folder written. */
  readonly written?: number
  /** 0 for none: whether twelve minutes are heard, in a process of their own. */
  readonly long?: number
  readonly print: (text: string) => void
}

/** Issue 8: onset F1, and onset and offset F1, by kind. */
const TARGETS = { piano: [0.92, 0.5], ensemble: [0.62, 0.35] } as const
const TEMPO_TARGET = 0.95
const BEATS_TARGET = 0.9
const SPEED_TARGET = 8
const MEMORY_TARGET_MB = 800

interface Measured {
  readonly onset: number
  readonly whole: number
  readonly plainOnset: number
  readonly plainWhole: number
  /** Null where the tempo changes. */
  readonly isTempoRight: boolean | null
  /** Of the map that is delivered; null as above. */
  readonly beats: number | null
  readonly isGridReliable: boolean
  readonly speed: number
}

/** Measures and gives the lines that the bench prints. */
export async function run({
  pieces = 24,
  real = 6,
  written = 6,
  long = 1,
  print,
}: BenchOptions): Promise<readonly BenchLine[]> {
  // As the service listens.
  const second = startSecondReader(TRANSCRIPTION_WORKER_URL)
  const listener = createListener(await loadNoteModel(second))
  const lines: BenchLine[] = []
  for (const { name, kind, pieces: played } of testedClasses(pieces, real, written)) {
    if (played.length === 0)
      print(`${name}: none here; real-pieces.ts and written-pieces.ts name the packages`)
    const measured: Measured[] = []
    for (const { piece, font } of played) measured.push(await measure(piece, font, listener, print))
    if (measured.length > 0) lines.push(...linesOf(name, TARGETS[kind], measured))
  }
  await second.close()
  lines.push(...drumLines(measureDrums(pieces)), ...measureDrumless(pieces).flatMap(drumlessLines))
  if (long > 0) lines.push(...longLines(print))
  return lines
}

/** Drums by class, beside bands that rise; the issue sets no target for them. */
function drumLines({ generated, real }: DrumFigures): BenchLine[] {
  const line = (of: string, { drum, f1, naiveF1 }: DrumFigure): BenchLine => ({
    name: `${of}: ${drum}`,
    ours: f1,
    peer: naiveF1,
    unit: 'F1',
    ratio: naiveF1 === 0 ? null : f1 / naiveF1,
    target: null,
    holds: true,
  })
  return [
    ...generated.map((figure) => line('drums', figure)),
    ...real.map((figure) => line('drums, real', figure)),
  ]
}

/** Hits that nobody played, and whether detection tells music with drums from music without; the issue sets no target for them. */
function drumlessLines({ of, hasDrums, meanHitsASecond, named }: DrumlessFigure): BenchLine[] {
  const told = (name: string, ours: number, unit: string): BenchLine => ({
    name: `${of}: ${name}`,
    ours,
    peer: null,
    unit,
    ratio: null,
    target: null,
    holds: true,
  })
  const share = told('drums named by detection', named, 'of pieces')
  return hasDrums ? [share] : [told('false drum hits', meanHitsASecond, 'a second'), share]
}

/** Twelve minutes, heard by a process of its own, so that its memory is what they take. */
function longLines(print: (text: string) => void): BenchLine[] {
  const script = fileURLToPath(new URL('long-take.ts', import.meta.url))
  // It writes what it says it does.
  const { seconds, speed, peakMb } = JSON.parse(
    execFileSync(process.execPath, [script], { encoding: 'utf8' }),
  ) as LongTake
  print(`${seconds} s: ${speed.toFixed(1)} ×, ${peakMb.toFixed(0)} MB at most`)
  return [
    alone('12 minutes: speed', speed, '× real time', SPEED_TARGET),
    { ...alone('12 minutes: memory', peakMb, 'MB', MEMORY_TARGET_MB), holds: peakMb < MEMORY_TARGET_MB },
  ]
}

async function measure(
  piece: KnownPiece | RealPiece,
  soundFont: string,
  listener: Listener,
  print: (text: string) => void,
): Promise<Measured> {
  const path = renderPiece(piece, soundFont)
  const startedMs = performance.now()
  const recording = await readRecording(path)
  const arrangement = transcribe(
    recording,
    { audio: { type: 'url', audio_url: 'http://localhost' } },
    listener,
  )
  const speed = recording.durationMs / (performance.now() - startedMs)
  const posteriors = listener.model.listen(recording.signal)
  const energy = measureKeyEnergy(recording.signal, posteriors.frameCount)
  const heard = decodeNotes({ posteriors, energy }, listener.networks)
  const rhythm = hearRhythm(heard, energy, recording.durationMs / 1000, {}, findLikelyDrums(energy))
  // Drums have a measure of their own.
  const known = piece.parts.filter(({ isDrums }) => !isDrums).flatMap(({ notes }) => notes)
  const found = arrangement.notes.filter(({ instrument }) => instrument !== 'drums')
  const knownBeats = 'beats' in piece ? piece.beats : beatsOf(piece)
  const plain = decodePlainly(posteriors)
  const result: Measured = {
    onset: score(known, found, false),
    whole: score(known, found, true),
    plainOnset: score(known, plain, false),
    plainWhole: score(known, plain, true),
    isTempoRight: piece.bpm === null ? null : isTempoFound(rhythm.bpm, piece.bpm),
    beats: piece.bpm === null ? null : f1(countBeats(knownBeats, beatsOfMap(rhythm.map, knownBeats))),
    isGridReliable: rhythm.unreliability === null,
    speed,
  }
  const bpm = piece.bpm === null ? 'changing' : piece.bpm.toFixed(0)
  print(
    `${piece.name}: onset ${figures(result.onset, result.plainOnset)}, onset+offset ${figures(result.whole, result.plainWhole)}, tempo ${rhythm.bpm.toFixed(1)} of ${bpm}, beats ${result.beats?.toFixed(2) ?? '–'}, meter ${rhythm.numerator}/${rhythm.denominator}, ${speed.toFixed(1)} ×`,
  )
  return result
}

function score(known: readonly TimedNote[], found: readonly TimedNote[], withEnds: boolean): number {
  const counts: Counts = countMatches(known, found, withEnds)
  return f1(counts)
}

function figures(ours: number, peer: number): string {
  return `${ours.toFixed(3)} (plain ${peer.toFixed(3)})`
}

function linesOf(kind: string, targets: readonly [number, number], all: readonly Measured[]): BenchLine[] {
  const mean = (of: (one: Measured) => number) => all.reduce((sum, one) => sum + of(one), 0) / all.length
  const beside = (name: string, ours: number, peer: number, target: number): BenchLine => ({
    name: `${kind}: ${name}`,
    ours,
    peer,
    unit: 'F1',
    ratio: ours / peer,
    target,
    holds: ours >= target,
  })
  const steady = all.filter(({ isTempoRight }) => isTempoRight !== null)
  const wrong = steady.filter(({ isTempoRight }) => !isTempoRight)
  return [
    beside(
      'note onsets',
      mean((one) => one.onset),
      mean((one) => one.plainOnset),
      targets[0],
    ),
    beside(
      'note onsets and offsets',
      mean((one) => one.whole),
      mean((one) => one.plainWhole),
      targets[1],
    ),
    alone(
      `${kind}: tempo within 2 %`,
      steady.filter(({ isTempoRight }) => isTempoRight).length / Math.max(1, steady.length),
      'of pieces',
      TEMPO_TARGET,
    ),
    alone(
      `${kind}: beats`,
      steady.reduce((sum, one) => sum + (one.beats ?? 0), 0) / Math.max(1, steady.length),
      'F1',
      BEATS_TARGET,
    ),
    {
      ...alone(
        `${kind}: wrong tempos whose grid is relied on`,
        wrong.filter(({ isGridReliable }) => isGridReliable).length,
        `of ${wrong.length} wrong`,
        0,
      ),
      target: null,
    },
    alone(
      `${kind}: speed`,
      mean((one) => one.speed),
      '× real time',
      SPEED_TARGET,
    ),
  ]
}

function alone(name: string, ours: number, unit: string, target: number): BenchLine {
  return { name, ours, peer: null, unit, ratio: null, target, holds: ours >= target }
}
