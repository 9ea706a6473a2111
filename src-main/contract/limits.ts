// Limits of the contract that do not depend on a model (those come from `GET /v3/models`).

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** The one contract date that exists. */
export const CONTRACT_VERSION = '2026-08-28'

/** Bounds of `wait` in seconds; values outside are rejected, not clamped. */
export const WAIT_SECONDS_MIN = 1
export const WAIT_SECONDS_MAX = 25

/** Upper bound of `Retry-After` on polls, in seconds. */
export const POLL_RETRY_AFTER_MAX_SECONDS = 30

/** A job lives this long from its creation; then it reads `expired`, later 404. */
export const JOB_LIFETIME_MS = DAY_MS

/** v3 creates remember an idempotency key this long, by account and collection. */
export const IDEMPOTENCY_MEMORY_MS = DAY_MS

/** Longest idempotency key of the audio-to-MIDI sync route. */
export const SYNC_IDEMPOTENCY_KEY_MAX_CHARS = 128

/** An uploaded asset can be used this long after its upload. */
export const ASSET_USABLE_MS = DAY_MS

/** Today's window in which an upload may start; the ticket's `upload_expires_at` is the authority. */
export const UPLOAD_START_WINDOW_MS = HOUR_MS

/** A plan of separated stems is valid this long. */
export const PLAN_VALID_MS = DAY_MS

/** Generated audio is deleted this long after its generation. */
export const AUDIO_RETENTION_MS = 7 * DAY_MS

/** Jobs of one key that run at once unless its ceiling says otherwise. */
export const DEFAULT_CONCURRENCY = 5

/** The source of an extend must be at least this long, else `audio_too_short`. */
export const EXTEND_SOURCE_MIN_MS = 3 * SECOND_MS

/** Longest audio of the synchronous audio-to-MIDI route, else `sync_too_long`. */
export const TRANSCRIPTION_SYNC_MAX_MS = 12 * MINUTE_MS

/** Entries of `instruments` in a transcription request. */
export const INSTRUMENTS_MAX = 35

/** Unused instrument detections of an account that are free in 24 hours. */
export const FREE_DETECTIONS = 10

/** Most credits that a detection past the allowance costs. */
export const DETECTION_CREDITS_MAX = 50
