// MIDI files that a person opens, as the window asks for them.
import type { HandlersOf } from '../../bridge/dispatcher.ts'
import { success } from '../../bridge/reply.ts'
import type { OpenedMidi } from '../../transcriptions/opened-midi.ts'
import { notesInto } from './notes-into.ts'
import type { TranscriptionDesktop } from './transcription-handlers.ts'

/** Handlers of `midi.*`. */
export function midiHandlers(options: {
  readonly midi: OpenedMidi
  /** Keeps files and shows the last one; tells the person where it cannot. */
  readonly open: (paths: readonly string[]) => Promise<void>
  readonly desktop: Pick<TranscriptionDesktop, 'chooseFolder' | 'writeInto'> & {
    /** Empty when the person cancels. */
    chooseMidi(): Promise<readonly string[]>
    /** Moves a file to the system's trash. Throws where there is none. */
    trash(path: string): Promise<void>
  }
  /** The library's pages changed. */
  readonly changed: () => void
  /** The last part of a path. */
  readonly nameOf: (path: string) => string
}): HandlersOf<'midi'> {
  const { midi, open, desktop, changed } = options
  return {
    async 'midi.choose'() {
      await open(await desktop.chooseMidi())
      return success(null)
    },
    'midi.list': async (asked) => success(midi.list(asked)),
    'midi.get': async ({ midiId }) => midi.get(midiId),
    async 'midi.remove'({ midiId }) {
      const removed = await midi.remove(midiId, (path) =>
        desktop.trash(path).then(
          () => null,
          (error: unknown) => (error instanceof Error ? error.message : String(error)),
        ),
      )
      changed()
      return removed
    },
    'midi.partFiles': ({ midiId }) => midi.parts(midiId),
    async 'midi.exportNotes'({ midiId, format }) {
      const found = midi.get(midiId)
      if (!found.ok) return found
      const notes = midi.notes(midiId)
      if (notes === null) throw new Error(`MIDI file ${midiId} has no notes`)
      return notesInto(options, found.value.name, notes, format)
    },
  }
}
