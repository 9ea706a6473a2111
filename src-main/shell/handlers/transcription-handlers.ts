// Transcriptions, as the window asks for them.
import type { CommandHandlers, HandlersOf } from '../../bridge/dispatcher.ts'
import { failure, success } from '../../bridge/reply.ts'
import type { BridgeError, Reply } from '../../bridge/types.ts'
import type { Askings } from '../../generations/askings.ts'
import { getTranscriptionFile, transcriptionFiles } from '../../generations/midi-files.ts'
import type { ScorePicture } from '../../media/engrave.ts'
import type { Outcome } from '../../media/outcome.ts'
import type { Detections } from '../../transcriptions/detections.ts'
import { cutByTracks, type PartFilesOptions, partFiles } from '../../transcriptions/part-files.ts'
import type { Transcriptions } from '../../transcriptions/transcriptions.ts'
import { intoChosenFolder } from './into-folder.ts'
import { notesInto } from './notes-into.ts'

/** What the handlers need of the desktop. */
export interface TranscriptionDesktop {
  chooseFolder(title: string, button: string): Promise<string | null>
  /** Copies under unique names. @returns where they lie */
  copyInto(folder: string, paths: readonly string[]): Promise<readonly string[]>
  /** Writes under a name that is free. @returns where it lies */
  writeInto(folder: string, name: string, text: string): Promise<string>
  /** Puts files on the clipboard. */
  copyFiles(paths: readonly string[]): Promise<void>
  reveal(path: string): void
  startDrag(paths: readonly string[]): void
}

export interface TranscriptionHandlerOptions extends PartFilesOptions {
  readonly transcriptions: Transcriptions
  readonly detections: Detections
  readonly askings: Askings
  readonly engrave: (order: {
    readonly path: string
    readonly part: string | null
    readonly page: number
  }) => Promise<Outcome<ScorePicture, string>>
  readonly desktop: TranscriptionDesktop
  /** The last part of a path. */
  readonly nameOf: (path: string) => string
}

/** Handlers of `transcriptions.*`. */
export function transcriptionHandlers(options: TranscriptionHandlerOptions): {
  readonly requests: HandlersOf<'transcriptions'>
  readonly commands: Pick<CommandHandlers, 'transcriptions.drag'>
} {
  const { transcriptions, detections, askings, db, pathOf, engrave, desktop, nameOf } = options
  const pathsOf = (fileIds: readonly number[]): Reply<readonly string[]> => {
    const paths: string[] = []
    for (const id of fileIds) {
      const file = getTranscriptionFile(db, id)
      const path = file === null ? null : pathOf(file.relativePath)
      if (path === null) {
        const message =
          file === null ? `There is no file ${id}.` : `“${file.name}” is no longer where it was kept.`
        return failure({ code: 'file_missing', message, retryable: false })
      }
      paths.push(path)
    }
    return success(paths)
  }
  return {
    requests: {
      'transcriptions.quote': (request) => transcriptions.quote(request),
      'transcriptions.detect': ({ askingId, ...question }) =>
        askings.ask(askingId, (asker) => detections.detect(question, asker)),
      'transcriptions.detected': async (place) => success(detections.kept(place)),
      'transcriptions.start': (intent) => transcriptions.start(intent),
      'transcriptions.list': async (request) => success(transcriptions.list(request)),
      'transcriptions.get': async ({ generationId }) => transcriptions.get(generationId),
      async 'transcriptions.export'({ fileIds }) {
        const paths = pathsOf(fileIds)
        if (!paths.ok) return paths
        const asked = { title: 'Where should the files go?', button: 'Copy here' }
        return intoChosenFolder({ ...desktop, nameOf }, asked, async (folder) => ({
          exported: (await desktop.copyInto(folder, paths.value)).length,
          folderName: nameOf(folder),
        }))
      },
      async 'transcriptions.copyFiles'({ fileIds }) {
        const paths = pathsOf(fileIds)
        if (!paths.ok) return paths
        await desktop.copyFiles(paths.value)
        return success(null)
      },
      async 'transcriptions.reveal'({ fileId }) {
        const paths = pathsOf([fileId])
        if (!paths.ok) return paths
        for (const path of paths.value) desktop.reveal(path)
        return success(null)
      },
      async 'transcriptions.partFiles'({ generationId }) {
        const found = transcriptions.get(generationId)
        if (!found.ok) return found
        const notes = transcriptions.notes(generationId)
        if (notes === null || !notes.isComplete) return failure(NOT_DONE)
        const { label, createdAtMs } = found.value.generation
        const cut = cutByTracks(notes)
        return partFiles(options, { owner: { generationId }, label, createdAtMs, notes, cut })
      },
      async 'transcriptions.exportNotes'({ generationId, format }) {
        const found = transcriptions.get(generationId)
        if (!found.ok) return found
        const notes = transcriptions.notes(generationId)
        if (notes === null) return failure(NOT_DONE)
        return notesInto(options, found.value.generation.label, notes, format)
      },
      async 'transcriptions.scorePage'({ generationId, part, page }) {
        const file = transcriptionFiles(db, generationId).find(({ kind }) => kind === 'musicxml')
        const path = file === undefined ? null : pathOf(file.relativePath)
        if (path === null) {
          const message = 'There is no score of this transcription, or it is no longer where it was kept.'
          return failure({ code: 'file_missing', message, retryable: false })
        }
        const picture = await engrave({ path, part, page })
        return picture.ok ? success(picture.value) : failure(picture.error)
      },
    },
    commands: {
      'transcriptions.drag'({ fileIds }) {
        const paths = pathsOf(fileIds)
        if (paths.ok) desktop.startDrag(paths.value)
      },
    },
  }
}

const NOT_DONE: BridgeError = {
  code: 'not_done',
  message: 'The notes are not all there yet.',
  retryable: true,
}
