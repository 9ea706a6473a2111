// What stands behind the app protocol's paths with an id: files of the library, clips, notes. Everything is looked up anew at each request.
import { existsSync } from 'node:fs'
import { getTranscriptionFile } from '../generations/midi-files.ts'
import type { SourceFiles } from '../generations/source-files.ts'
import type { WritableDatabase } from '../library/database.ts'
import { readyAt } from '../library/ready-file.ts'
import { getDetailFacts, getOverview } from '../library/sound-store.ts'
import type { ListeningCopies } from '../media/listening-copies.ts'
import type { OpenedMidi } from '../transcriptions/opened-midi.ts'
import type { Transcriptions } from '../transcriptions/transcriptions.ts'
import type { MediaSource } from './app-protocol.ts'
import type { RemoteClips } from './remote-clip.ts'

export function createMediaSource(options: {
  readonly db: WritableDatabase
  readonly libraryRoot: () => string
  readonly readyPath: (soundId: number) => string | null
  readonly listening: ListeningCopies
  readonly peaksPath: (soundId: number) => Promise<string | null>
  readonly files: SourceFiles
  readonly remoteClips: RemoteClips
  readonly transcriptions: Pick<Transcriptions, 'notes'>
  readonly midi: Pick<OpenedMidi, 'notes'>
}): MediaSource {
  const { db, files, remoteClips, transcriptions, midi } = options
  return {
    audioPath: async (soundId) => options.readyPath(soundId),
    async listeningPath(soundId) {
      const path = options.readyPath(soundId)
      const uid = getDetailFacts(db, soundId)?.uid
      return path === null || uid === undefined ? null : options.listening.pathOf({ uid, path })
    },
    overview: (soundId) => getOverview(db, soundId),
    peaksPath: options.peaksPath,
    async clipPath(clipId) {
      const found = files.find({ soundId: null, clipId })
      return found.ok && existsSync(found.value.path) ? found.value.path : null
    },
    remoteClip(clipId, request, headers) {
      const address = files.addressOf(clipId)
      return address === null ? null : remoteClips.serve(address, request, headers)
    },
    notes(id) {
      const notes = transcriptions.notes(id) ?? midi.notes(id)
      return notes === null ? null : JSON.stringify(notes)
    },
    async transcriptionFilePath(fileId) {
      const file = getTranscriptionFile(db, fileId)
      return file === null ? null : readyAt(options.libraryRoot(), file.relativePath)
    },
  }
}
