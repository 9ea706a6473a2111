// The video behind a source: fetched or uploaded, inspected, and long enough for the window that is asked for.

import type { MediaSource } from '../../../contract/index.ts'
import type { Account } from '../../accounts/account-store.ts'
import type { ClipFacts, ClipWindow } from '../../picture/frame-source.ts'
import type { PictureReader } from '../../picture/picture-reader.ts'
import { type MediaParts, sourcePath } from '../media/sources.ts'
import { accept, type Outcome, refuse } from '../refusal.ts'

export interface OpenedVideo {
  readonly path: string
  readonly facts: ClipFacts
}

const PARAM = 'input.video'
/** Containers round their length: a window may reach so far past it. */
const ROUNDING_MS = 50

/**
 * A video whose picture can be read in the window.
 * Refuses with `invalid_asset`, `asset_not_ready`, `video_url_unreachable`, `video_format_unsupported`, `invalid_video`,
 * `video_too_short` (the whole video is shorter than the window), or `invalid_request` (the window starts too late).
 * @param startParam the field that says where the window starts; null where nothing but the rest of the request does: then a
 * video that ends before the window is too short
 */
export async function openVideo(
  parts: MediaParts,
  reader: PictureReader,
  source: MediaSource,
  account: Account,
  window: ClipWindow,
  startParam: 'start_offset_ms' | null = 'start_offset_ms',
): Promise<Outcome<OpenedVideo>> {
  const path = await sourcePath(parts, source, account, PARAM)
  if (!path.ok) return asVideo(path)
  const inspection = await reader.inspect(path.value)
  if (!inspection.ok) {
    const code = inspection.problem === 'unsupported' ? 'video_format_unsupported' : 'invalid_video'
    return refuse(code, inspection.message, { param: PARAM })
  }
  const { facts } = inspection
  if (window.durationMs > facts.durationMs + ROUNDING_MS) {
    const message = `The video is ${facts.durationMs} ms long; ${window.durationMs} ms of it are asked for`
    return refuse('video_too_short', message, { param: PARAM })
  }
  if (window.startMs + window.durationMs > facts.durationMs + ROUNDING_MS) {
    if (startParam === null) {
      const message = `The video is ${facts.durationMs} ms long; it has to reach to ${window.startMs + window.durationMs} ms`
      return refuse('video_too_short', message, { param: PARAM })
    }
    const latestMs = Math.max(0, facts.durationMs - window.durationMs)
    const message = `start_offset_ms ${window.startMs} is above ${latestMs}: the video is ${facts.durationMs} ms long`
    return refuse('invalid_request', message, { param: startParam })
  }
  return accept({ path: path.value, facts })
}

/** Addresses are read alike for all media; what could not be read was to be a video. */
function asVideo<T>(outcome: Outcome<T> & { readonly ok: false }): Outcome<never> {
  const { refusal } = outcome
  return refusal.code === 'audio_url_unreachable'
    ? { ok: false, refusal: { ...refusal, code: 'video_url_unreachable' } }
    : outcome
}
