// Where the bars of the folder written begin, told by the bar lines of its ABC: abc2midi plays a control at each, so that repeats and pickups are kept.

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import toneMidi from '@tonejs/midi'
import { LEAD_SECONDS } from './pieces.ts'
import type { ParsedMidi, RealPiece } from './real-pieces.ts'

/** The package is CommonJS: its class is a property of the default export. */
const { Midi } = toneMidi

export interface WrittenBars {
  /** In seconds of the take. */
  readonly beats: readonly number[]
  readonly firstDownbeat: number
  readonly beatsPerBar: number
  /** Beats are halves of whole notes: they may be heard as two each. */
  readonly areHalves: boolean
}

const FOLDER = join(import.meta.dirname, 'written')
/** A controller that no piece uses. */
const MARK = 20
/** A bar line with what belongs to it: repeats, numbers of endings. */
const BAR_LINE = /(?::*\|+[:\]]*|::)(?: *\[?\d[\d,-]*)?/g
/** Fields, comments and instructions: no music. */
const NO_MUSIC = /^([A-Za-z]:|%)/
const WITHIN_SECONDS = 0.05

/**
 * The bars of a take of {@link learntWrittenPieces} or of a test piece; null where bars are of different lengths, or their beats are not those
 * that are counted here: quarters, halves in 2/2 and 3/2, three eighths in compound meters.
 */
export function barsOfWritten({ name, parts }: RealPiece): WrittenBars | null {
  const [, piece = name, skip = '0'] = /^(.*) from (\d+) s$/.exec(name) ?? []
  const path = join(FOLDER, `${piece}.abc`)
  if (!existsSync(path)) return null
  const midi = new Midi(readFileSync(markedMidi(path)))
  const { header } = midi
  const beatTicks = beatTicksOf(header)
  const bars = barTicks(header)
  if (beatTicks === null || bars === null) return null
  const starts = midi.tracks.flatMap(({ notes }) => notes.map(({ time }) => time))
  const earliest = Math.min(...starts)
  const first = Math.min(...starts.filter((time) => time >= earliest + Number(skip)))
  const last =
    Math.max(...parts.flatMap(({ notes }) => notes.map(({ start }) => start))) - LEAD_SECONDS + first
  const downbeat = commonDownbeat(midi, bars, first, last)
  if (downbeat === null) return null
  const beats: number[] = []
  let firstDownbeat = -1
  for (
    let tick = downbeat % beatTicks;
    header.ticksToSeconds(tick) <= last + WITHIN_SECONDS;
    tick += beatTicks
  ) {
    const time = header.ticksToSeconds(tick)
    if (time < first - WITHIN_SECONDS) continue
    if (firstDownbeat < 0 && (tick - downbeat) % bars === 0) firstDownbeat = beats.length
    beats.push(time - first + LEAD_SECONDS)
  }
  if (firstDownbeat < 0) return null
  const areHalves = beatTicks === 2 * header.ppq
  return { beats, firstDownbeat, beatsPerBar: Math.round(bars / beatTicks), areHalves }
}

function markedMidi(path: string): string {
  const folder = join(tmpdir(), 'foleyroom-bench-written-bars')
  const text = join(folder, basename(path))
  const midi = join(folder, `${basename(path, '.abc')}.mid`)
  mkdirSync(folder, { recursive: true })
  const marked = readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => (NO_MUSIC.test(line) ? line : line.replace(BAR_LINE, `$&[I:MIDI control ${MARK} 1]`)))
  writeFileSync(text, marked.join('\n'))
  execFileSync('abc2midi', [text, '-o', midi], { stdio: 'ignore', timeout: 60_000 })
  return midi
}

type Header = ParsedMidi['header']

function meterOf({ timeSignatures }: Header): readonly [number, number] | null {
  const meters = new Set(timeSignatures.map(({ timeSignature }) => timeSignature.join('/')))
  const [numerator, denominator] = timeSignatures[0]?.timeSignature ?? []
  return meters.size === 1 && numerator && denominator ? [numerator, denominator] : null
}

function barTicks(header: Header): number | null {
  const meter = meterOf(header)
  return meter && (meter[0] * 4 * header.ppq) / meter[1]
}

function beatTicksOf(header: Header): number | null {
  const [numerator, denominator] = meterOf(header) ?? [0, 0]
  if (denominator === 2 || denominator === 4) return (4 * header.ppq) / denominator
  return denominator > 4 && numerator % 3 === 0 ? (12 * header.ppq) / denominator : null
}

/** The tick within a bar at which all whole bars of what is heard begin; null where they do not. */
function commonDownbeat(midi: ParsedMidi, bar: number, first: number, last: number): number | null {
  const marks = midi.tracks
    .map(({ controlChanges }) => (controlChanges[MARK] ?? []).map(({ ticks }) => ticks))
    .reduce((longest, one) => (one.length > longest.length ? one : longest), [])
  const bounds = [0, ...marks]
  const whole = bounds.filter((tick) => {
    const from = midi.header.ticksToSeconds(tick)
    const to = midi.header.ticksToSeconds(tick + bar)
    return to > first && from < last && bounds.includes(tick + bar)
  })
  const downbeats = new Set(whole.map((tick) => tick % bar))
  const [only] = downbeats
  return downbeats.size === 1 && only !== undefined ? only : null
}
