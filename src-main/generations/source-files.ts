// Where the media of an intent lie on this machine, what they are, and what they hold.
import { stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import type { MediaRef, QuoteRequest } from '../bridge/types.ts'
import type { ReadableDatabase, WritableDatabase } from '../library/database.ts'
import { getRow } from '../library/sound-store.ts'
import { type HashFile, hashContent, SHORT_BYTES } from '../media/hash-file.ts'
import type { Outcome } from '../media/outcome.ts'
import { errnoOf, failed, succeeded } from '../media/outcome.ts'
import type { GenerationSource } from './source-store.ts'
import { addressOf, getClip, keepContent, putClip } from './source-store.ts'

/** A file of this machine that a request is about. */
export interface SourceFile {
  readonly path: string
  readonly name: string
  /** Plain, as it is signed into an upload. */
  readonly contentType: string
  /** Null where it is not known without decoding. */
  readonly durationMs: number | null
}
export type SourceErrorCode =
  | 'source_missing'
  | 'source_changed'
  | 'source_unreadable'
  | 'source_unsupported'
  | 'file_empty'
  | 'not_a_file'

export interface SourceFiles {
  /** Where a sound or a clip lies now. */
  find(source: Pick<GenerationSource, 'soundId' | 'clipId'>): Outcome<SourceFile, SourceErrorCode>
  /** SHA-256 of what the file holds now, in hexadecimal; kept where the file is that of a clip. */
  hash(file: SourceFile, signal?: AbortSignal): Promise<Outcome<string, SourceErrorCode>>
  /** As `hash`, from what is known where the file is as it was. Null where nothing is known without reading it. */
  knownHash(ref: MediaRef): Promise<string | null>
  /** Registers a video file, so that the window can name it. */
  registerClip(path: string): Promise<Outcome<{ readonly id: string }, SourceErrorCode>>
  /** Registers a video that lies at an address. Nothing is read. */
  registerAddress(address: URL): { readonly id: string }
  /** The address of a clip; null for a file of this machine and for an unknown one. */
  addressOf(clipId: string): URL | null
  /** The request with clips that lie at an address named by it: the service reads them there. */
  withAddresses<R extends Pick<QuoteRequest, 'sources'>>(request: R): R
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.wav': 'audio/wav',
  '.rf64': 'audio/wav',
  '.flac': 'audio/flac',
  '.mp3': 'audio/mpeg',
  '.m4a': 'audio/mp4',
  '.aac': 'audio/aac',
  '.aif': 'audio/aiff',
  '.aiff': 'audio/aiff',
  '.ogg': 'audio/ogg',
  '.oga': 'audio/ogg',
  '.opus': 'audio/ogg',
  '.mp4': 'video/mp4',
  '.m4v': 'video/mp4',
  '.mov': 'video/quicktime',
  '.webm': 'video/webm',
  '.mkv': 'video/x-matroska',
}
/** The plain type of a file by its name, or null where it is neither audio nor video. */
export const contentTypeOf = (path: string): string | null =>
  CONTENT_TYPES[extname(path).toLowerCase()] ?? null
/** Endings of files that can be registered as clips. */
export const CLIP_EXTENSIONS: readonly string[] = Object.entries(CONTENT_TYPES)
  .filter(([, type]) => type.startsWith('video/'))
  .map(([extension]) => extension.slice(1))

/**
 * Opens the room. `readyPath`: absolute path of a finished sound, null where its file is not there.
 * `hashLong` hashes what would take this thread for long, off it.
 */
export function createSourceFiles(options: {
  readonly db: WritableDatabase
  readonly readyPath: (soundId: number) => string | null
  readonly hashLong: HashFile
  readonly newId: () => string
  readonly now: () => number
}): SourceFiles {
  const { db, readyPath, hashLong, newId, now } = options
  const addressOfClip = (clipId: string): URL | null => {
    const clip = getClip(db, clipId)
    return clip === null ? null : addressOf(clip)
  }
  return {
    addressOf: addressOfClip,
    registerAddress(address) {
      const known = { id: newId(), path: address.href, name: nameOfAddress(address) }
      return { id: putClip(db, { ...known, bytes: 0, modifiedMs: 0, sha256: null }, now()).id }
    },
    withAddresses(request) {
      const video = request.sources?.video
      const address = video?.kind === 'clip' ? addressOfClip(video.clipId) : null
      if (address === null) return request
      return { ...request, sources: { ...request.sources, video: { kind: 'url', url: address.href } } }
    },
    find: (source) =>
      source.soundId === null ? findClip(db, source.clipId ?? '') : findSound(db, source.soundId, readyPath),
    async hash(file, signal) {
      const content = await contentOf(file, hashLong, signal)
      if (!content.ok) return content
      const { sha256, bytes, modifiedMs } = content.value
      keepContent(db, { path: file.path, bytes, modifiedMs, sha256 })
      return succeeded(sha256)
    },
    async knownHash(ref) {
      if (ref.kind === 'url') return null
      if (ref.kind === 'sound') return contentOfSound(db, ref.soundId)
      const clip = getClip(db, ref.clipId)
      if (clip === null || clip.sha256 === null) return null
      const found = await stat(clip.path).catch(() => null)
      return found?.size === clip.bytes && found.mtimeMs === clip.modifiedMs ? clip.sha256 : null
    },
    async registerClip(path) {
      const name = basename(path)
      if (contentTypeOf(path)?.startsWith('video/') !== true) {
        const message = `${name} is not a video that can be opened: ${CLIP_EXTENSIONS.join(', ')}.`
        return failed('source_unsupported', message)
      }
      const found = await stat(path).catch(() => null)
      if (found === null) return failed('source_missing', `${name} cannot be found or read.`)
      if (!found.isFile()) return failed('not_a_file', `${name} is not a file.`)
      if (found.size === 0) return failed('file_empty', `${name} is empty.`)
      const known = { id: newId(), path, name, bytes: found.size, modifiedMs: found.mtimeMs, sha256: null }
      return succeeded({ id: putClip(db, known, now()).id })
    },
  }
}

/** What the last part of its path says, as a person reads it; the host where it says nothing. */
export function nameOfAddress({ pathname, hostname }: URL): string {
  const last = pathname.split('/').findLast((part) => part !== '') ?? ''
  try {
    return decodeURIComponent(last) || hostname
  } catch {
    return last
  }
}

function findSound(
  db: ReadableDatabase,
  soundId: number,
  readyPath: (soundId: number) => string | null,
): Outcome<SourceFile, SourceErrorCode> {
  const row = getRow(db, soundId)
  const path = row === null ? null : readyPath(soundId)
  if (row === null || path === null)
    return failed(
      'source_missing',
      `The file of ${row === null ? 'this sound' : `“${row.name}”`} is not there.`,
    )
  return described(path, row.name, row.durationMs)
}

function findClip(db: ReadableDatabase, clipId: string): Outcome<SourceFile, SourceErrorCode> {
  const clip = getClip(db, clipId)
  if (clip === null) return failed('source_missing', 'This clip is not known any more: choose it again.')
  return addressOf(clip) === null
    ? described(clip.path, clip.name, null)
    : failed('source_unsupported', `“${clip.name}” lies at an address, not on this machine.`)
}

function described(
  path: string,
  name: string,
  durationMs: number | null,
): Outcome<SourceFile, SourceErrorCode> {
  const contentType = contentTypeOf(path)
  return contentType === null
    ? failed('source_unsupported', `“${name}” is in a format that cannot be sent.`)
    : succeeded({ path, name, contentType, durationMs })
}

/** What a file held, with what it looked like before it was read: a file that is written meanwhile looks different after. */
interface Content {
  readonly sha256: string
  readonly bytes: number
  readonly modifiedMs: number
}

async function contentOf(
  file: SourceFile,
  hashLong: HashFile,
  signal: AbortSignal | undefined,
): Promise<Outcome<Content, SourceErrorCode>> {
  const missing = `The file of “${file.name}” is not there any more.`
  try {
    const found = await stat(file.path)
    // A pipe would block for ever.
    if (!found.isFile()) return failed('not_a_file', `“${file.name}” is not a file.`)
    if (found.size === 0) return failed('file_empty', `“${file.name}” is empty.`)
    const hash: HashFile = found.size > SHORT_BYTES ? hashLong : hashContent
    const content = await hash({ path: file.path }, signal)
    if (content.ok)
      return succeeded({ sha256: content.value.sha256, bytes: found.size, modifiedMs: found.mtimeMs })
    return content.error.code === 'file_missing'
      ? failed('source_missing', missing)
      : failed('source_unreadable', `“${file.name}” cannot be read. ${content.error.message}`)
  } catch (error) {
    const code = errnoOf(error)
    return code === 'ENOENT'
      ? failed('source_missing', missing)
      : failed('source_unreadable', `“${file.name}” cannot be read${code === null ? '' : ` (${code})`}.`)
  }
}

function contentOfSound(db: ReadableDatabase, soundId: number): string | null {
  const row = db.statement('SELECT sha256 FROM sounds WHERE id = ?').get([soundId])
  // One text column that is never null.
  return row === undefined ? null : (row as { readonly sha256: string }).sha256
}
