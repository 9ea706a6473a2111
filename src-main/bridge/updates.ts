// Updates, as the window asks for them: nothing is asked of a server before the person has said yes.
import { entry } from './entry.ts'
import type { BridgeError } from './types.ts'

export type UpdateState =
  /** This installation cannot update itself; `reason` is a sentence. */
  | { readonly kind: 'unavailable'; readonly reason: string }
  /** The person has not said yes, or has taken it back. */
  | { readonly kind: 'off' }
  /** `checkedAtMs` is null before the first answer. */
  | { readonly kind: 'current'; readonly checkedAtMs: number | null }
  | { readonly kind: 'checking' }
  /** `progress` 0..1. */
  | { readonly kind: 'downloading'; readonly version: string; readonly progress: number }
  /** Downloaded and verified. `isHeld`: jobs run, it waits for their end. */
  | { readonly kind: 'ready'; readonly version: string; readonly isHeld: boolean }
  | { readonly kind: 'failed'; readonly error: BridgeError }

/** Entries that the updates' handlers answer; a change is told by the topic 'settings'. */
export const updatesRequests = {
  'updates.state': entry<undefined, UpdateState>(),
  /** The person's yes or no; with yes it looks at once. */
  'updates.allow': entry<{ isAllowed: boolean }, UpdateState>(),
  'updates.check': entry<undefined, UpdateState>(),
  /** Ends the app, installs, starts it again. Refused while jobs run. */
  'updates.install': entry<undefined, null>(),
} as const
