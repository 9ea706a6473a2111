// Writes standard MIDI files of type 1: a conductor track with tempo and meter, then one track a part.
// Source: The Complete MIDI 1.0 Detailed Specification, "Standard MIDI Files 1.0" and "General MIDI System Level 1".

import type { Key } from '../score/spelling.ts'

export const PPQ = 480

export interface MidiPart {
  readonly name: string
  /** General MIDI program, 0..127. */
  readonly program: number
  /** 0..15; 9 is the drums'. */
  readonly channel: number
  readonly notes: readonly MidiNote[]
  /** Moves of the pitch wheel, in order of time; none for a part that never bends. */
  readonly bends?: readonly MidiBend[]
}

export interface MidiNote {
  readonly pitch: number
  readonly startTicks: number
  readonly endTicks: number
  /** 1..127. */
  readonly velocity: number
}

/** From here on the channel sounds so much higher, until the next one. */
export interface MidiBend {
  readonly ticks: number
  readonly cents: number
}

export interface MidiSong {
  readonly tempos: readonly { readonly ticks: number; readonly bpm: number }[]
  readonly meters: readonly {
    readonly ticks: number
    readonly numerator: number
    readonly denominator: number
  }[]
  /** None where nothing has a pitch. */
  readonly key?: Key
  readonly parts: readonly MidiPart[]
}

/** At one tick notes end before the wheel turns, and the wheel turns before notes begin. */
type Rank = 0 | 1 | 2
interface TrackEvent {
  readonly ticks: number
  readonly rank: Rank
  readonly bytes: readonly number[]
}

/** A wheel's whole turn is at least a whole tone, as synthesisers have it before they are told. */
const LEAST_BEND_SEMITONES = 2
const WHEEL_MIDDLE = 8192

/** The bytes of the file. */
export function writeMidi(song: MidiSong): Uint8Array {
  const tracks = [conductor(song), ...song.parts.map(partEvents)]
  return Uint8Array.from([
    ...chunk('MThd', [0, 1, ...word(tracks.length), ...word(PPQ)]),
    ...tracks.flatMap((events) => chunk('MTrk', trackBytes(events))),
  ])
}

function conductor({ tempos, meters, key }: MidiSong): TrackEvent[] {
  const signature =
    key === undefined ? [] : [[0xff, 0x59, 2, key.fifths & 0xff, key.mode === 'minor' ? 1 : 0]]
  return [
    ...signature.map((bytes): TrackEvent => ({ ticks: 0, rank: 0, bytes })),
    ...meters.map(({ ticks, numerator, denominator }): TrackEvent => {
      // Clocks between clicks of a metronome: it clicks dotted quarters in eighths.
      const clocks = denominator === 8 ? 36 : 96 / denominator
      return { ticks, rank: 0, bytes: [0xff, 0x58, 4, numerator, Math.log2(denominator), clocks, 8] }
    }),
    ...tempos.map(({ ticks, bpm }): TrackEvent => {
      const microseconds = Math.round(60_000_000 / bpm)
      return { ticks, rank: 0, bytes: [0xff, 0x51, 3, microseconds >> 16, ...word(microseconds & 0xffff)] }
    }),
  ]
}

function partEvents({ name, program, channel, notes, bends = [] }: MidiPart): TrackEvent[] {
  const text = [...Buffer.from(name, 'utf8')]
  return [
    { ticks: 0, rank: 0, bytes: [0xff, 0x03, ...variableLength(text.length), ...text] },
    { ticks: 0, rank: 0, bytes: [0xc0 | channel, program] },
    ...wheelEvents(channel, bends),
    ...notes.flatMap(({ pitch, startTicks, endTicks, velocity }): TrackEvent[] => [
      { ticks: startTicks, rank: 2, bytes: [0x90 | channel, pitch, velocity] },
      { ticks: Math.max(startTicks + 1, endTicks), rank: 0, bytes: [0x80 | channel, pitch, 0] },
    ]),
  ]
}

/** The wheel's range (registered parameter 0), then its moves. */
function wheelEvents(channel: number, bends: readonly MidiBend[]): TrackEvent[] {
  if (bends.length === 0) return []
  const widest = bends.reduce((most, { cents }) => Math.max(most, Math.abs(cents)), 0)
  const range = Math.max(LEAST_BEND_SEMITONES, Math.ceil(widest / 100))
  const control = (number: number, value: number): TrackEvent => ({
    ticks: 0,
    rank: 0,
    bytes: [0xb0 | channel, number, value],
  })
  return [
    control(101, 0),
    control(100, 0),
    control(6, range),
    control(38, 0),
    // No parameter is chosen any more: a controller that comes by chance changes nothing.
    control(101, 127),
    control(100, 127),
    ...bends.map(({ ticks, cents }): TrackEvent => {
      const turn = Math.round((cents / (range * 100)) * WHEEL_MIDDLE)
      const value = Math.max(0, Math.min(2 * WHEEL_MIDDLE - 1, WHEEL_MIDDLE + turn))
      return { ticks, rank: 1, bytes: [0xe0 | channel, value & 0x7f, value >> 7] }
    }),
  ]
}

function trackBytes(events: readonly TrackEvent[]): number[] {
  const bytes: number[] = []
  let at = 0
  for (const event of events.toSorted((a, b) => a.ticks - b.ticks || a.rank - b.rank)) {
    bytes.push(...variableLength(event.ticks - at), ...event.bytes)
    at = event.ticks
  }
  return [...bytes, 0, 0xff, 0x2f, 0]
}

function chunk(name: string, bytes: readonly number[]): number[] {
  return [
    ...Buffer.from(name, 'latin1'),
    ...word(bytes.length >>> 16),
    ...word(bytes.length & 0xffff),
    ...bytes,
  ]
}

function word(value: number): [number, number] {
  return [(value >> 8) & 0xff, value & 0xff]
}

/** Seven bits a byte, the highest first; all but the last have their top bit set. */
function variableLength(value: number): number[] {
  const bytes = [value & 0x7f]
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes.unshift((rest & 0x7f) | 0x80)
  return bytes
}
