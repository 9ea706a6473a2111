// What a generation is, and how it is kept: one intent of the person, from before the first byte until its sounds are here.
import { z } from 'zod'
import type { BridgeError, GenerationState, WaitingFor } from '../bridge/types.ts'

export interface Generation {
  /** The window's uuid of the intent. */
  readonly id: string
  readonly connectionId: string
  readonly family: string
  readonly model: string
  readonly label: string
  readonly durationMs: number
  readonly variantsRequested: number
  readonly seed: number | null
  /** Exactly what is sent, and sent again; while `needsUpload` its media are still missing in it. */
  readonly body: Uint8Array
  readonly needsUpload: boolean
  /** Until when the assets in the body can be counted on, by the service's clock; null where there are none. */
  readonly assetsUntilMs: number | null
  /** How often the service said that assets of this intent are gone. */
  readonly assetsRefused: number
  readonly idempotencyKey: string
  readonly state: GenerationState
  readonly waitingFor: WaitingFor | null
  readonly quotedCredits: number | null
  readonly chargedCredits: number | null
  readonly createdAtMs: number
  /** By the service's clock. Set before the first byte may leave; null again when it is certain that none did. */
  readonly firstSentAtMs: number | null
  /** The connection's key that it was first sent with: its replays and reads need that one. Null for the built-in engine. */
  readonly keyId: string | null
  readonly isMetered: boolean
  /** When the service last confirmed the quoted price; null where it could not be asked. */
  readonly pricedAtMs: number | null
  /** The account's credits as last heard before the first send, and after the fate became unknown: a hint, no proof. */
  readonly balanceBefore: number | null
  readonly balanceAfter: number | null
  readonly finishedAtMs: number | null
  /** Failed tries of the present step, for the backoff. */
  readonly attempts: number
  readonly nextAttemptAtMs: number | null
  readonly jobId: string | null
  readonly jobUrl: string | null
  readonly jobStatus: string | null
  readonly jobCreatedAtMs: number | null
  readonly jobExpiresAtMs: number | null
  readonly jobProgress: number | null
  readonly jobEstimatedMs: number | null
  /** The job as last sent by the service, whole. */
  readonly jobJson: string | null
  /** The last answer that broke the contract, as it came, cut. */
  readonly unreadAnswer: string | null
  /** Sentences about files that differ from what was announced. */
  readonly remarks: readonly string[]
  readonly error: BridgeError | null
  readonly dismissedAtMs: number | null
}

/** The family of transcriptions: the service has no key for them, so what was sent is never sent again. */
export const AUDIO_TO_MIDI = 'audio-to-midi'
export const isTranscription = ({ family }: Pick<Generation, 'family'>): boolean => family === AUDIO_TO_MIDI

/** The states in which something is still to be done. */
export const UNFINISHED: readonly GenerationState[] = ['stored', 'sending', 'accepted', 'collecting']
export const isUnfinished = (generation: Pick<Generation, 'state'>): boolean =>
  UNFINISHED.includes(generation.state)
/** Holds one of the connection's places: sent, and the service has not said that it ended. */
export const holdsSlot = (generation: Pick<Generation, 'state'>): boolean =>
  generation.state === 'sending' || generation.state === 'accepted'

/** A wrong clock of this machine may be off by so much. */
export const CLOCK_MARGIN_MS = 48 * 60 * 60_000

const bodySchema = z.looseObject({ controls: z.looseObject({ loop: z.boolean().optional() }).optional() })
/** The request as a JSON object; the stored bytes are what `intent.ts` made of a checked one. */
export const requestBody = (generation: Pick<Generation, 'body'>): z.infer<typeof bodySchema> =>
  bodySchema.parse(JSON.parse(new TextDecoder().decode(generation.body)))
/** Whether a seamless loop was asked for. */
export const isLoopRequest = (generation: Pick<Generation, 'body'>): boolean =>
  requestBody(generation).controls?.loop === true
