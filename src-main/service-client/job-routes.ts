// Preflights, creates and polls of the v3 families.
import {
  COLLECTION_BY_FAMILY,
  type Family,
  IDEMPOTENCY_KEY_HEADER,
  isWaitSeconds,
  Job,
  jobPath,
  type Output,
  Preflight,
  preflightPath,
  type RequestOf,
  WAIT_SECONDS_MAX,
  WAIT_SECONDS_MIN,
} from '../contract/index.ts'
import type { CallOptions } from './account-routes.ts'
import type { Connection } from './connection.ts'
import { pollUrl, routeUrl } from './endpoint.ts'
import type { ServiceResult } from './result.ts'
import { truncate } from './safe-json.ts'

const LABEL_MAX_CHARS = 200
const ERROR_MESSAGE_MAX_CHARS = 2_000

export type CreateOptions = CallOptions & {
  /** Stored before sending; the same for every replay of the same bytes. */
  readonly idempotencyKey: string
  /** Seconds that the service may hold the request open, 1..25; absent: it answers at once. */
  readonly waitSeconds?: number
  /** Asked right before the first byte leaves: a replay must not, once the service may have forgotten the key. */
  readonly mayStillLeave?: () => boolean
}

export type GetJobOptions = CallOptions & {
  /** `urls.self` of the job; used only on the connection's own origin. */
  readonly selfUrl?: string | null
  readonly waitSeconds?: number
}

/** `POST …/preflight`: the quote of a body. Charges nothing. */
export async function preflight<F extends Family>(
  connection: Connection,
  family: F,
  body: RequestOf<F>,
  options: CallOptions = {},
): Promise<ServiceResult<Preflight>> {
  const result = await connection.call({
    method: 'POST',
    url: routeUrl(connection.ports.endpoint, preflightPath(family)),
    pool: 'writes',
    schema: Preflight,
    body: new TextEncoder().encode(JSON.stringify(body)),
    ...options,
  })
  if (!result.ok || result.value.outputs === undefined) return result
  return { ...result, value: { ...result.value, outputs: result.value.outputs.map(withShortLabel) } }
}

/**
 * `POST` of a create: these exact bytes under this key.
 * @throws RangeError when `waitSeconds` is outside 1..25 or the key is empty: such a call is a bug and is never sent
 */
export async function create(
  connection: Connection,
  family: Family,
  bodyBytes: Uint8Array,
  options: CreateOptions,
): Promise<ServiceResult<Job>> {
  const { idempotencyKey, waitSeconds, signal, mayStillLeave } = options
  if (!/^[\x21-\x7e]{1,255}$/.test(idempotencyKey)) {
    throw new RangeError(
      `An idempotency key has 1 to 255 printable characters, this one ${idempotencyKey.length}`,
    )
  }
  const url = routeUrl(connection.ports.endpoint, COLLECTION_BY_FAMILY[family])
  setWait(url, waitSeconds)
  const result = await connection.call({
    method: 'POST',
    url,
    pool: 'generations',
    schema: Job,
    body: bodyBytes,
    headers: { [IDEMPOTENCY_KEY_HEADER]: idempotencyKey },
    extraWaitMs: (waitSeconds ?? 0) * 1000,
    signal,
    mayStillLeave,
  })
  return tidied(result)
}

/** `GET` of a job. Its fresh links and, in `meta.retryAfterMs`, when to ask again. */
export async function getJob(
  connection: Connection,
  family: Family,
  id: string,
  options: GetJobOptions = {},
): Promise<ServiceResult<Job>> {
  const { selfUrl, waitSeconds, signal } = options
  const url = pollUrl(connection.ports.endpoint, selfUrl, jobPath(family, id))
  setWait(url, waitSeconds)
  const result = await connection.call({
    method: 'GET',
    url,
    pool: 'reads',
    schema: Job,
    extraWaitMs: (waitSeconds ?? 0) * 1000,
    signal,
  })
  return tidied(result)
}

function setWait(url: URL, waitSeconds: number | undefined): void {
  if (waitSeconds === undefined) return
  if (!isWaitSeconds(waitSeconds)) {
    throw new RangeError(
      `wait must be a whole number of ${WAIT_SECONDS_MIN}..${WAIT_SECONDS_MAX} s, not ${waitSeconds}`,
    )
  }
  url.searchParams.set('wait', String(waitSeconds))
}

/** Texts for people are cut to what can be shown; `raw` keeps them whole. */
function tidied(result: ServiceResult<Job>): ServiceResult<Job> {
  if (!result.ok) return result
  const { errors, result: made } = result.value
  const value: Job = {
    ...result.value,
    errors: errors.map((error) => ({ ...error, message: truncate(error.message, ERROR_MESSAGE_MAX_CHARS) })),
    result:
      made === null
        ? null
        : {
            ...made,
            ...(made.output === undefined ? {} : { output: withShortLabel(made.output) }),
            ...(made.outputs === undefined ? {} : { outputs: made.outputs.map(withShortLabel) }),
          },
  }
  return { ...result, value }
}

function withShortLabel<T extends Pick<Output, 'label'>>(output: T): T {
  const { label } = output
  return typeof label === 'string' ? { ...output, label: truncate(label, LABEL_MAX_CHARS) } : output
}
