// Opens MIDI files that a person gave, wherever they gave them: from the file manager, by a drop, in a dialog. The last one is shown.
import { basename } from 'node:path'
import type { BridgeError, Notice } from '../bridge/types.ts'
import { midiNameOf, type OpenedMidi } from '../transcriptions/opened-midi.ts'

export interface MidiPort {
  readonly midi: Pick<OpenedMidi, 'open'>
  show(midiId: string): void
  tell(notice: Notice): void
  /** The library's pages changed. */
  changed(): void
  /** What the disk answers to a write of the database; null for a bug. */
  failureOf(error: unknown): BridgeError | null
}

/** Every file is tried; those that cannot be opened are named with their reason. Throws bugs alone. */
export async function openMidiFiles(paths: readonly string[], port: MidiPort): Promise<void> {
  for (const path of paths) {
    const opened = await attempt(path, port)
    if (!opened.ok) {
      port.tell({ tone: 'error', message: opened.error.message })
      continue
    }
    const { id, name } = opened.value
    const given = midiNameOf(path)
    // The same notes under another name would else look as if the wrong file had opened.
    if (name !== given)
      port.tell({ tone: 'info', message: `“${given}” is in the library already, as “${name}”.` })
    port.changed()
    port.show(id)
  }
}

async function attempt(path: string, { midi, failureOf }: MidiPort): ReturnType<OpenedMidi['open']> {
  try {
    return await midi.open(path)
  } catch (error) {
    const known = failureOf(error)
    if (known === null) throw error
    const message = `“${basename(path)}” was not opened. ${known.message}`
    return { ok: false, error: { ...known, message } }
  }
}
