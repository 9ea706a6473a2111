// Two decoders as one: the app's window first, since it is sandboxed; what it cannot read is the system's ffmpeg's to judge.

import { type FrameSource, PictureUnreadable } from './frame-source.ts'
import type { HearingFrames } from './port-frames.ts'

type SecondFrames = FrameSource & Partial<Pick<HearingFrames, 'soundAt'>>

/**
 * A frame source that asks `first`, and `second` (null where there is none) where the first could not read the clip.
 * Chromium plays fewer codecs (no HEVC, no AVI), so a refusal of the first is no verdict while there is a second.
 */
export function createPreferredFrames(first: HearingFrames, second: SecondFrames | null): HearingFrames {
  return {
    async inspect(path, signal) {
      const inspection = await first.inspect(path, signal)
      return inspection.ok || second === null ? inspection : second.inspect(path, signal)
    },

    async *frames(path, facts, window, signal) {
      let hasBegun = false
      try {
        for await (const frame of first.frames(path, facts, window, signal)) {
          hasBegun = true
          yield frame
        }
        return
      } catch (error) {
        // Frames of two decoders are not strung together.
        if (hasBegun || second === null || !(error instanceof PictureUnreadable)) throw error
      }
      yield* second.frames(path, facts, window, signal)
    },

    async audio(path, facts, window, signal) {
      try {
        return await first.audio(path, facts, window, signal)
      } catch (error) {
        if (!(error instanceof PictureUnreadable)) throw error
        // The picture stands without its sound, which only confirms what was seen.
        return second === null ? new Float32Array() : second.audio(path, facts, window, signal)
      }
    },

    async soundAt(path, window, rateHz, signal) {
      try {
        return await first.soundAt(path, window, rateHz, signal)
      } catch (error) {
        if (second?.soundAt === undefined || !(error instanceof PictureUnreadable)) throw error
        return second.soundAt(path, window, rateHz, signal)
      }
    },
  }
}
