// The recording that a v2 request points at: found, checked and measured.

import { basename } from 'node:path'
import type { Database } from 'better-sqlite3'
import { ASSET_USABLE_MS, type AudioSource } from '../../../contract/index.ts'
import type { Account } from '../../accounts/account-store.ts'
import { inspectSource } from '../../codecs/source-reader.ts'
import type { ServiceParts } from '../context.ts'
import { accept, type Outcome, refuse } from '../refusal.ts'
import type { AudioFacts } from './transcription-store.ts'

/** Shorter than the shortest note that is told apart. */
export const AUDIO_MIN_MS = 200
/** The contract names no bound for jobs; half an hour takes about 900 MB in the worker. */
export const AUDIO_MAX_MS = 30 * 60_000

/** Opens a source for an account; refuses with the contract's codes for assets, addresses and audio. */
export type OpenAudio = (source: AudioSource, account: Account) => Promise<Outcome<AudioFacts>>

interface StoredAudio {
  readonly assetId: string
  readonly contentType: string
  readonly content: string
  readonly path: string
}

/** Reads through the service's assets and its reader of addresses. */
export function createAudioOpener(
  parts: Pick<ServiceParts, 'assets' | 'uploadsDir' | 'clock' | 'fetchMedia'>,
  database: Database,
): OpenAudio {
  const { assets, uploadsDir, clock } = parts
  const selectByName = database.prepare<[string], string>('SELECT id FROM assets WHERE name = ?').pluck()

  function uploaded(id: string, account: Account): Outcome<StoredAudio> {
    const param = 'audio.asset_id'
    const asset = assets.get(id)
    if (!asset || asset.accountId !== account.id) {
      return refuse('invalid_asset', `There is no asset ${id} of this account`, { param })
    }
    if (!asset.file) {
      return refuse('asset_not_ready', 'The upload of this asset has not succeeded yet', { param })
    }
    if (clock.now() - asset.file.uploadedMs >= ASSET_USABLE_MS) {
      return refuse('invalid_asset', 'This asset was uploaded more than 24 hours ago', { param })
    }
    const { contentType, file } = asset
    const path = `${uploadsDir}/${file.name}`
    return accept({ assetId: id, contentType, content: file.sha256, path })
  }

  async function fetched(url: string, account: Account): Promise<Outcome<StoredAudio>> {
    const param = 'audio.audio_url'
    const path = await parts.fetchMedia(url, account, 'audio')
    if (!path.ok) return { ok: false, refusal: { ...path.refusal, param } }
    // The reader keeps what it fetched as an asset, under the file's name.
    const id = selectByName.get(basename(path.value))
    const copy = id === undefined ? null : assets.get(id)
    if (!copy?.file) return refuse('audio_url_unreachable', `The copy of ${url} is gone`, { param })
    const { id: assetId, contentType, file } = copy
    if (!/^(audio\/|application\/ogg\b)/i.test(contentType)) {
      const message = `${url} is served as ${contentType}, neither audio/* nor application/ogg`
      return refuse('audio_format_unsupported', message, { param })
    }
    return accept({ assetId, contentType, content: file.sha256, path: path.value })
  }

  return async (source, account) => {
    const stored =
      source.type === 'asset' ? uploaded(source.asset_id, account) : await fetched(source.audio_url, account)
    return stored.ok ? measured(stored.value) : stored
  }
}

async function measured({ path, content, assetId }: StoredAudio): Promise<Outcome<AudioFacts>> {
  const inspected = await inspectSource(path, AUDIO_MAX_MS)
  if (!inspected.ok) {
    return inspected.problem === 'broken'
      ? refuse('invalid_audio', inspected.message, { param: 'audio' })
      : refuse('audio_format_unsupported', inspected.message, { param: 'audio' })
  }
  const { durationMs } = inspected.info
  if (durationMs < AUDIO_MIN_MS) {
    const message = `The audio is ${durationMs} ms long; at least ${AUDIO_MIN_MS} ms are needed`
    return refuse('audio_too_short', message, { param: 'audio' })
  }
  if (durationMs > AUDIO_MAX_MS) return refuseTooLong(durationMs, 'audio')
  return accept({ path, content, assetId, durationMs })
}

/** @param param which field said so */
export function refuseTooLong(durationMs: number, param: string) {
  // Rounded up, so that what is over the bound is not told as the bound.
  const minutes = (Math.ceil(durationMs / 6_000) / 10).toFixed(1)
  const message = `The audio is ${minutes} minutes long; ${AUDIO_MAX_MS / 60_000} minutes are transcribed at most`
  return refuse('audio_too_long', message, { param })
}
