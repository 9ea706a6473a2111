// MIDI files that a person opened, as the window asks for them: notes without a recording. Their files go out as those of transcriptions.
import { entry } from './entry.ts'
import type { TranscriptionFileView } from './transcriptions.ts'

export interface MidiFileRow {
  /** Its notes stand at `notesPath`; a link to it is `foleyroom://midi/<id>`. */
  readonly id: string
  /** From 1 on, in the order of opening. */
  readonly number: number
  readonly name: string
  readonly noteCount: number
  /** To the end of the last note. */
  readonly durationS: number
  readonly createdAtMs: number
}
export interface MidiFileView extends MidiFileRow {
  readonly files: readonly TranscriptionFileView[]
}
export interface MidiFilePage {
  readonly rows: readonly MidiFileRow[]
  /** How many there are with these words. */
  readonly total: number
}

export const midiRequests = {
  /** Asks for MIDI files and opens them as "open with" does: the event `openMidi` names what to show. */
  'midi.choose': entry<undefined, null>(),
  /** Those whose names have each of the words, newest first. */
  'midi.list': entry<{ text: string; offset: number; limit: number }, MidiFilePage>(),
  'midi.get': entry<{ midiId: string }, MidiFileView>(),
  /** Gives its files to the system's trash and forgets it. */
  'midi.remove': entry<{ midiId: string }, null>(),
  /** As `transcriptions.partFiles`. */
  'midi.partFiles': entry<{ midiId: string }, readonly TranscriptionFileView[]>(),
  /** As `transcriptions.exportNotes`. */
  'midi.exportNotes': entry<
    { midiId: string; format: 'json' | 'csv' },
    { fileName: string; folderName: string } | null
  >(),
} as const
