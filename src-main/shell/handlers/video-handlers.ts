// Sound for a picture, as the window asks for it.
import { basename } from 'node:path'
import type { HandlersOf } from '../../bridge/dispatcher.ts'
import { failure, success } from '../../bridge/reply.ts'
import type { GenerationView, QuoteRequest, Reply } from '../../bridge/types.ts'
import type { VideoPlan } from '../../bridge/video.ts'
import type { Askings } from '../../generations/askings.ts'
import type { Asker } from '../../generations/bring-source.ts'
import type { Generation } from '../../generations/generation.ts'
import { nameOfAddress, type SourceFiles } from '../../generations/source-files.ts'
import { videoResults } from '../../generations/video-results.ts'
import type { ReadableDatabase } from '../../library/database.ts'
import { getRow } from '../../library/sound-store.ts'
import type { RunMedia } from '../../media/facts-service.ts'
import type { PictureFacts } from '../../media/picture/clip-facts.ts'
import { type ExportedClip, type ExportedSound, exportPicture } from '../picture-export.ts'
import type { RemoteClips } from '../remote-clip.ts'

export interface VideoHandlerOptions {
  readonly db: ReadableDatabase
  readonly files: SourceFiles
  readonly remote: RemoteClips
  readonly askings: Askings
  /** What would be made of a clip, before it is paid. */
  readonly plan: (request: QuoteRequest, asker: Asker) => Promise<Reply<VideoPlan>>
  readonly view: (generation: Generation) => GenerationView
  readonly run: RunMedia
  readonly readyPath: (soundId: number) => string | null
  readonly newId: () => string
  readonly now: () => number
  readonly chooseFolder: (title: string, button: string) => Promise<string | null>
}

/** Handlers of `video.*`. */
export function videoHandlers(options: VideoHandlerOptions): HandlersOf<'video'> {
  const { db, files, remote, askings, plan, view, run, readyPath, chooseFolder } = options
  const factsOf = async (clipId: string): Promise<Reply<PictureFacts>> => {
    const address = files.addressOf(clipId)
    if (address !== null) {
      const read = await remote.facts(address)
      return read.ok ? success(read.value) : failure(read.error)
    }
    const found = files.find({ soundId: null, clipId })
    if (!found.ok) return failure(found.error)
    const read = await run('clipFacts', { path: found.value.path })
    return read.ok ? success(read.value) : failure(read.error)
  }
  /** What an export needs of a clip. One at an address that the app cannot read is as long as its sounds. */
  const exportedClip = async (
    clipId: string,
    sounds: readonly ExportedSound[],
  ): Promise<Reply<ExportedClip>> => {
    const address = files.addressOf(clipId)
    const facts = await factsOf(clipId)
    if (address !== null) {
      const name = nameOfAddress(address)
      const endMs = Math.max(...sounds.map(({ startMs, lengthMs }) => startMs + lengthMs))
      return success({
        path: null,
        codec: null,
        fileName: name,
        durationMs: facts.ok ? facts.value.durationMs : endMs,
        framesPerSecond: facts.ok ? facts.value.framesPerSecond : null,
        size: facts.ok ? facts.value : null,
      })
    }
    const found = files.find({ soundId: null, clipId })
    if (!found.ok) return failure(found.error)
    if (!facts.ok) return facts
    const { path } = found.value
    const { durationMs, framesPerSecond, codec } = facts.value
    return success({ path, codec, fileName: basename(path), durationMs, framesPerSecond, size: facts.value })
  }
  return {
    'video.facts': ({ clipId }) => factsOf(clipId),
    'video.plan': ({ askingId, ...request }) => askings.ask(askingId, (asker) => plan(request, asker)),
    'video.results': async ({ clipId, limit }) => success(videoResults(db, clipId, limit, view)),
    async 'video.export'({ clipId, kind, sounds }) {
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
      const clip = await exportedClip(clipId, placed)
      if (!clip.ok) return clip
      const folder = await chooseFolder('Where should the files go?', 'Export here')
      if (folder === null) return success(null)
      const written = await exportPicture({ kind, folder, clip: clip.value, sounds: placed }, options)
      return written.ok
        ? success({ files: written.value, folderName: basename(folder) })
        : failure(written.error)
    },
  }
}
