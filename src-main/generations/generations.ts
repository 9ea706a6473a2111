// The generations room from outside: quote, start, cancel, look.
import { z } from 'zod'
import { failure, success } from '../bridge/reply.ts'
import type {
  BridgeError,
  GenerationIntent,
  GenerationView,
  Quote,
  QuoteRequest,
  Reply,
} from '../bridge/types.ts'
import { bridgeErrorOf } from '../connections/bridge-error.ts'
import type { ClientOrReason, Connections } from '../connections/connections.ts'
import type { FamilyRequest, MediaSource } from '../contract/index.ts'
import { creditsFor } from '../contract/index.ts'
import type { ReadableDatabase, WritableDatabase } from '../library/database.ts'
import { byGeneration } from '../library/sound-store.ts'
import type { Admitted, Price } from './admission.ts'
import { admit } from './admission.ts'
import { attach, withPlaceholders } from './attach.ts'
import type { ApprovableError } from './budget-guard.ts'
import { refusalWords } from './endings.ts'
import { familyOf } from './exchange.ts'
import type { Generation } from './generation.ts'
import { requestBody } from './generation.ts'
import { changeGeneration, currentGenerations, getGeneration, recentGenerations } from './generation-store.ts'
import { generationView } from './generation-view.ts'
import type { CheckedRequest } from './intent.ts'
import { checkRequest, generationOf } from './intent.ts'
import { decide } from './machine.ts'
import { checkAgainstSources, namesOf, namesOfAddresses, prepareSources, refsOf } from './prepare-sources.ts'
import type { Runner } from './runner.ts'
import type { SourceFiles } from './source-files.ts'
import type { SourceRole } from './source-store.ts'
import { clipAtAddress, SOURCE_ROLES, sourcesOf } from './source-store.ts'
import type { Uploader } from './uploader.ts'

export interface Generations {
  /** What it would cost. Charges nothing. */
  quote(request: QuoteRequest): Promise<Reply<Quote>>
  /**
   * Stores the intent durably and begins to send it. The same id again answers with the same generation.
   * Errors that the person may overrule by the same intent with `approvedCredits`: `budget_exceeded`, `price_rose`; both carry `approval`.
   */
  start(intent: ApprovedIntent): Promise<StartReply>
  /** Only what was not sent yet. */
  cancel(generationId: string): Reply<GenerationView>
  /** What was sent is no longer waited for. What the service finishes within a day is fetched all the same. */
  stopWaiting(generationId: string): Reply<GenerationView>
  /** The request of an old one as a new intent: a new key, a new charge, in the budget as any other. */
  again(
    generationId: string,
    agreement: { readonly newGenerationId: string; readonly approvedCredits?: number | null | undefined },
  ): Promise<StartReply>
  /** Takes an ended one out of the list of what needs the person's eye; it is kept. */
  dismiss(generationId: string): Reply<null>
  get(generationId: string): Reply<GenerationView>
  current(): readonly GenerationView[]
  recent(limit: number): readonly GenerationView[]
  view(generation: Generation): GenerationView
}

/** An intent, with what the person agreed to when they were asked. */
export type ApprovedIntent = GenerationIntent & { readonly approvedCredits?: number | null }
export type StartReply =
  | { readonly ok: true; readonly value: GenerationView }
  | { readonly ok: false; readonly error: BridgeError | ApprovableError }

/** Opens the room. */
export function createGenerations(options: {
  readonly db: WritableDatabase
  readonly connections: Connections
  readonly runner: Runner
  readonly files: SourceFiles
  readonly uploader: Uploader
  readonly newId: () => string
  readonly now: () => number
  readonly onChange: (generation: Generation) => void
}): Generations {
  const { db, connections, runner, files, uploader, newId, now, onChange } = options

  const view = (generation: Generation): GenerationView => {
    const sources = sourcesOf(db, generation.id)
    const name = connections.view(generation.connectionId)?.name ?? generation.connectionId
    const sounds = byGeneration(db, generation.id)
    const stall = runner.stalledBy(generation.id)
    return generationView(
      stall === null ? generation : { ...generation, waitingFor: 'disk', error: stall },
      name,
      sounds.map(({ id }) => id),
      {
        parentSoundId: sources.find(({ role }) => role === 'audio')?.soundId ?? null,
        clipId: sources.find(({ role }) => role === 'video')?.clipId ?? clipAtUrl(db, generation),
        upload: runner.uploadOf(generation.id),
      },
    )
  }
  const check = async (request: QuoteRequest, purpose: 'create' | 'preflight') => {
    if (connections.view(request.connectionId) === null) {
      const message = `There is no connection ${request.connectionId}.`
      return failure({ code: 'not_found', message, retryable: false })
    }
    const models = await connections.models(request.connectionId)
    if (!models.ok) return models
    const body = withPlaceholders(request.body, request.sources ?? {})
    return checkRequest({ ...request, body }, models.value.models, purpose)
  }
  /** The request with the uploads of its media that the service still has; null where one has to be sent first. */
  const withUploads = async (
    request: QuoteRequest,
    { request: { family, body } }: Extract<CheckedRequest, { ok: true }>,
    found: Extract<ClientOrReason, { ok: true }>,
  ): Promise<FamilyRequest | null> => {
    const media: Partial<Record<SourceRole, MediaSource>> = {}
    for (const role of SOURCE_ROLES) {
      const ref = request.sources?.[role]
      if (ref === undefined || ref.kind === 'url') continue
      const sha256 = await files.knownHash(ref)
      const named = {
        soundId: ref.kind === 'sound' ? ref.soundId : null,
        clipId: ref.kind === 'clip' ? ref.clipId : null,
      }
      const file = files.find(named)
      const serviceNowMs = found.time.nowMs()
      if (sha256 === null || !file.ok || serviceNowMs === null) return null
      const { contentType } = file.value
      const key = { connectionId: request.connectionId, keyId: found.keyId, sha256, contentType }
      const id = uploader.cached(key, serviceNowMs)
      if (id === null) return null
      media[role] = { type: 'asset', id }
    }
    // Only media were put into a body that its family's schema has passed.
    return { family, body: attach(body, media) } as FamilyRequest
  }
  const notFound = (
    generationId: string,
  ): { readonly ok: false; readonly error: Parameters<typeof failure>[0] } =>
    failure({ code: 'not_found', message: `There is no generation ${generationId}.`, retryable: false })

  const priceOf = async (
    intent: GenerationIntent,
    checked: Extract<CheckedRequest, { ok: true }>,
  ): Promise<Price> => {
    const { connectionId } = intent
    const { request, model } = checked
    if (connections.view(connectionId)?.account?.billing_mode === 'unmetered') return { kind: 'unmetered' }
    // Stems cost what their plan said, and no list says that; the service is asked again before anything is sent.
    const planned = isPlanned(request) ? intent.quotedCredits : null
    const list: Price = {
      kind: 'list',
      credits: planned ?? creditsFor(request.family, request.body, model),
    }
    const found = await connections.client(connectionId)
    if (!found.ok) return list
    const { client } = found
    const complete = await withUploads(intent, checked, found)
    if (complete === null) return list
    // One try: without an answer the intent is stored all the same, and the runner asks again before it sends.
    const quoted = await client.preflight(complete.family, complete.body)
    if (quoted.ok) return { kind: 'told', credits: quoted.value.credits }
    // A clear no would be the create's answer too; anything else is asked again before it is sent.
    const { kind, status, retryable } = quoted.error
    const isClear = kind === 'envelope' && !retryable && status !== null && status < 500 && status !== 401
    if (!isClear) return list
    return { kind: 'refused', error: refusalWords(bridgeErrorOf(quoted.error), isPlanned(request)) }
  }

  const start = async (given: ApprovedIntent): Promise<StartReply> => {
    const same = getGeneration(db, given.generationId)
    if (same !== null) return success(view(same))
    const intent = files.withAddresses(given)
    const checked = await check(intent, 'create')
    if (!checked.ok) return failure(checked.error)
    const sources = await prepareSources(intent.sources, files)
    if (!sources.ok) return failure(sources.error)
    const unfit = checkAgainstSources(checked.request, sources.value)
    if (unfit !== null) {
      const { code, message, param } = unfit
      return failure({ code, message, retryable: false, ...(param === null ? {} : { param }) })
    }
    const price = await priceOf(intent, checked)
    if (price.kind === 'refused') return failure(price.error)
    const make = ({ quotedCredits, isMetered, pricedAtMs, createdAtMs }: Admitted): Generation =>
      generationOf({ ...intent, quotedCredits }, checked.request, {
        idempotencyKey: newId(),
        nowMs: createdAtMs,
        isMetered,
        isPriced: pricedAtMs !== null,
        sourceNames: { ...namesOfAddresses(intent.sources), ...namesOf(sources.value) },
        needsUpload: sources.value.length > 0,
      })
    const stored = admit(db, intent, price, now(), make, sources.value)
    if (!stored.ok) return stored
    if (stored.isNew) {
      onChange(stored.generation)
      runner.add(stored.generation.id)
    }
    return success(view(stored.generation))
  }

  return {
    view,
    async quote(given) {
      const request = files.withAddresses(given)
      const checked = await check(request, 'preflight')
      if (!checked.ok) return failure(checked.error)
      const found = await connections.client(request.connectionId)
      if (!found.ok) return failure(found.error)
      const isMetered = connections.view(request.connectionId)?.account?.billing_mode === 'metered'
      const { family, body } = checked.request
      const isUpperBound = family === 'video-to-sfx' && body.controls?.preserve_speech === true
      const complete = await withUploads(request, checked, found)
      if (complete === null) {
        const credits = creditsFor(family, body, checked.model)
        return success({ credits, estimatedMs: null, isMetered, isEstimate: true, isUpperBound })
      }
      const quoted = await found.client.retryRead(() =>
        found.client.preflight(complete.family, complete.body),
      )
      if (!quoted.ok) return failure(bridgeErrorOf(quoted.error))
      const { credits, estimated_ms: estimatedMs, credit_recovery: creditRecovery } = quoted.value
      return success({
        credits,
        estimatedMs,
        isMetered,
        isEstimate: false,
        isUpperBound,
        ...(creditRecovery === undefined ? {} : { creditRecovery }),
      })
    },
    start,
    async again(generationId, { newGenerationId, approvedCredits }) {
      const old = getGeneration(db, generationId)
      if (old === null) return notFound(generationId)
      const { connectionId, quotedCredits } = old
      return start({
        generationId: newGenerationId,
        connectionId,
        family: familyOf(old),
        body: requestBody(old),
        sources: refsOf(sourcesOf(db, generationId)),
        quotedCredits: old.isMetered ? quotedCredits : null,
        ...(approvedCredits === undefined ? {} : { approvedCredits }),
      })
    },
    cancel(generationId) {
      const generation = getGeneration(db, generationId)
      if (generation === null) return notFound(generationId)
      const { changes } = decide(generation, { kind: 'canceled' }, { nowMs: now(), serviceNowMs: null })
      if (changes.state !== 'canceled') {
        const message = 'This was sent already: the service has no way to stop it.'
        return failure({ code: 'already_sent', message, retryable: false })
      }
      const canceled = changeGeneration(db, generation, changes)
      runner.interrupt(generationId)
      onChange(canceled)
      return success(view(canceled))
    },
    stopWaiting(generationId) {
      const generation = getGeneration(db, generationId)
      if (generation === null) return notFound(generationId)
      const { changes } = decide(generation, { kind: 'stopped' }, { nowMs: now(), serviceNowMs: null })
      if (changes.state === undefined) {
        const message = 'Only what was sent and is not finished can be left alone.'
        return failure({ code: 'not_waiting', message, retryable: false })
      }
      const stopped = changeGeneration(db, generation, changes)
      onChange(stopped)
      return success(view(stopped))
    },
    dismiss(generationId) {
      const generation = getGeneration(db, generationId)
      if (generation === null) return notFound(generationId)
      onChange(changeGeneration(db, generation, { dismissedAtMs: now() }))
      return success(null)
    },
    get(generationId) {
      const generation = getGeneration(db, generationId)
      return generation === null ? notFound(generationId) : success(view(generation))
    },
    current: () => currentGenerations(db).map(view),
    recent: (limit) => recentGenerations(db, limit).map(view),
  }
}

/** The clip at the address that a body names. */
function clipAtUrl(db: ReadableDatabase, generation: Generation): string | null {
  if (generation.family !== 'video-to-sfx') return null
  const named = urlInBody.safeParse(requestBody(generation))
  return named.success ? clipAtAddress(db, named.data.input.video.url) : null
}
const urlInBody = z.object({ input: z.object({ video: z.object({ url: z.string() }) }) })

const isPlanned = ({ family, body }: FamilyRequest): boolean =>
  family === 'video-to-sfx' && body.plan !== undefined
