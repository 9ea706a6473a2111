// Errors as sentences: what happened, what it cost, what to do.
import type { BridgeError, GenerationView, WaitingFor } from '../bridge.ts'
import { counted } from './numbers.ts'

const HAPPENED: Readonly<Record<string, string>> = {
  unauthorized: 'The key was refused.',
  forbidden: 'The account may not do this.',
  rate_limited: 'The service asks to slow down.',
  moderation_blocked: 'The service does not make this kind of sound.',
  model_not_found: 'The service no longer has this model.',
  idempotency_conflict: 'The service already knows this request with another content.',
  result_unreadable: 'Made, but it cannot be read.',
  no_active_subscription: 'The account has no active subscription.',
  provisioning_pending:
    'The account’s credits are still being set up. It is sent when they are ready, or sooner if you try again.',
  provisioning_stalled: 'Setting up the account’s credits has stalled: its support can help.',
  insufficient_credits: 'The account has too few credits for this.',
  max_credits_exceeded: 'This listen is no longer free, and none was agreed to be paid.',
  sync_too_long: 'The recording is too long for an answer at once.',
  asset_not_ready: 'The upload was not ready in time. Try again.',
  invalid_asset: 'The service no longer has the upload, and a new one was refused as well.',
  disk_full: 'The disk is full. Make room, and it goes on by itself.',
  read_only:
    'The library’s folder cannot be written. Choose another in Settings, or give write access to it.',
  queue_full: 'Too many sounds are waiting already. Let some finish first.',
}

/** One sentence for an error: ours where the code is known, else the message as it came. */
export function errorSentence(error: Pick<BridgeError, 'code' | 'message'>): string {
  const known = Object.hasOwn(HAPPENED, error.code) ? HAPPENED[error.code] : undefined
  return known ?? asSentence(error.message)
}

/** First letter raised, a full stop at the end. */
export function asSentence(message: string): string {
  const text = message.trim()
  if (text === '') return 'Something went wrong without saying what.'
  const raised = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?…]$/.test(raised) ? raised : `${raised}.`
}

/** What a failed generation saved and cost, after the error's own sentence. */
export function outcomeText(generation: GenerationView): string {
  const parts: string[] = []
  if (generation.error !== null) parts.push(errorSentence(generation.error))
  parts.push(...generation.shortfalls.map(asSentence))
  parts.push(savedText(generation), chargedText(generation))
  return parts.filter((part) => part !== '').join(' ')
}

function savedText({ soundIds, variantsRequested }: GenerationView): string {
  if (soundIds.length === 0) return ''
  return `${soundIds.length} of ${variantsRequested} saved.`
}

function chargedText({ chargedCredits, state }: GenerationView): string {
  if (chargedCredits !== null && chargedCredits > 0)
    return `Charged ${counted(chargedCredits, 'credit')}; a retry is a new charge.`
  if (state === 'refused' || chargedCredits === 0) return 'Nothing was charged.'
  if (state === 'unknown') return 'Whether it was charged is not known.'
  return ''
}

/** Why a generation waits. */
export function waitingText(reason: WaitingFor): string {
  switch (reason) {
    case 'connection':
      return 'Waits for the connection'
    case 'key':
      return 'Waits for a valid key'
    case 'slot':
      return 'Waits for a free slot'
    case 'retry':
      return 'Waits to try again'
    case 'disk':
      return 'Waits for space on the disk'
  }
}
