// The work besides facts that media workers do, by name: what it takes and what it gives.
import { open, rm, stat } from 'node:fs/promises'
import type { WavErrorCode } from '../decode/wav.ts'
import { type EngraveErrorCode, engravePage, type ScorePicture } from './engrave.ts'
import { type FileMetadata, type MetadataErrorCode, readFileMetadata } from './file-metadata.ts'
import { type ContentHash, hashBlocks, hashContent } from './hash-file.ts'
import { type MidiFile, type MidiFileErrorCode, readMidiFile, readMidiPart } from './midi-file.ts'
import { type FileErrorCode, failed, fileFailure, type Outcome, succeeded } from './outcome.ts'
import { type PictureErrorCode, type PictureFacts, readClipFacts } from './picture/clip-facts.ts'
import { type LayOutErrorCode, type LayOutOrder, layOut } from './picture/lay-out.ts'
import { type MuxOrder, muxClip } from './picture/mux.ts'
import { type Provenance, type WrittenFile, writeProvenance } from './provenance.ts'
import type { FileTexts } from './provenance-record.ts'
import { type ListeningCopyErrorCode, writeListeningCopy } from './render/listening-copy.ts'
import { type RenderErrorCode, type Rendered, type RenderOrder, renderSound } from './render/render.ts'

export interface Inspected extends ContentHash {
  readonly metadata: FileMetadata
}
/** Job by job: what it takes, what it gives, and its errors. */
export interface MediaJobs {
  readonly inspect: {
    readonly args: { readonly path: string }
    readonly result: Inspected
    readonly errors: MetadataErrorCode
  }
  readonly hash: {
    readonly args: { readonly path: string }
    readonly result: ContentHash
    readonly errors: FileErrorCode
  }
  /** Copies a file and brings it to the disk, hashing what it copies. */
  readonly copy: {
    readonly args: { readonly from: string; readonly to: string }
    readonly result: ContentHash
    readonly errors: FileErrorCode
  }
  /** Copies a file with the texts of now; one of a format that has no place for them as it is. */
  readonly tag: {
    readonly args: {
      readonly from: string
      readonly to: string
      readonly provenance: Provenance
      readonly texts: FileTexts
    }
    readonly result: WrittenFile
    readonly errors: WavErrorCode
  }
  /** A page of a MusicXML file as a picture. */
  readonly engrave: {
    readonly args: { readonly path: string; readonly part: string | null; readonly page: number }
    readonly result: ScorePicture
    readonly errors: EngraveErrorCode
  }
  /** A MIDI file from outside. */
  readonly midi: {
    readonly args: { readonly path: string }
    readonly result: MidiFile
    readonly errors: MidiFileErrorCode
  }
  /** One part of such a file, as a file of its own. */
  readonly midiPart: {
    readonly args: { readonly path: string; readonly instrument: string }
    readonly result: Uint8Array
    readonly errors: MidiFileErrorCode
  }
  readonly clipFacts: {
    readonly args: { readonly path: string }
    readonly result: PictureFacts
    readonly errors: PictureErrorCode
  }
  readonly layOut: { readonly args: LayOutOrder; readonly result: null; readonly errors: LayOutErrorCode }
  readonly muxClip: { readonly args: MuxOrder; readonly result: null; readonly errors: LayOutErrorCode }
  /** A copy that the window can decode. */
  readonly listen: {
    readonly args: { readonly from: string; readonly to: string }
    readonly result: null
    readonly errors: ListeningCopyErrorCode
  }
  readonly render: { readonly args: RenderOrder; readonly result: Rendered; readonly errors: RenderErrorCode }
}
export type JobName = keyof MediaJobs
export type JobOutcome<N extends JobName> = Outcome<MediaJobs[N]['result'], MediaJobs[N]['errors']>

type Runners = {
  readonly [N in JobName]: (args: MediaJobs[N]['args'], signal: AbortSignal) => Promise<JobOutcome<N>>
}

/** Expected failures are values; an aborted signal throws its reason. */
export const MEDIA_JOBS: Runners = {
  hash: hashContent,
  tag: ({ from, to, provenance, texts }) => writeProvenance(from, to, provenance, texts),
  render: renderSound,
  listen: writeListeningCopy,
  engrave: engravePage,
  midi: ({ path }) => readMidiFile(path),
  midiPart: ({ path, instrument }) => readMidiPart(path, instrument),
  clipFacts: readClipFacts,
  layOut,
  muxClip,
  inspect: async ({ path }, signal) => {
    try {
      // Asked before opening: a named pipe would be waited on without end.
      const stats = await stat(path)
      if (!stats.isFile()) return failed('not_a_file', 'It is not a plain file.')
      if (stats.size === 0) return failed('file_empty', 'The file is empty.')
      const metadata = await readFileMetadata(path)
      if (!metadata.ok) return metadata
      const { bytes, sha256 } = await hashBlocks(path, signal)
      return succeeded({ bytes, sha256, metadata: metadata.value })
    } catch (error) {
      signal.throwIfAborted()
      return fileFailure(error, 'read the file')
    }
  },
  copy: async ({ from, to }, signal) => {
    try {
      const target = await open(to, 'w')
      try {
        const copied = await hashBlocks(from, signal, async (block) => {
          for (let written = 0; written < block.length; ) {
            written += (await target.write(block, written, block.length - written)).bytesWritten
          }
        })
        await target.sync()
        return succeeded(copied)
      } finally {
        await target.close()
      }
    } catch (error) {
      await rm(to, { force: true }).catch(() => undefined)
      signal.throwIfAborted()
      return fileFailure(error, 'copy the file')
    }
  },
}
