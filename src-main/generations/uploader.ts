// Brings the media of an intent to the service: what lies there already is not sent again, what changed meanwhile is not sent at all.
import { stat } from 'node:fs/promises'
import type { BridgeError, Reply, UploadProgress } from '../bridge/types.ts'
import type { WritableDatabase } from '../library/database.ts'
import type { ServiceClient, ServiceFailure, ServiceResult } from '../service-client/index.ts'
import { frozenBody } from './attach.ts'
import { exchangeFailure, ownFailure } from './exchange-failure.ts'
import type { Generation } from './generation.ts'
import type { MachineEvent } from './machine.ts'
import type { SourceFile, SourceFiles } from './source-files.ts'
import type { AssetKey, GenerationSource } from './source-store.ts'
import { getAsset, putAsset, sourcesOf } from './source-store.ts'

/** The service keeps an upload for 24 h; what is sent has to be taken up before that. */
export const ASSET_HOLDS_MS = 23 * 60 * 60_000
/** An upload that ends so soon is not counted on. */
const ASSET_MARGIN_MS = 15 * 60_000
/** A ticket whose time was over is asked for again so often. */
const TICKETS_MAX = 3
/** What no intent keeps is tried again at once, as long as somebody may wait for it. */
const BRING_LIMITS = { maxAttempts: 6, maxElapsedMs: 60 * 60_000 }

export interface UploadContext {
  readonly client: ServiceClient
  readonly keyId: string | null
  /** The service's clock. */
  readonly serviceNowMs: number
  readonly random: () => number
  readonly onProgress: (progress: UploadProgress) => void
  readonly signal: AbortSignal
}
export interface Uploader {
  /** One pass over all media of an intent. What was uploaded before a failure is kept for the next one. */
  upload(generation: Generation, context: UploadContext): Promise<MachineEvent>
  /** One medium outside of an intent, for a question that is not kept: what may pass is tried again by a new ticket. @returns its asset */
  bring(
    source: Omit<GenerationSource, 'role'>,
    context: UploadContext & { readonly connectionId: string },
  ): Promise<Reply<string>>
  /** An upload of this content that can still be used, or null. */
  cached(key: AssetKey, serviceNowMs: number): string | null
}

interface NotUploaded {
  readonly ok: false
  readonly event: Extract<MachineEvent, { kind: 'upload-failed' }>
}
type Uploaded = { readonly ok: true; readonly assetId: string; readonly untilMs: number } | NotUploaded

/** What an upload asks of the intent that it is for. */
type Uploading = Pick<Generation, 'connectionId' | 'attempts' | 'assetsRefused'>

export function createUploader(options: {
  readonly db: WritableDatabase
  readonly files: SourceFiles
}): Uploader {
  const { db, files } = options

  const usable = (key: AssetKey, serviceNowMs: number): { assetId: string; untilMs: number } | null => {
    const stored = getAsset(db, key)
    if (stored === null) return null
    const untilMs = stored.uploadedAtMs + ASSET_HOLDS_MS
    return serviceNowMs < untilMs - ASSET_MARGIN_MS ? { assetId: stored.assetId, untilMs } : null
  }

  const refusedFile = (error: BridgeError): NotUploaded => ({
    ok: false,
    event: { kind: 'upload-failed', failure: ownFailure(error), isFile: true },
  })
  /** Nobody waits for it any more: that says nothing of the file. */
  const gaveUp = (error: BridgeError): NotUploaded => ({
    ok: false,
    event: { kind: 'upload-failed', failure: { ...ownFailure(error), isAborted: true }, isFile: false },
  })
  const failedAt = (failure: ServiceFailure, generation: Uploading, random: () => number): NotUploaded => {
    const tries = { rule: 'safe' as const, attempt: generation.attempts + 1, elapsedMs: 0, random: random() }
    const isFile = failure.kind === 'local_file'
    return { ok: false, event: { kind: 'upload-failed', failure: exchangeFailure(failure, tries), isFile } }
  }

  const send = async (
    generation: Uploading,
    file: SourceFile,
    context: UploadContext,
    isKept: boolean,
  ): Promise<{ readonly ok: true; readonly assetId: string } | NotUploaded> => {
    const { client, random, signal } = context
    const once = (): Promise<ServiceResult<string>> => byTicket(file, context)
    if (!isKept) {
      const sent = await client.retryRead(once, { signal, limits: BRING_LIMITS })
      return sent.ok ? { ok: true, assetId: sent.value } : failedAt(sent.error, generation, random)
    }
    for (let tickets = 1; ; tickets++) {
      const sent = await once()
      if (sent.ok) return { ok: true, assetId: sent.value }
      if (sent.error.code !== 'ticket_expired' || tickets >= TICKETS_MAX)
        return failedAt(sent.error, generation, random)
    }
  }

  const bring = async (
    generation: Uploading,
    source: Omit<GenerationSource, 'role'>,
    context: UploadContext,
    isKept: boolean,
  ): Promise<Uploaded> => {
    const found = files.find(source)
    if (!found.ok) return refusedFile(found.error)
    const file = found.value
    const key: AssetKey = {
      connectionId: generation.connectionId,
      keyId: context.keyId,
      sha256: source.sha256,
      contentType: file.contentType,
    }
    // What the service has called gone is not believed a second time.
    const known = generation.assetsRefused === 0 ? usable(key, context.serviceNowMs) : null
    if (known !== null) return { ok: true, ...known }
    const look = await lookOf(file.path)
    const content = await files.hash(file, context.signal)
    if (!content.ok) return context.signal.aborted ? gaveUp(content.error) : refusedFile(content.error)
    if (content.value !== source.sha256) return refusedFile(changed(file))
    const sent = await send(generation, file, context, isKept)
    if (!sent.ok) return sent
    // The upload itself looks from its first byte to its last; before it, a ticket was asked for, which may take its time.
    if ((await lookOf(file.path)) !== look) return refusedFile(changed(file))
    putAsset(db, key, { assetId: sent.assetId, uploadedAtMs: context.serviceNowMs })
    return { ok: true, assetId: sent.assetId, untilMs: context.serviceNowMs + ASSET_HOLDS_MS }
  }

  return {
    cached: (key, serviceNowMs) => usable(key, serviceNowMs)?.assetId ?? null,
    async bring(source, context) {
      const asked = { connectionId: context.connectionId, attempts: 0, assetsRefused: 0 }
      const brought = await bring(asked, source, context, false)
      if (brought.ok) return { ok: true, value: brought.assetId }
      return { ok: false, error: brought.event.failure.error }
    },
    async upload(generation, context) {
      const assets: { readonly role: GenerationSource['role']; readonly assetId: string }[] = []
      let assetsUntilMs = Number.POSITIVE_INFINITY
      for (const source of sourcesOf(db, generation.id)) {
        const brought = await bring(generation, source, context, true)
        if (!brought.ok) return brought.event
        assets.push({ role: source.role, assetId: brought.assetId })
        assetsUntilMs = Math.min(assetsUntilMs, brought.untilMs)
      }
      return { kind: 'uploaded', body: frozenBody(generation.body, assets), assetsUntilMs }
    },
  }
}

/** One ticket and one upload by it. @returns the asset */
async function byTicket(
  file: SourceFile,
  { client, onProgress, signal }: UploadContext,
): Promise<ServiceResult<string>> {
  const ticket = await client.createAsset(file.contentType, { signal })
  if (!ticket.ok) return ticket
  const sent = await client.uploadAsset({
    ticket: ticket.value,
    filePath: file.path,
    contentType: file.contentType,
    onProgress: ({ doneBytes, totalBytes }) => onProgress({ doneBytes, totalBytes: totalBytes ?? doneBytes }),
    signal,
  })
  return sent.ok ? { ...ticket, value: sent.value.assetId } : sent
}

/** What tells that a file was written or replaced; empty where it is not there. */
async function lookOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => null)
  return found === null ? '' : `${found.ino} ${found.size} ${found.mtimeMs}`
}

const changed = ({ name }: SourceFile): BridgeError => ({
  code: 'source_changed',
  message: `“${name}” changed after you asked for this. Nothing was sent; ask again to use it as it is now.`,
  retryable: true,
})
