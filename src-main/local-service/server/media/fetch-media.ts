// Fetches the media that a request gives by address, into the folder of uploads.

import { randomUUID } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from '../../accounts/account-store.ts'
import { storeStream } from '../assets/store-stream.ts'
import type { ServiceParts } from '../context.ts'
import { accept, type Outcome, refuse } from '../refusal.ts'
import { openUrl } from './open-url.ts'

/** Reads an address for an account; `param` is the body path of the source, for refusals. */
export type FetchMedia = (url: string, account: Account, param: string) => Promise<Outcome<string>>

/** Far above any recording that is edited; an address has no limit of the contract's. */
const MAX_FETCHED_BYTES = 2 * 1024 ** 3
const FETCH_DEADLINE_MS = 60_000
/** A copy serves this long: a quote and the create that follows it read the address once. */
const REUSE_MS = 60_000

interface Copy {
  readonly fetchedMs: number
  readonly path: Promise<Outcome<string>>
}

/**
 * A reader of addresses that gives the path of a copy. Copies are kept as assets of the account, so that they are cleaned up like one.
 * `allowsPrivate`: whether addresses of this machine and its networks are read too.
 * It refuses with `audio_url_unreachable` (worth repeating) where the address does not answer with a file.
 */
export function createMediaFetcher(
  { assets, uploadsDir, clock }: Pick<ServiceParts, 'assets' | 'uploadsDir' | 'clock'>,
  allowsPrivate: boolean,
): FetchMedia {
  const copies = new Map<string, Copy>()

  async function fetchCopy(url: string, account: Account, param: string): Promise<Outcome<string>> {
    const name = randomUUID()
    const path = join(uploadsDir, name)
    const downloaded = await download(url, path, allowsPrivate, param)
    if (!downloaded.ok) return downloaded
    const { bytes, sha256, contentType } = downloaded.value
    const nowMs = clock.now()
    const id = randomUUID()
    assets.create({ id, accountId: account.id, contentType, uploadExpiresMs: nowMs })
    assets.attach(id, { name, bytes, sha256, uploadedMs: nowMs })
    return accept(path)
  }

  return async (url, account, param) => {
    const nowMs = clock.now()
    for (const [key, copy] of copies) if (nowMs - copy.fetchedMs >= REUSE_MS) copies.delete(key)
    const key = `${account.id} ${url}`
    const copy = copies.get(key) ?? { fetchedMs: nowMs, path: fetchCopy(url, account, param) }
    copies.set(key, copy)
    const path = await copy.path
    // A failure is not kept: the next try may find the address well.
    if (!path.ok) copies.delete(key)
    return path
  }
}

interface Downloaded {
  readonly bytes: number
  readonly sha256: string
  readonly contentType: string
}

async function download(
  url: string,
  path: string,
  allowsPrivate: boolean,
  param: string,
): Promise<Outcome<Downloaded>> {
  const unreachable = (reason: string) =>
    refuse('audio_url_unreachable', `${url} cannot be read: ${reason}`, { param: `${param}.url` })
  try {
    const opened = await openUrl(url, { allowsPrivate, signal: AbortSignal.timeout(FETCH_DEADLINE_MS) })
    if (!opened.ok) return unreachable(opened.reason)
    const stored = await storeStream(`${path}.partial`, opened.body, MAX_FETCHED_BYTES)
    if (!stored.ok) return unreachable(stored.problem === 'empty' ? 'it is empty' : 'it is too large')
    await rename(`${path}.partial`, path)
    const contentType = opened.contentType ?? 'application/octet-stream'
    return accept({ bytes: stored.bytes, sha256: stored.sha256, contentType })
  } catch (error) {
    return unreachable(error instanceof Error ? error.message : String(error))
  }
}
