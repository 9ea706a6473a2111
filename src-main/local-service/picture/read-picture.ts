// Reads a window of a clip from a frame source: its frames through the analysis, its sound for attacks.

import { createAnalysis } from './analyse.ts'
import type { PictureEvents } from './events.ts'
import { CLIP_AUDIO_RATE_HZ, type ClipFacts, type ClipWindow, type FrameSource } from './frame-source.ts'
import { soundOnsetsMs } from './sound-onsets.ts'

/**
 * The events in a window of a clip. Frames are read as they are analysed, so memory does not grow with the clip's length but for its sound (4 MB a minute).
 * @throws PictureUnreadable where decoding breaks; the signal's reason on abort
 */
export async function readPicture(
  source: FrameSource,
  path: string,
  facts: ClipFacts,
  window: ClipWindow,
  signal: AbortSignal,
): Promise<PictureEvents> {
  const analysis = createAnalysis(facts.framesPerSecond, window.durationMs)
  for await (const frame of source.frames(path, facts, window, signal)) analysis.push(frame)
  const sound = await source.audio(path, facts, window, signal)
  return analysis.end(soundOnsetsMs(sound, CLIP_AUDIO_RATE_HZ))
}
