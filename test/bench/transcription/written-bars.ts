// Where the bars of the folder written begin, told by the bar lines of its ABC: abc2midi plays a control at each, so that repeats and pickups are kept.

import { isPlayed, midiOfAbc, textOfWritten } from './abc-midi.ts'
import { type ParsedMidi, quartersOfBeat } from './parsed-midi.ts'
import { LEAD_SECONDS } from './pieces.ts'
import type { RealPiece } from './real-pieces.ts'

export interface WrittenBars {
  /** In seconds of the take. */
  readonly beats: readonly number[]
  readonly firstDownbeat: number
  readonly beatsPerBar: number
  /** Beats are halves of whole notes: they may be heard as two each. */
  readonly areHalves: boolean
}

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
  if (!isPlayed(piece)) return null
  const midi = midiOfAbc(withMarks(textOfWritten(piece)))
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

/** The same with a control at each bar line. */
function withMarks(text: string): string {
  return text
    .split('\n')
    .map((line) => (NO_MUSIC.test(line) ? line : line.replace(BAR_LINE, `$&[I:MIDI control ${MARK} 1]`)))
    .join('\n')
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

/** Null where the meter changes, or its beats are of two kinds. */
function beatTicksOf(header: Header): number | null {
  const meter = meterOf(header)
  if (meter === null || (meter[1] > 4 && meter[0] % 3 !== 0)) return null
  return quartersOfBeat(meter) * header.ppq
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
