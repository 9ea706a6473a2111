// Transcriptions, as the window asks for them.
import type { CommandHandlers, HandlersOf } from '../../bridge/dispatcher.ts'
import { failure, success } from '../../bridge/reply.ts'
import type { Reply } from '../../bridge/types.ts'
import { getTranscriptionFile } from '../../generations/midi-files.ts'
import type { ReadableDatabase } from '../../library/database.ts'
import type { Transcriptions } from '../../transcriptions/transcriptions.ts'

/** What the handlers need of the desktop. */
export interface TranscriptionDesktop {
  chooseFolder(title: string, button: string): Promise<string | null>
  /** Copies under unique names. @returns where they lie */
  copyInto(folder: string, paths: readonly string[]): Promise<readonly string[]>
  reveal(path: string): void
  startDrag(paths: readonly string[]): void
}

/** Handlers of `transcriptions.*`. `pathOf`: absolute path of a file that is there, else null. */
export function transcriptionHandlers(options: {
  readonly transcriptions: Transcriptions
  readonly db: ReadableDatabase
  readonly pathOf: (relativePath: string) => string | null
  readonly desktop: TranscriptionDesktop
  readonly nameOf: (folder: string) => string
}): {
  readonly requests: HandlersOf<'transcriptions'>
  readonly commands: Pick<CommandHandlers, 'transcriptions.drag'>
} {
  const { transcriptions, db, pathOf, desktop, nameOf } = options
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
      'transcriptions.detect': (request) => transcriptions.detect(request),
      'transcriptions.start': (intent) => transcriptions.start(intent),
      'transcriptions.list': async (request) => success(transcriptions.list(request)),
      'transcriptions.get': async ({ generationId }) => transcriptions.get(generationId),
      async 'transcriptions.export'({ fileIds }) {
        const paths = pathsOf(fileIds)
        if (!paths.ok) return paths
        const folder = await desktop.chooseFolder('Where should the files go?', 'Copy here')
        if (folder === null) return success(null)
        return success({
          exported: (await desktop.copyInto(folder, paths.value)).length,
          folderName: nameOf(folder),
        })
      },
      async 'transcriptions.reveal'({ fileId }) {
        const paths = pathsOf([fileId])
        if (!paths.ok) return paths
        for (const path of paths.value) desktop.reveal(path)
        return success(null)
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
