// What the machine of a generation reads and answers: events of the world, moments, next steps.
import type { BridgeError } from '../bridge/types.ts'
import type { Generation } from './generation.ts'

/** What is to be done next, not before `atMs`. */
export type Step =
  | { readonly kind: 'upload'; readonly atMs: number }
  | { readonly kind: 'send'; readonly atMs: number }
  | { readonly kind: 'poll'; readonly atMs: number }
  | { readonly kind: 'collect'; readonly atMs: number }
  | { readonly kind: 'rest' }

/** When something happened: `nowMs` paces our own work, `serviceNowMs` judges what the service remembers. */
export interface Moment {
  readonly nowMs: number
  /** By the service's clock; null where it is not known just now: then nothing is concluded from time. */
  readonly serviceNowMs: number | null
}

/** A job as far as the machine reads it. `raw` is the body as it came. */
export interface JobReading {
  readonly id: string
  readonly url: string | null
  readonly status: string
  readonly seed: number | null
  readonly credits: number | null
  readonly createdAtMs: number
  readonly expiresAtMs: number
  readonly progress: number | null
  readonly estimatedMs: number | null
  readonly errors: readonly { readonly code: string; readonly message: string; readonly retryable: boolean }[]
  readonly raw: string
}

/** A failed exchange with the service, as far as the machine reads it. */
export interface ExchangeFailure {
  readonly error: BridgeError
  readonly status: number | null
  /** The service itself answered (not a sign-in page, a gateway or the file store): a status is its word. */
  readonly isFromService: boolean
  /** Whether any byte of the request may have reached the service. */
  readonly mayHaveArrived: boolean
  /** The stop came from us (quitting): nothing is learned. */
  readonly isAborted: boolean
  /** The request may have been taken although it failed: no clear refusal. */
  readonly isFateUnknown: boolean
  /** Given by the shared retry policy: wait so long, or null for "do not repeat". */
  readonly retryAfterMs: number | null
  /** An answer that broke the contract, as it came, cut; null where there was none. */
  readonly unreadAnswer: string | null
}

export type MachineEvent =
  /** The connection cannot be used now; nothing was tried. `delayMs`: until it is worth another look. */
  | {
      readonly kind: 'held'
      readonly waitingFor: NonNullable<Generation['waitingFor']>
      readonly error: BridgeError
      readonly delayMs?: number
    }
  /** All media lie at the service; `body` names them. */
  | { readonly kind: 'uploaded'; readonly body: Uint8Array; readonly assetsUntilMs: number }
  /** `isFile`: the fault lies in a file of this machine, and trying again does not help. */
  | { readonly kind: 'upload-failed'; readonly failure: ExchangeFailure; readonly isFile: boolean }
  /** The service confirmed, before anything was sent, what it would cost. */
  | { readonly kind: 'priced'; readonly credits: number }
  | { readonly kind: 'price-failed'; readonly failure: ExchangeFailure }
  /** What is sent goes out under this key; `balance` is the last known. Needs `serviceNowMs`. */
  | { readonly kind: 'about-to-send'; readonly keyId: string | null; readonly balance: number | null }
  | { readonly kind: 'job-read'; readonly job: JobReading; readonly pollAfterMs: number }
  /** `isReplay`: an earlier send of it may have been taken. */
  | { readonly kind: 'send-failed'; readonly failure: ExchangeFailure; readonly isReplay: boolean }
  | { readonly kind: 'poll-failed'; readonly failure: ExchangeFailure }
  /** The storage refused the links, and the job was read again for fresh ones. */
  | {
      readonly kind: 'links-renewed'
      readonly job: JobReading
      readonly failure: ExchangeFailure
      readonly remarks: readonly string[]
    }
  | { readonly kind: 'collected'; readonly savedSounds: number; readonly remarks: readonly string[] }
  | {
      readonly kind: 'collect-failed'
      readonly failure: ExchangeFailure
      readonly isDisk: boolean
      readonly remarks: readonly string[]
    }
  /** By the person: what was not sent yet. */
  | { readonly kind: 'canceled' }
  /** By the person: what was sent is no longer waited for; rescue still looks after it. */
  | { readonly kind: 'stopped' }
  /** A job of unknown fate was read again. */
  | { readonly kind: 'rescued'; readonly job: JobReading }
  /** The account's credits after the fate became unknown. */
  | { readonly kind: 'balance-heard'; readonly credits: number }

export interface Decision {
  readonly changes: Partial<Generation>
  readonly next: Step
}
