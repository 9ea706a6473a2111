// What it takes to serve video-to-sfx, and the reading of a job's picture.

import type { ReadVideo } from '../../jobs/job-runner.ts'
import { PictureUnreadable } from '../../picture/frame-source.ts'
import type { PictureReader } from '../../picture/picture-reader.ts'
import { mixedSounds } from '../../plans/plan-sounds.ts'
import type { PlanStore } from '../../plans/plan-store.ts'

export interface VideoParts {
  /** Null where nothing here decodes pictures: then no model serves the family. */
  readonly reader: PictureReader | null
  readonly plans: PlanStore
}

/** Reads the window of a job's video and plans its sounds. A picture that breaks off fails the job with `invalid_video`. */
export function videoReading(reader: PictureReader | null): ReadVideo {
  return async (work) => {
    if (!reader) {
      return { ok: false, code: 'temporarily_unavailable', message: 'Nothing here decodes pictures any more' }
    }
    const window = { startMs: work.startMs, durationMs: work.generatedMs }
    try {
      const events = await reader.read(work.source.path, work.facts, window)
      return { ok: true, work: { ...work, sounds: mixedSounds(events, work.scene) } }
    } catch (error) {
      if (error instanceof PictureUnreadable)
        return { ok: false, code: 'invalid_video', message: error.message }
      throw error
    }
  }
}
