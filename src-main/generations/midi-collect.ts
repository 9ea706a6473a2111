// Brings the files of a finished transcription into the folder: fetched, looked through, moved into place, ready to be rows.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { BridgeError } from '../bridge/types.ts'
import type { ClientOrReason } from '../connections/connections.ts'
import { commitUnderName } from '../library/commit-under-name.ts'
import type { WritableDatabase } from '../library/database.ts'
import type { LibraryFolder } from '../library/folder.ts'
import { isPathTaken } from '../library/sound-store.ts'
import { checkMidi } from '../media/midi-check.ts'
import { checkMusicXml } from '../media/musicxml-check.ts'
import type { Outcome } from '../media/outcome.ts'
import { readZipEntries, SCORE_ZIP_LIMITS } from '../media/zip-check.ts'
import type { ServiceFailure } from '../service-client/index.ts'
import type { Collected } from './collected.ts'
import { exchangeFailure, noteTime, ownFailure } from './exchange-failure.ts'
import type { Generation } from './generation.ts'
import type { ExchangeFailure, MachineEvent } from './machine.ts'
import { readingOfTranscription } from './midi-exchange.ts'
import type { NewTranscriptionFile, ResultFile } from './midi-files.ts'
import { filesOf, keptIndexes, pollOf } from './midi-files.ts'
import { getTransfer, putTransfer } from './transfer-store.ts'

/** A score of a symphony as PDF has some tens of megabytes. */
const FILE_BYTES_MAX = 256 * 1024 * 1024

interface Failed {
  readonly ok: false
  readonly exchange: ExchangeFailure
  readonly isDisk: boolean
  readonly isLinkRefused: boolean
}
type Saved = { readonly ok: true; readonly file: NewTranscriptionFile } | Failed

type Found = Extract<ClientOrReason, { ok: true }>

export type TranscriptionCollector = (
  generation: Generation,
  found: Found,
  signal: AbortSignal,
) => Promise<Collected>

export function createTranscriptionCollector(options: {
  readonly db: WritableDatabase
  readonly folder: () => LibraryFolder
  readonly random: () => number
}): TranscriptionCollector {
  const { db, folder, random } = options

  const refused = (failure: ServiceFailure, generation: Generation): Failed => {
    const tries = { rule: 'safe' as const, attempt: generation.attempts + 1, elapsedMs: 0, random: random() }
    const { kind, status } = failure
    return {
      ok: false,
      exchange: exchangeFailure(failure, tries),
      isDisk: kind === 'local_file',
      isLinkRefused: kind === 'refused_address' || (kind === 'storage' && (status === null || status < 500)),
    }
  }
  const ours = (error: BridgeError, isDisk: boolean): Failed => ({
    ok: false,
    exchange: ownFailure(error),
    isDisk,
    isLinkRefused: false,
  })

  const save = async (
    generation: Generation,
    file: ResultFile,
    found: Found,
    signal: AbortSignal,
  ): Promise<Saved> => {
    const place = folder()
    const key = { generationId: generation.id, outputIndex: file.index, variantIndex: 0 }
    const rowOf = (relativePath: string, bytes: number, sha256: string): NewTranscriptionFile => ({
      generationId: generation.id,
      index: file.index,
      kind: file.kind,
      part: file.part,
      name: file.name,
      relativePath,
      bytes,
      sha256,
    })
    const earlier = getTransfer(db, key)
    if (earlier !== null && earlier.sha256 !== null) {
      // Moved into place by a run that ended before its row: the same path, the same content.
      const content = await place.sha256(earlier.relativePath)
      const stat = await place.stat(earlier.relativePath)
      if (content.ok && stat.ok && content.value === earlier.sha256) {
        const settled = await place.settle(earlier.relativePath)
        if (!settled.ok) return ours(settled.error, true)
        return { ok: true, file: rowOf(earlier.relativePath, stat.value.bytes, earlier.sha256) }
      }
    }
    const partialKey = `${generation.id}-file-${file.index}`
    const partial = await place.partialPath(partialKey)
    if (!partial.ok) return ours(partial.error, true)
    const received = await found.client.downloadFile(file.url, {
      toPath: partial.value,
      expectedBytes: null,
      maxBytes: FILE_BYTES_MAX,
      signal,
    })
    if (!received.ok) return refused(received.error, generation)
    const bytes = await readFile(partial.value)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const problem = problemOf(file, bytes, sha256)
    if (problem !== null) {
      await place.discardPartial(partialKey)
      return ours(problem, false)
    }
    const path = await commitUnderName(place, partialKey, {
      planned: { name: file.name, extension: file.extension, createdAtMs: generation.createdAtMs },
      isTaken: (each) => isPathTaken(db, each),
      onPlan: (relativePath) => putTransfer(db, { ...key, relativePath, sha256, etag: null }),
    })
    if (!path.ok) return ours(path.error, true)
    return { ok: true, file: rowOf(path.value, bytes.length, sha256) }
  }

  return async (generation, found, signal) => {
    const { client, time } = found
    const kept = keptIndexes(db, generation.id)
    const files = filesOf(pollOf(generation)?.result ?? {}, generation.label)
    const saved: NewTranscriptionFile[] = []
    const remarks: string[] = []
    let failure: Failed | null = null
    for (const file of files) {
      if (kept.has(file.index)) continue
      const outcome = await save(generation, file, found, signal)
      if (outcome.ok) {
        saved.push(outcome.file)
        continue
      }
      const { exchange, isDisk, isLinkRefused } = outcome
      if (
        !isDisk &&
        !isLinkRefused &&
        exchange.status === null &&
        !exchange.isAborted &&
        HARMFUL.has(exchange.error.code)
      ) {
        // The notes stand in the answer itself: one file that is not kept does not cost the others.
        remarks.push(`${file.name}: ${exchange.error.message}`)
        continue
      }
      failure = outcome
      break
    }
    const told = (event: MachineEvent): Collected => ({
      sounds: [],
      files: saved,
      keys: saved.map(({ index }) => ({ generationId: generation.id, outputIndex: index, variantIndex: 0 })),
      event,
      serviceNowMs: time.nowMs(),
    })
    const { jobId } = generation
    if (failure === null || jobId === null)
      // The notes themselves are the result; files come beside them.
      return told({ kind: 'collected', savedSounds: 1 + kept.size + saved.length, remarks })
    if (failure.isLinkRefused) {
      const again = await client.getTranscription(jobId, { jobUrl: generation.jobUrl, signal })
      noteTime(again, time)
      if (again.ok) {
        const job = readingOfTranscription(generation, again)
        return told({ kind: 'links-renewed', job, failure: failure.exchange, remarks })
      }
      failure = refused(again.error, generation)
    }
    const { exchange, isDisk } = failure
    return told({ kind: 'collect-failed', failure: exchange, isDisk, remarks })
  }
}

/** What the looks through a file say of it: it is not kept, and asking for it again does not help. */
const HARMFUL: ReadonlySet<string> = new Set([
  'midi_invalid',
  'midi_too_long',
  'musicxml_invalid',
  'musicxml_unsafe',
  'musicxml_too_large',
  'zip_invalid',
  'zip_unsafe',
  'zip_too_large',
  'pdf_invalid',
  'file_differs',
])

function problemOf(file: ResultFile, bytes: Buffer, sha256: string): BridgeError | null {
  if (file.sha256 !== null && file.sha256.toLowerCase() !== sha256) {
    return {
      code: 'file_differs',
      message: 'its content is not what the service announced.',
      retryable: false,
    }
  }
  const checked = look(file, bytes)
  return checked.ok ? null : checked.error
}

function look(file: ResultFile, bytes: Buffer): Outcome<unknown, string> {
  switch (file.extension) {
    case 'mid':
      return checkMidi(bytes)
    case 'musicxml':
      return checkMusicXml(bytes.toString('utf8'))
    case 'zip':
      return readZipEntries(bytes, SCORE_ZIP_LIMITS)
    default: {
      const isPdf = bytes.subarray(0, 5).toString('latin1') === '%PDF-'
      return isPdf
        ? { ok: true, value: null }
        : { ok: false, error: { code: 'pdf_invalid', message: 'This is no PDF.', retryable: false } }
    }
  }
}
