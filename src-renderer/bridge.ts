// The only user of `window.foleyroom`: turns replies into values, and refusals into one typed error.

import { clipPath } from '../src-main/bridge/clips.ts'
import type { FoleyroomBridge } from '../src-main/bridge/contract.ts'
import {
  audioPath,
  listeningPath,
  MOST_OVERVIEWS,
  OVERVIEW_BYTES,
  overviewsPath,
  peaksPath,
} from '../src-main/bridge/contract.ts'
import type { NotesDocument } from '../src-main/bridge/transcriptions.ts'
import { notesPath } from '../src-main/bridge/transcriptions.ts'
import type { BridgeError, Reply } from '../src-main/bridge/types.ts'

declare global {
  interface Window {
    readonly foleyroom: FoleyroomBridge
  }
}

export type * from '../src-main/bridge/agents.ts'
export type * from '../src-main/bridge/askings.ts'
export type * from '../src-main/bridge/library.ts'
export { linkTo } from '../src-main/bridge/links.ts'
export type * from '../src-main/bridge/midi.ts'
export type * from '../src-main/bridge/money.ts'
export type * from '../src-main/bridge/storage.ts'
export type * from '../src-main/bridge/transcriptions.ts'
export type * from '../src-main/bridge/types.ts'
export { PEAKS_MAGIC } from '../src-main/bridge/types.ts'
export type * from '../src-main/bridge/updates.ts'
export type * from '../src-main/bridge/video.ts'
export { clipPath, MOST_OVERVIEWS }

/** The main process, as the preload hands it over. */
export const bridge: FoleyroomBridge = window.foleyroom

/** An expected refusal of the main process, thrown so that queries and mutations can carry it. */
export class Refusal extends Error {
  readonly error: BridgeError

  constructor(error: BridgeError) {
    super(error.message)
    this.name = 'Refusal'
    this.error = error
  }
}

/** Awaits a reply. @returns its value @throws Refusal with the bridge's error */
export async function unwrap<T>(reply: Promise<Reply<T>>): Promise<T> {
  const answer = await reply
  if (answer.ok) return answer.value
  throw new Refusal(answer.error)
}

/** Any thrown thing as the error that the window shows. */
export function errorOf(thrown: unknown): BridgeError {
  if (thrown instanceof Refusal) return thrown.error
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  return { code: 'internal', message, retryable: false }
}

/** Bytes of a sound's file. @throws Refusal when the file cannot be had */
export const fetchAudio = (soundId: number): Promise<ArrayBuffer> => fetchBytes(audioPath(soundId))
/** The same samples as a WAV, for formats that the window does not decode. @throws Refusal when the main process cannot decode it either */
export const fetchListeningCopy = (soundId: number): Promise<ArrayBuffer> =>
  fetchBytes(listeningPath(soundId))
/**
 * 256 buckets of int8 minimum and maximum for each of the ids, at most `MOST_OVERVIEWS`, in their order; null where there are none yet.
 * @throws Refusal when they cannot be had
 */
export async function fetchOverviews(soundIds: readonly number[]): Promise<readonly (ArrayBuffer | null)[]> {
  const bytes = await fetchBytes(overviewsPath(soundIds))
  const isThere = new Uint8Array(bytes, 0, soundIds.length)
  let at = soundIds.length
  return soundIds.map((_id, index) => {
    if (isThere[index] !== 1) return null
    at += OVERVIEW_BYTES
    return bytes.slice(at - OVERVIEW_BYTES, at)
  })
}
/** The layout stands at `PEAKS_MAGIC`. */
export const fetchPeaks = (soundId: number): Promise<ArrayBuffer> => fetchBytes(peaksPath(soundId))

/** The notes of a transcription that are there by now. @throws Refusal when they cannot be had */
export async function fetchNotes(generationId: string): Promise<NotesDocument> {
  // The main process wrote it from the same type.
  return (await fetchPath(notesPath(generationId))).json() as Promise<NotesDocument>
}

const fetchBytes = async (path: string): Promise<ArrayBuffer> => (await fetchPath(path)).arrayBuffer()

async function fetchPath(path: string): Promise<Response> {
  const response = await fetch(`.${path}`)
  if (response.ok) return response
  const message = response.status === 404 ? 'the file is missing' : `the file answered ${response.status}`
  throw new Refusal({ code: 'file_unreadable', message, retryable: true })
}
