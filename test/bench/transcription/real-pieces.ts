// Music that people wrote, half of which is only for testing: MIDI files that Debian's packages install, read where they lie and never copied here.

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { type ParsedMidi, parseMidi, quartersOfBeat } from './parsed-midi.ts'
import { type KnownNote, type KnownPart, type KnownPiece, LEAD_SECONDS } from './pieces.ts'

/** Package openttd-openmsx (GPL-2): 31 pieces for bands, played from MIDI. */
const OPENMSX = '/usr/share/games/openttd/baseset/openmsx'
/** Package musescore3-common (GPL-2): scores for piano, strings, brass and choir, which musescore3 turns into MIDI. */
const MUSESCORE_DEMOS = '/usr/share/mscore3-3.2/demos'

/** So much of each piece is heard. */
const SECONDS = 30
/** Pieces that are learnt from are heard in so many parts, one after the other. */
const LEARNT_PARTS = 4
/** A part of fewer notes is no part. */
const MIN_NOTES = 40

/** A piece with the tempo that is written for all that is heard of it; null where it changes on the way. */
export type RealPiece = Omit<KnownPiece, 'bpm'> & {
  readonly bpm: number | null
  /** When each written beat falls, in seconds: quarters, halves in 2/2 and 3/2, three eighths in compound meters. */
  readonly beats: readonly number[]
  /** Index of the first beat that begins a bar; null where no meter of quarters is written that holds for all that is heard. */
  readonly firstDownbeat: number | null
}

/**
 * The pieces that are installed here: as ensembles they keep their instruments and drums, as piano all their pitched parts are played by one
 * piano, so that its music is as dense as theirs.
 */
export function realPieces(kind: KnownPiece['kind']): RealPiece[] {
  return pathsOfPieces(kind).map((path) => readPiece(path, kind))
}

/** Every second of them, in order of path, is a test piece: nothing is learnt from those. */
export function testedRealPieces(kind: KnownPiece['kind']): RealPiece[] {
  return realPieces(kind).filter((_, index) => index % 2 === 0)
}

/** The others: train-tempo.ts learns from them. */
export function untestedRealPieces(kind: KnownPiece['kind']): RealPiece[] {
  return realPieces(kind).filter((_, index) => index % 2 === 1)
}

/** The same, heard further than the half minute of a test piece: train.ts learns from them. */
export function learntRealPieces(kind: KnownPiece['kind']): RealPiece[] {
  return pathsOfPieces(kind)
    .filter((_, index) => index % 2 === 1)
    .flatMap((path) => {
      const midi = parseMidi(readFileSync(path))
      return Array.from({ length: LEARNT_PARTS }, (_, part) => {
        const from = part * SECONDS
        return pieceOfMidi(midi, `${basename(path, '.mid')} from ${from} s, ${kind}`, kind, from)
      })
    })
    .filter(isPiece)
}

function pathsOfPieces(kind: KnownPiece['kind']): string[] {
  return midiFiles().filter((path) => isPiece(readPiece(path, kind)))
}

function isPiece({ parts }: RealPiece): boolean {
  return parts.reduce((sum, { notes }) => sum + notes.length, 0) >= MIN_NOTES
}

function midiFiles(): string[] {
  const openMsx = existsSync(OPENMSX) ? readdirSync(OPENMSX).filter((name) => name.endsWith('.mid')) : []
  const demos = existsSync(MUSESCORE_DEMOS)
    ? readdirSync(MUSESCORE_DEMOS).filter((name) => name.endsWith('.mscx') || name.endsWith('.mscz'))
    : []
  return [
    ...openMsx.map((name) => join(OPENMSX, name)),
    ...demos.flatMap((name) => midiOfScore(join(MUSESCORE_DEMOS, name)) ?? []),
  ].sort()
}

/** The MIDI of a score, by musescore3; null where that is not installed or cannot read it. */
function midiOfScore(score: string): string | null {
  const folder = join(tmpdir(), 'foleyroom-bench-transcription')
  const midi = join(folder, `${basename(score, extname(score))}.mid`)
  if (existsSync(midi)) return midi
  mkdirSync(folder, { recursive: true })
  try {
    const env = { ...process.env, QT_QPA_PLATFORM: 'offscreen' }
    execFileSync('musescore3', ['-o', midi, score], { stdio: 'ignore', env, timeout: 60_000 })
  } catch {
    return null
  }
  return existsSync(midi) ? midi : null
}

function readPiece(path: string, kind: KnownPiece['kind']): RealPiece {
  return pieceOfMidi(parseMidi(readFileSync(path)), `${basename(path, '.mid')}, ${kind}`, kind, 0)
}

/** Half a minute of a MIDI file, from so many seconds after its first note on. What begins late begins half a second in, as generated pieces do. */
export function pieceOfMidi(
  midi: ParsedMidi,
  name: string,
  kind: KnownPiece['kind'],
  skipSeconds: number,
): RealPiece {
  const starts = midi.tracks.flatMap(({ notes }) => notes.map(({ time }) => time))
  const earliest = starts.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY)
  const first = starts
    .filter((time) => time >= earliest + skipSeconds)
    .reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY)
  const isHeard = (time: number) => time >= first && time - first < SECONDS
  const parts = midi.tracks
    .filter(({ notes }) => notes.some(({ time }) => isHeard(time)))
    .map(
      ({ instrument, channel, notes }): KnownPart => ({
        program: instrument.number,
        isDrums: channel === 9,
        notes: notes
          .filter(({ time }) => isHeard(time))
          .map(({ midi: pitch, time, duration, velocity }) => ({
            pitch,
            start: time - first + LEAD_SECONDS,
            end: time - first + LEAD_SECONDS + Math.max(0.02, duration),
            velocity: Math.max(1, Math.round(velocity * 127)),
          })),
      }),
    )
  const { tempos, timeSignatures, ppq } = midi.header
  const before = tempos.findLast(({ time = 0 }) => time <= first)?.bpm ?? 120
  const heard = [before, ...tempos.filter(({ time = 0 }) => isHeard(time)).map(({ bpm }) => bpm)]
  const last = starts.filter(isHeard).reduce((most, time) => Math.max(most, time), Number.NEGATIVE_INFINITY)
  const meters = timeSignatures.filter(({ ticks }) => midi.header.ticksToSeconds(ticks) < first + SECONDS)
  const meter = meters.findLast(({ ticks }) => midi.header.ticksToSeconds(ticks) <= first + 0.05)
  const [numerator = 4, denominator] = meter?.timeSignature ?? []
  const quarters = quartersOfBeat(meters.at(-1)?.timeSignature ?? [])
  const beatTicks = quarters * ppq
  const anchor = quarters === 1 ? 0 : (meters.at(-1)?.ticks ?? 0) % beatTicks
  const beats: number[] = []
  let firstBeat: number | null = null
  for (let beat = 0; midi.header.ticksToSeconds(anchor + beat * beatTicks) <= last + 0.05; beat++) {
    const time = midi.header.ticksToSeconds(anchor + beat * beatTicks)
    if (time < first - 0.05) continue
    firstBeat ??= beat
    beats.push(time - first + LEAD_SECONDS)
  }
  const isMeterKept = meter !== undefined && meter === meters.at(-1) && denominator === 4
  const beatsBefore = isMeterKept && firstBeat !== null ? Math.round(firstBeat - meter.ticks / ppq) : null
  return {
    name,
    kind,
    bpm: heard.every((other) => Math.abs(other / before - 1) < 0.005) ? before / quarters : null,
    beats,
    firstDownbeat: beatsBefore === null ? null : (numerator - (beatsBefore % numerator)) % numerator,
    numerator: timeSignatures[0]?.timeSignature[0] ?? 4,
    parts: kind === 'piano' ? [onOnePiano(parts)] : parts,
  }
}

/** All pitched parts as one piano plays them. */
export function onOnePiano(parts: readonly KnownPart[]): KnownPart {
  const pitched = parts.filter(({ isDrums }) => !isDrums)
  return { program: 0, isDrums: false, notes: onOneKeyboard(pitched.flatMap(({ notes }) => notes)) }
}

/** A key is struck once at a time: notes that begin together are one, one that sounds is let go before the next. */
export function onOneKeyboard(notes: readonly KnownNote[]): KnownNote[] {
  const kept: KnownNote[] = []
  const lastOfKey = new Map<number, number>()
  for (const note of notes.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const index = lastOfKey.get(note.pitch)
    const last = index === undefined ? undefined : kept[index]
    if (last && index !== undefined) {
      if (note.start - last.start < 0.06) continue
      if (last.end > note.start - 0.01) kept[index] = { ...last, end: note.start - 0.01 }
    }
    lastOfKey.set(note.pitch, kept.length)
    kept.push(note)
  }
  return kept
}
