// Sound for a picture, as the window asks for it.
import { basename, extname } from 'node:path'
import type { HandlersOf } from '../../bridge/dispatcher.ts'
import { failure, success } from '../../bridge/reply.ts'
import type { GenerationView, QuoteRequest, Reply } from '../../bridge/types.ts'
import type { VideoPlan } from '../../bridge/video.ts'
import type { Generation } from '../../generations/generation.ts'
import type { SourceFile, SourceFiles } from '../../generations/source-files.ts'
import { videoResults } from '../../generations/video-results.ts'
import type { ReadableDatabase } from '../../library/database.ts'
import { getRow } from '../../library/sound-store.ts'
import type { RunMedia } from '../../media/facts-service.ts'
import { type ExportedSound, exportPicture } from '../picture-export.ts'

export interface VideoHandlerOptions {
  readonly db: ReadableDatabase
  readonly files: SourceFiles
  readonly plan: (request: QuoteRequest) => Promise<Reply<VideoPlan>>
  readonly view: (generation: Generation) => GenerationView
  readonly run: RunMedia
  readonly readyPath: (soundId: number) => string | null
  readonly newId: () => string
  readonly now: () => number
  readonly chooseFolder: (title: string, button: string) => Promise<string | null>
}

/** Handlers of `video.*`. */
export function videoHandlers(options: VideoHandlerOptions): HandlersOf<'video'> {
  const { db, files, plan, view, run, readyPath, chooseFolder } = options
  const fileOf = (clipId: string): Reply<SourceFile> => {
    const found = files.find({ soundId: null, clipId })
    return found.ok ? success(found.value) : failure(found.error)
  }
  return {
    async 'video.facts'({ clipId }) {
      const file = fileOf(clipId)
      if (!file.ok) return file
      const facts = await run('clipFacts', { path: file.value.path })
      return facts.ok ? success(facts.value) : failure(facts.error)
    },
    'video.plan': (request) => plan(request),
    'video.results': async ({ clipId, limit }) => success(videoResults(db, clipId, limit, view)),
    async 'video.export'({ clipId, kind, sounds }) {
      const file = fileOf(clipId)
      if (!file.ok) return file
      const facts = await run('clipFacts', { path: file.value.path })
      if (!facts.ok) return failure(facts.error)
      const placed: ExportedSound[] = []
      for (const { soundId, ...place } of sounds) {
        const path = readyPath(soundId)
        const row = getRow(db, soundId)
        if (path === null || row === null) {
          const message = `“${place.label}” is no longer where it was kept.`
          return failure({ code: 'file_missing', message, retryable: false })
        }
        placed.push({ ...place, path, lengthMs: row.durationMs })
      }
      const folder = await chooseFolder('Where should the files go?', 'Export here')
      if (folder === null) return success(null)
      const written = await exportPicture(
        {
          kind,
          folder,
          clipPath: file.value.path,
          // Without its ending: the names of the files begin with it.
          clipName: basename(file.value.path, extname(file.value.path)),
          facts: facts.value,
          sounds: placed,
        },
        options,
      )
      return written.ok
        ? success({ files: written.value, folderName: basename(folder) })
        : failure(written.error)
    },
  }
}
