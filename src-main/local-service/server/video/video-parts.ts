// What it takes to serve video-to-sfx, and the reading of a job's picture.

import type { VideoWork } from '../../jobs/job.ts'
import type { ReadVideo } from '../../jobs/job-runner.ts'
import { PictureUnreadable } from '../../picture/frame-source.ts'
import type { PictureReader } from '../../picture/picture-reader.ts'
import { mixedSounds } from '../../plans/plan-sounds.ts'
import type { PlanStore } from '../../plans/plan-store.ts'
import { SPEECH_RATE_HZ } from '../../speech/find-speech.ts'
import type { HearSpeech, SpeechSound } from '../../speech/hear-speech.ts'

export interface VideoParts {
  /** Null where nothing here decodes pictures: then no model serves the family. */
  readonly reader: PictureReader | null
  readonly plans: PlanStore
}

/**
 * Reads the window of a job's picture: for a video's own sound it plans that and finds the speech, for an edit it keeps what
 * happens. A picture that breaks off fails the job with `invalid_video`.
 */
export function videoReading(reader: PictureReader | null, hearSpeech: HearSpeech): ReadVideo {
  return async (work) => {
    if (!reader) {
      return { ok: false, code: 'temporarily_unavailable', message: 'Nothing here decodes pictures any more' }
    }
    try {
      if (work.kind !== 'video') {
        const { guide, generatedMs: durationMs } = work
        const events = await reader.read(guide.path, guide.facts, { startMs: guide.startMs, durationMs })
        return { ok: true, work: { ...work, guide: { ...guide, events } } }
      }
      const window = { startMs: work.startMs, durationMs: work.generatedMs }
      const events = await reader.read(work.source.path, work.facts, window)
      const voice = await voiceOf(work, reader, hearSpeech)
      return {
        ok: true,
        work: { ...work, sounds: mixedSounds(events, work.scene, work.avoid), ...(voice && { voice }) },
      }
    } catch (error) {
      if (error instanceof PictureUnreadable)
        return { ok: false, code: 'invalid_video', message: error.message }
      throw error
    }
  }
}

/** The speech in the work's window, as long as the window; null where none is asked for or found. */
async function voiceOf(
  { speech, startMs, generatedMs }: VideoWork,
  { soundAt }: PictureReader,
  hearSpeech: HearSpeech,
): Promise<Float32Array | null> {
  if (!speech) return null
  const window = { startMs, durationMs: generatedMs }
  let sound: SpeechSound = { path: speech.path, ...window }
  if (speech.isVideo) {
    if (!soundAt) throw new Error('nothing here decodes the sound of a video any more')
    sound = { samples: await soundAt(speech.path, window, SPEECH_RATE_HZ) }
  }
  const heard = await hearSpeech(sound)
  if (!heard) return null
  const voice = new Float32Array(Math.round((generatedMs * SPEECH_RATE_HZ) / 1000))
  voice.set(heard.subarray(0, voice.length))
  return voice
}
