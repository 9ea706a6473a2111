// From a checked request to a stored job: the source is opened, priced, and the job taken in.

import { randomUUID } from 'node:crypto'
import {
  type AudioToMidiRequest,
  creditsForTranscription,
  JOB_LIFETIME_MS,
  TRANSCRIPTION_SYNC_MAX_MS,
} from '../../../contract/index.ts'
import { chargeOf } from '../../accounts/credit.ts'
import { TRANSCRIPTION_MODEL } from '../../transcription/transcription.ts'
import { baseUrlOf, type ServiceContext, type ServiceParts } from '../context.ts'
import { accept, type Outcome, refuse } from '../refusal.ts'
import { acceptAudioJob } from './acceptance.ts'
import type { OpenAudio } from './audio-source.ts'
import type { AudioToMidiParts } from './audio-to-midi.ts'
import {
  type AudioFacts,
  type AudioFamily,
  type AudioJob,
  type AudioWork,
  TRANSCRIPTION_FAMILY,
} from './transcription-store.ts'

interface NewWork {
  readonly id: string
  readonly family: AudioFamily
  readonly work: AudioWork
  /** By the list. */
  readonly credits: number
  readonly idempotencyKey: string | null
}

/** Stores a job of the caller, with what it costs held. */
export function takeIn(
  parts: ServiceParts,
  { store, runner }: AudioToMidiParts,
  c: ServiceContext,
  { id, family, work, credits, idempotencyKey }: NewWork,
): Outcome<AudioJob> {
  const apiKey = c.get('apiKey')
  const nowMs = parts.clock.now()
  const job: AudioJob = {
    id,
    accountId: apiKey.account.id,
    keyId: apiKey.id,
    family,
    status: 'queued',
    work,
    quotedCredits: chargeOf(apiKey.account, credits),
    credits: null,
    estimatedMs: runner.estimateMs(work.source.durationMs),
    error: null,
    result: null,
    idempotencyKey,
    createdMs: nowMs,
    expiresMs: nowMs + JOB_LIFETIME_MS,
  }
  const insert = (queued: AudioJob) => store.insert(queued, TRANSCRIPTION_MODEL)
  return parts.atomically(() => acceptAudioJob(parts, apiKey, job, insert, baseUrlOf(c)))
}

/** Opens the source of a transcription and takes the job in; the measured duration is what is billed. */
export async function orderTranscription(
  parts: ServiceParts,
  midi: AudioToMidiParts,
  open: OpenAudio,
  c: ServiceContext,
  request: AudioToMidiRequest,
  how: { readonly isSync: boolean; readonly idempotencyKey: string | null },
): Promise<Outcome<AudioJob>> {
  const { account } = c.get('apiKey')
  const source = await open(request.audio, account)
  if (!source.ok) return source
  const { durationMs } = source.value
  if (how.isSync && durationMs > TRANSCRIPTION_SYNC_MAX_MS) {
    const message = `The audio is ${durationMs} ms long; this route takes ${TRANSCRIPTION_SYNC_MAX_MS} ms at most`
    return refuse('sync_too_long', message, { param: 'audio' })
  }
  const taken = deductionOf(midi, request, source.value, account.id, parts.clock.now())
  if (!taken.ok) return taken
  return takeIn(parts, midi, c, {
    id: randomUUID(),
    family: TRANSCRIPTION_FAMILY,
    work: { source: source.value, request, isSync: how.isSync },
    credits: Math.max(0, creditsForTranscription(durationMs) - taken.value),
    idempotencyKey: how.idempotencyKey,
  })
}

/** What the detection that a request names takes off its charge; it must be the caller's, and of the same audio. */
function deductionOf(
  { detections }: AudioToMidiParts,
  { instrument_detection_id: id, audio }: AudioToMidiRequest,
  { content }: AudioFacts,
  accountId: string,
  nowMs: number,
): Outcome<number> {
  if (id === undefined) return accept(0)
  const param = 'instrument_detection_id'
  if (audio.type !== 'asset') {
    return refuse('invalid_request', 'With a detection the audio must be an asset', { param })
  }
  const detection = detections.get(id)
  if (!detection || detection.accountId !== accountId) {
    return refuse('not_found', `There is no detection ${JSON.stringify(id)} of this account`, { param })
  }
  if (detection.content !== content) {
    return refuse('invalid_request', 'The detection listened to other audio', { param })
  }
  return accept(detections.deduction(id, nowMs))
}
