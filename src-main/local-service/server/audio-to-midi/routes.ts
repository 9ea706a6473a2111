// The routes of audio-to-MIDI: preflight, jobs, poll, sync; detection has a file of its own.

import {
  AudioToMidiRequest,
  creditsForTranscription,
  IDEMPOTENCY_KEY_HEADER,
  RETRY_AFTER_HEADER,
  ROUTES,
  SYNC_IDEMPOTENCY_KEY_MAX_CHARS,
  type TranscriptionAccepted,
  type TranscriptionPreflight,
  transcriptionPath,
} from '../../../contract/index.ts'
import { affordability } from '../../accounts/credit.ts'
import { viewCreditRecovery } from '../account-view.ts'
import { baseUrlOf, type Handler, type Mount, type ServiceContext, type ServiceParts } from '../context.ts'
import { answerRefusal } from '../guards.ts'
import { accept, type Outcome, refuse } from '../refusal.ts'
import { readJsonBody } from '../request-body.ts'
import { AUDIO_MAX_MS, createAudioOpener, type OpenAudio, refuseTooLong } from './audio-source.ts'
import type { AudioToMidiParts } from './audio-to-midi.ts'
import { detectInstruments, failureOf } from './detect-route.ts'
import { orderTranscription } from './orders.ts'
import { viewPoll, viewResult } from './result-view.ts'
import { type AudioJob, TRANSCRIPTION_FAMILY } from './transcription-store.ts'

/** Mounts the five routes. */
export function mountTranscription(parts: ServiceParts, mount: Mount): void {
  const midi = parts.audioToMidi
  const open = createAudioOpener(parts, midi.database)
  mount(ROUTES.preflightTranscription, { get: preflight(parts, midi) })
  mount({ ...ROUTES.transcribeSync, isTracking: true }, { post: transcribeNow(parts, midi, open) })
  mount({ ...ROUTES.createTranscription, isTracking: true }, { post: startJob(parts, midi, open) })
  mount({ ...ROUTES.getTranscription, isTracking: true }, { get: poll(parts, midi) })
  mount({ ...ROUTES.detectInstruments, isTracking: true }, { post: detectInstruments(parts, midi, open) })
}

function preflight({ accounts }: ServiceParts, { runner }: AudioToMidiParts): Handler {
  return (c) => {
    const text = c.req.query('duration_ms') ?? ''
    if (!/^\d{1,12}$/.test(text)) {
      const message = `duration_ms must be a whole number of milliseconds, not ${JSON.stringify(text)}`
      return answerRefusal(c, refuse('invalid_request', message, { param: 'duration_ms' }))
    }
    const durationMs = Number(text)
    // A create would refuse it: better known before anything is sent.
    if (durationMs > AUDIO_MAX_MS) return answerRefusal(c, refuseTooLong(durationMs, 'duration_ms'))
    const credits = creditsForTranscription(durationMs)
    const { account } = c.get('apiKey')
    const quote: TranscriptionPreflight = {
      credits,
      estimated_ms: runner.estimateMs(durationMs),
      ...(account.billingMode === 'metered' && {
        credit_recovery: viewCreditRecovery(
          affordability(credits, accounts.spendingState(account)),
          account.provisioning,
          baseUrlOf(c),
        ),
      }),
    }
    return c.json(quote)
  }
}

function startJob(parts: ServiceParts, midi: AudioToMidiParts, open: OpenAudio): Handler {
  return async (c) => {
    const parsed = await readJsonBody(c.req.raw, AudioToMidiRequest)
    if (!parsed.ok) return answerRefusal(c, parsed)
    const how = { isSync: false, idempotencyKey: null }
    const order = await orderTranscription(parts, midi, open, c, parsed.value.value, how)
    if (!order.ok) return answerRefusal(c, order)
    const job = order.value
    void midi.runner.start(job, { faults: parts.takeJobFaults(TRANSCRIPTION_FAMILY) })
    const accepted: TranscriptionAccepted = {
      job_id: job.id,
      job_url: baseUrlOf(c) + transcriptionPath(job.id),
      estimated_ms: job.estimatedMs,
    }
    return c.json(accepted, 202)
  }
}

function poll(parts: ServiceParts, { store, runner }: AudioToMidiParts): Handler {
  return (c) => {
    const id = c.req.param('id') ?? ''
    const job = readOwn(c, id)
    if (!job)
      return answerRefusal(c, refuse('not_found', `There is no job ${JSON.stringify(id)} of this key`))
    const nowMs = parts.clock.now()
    if (job.status === 'queued' || job.status === 'running') {
      c.header(RETRY_AFTER_HEADER, String(retryAfterSeconds(job, nowMs)))
    }
    return c.json(viewPoll(job, runner.progress(id), { baseUrl: baseUrlOf(c), nowMs, links: parts.links }))
  }

  /** A job is read only with the key that created it. */
  function readOwn(c: ServiceContext, id: string): AudioJob | null {
    const found = store.get(id)
    if (found?.family !== TRANSCRIPTION_FAMILY || found.keyId !== c.get('apiKey').id) return null
    if (parts.clock.now() < found.expiresMs) return found
    // Past its time a job expires, or is gone: reading it makes sure of that.
    parts.expiry.read(id)
    return store.get(id)
  }
}

function transcribeNow(parts: ServiceParts, midi: AudioToMidiParts, open: OpenAudio): Handler {
  const { syncKeys, store, runner } = midi

  return async (c) => {
    const parsed = await readJsonBody(c.req.raw, AudioToMidiRequest)
    if (!parsed.ok) return answerRefusal(c, parsed)
    const key = readSyncKey(c)
    if (!key.ok) return answerRefusal(c, key)
    const accountId = c.get('apiKey').account.id
    const idempotencyKey = key.value
    if (idempotencyKey !== null && !syncKeys.claim(accountId, idempotencyKey, parts.clock.now())) {
      const message = 'This idempotency key belongs to a request that runs or has completed'
      return answerRefusal(c, refuse('idempotency_conflict', message))
    }
    let isCompleted = false
    try {
      const done = await transcribe(c, parsed.value.value, idempotencyKey)
      isCompleted = done.ok
      if (!done.ok) return answerRefusal(c, done)
      const options = { baseUrl: baseUrlOf(c), nowMs: parts.clock.now(), links: parts.links }
      return c.json({ ...viewResult(done.value, options), job_id: done.value.id })
    } finally {
      if (idempotencyKey !== null) {
        if (isCompleted) syncKeys.complete(accountId, idempotencyKey, parts.clock.now())
        else syncKeys.release(accountId, idempotencyKey)
      }
    }
  }

  /** The job once it has succeeded. */
  async function transcribe(
    c: ServiceContext,
    request: AudioToMidiRequest,
    idempotencyKey: string | null,
  ): Promise<Outcome<AudioJob>> {
    const how = { isSync: true, idempotencyKey }
    const order = await orderTranscription(parts, midi, open, c, request, how)
    if (!order.ok) return order
    await runner.start(order.value, { faults: parts.takeJobFaults(TRANSCRIPTION_FAMILY) })
    const job = store.get(order.value.id)
    return job?.status === 'succeeded' ? accept(job) : failureOf(job)
  }
}

function readSyncKey(c: ServiceContext): Outcome<string | null> {
  const key = c.req.header(IDEMPOTENCY_KEY_HEADER)
  if (key === undefined) return accept(null)
  if (key.length >= 1 && key.length <= SYNC_IDEMPOTENCY_KEY_MAX_CHARS) return accept(key)
  const message = `${IDEMPOTENCY_KEY_HEADER} has ${key.length} characters; 1 to ${SYNC_IDEMPOTENCY_KEY_MAX_CHARS} are taken`
  return refuse('invalid_request', message)
}

/** Seconds to the next poll: a quarter of what is left of the estimate; notes arrive meanwhile, so 2 at most. */
function retryAfterSeconds(job: AudioJob, nowMs: number): number {
  const remainingMs = job.createdMs + job.estimatedMs - nowMs
  return Math.max(1, Math.min(2, Math.ceil(remainingMs / 4000)))
}
