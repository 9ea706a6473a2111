// Looks through a standard MIDI file from outside before it is kept: every length, every number, and how much there is of it.
import { failed, type Outcome, succeeded } from './outcome.ts'

export interface MidiFacts {
  readonly format: 0 | 1 | 2
  readonly tracks: number
  readonly notes: number
}
export type MidiErrorCode = 'midi_invalid' | 'midi_too_long'

/** More events than this are no piece of music: they would only fill the memory of whoever opens the file. */
export const MIDI_EVENTS_MAX = 2_000_000
/** A variable-length number has four bytes at most (SMF 1.0, "Conventions"). */
const VARIABLE_LENGTH_BYTES_MAX = 4
const HEADER_BYTES = 14

const wrong = (message: string) => failed('midi_invalid', `This MIDI file is damaged: ${message}.`)

/** Walks every track to its end. Errors: `midi_invalid`, `midi_too_long`. */
export function checkMidi(bytes: Uint8Array): Outcome<MidiFacts, MidiErrorCode> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < HEADER_BYTES || tagAt(bytes, 0) !== 'MThd') return wrong('it does not begin as one')
  const headerBytes = view.getUint32(4)
  const format = view.getUint16(8)
  const tracks = view.getUint16(10)
  if (headerBytes < 6 || headerBytes > bytes.length - 8)
    return wrong(`its header says that it has ${headerBytes} bytes`)
  if (format !== 0 && format !== 1 && format !== 2) return wrong(`its format is ${format}`)
  let at = 8 + headerBytes
  let found = 0
  const count = { events: 0, notes: 0 }
  while (at + 8 <= bytes.length) {
    const length = view.getUint32(at + 4)
    const isTrack = tagAt(bytes, at) === 'MTrk'
    at += 8
    if (length > bytes.length - at)
      return wrong(`a chunk says that it has ${length} bytes, ${bytes.length - at} are left`)
    if (isTrack) {
      const problem = walkTrack(bytes.subarray(at, at + length), count)
      if (problem === 'too many')
        return failed('midi_too_long', `This MIDI file has more than ${MIDI_EVENTS_MAX} events.`)
      if (problem !== null) return wrong(`${problem} in track ${found + 1}`)
      found += 1
    }
    at += length
  }
  if (found < tracks) return wrong(`it announces ${tracks} tracks and has ${found}`)
  return succeeded({ format, tracks: found, notes: count.notes })
}

/** Data bytes of the channel messages 0x8n to 0xEn. */
const DATA_BYTES = [2, 2, 2, 2, 1, 1, 2]

/** @returns what is wrong with the track, null when nothing is */
function walkTrack(track: Uint8Array, count: { events: number; notes: number }): string | null {
  let at = 0
  let running = 0
  const variableLength = (): number | null => {
    let value = 0
    for (let i = 0; i < VARIABLE_LENGTH_BYTES_MAX; i++) {
      const byte = track[at]
      if (byte === undefined) return null
      at += 1
      value = value * 128 + (byte & 0x7f)
      if (byte < 0x80) return value
    }
    return null
  }
  while (at < track.length) {
    if (variableLength() === null) return 'a time that cannot be read'
    count.events += 1
    if (count.events > MIDI_EVENTS_MAX) return 'too many'
    let status = track[at] ?? 0
    if (status < 0x80) {
      if (running === 0) return 'data without an event'
      status = running
    } else at += 1
    if (status >= 0xf0) {
      running = 0
      if (status === 0xff) at += 1
      else if (status !== 0xf0 && status !== 0xf7)
        return `an event ${status.toString(16)} that files do not have`
      const length = variableLength()
      if (length === null || length > track.length - at) return 'an event that is longer than its track'
      at += length
      continue
    }
    running = status
    const dataBytes = DATA_BYTES[(status >> 4) - 8] ?? 2
    if (at + dataBytes > track.length) return 'an event that is cut off'
    const velocity = track[at + 1] ?? 0
    for (let i = 0; i < dataBytes; i++) if ((track[at + i] ?? 0) > 0x7f) return 'a data byte above 127'
    if (status >> 4 === 9 && velocity > 0) count.notes += 1
    at += dataBytes
  }
  return null
}

const tagAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4))
