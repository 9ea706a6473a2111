// What the app's window decodes, as a source of frames: a picture stands without its sound, which only confirms what was seen.

import { PictureUnreadable } from './frame-source.ts'
import type { HearingFrames } from './port-frames.ts'

/** The decoder, silent where the sound of a clip cannot be read. */
export const createWindowFrames = (decoder: HearingFrames): HearingFrames => ({
  ...decoder,
  async audio(path, facts, window, signal) {
    try {
      return await decoder.audio(path, facts, window, signal)
    } catch (error) {
      if (!(error instanceof PictureUnreadable)) throw error
      return new Float32Array()
    }
  },
})
