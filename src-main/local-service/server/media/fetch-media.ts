// Fetches the media that a request gives by address, into the folder of uploads.

import { randomUUID } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from '../../accounts/account-store.ts'
import { storeStream } from '../assets/store-stream.ts'
import type { ServiceParts } from '../context.ts'
import { accept, type Outcome, refuse } from '../refusal.ts'

/** What it takes to read media. */
export type MediaParts = Pick<ServiceParts, 'assets' | 'uploadsDir' | 'clock'>

/** Far above any recording that is edited; an address has no limit of the contract's. */
const MAX_FETCHED_BYTES = 2 * 1024 ** 3
const FETCH_DEADLINE_MS = 60_000

/**
 * The path of a fresh copy. It is kept as an asset of the account, so that it is cleaned up like one.
 * Refuses with `audio_url_unreachable` (worth repeating) where the address does not answer with a file.
 */
export async function fetchMedia(
  { assets, uploadsDir, clock }: MediaParts,
  url: string,
  account: Account,
  param: string,
): Promise<Outcome<string>> {
  const unreachable = (reason: string) =>
    refuse('audio_url_unreachable', `${url} cannot be read: ${reason}`, { param: `${param}.url` })
  const name = randomUUID()
  const path = join(uploadsDir, name)
  try {
    // fetch follows redirects itself, at most twenty, and to http and https alone.
    const response = await fetch(url, {
      headers: { 'accept-encoding': 'identity', 'user-agent': 'foleyroom-local-service' },
      signal: AbortSignal.timeout(FETCH_DEADLINE_MS),
    })
    if (!response.ok || !response.body) {
      await response.body?.cancel()
      return unreachable(`it answered ${response.status}`)
    }
    const stored = await storeStream(`${path}.partial`, response.body, MAX_FETCHED_BYTES)
    if (!stored.ok) return unreachable(stored.problem === 'empty' ? 'it is empty' : 'it is too large')
    await rename(`${path}.partial`, path)
    const nowMs = clock.now()
    const id = randomUUID()
    const contentType = response.headers.get('content-type') ?? 'audio/*'
    assets.create({ id, accountId: account.id, contentType, uploadExpiresMs: nowMs })
    assets.attach(id, { name, bytes: stored.bytes, sha256: stored.sha256, uploadedMs: nowMs })
    return accept(path)
  } catch (error) {
    await rm(`${path}.partial`, { force: true })
    return unreachable(reasonOf(error))
  }
}

/** What went wrong, in words: fetch hides it in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message || error.message : error.message
}
