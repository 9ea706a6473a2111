// Where the speech is that a request wants kept: in the clip's own track or in a file beside it, over the same window.

import { creditsFor, type Model, type RequestOf } from '../../../contract/index.ts'
import type { Account } from '../../accounts/account-store.ts'
import type { SpeechSource } from '../../jobs/job.ts'
import { type MediaParts, openAudioSource } from '../media/sources.ts'
import { accept, type Outcome, refuse } from '../refusal.ts'
import type { OpenedVideo } from './video-source.ts'

const AUDIO_PARAM = 'input.audio'

/**
 * The sound of which speech is kept and what that costs; null where the request keeps none.
 * Refuses with `invalid_video` (a clip without sound, and no other file), with the refusals of an audio source, or
 * with `invalid_request` (the window starts where the file beside the clip has ended).
 */
export async function speechSource(
  parts: MediaParts,
  body: RequestOf<'video-to-sfx'>,
  model: Model,
  account: Account,
  video: OpenedVideo,
): Promise<Outcome<SpeechSource | null>> {
  const { controls, input, start_offset_ms: startMs = 0 } = body
  if (controls?.preserve_speech !== true) return accept(null)
  const baseCredits = creditsFor(
    'video-to-sfx',
    { ...body, controls: { ...controls, preserve_speech: false } },
    model,
  )
  const speechCredits = creditsFor('video-to-sfx', body, model) - baseCredits
  if (!input.audio) {
    if (video.facts.hasAudio) return accept({ path: video.path, isVideo: true, baseCredits, speechCredits })
    const message =
      'The video has no audio track of which speech could be kept; send the speech as input.audio'
    return refuse('invalid_video', message, { param: 'input.video' })
  }
  const audio = await openAudioSource(parts, input.audio, account, AUDIO_PARAM)
  if (!audio.ok) return audio
  const { path, durationMs } = audio.value
  if (startMs < durationMs) return accept({ path, isVideo: false, baseCredits, speechCredits })
  const message = `start_offset_ms ${startMs} lies past the end of input.audio, which is ${durationMs} ms long`
  return refuse('invalid_request', message, { param: 'start_offset_ms' })
}
