// Media that a request points at: an uploaded asset, or an address that is fetched, as a file that jobs can read.

import type { MediaSource } from '../../../contract/index.ts'
import { ASSET_USABLE_MS } from '../../../contract/index.ts'
import type { Account } from '../../accounts/account-store.ts'
import { inspectSource } from '../../codecs/source-reader.ts'
import type { SourceMedia } from '../../jobs/job.ts'
import type { ServiceParts } from '../context.ts'
import { accept, type Outcome, refuse } from '../refusal.ts'

/** What it takes to read media. */
export type MediaParts = Pick<ServiceParts, 'assets' | 'uploadsDir' | 'clock' | 'fetchMedia'>

/** Longer audio would not fit into a worker's memory beside its edit. */
const MAX_SOURCE_MS = 10 * 60_000

/**
 * The audio behind a source, ready to be decoded.
 * @param param body path of the source, for refusals
 * Refuses with `invalid_asset`, `asset_not_ready`, `audio_url_unreachable`, `audio_format_unsupported`,
 * `invalid_audio` or `audio_too_long`.
 */
export async function openAudioSource(
  parts: MediaParts,
  source: MediaSource,
  account: Account,
  param: string,
): Promise<Outcome<SourceMedia>> {
  const path = await sourcePath(parts, source, account, param)
  if (!path.ok) return path
  const inspected = await inspectSource(path.value, MAX_SOURCE_MS)
  if (inspected.ok) {
    const { durationMs } = inspected.info
    if (durationMs <= MAX_SOURCE_MS) return accept({ path: path.value, durationMs })
    return refuse(
      'audio_too_long',
      `The audio is ${durationMs} ms long; ${MAX_SOURCE_MS} ms are edited at most`,
      { param },
    )
  }
  return inspected.problem === 'broken'
    ? refuse('invalid_audio', inspected.message, { param })
    : refuse('audio_format_unsupported', inspected.message, { param })
}

/** The file behind a source, whatever is in it. Refuses with `invalid_asset`, `asset_not_ready` or `audio_url_unreachable`. */
export async function sourcePath(
  parts: MediaParts,
  source: MediaSource,
  account: Account,
  param: string,
): Promise<Outcome<string>> {
  return source.type === 'asset'
    ? assetPath(parts, source.id, account, param)
    : parts.fetchMedia(source.url, account, param)
}

function assetPath(
  { assets, uploadsDir, clock }: MediaParts,
  id: string,
  account: Account,
  param: string,
): Outcome<string> {
  const asset = assets.get(id)
  if (!asset || asset.accountId !== account.id) {
    return refuse('invalid_asset', `There is no asset ${id} of this account`, { param: `${param}.id` })
  }
  if (!asset.file) {
    return refuse('asset_not_ready', 'The upload of this asset has not succeeded yet', {
      param: `${param}.id`,
    })
  }
  if (clock.now() - asset.file.uploadedMs >= ASSET_USABLE_MS) {
    return refuse('invalid_asset', 'This asset was uploaded more than 24 hours ago', { param: `${param}.id` })
  }
  return accept(`${uploadsDir}/${asset.file.name}`)
}
