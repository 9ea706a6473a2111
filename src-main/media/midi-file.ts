// MIDI files of a person's disk: read within bounds, with their notes and their content's hash.
import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { type MidiNotes, type MidiReadErrorCode, readMidiNotes } from './midi-notes.ts'
import { midiPart } from './midi-part.ts'
import { type FileErrorCode, failed, fileFailure, type Outcome, succeeded } from './outcome.ts'

export interface MidiFile {
  readonly bytes: Uint8Array
  /** Of the bytes, in hex. */
  readonly sha256: string
  readonly notes: MidiNotes
}
export type MidiFileErrorCode = FileErrorCode | MidiReadErrorCode

/** Of music, some hundred kilobytes are much. */
export const MIDI_BYTES_MAX = 4 << 20

/** @param path absolute. Errors: those of the disk and of `readMidiNotes` */
export async function readMidiFile(path: string): Promise<Outcome<MidiFile, MidiFileErrorCode>> {
  const read = await readBounded(path)
  if (!read.ok) return read
  const bytes = read.value
  const notes = readMidiNotes(bytes)
  if (!notes.ok) return notes
  return succeeded({ bytes, sha256: createHash('sha256').update(bytes).digest('hex'), notes: notes.value })
}

/** One part of a file, as bytes of a file of its own. Errors: as `readMidiFile` */
export async function readMidiPart(
  path: string,
  instrument: string,
): Promise<Outcome<Uint8Array, MidiFileErrorCode>> {
  const read = await readMidiFile(path)
  return read.ok ? succeeded(midiPart(read.value.bytes, instrument)) : read
}

async function readBounded(path: string): Promise<Outcome<Uint8Array, MidiFileErrorCode>> {
  try {
    // Asked before opening: a named pipe would be waited on without end.
    const stats = await stat(path)
    if (!stats.isFile()) return failed('not_a_file', 'It is not a plain file.')
    if (stats.size > MIDI_BYTES_MAX)
      return failed(
        'midi_too_long',
        `It has ${stats.size} bytes, MIDI files are read up to ${MIDI_BYTES_MAX}.`,
      )
    return succeeded(new Uint8Array(await readFile(path)))
  } catch (error) {
    return fileFailure(error, 'read the file')
  }
}
