// What went wrong, what it cost, what is waited for.
import { counted } from '../counting.ts'

/** Sentences for codes that need no more than the code. */
const happened: Readonly<Record<string, string>> = {
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

export const errors = {
  happened,
  wordless: 'Something went wrong without saying what.',
  saved: (saved: number, requested: number) => `${saved} of ${requested} saved.`,
  charged: (credits: number) => `Charged ${counted(credits, 'credit')}; a retry is a new charge.`,
  notCharged: 'Nothing was charged.',
  chargeUnknown: 'Whether it was charged is not known.',
  waits: {
    connection: 'Waits for the connection',
    key: 'Waits for a valid key',
    slot: 'Waits for a free slot',
    retry: 'Waits to try again',
    disk: 'Waits for space on the disk',
  },
}
