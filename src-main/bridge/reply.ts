// Makes the two shapes of a reply.
import type { BridgeError, Reply } from './types.ts'

/** A success with its value. */
export const success = <T>(value: T): Reply<T> => ({ ok: true, value })

/** An expected failure; `retryable` says whether the same action is worth repeating. */
export const failure = (error: BridgeError): { readonly ok: false; readonly error: BridgeError } => ({
  ok: false,
  error,
})
