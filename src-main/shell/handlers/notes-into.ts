// Notes as a file for other programs, written into a folder which the person chooses.
import type { NotesDocument } from '../../bridge/transcriptions.ts'
import type { Reply } from '../../bridge/types.ts'
import { safeFileName } from '../../library/file-names.ts'
import { notesFile } from '../../transcriptions/notes-file.ts'
import { intoChosenFolder } from './into-folder.ts'
import type { TranscriptionDesktop } from './transcription-handlers.ts'

/** @param label what the file is called, without its ending */
export function notesInto(
  {
    desktop,
    nameOf,
  }: {
    readonly desktop: Pick<TranscriptionDesktop, 'chooseFolder' | 'writeInto'>
    readonly nameOf: (path: string) => string
  },
  label: string,
  notes: NotesDocument,
  format: 'json' | 'csv',
): Promise<Reply<{ fileName: string; folderName: string } | null>> {
  const asked = { title: 'Where should the notes go?', button: 'Write here' }
  return intoChosenFolder({ ...desktop, nameOf }, asked, async (folder) => {
    const path = await desktop.writeInto(folder, safeFileName(label, format), notesFile(notes, format))
    return { fileName: nameOf(path), folderName: nameOf(folder) }
  })
}
