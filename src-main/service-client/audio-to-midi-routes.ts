// Audio-to-MIDI (v2): quote, jobs, sync, instrument detection.
import {
  IDEMPOTENCY_KEY_HEADER,
  InstrumentDetection,
  type InstrumentDetectionRequest,
  ROUTES,
  SYNC_IDEMPOTENCY_KEY_MAX_CHARS,
  TranscriptionAccepted,
  TranscriptionPoll,
  TranscriptionPreflight,
  TranscriptionResult,
  transcriptionPath,
} from '../contract/index.ts'
import type { CallOptions } from './account-routes.ts'
import type { Connection } from './connection.ts'
import { pollUrl, routeUrl } from './endpoint.ts'
import { failed, type ServiceResult } from './result.ts'

/** How long a synchronous transcription or a detection may take: up to 12 minutes of audio are read first. */
const SYNC_WAIT_MS = 15 * 60_000

/** `GET …/preflight?duration_ms=…`: the quote for a length. Charges nothing. */
export function preflightTranscription(
  connection: Connection,
  durationMs: number,
  options: CallOptions = {},
): Promise<ServiceResult<TranscriptionPreflight>> {
  if (!Number.isSafeInteger(durationMs) || durationMs < 0) {
    throw new RangeError(`duration_ms must be a whole number of at least 0, not ${durationMs}`)
  }
  const url = routeUrl(connection.ports.endpoint, ROUTES.preflightTranscription.path)
  url.searchParams.set('duration_ms', String(durationMs))
  return connection.call({ method: 'GET', url, pool: 'reads', schema: TranscriptionPreflight, ...options })
}

/**
 * `POST …/jobs`: these exact bytes. There is no idempotency key here: when it fails with `bytesMayHaveLeft`
 * the fate is unknown and only the person decides. A fresh socket serves, so that a dead idle one can't blur that.
 */
export function createTranscription(
  connection: Connection,
  bodyBytes: Uint8Array,
  options: CallOptions = {},
): Promise<ServiceResult<TranscriptionAccepted>> {
  return connection.call({
    method: 'POST',
    url: routeUrl(connection.ports.endpoint, ROUTES.createTranscription.path),
    pool: 'generations',
    schema: TranscriptionAccepted,
    body: bodyBytes,
    needsFreshSocket: true,
    ...options,
  })
}

/** `GET …/jobs/{job_id}`, at `job_url` when that lies on the connection's own origin. */
export async function getTranscription(
  connection: Connection,
  id: string,
  options: CallOptions & { readonly jobUrl?: string | null } = {},
): Promise<ServiceResult<TranscriptionPoll>> {
  const { jobUrl, signal } = options
  const url = pollUrl(connection.ports.endpoint, jobUrl, transcriptionPath(id))
  const polled = await connection.call({
    method: 'GET',
    url,
    pool: 'reads',
    schema: TranscriptionPoll,
    signal,
  })
  if (!polled.ok || polled.value.status !== 'succeeded') return polled
  const whole = TranscriptionResult.safeParse(polled.value.result)
  if (whole.success) return polled
  return failed({
    kind: 'malformed',
    code: 'answer_breaks_contract',
    message: `The finished transcription ${id} holds no readable result`,
    bytesMayHaveLeft: true,
    status: polled.meta.status,
    meta: polled.meta,
    raw: polled.raw,
  })
}

/**
 * `POST …/sync`: audio of at most 12 minutes. A repeated key is always a 409 here, never a replay.
 * @throws RangeError when the key is empty or longer than 128 characters
 */
export function transcribeSync(
  connection: Connection,
  bodyBytes: Uint8Array,
  options: CallOptions & { readonly idempotencyKey: string },
): Promise<ServiceResult<TranscriptionResult>> {
  const { idempotencyKey, signal } = options
  if (!/^[\x21-\x7e]+$/.test(idempotencyKey) || idempotencyKey.length > SYNC_IDEMPOTENCY_KEY_MAX_CHARS) {
    throw new RangeError(`An idempotency key has 1 to ${SYNC_IDEMPOTENCY_KEY_MAX_CHARS} printable characters`)
  }
  return connection.call({
    method: 'POST',
    url: routeUrl(connection.ports.endpoint, ROUTES.transcribeSync.path),
    pool: 'generations',
    schema: TranscriptionResult,
    body: bodyBytes,
    headers: { [IDEMPOTENCY_KEY_HEADER]: idempotencyKey },
    extraWaitMs: SYNC_WAIT_MS,
    needsFreshSocket: true,
    signal,
  })
}

/** `POST …/instruments`: which instruments a recording holds. Charged only past the free allowance. */
export function detectInstruments(
  connection: Connection,
  request: InstrumentDetectionRequest,
  options: CallOptions = {},
): Promise<ServiceResult<InstrumentDetection>> {
  return connection.call({
    method: 'POST',
    url: routeUrl(connection.ports.endpoint, ROUTES.detectInstruments.path),
    pool: 'generations',
    schema: InstrumentDetection,
    body: new TextEncoder().encode(JSON.stringify(request)),
    extraWaitMs: SYNC_WAIT_MS,
    needsFreshSocket: true,
    ...options,
  })
}
