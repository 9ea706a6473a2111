// Frames of a clip, made small and put on an even grid of times, sent in batches as they are decoded.
import { type Input, VideoSampleSink } from 'mediabunny'
import { createGrid } from './grid.ts'
import { createSendLine } from './send-line.ts'
import { createShrink } from './shrink.ts'
import { type FramesWork, type Outcome, type Send, unsupported } from './work.ts'

/** Frames that travel together: half a megabyte at 160 × 90. */
const BATCH_FRAMES = 32

/** Sends the frames of a span at the asked rate: luma, then the means of red, green and blue as floats. */
export async function sendFrames(input: Input, work: FramesWork, send: Send): Promise<Outcome> {
  const picture = await input.getPrimaryVideoTrack()
  if (picture === null || !(await picture.canDecode())) return unsupported('its codec is not played here')
  const { width, height, framesPerSecond, startMs, durationMs } = work
  const startS = startMs / 1000
  const shrink = createShrink(width, height)
  const frameBytes = width * height + 3 * Float32Array.BYTES_PER_ELEMENT
  const grid = createGrid<Uint8Array>(
    startS,
    framesPerSecond,
    Math.round((durationMs * framesPerSecond) / 1000),
  )
  let batch = new Uint8Array(BATCH_FRAMES * frameBytes)
  let filled = 0
  const line = createSendLine(send)
  const put = async (frames: readonly Uint8Array[]): Promise<void> => {
    for (const frame of frames) {
      batch.set(frame, filled)
      filled += frameBytes
      if (filled < batch.length) continue
      await line.put(batch)
      batch = new Uint8Array(BATCH_FRAMES * frameBytes)
      filled = 0
    }
  }
  for await (const sample of new VideoSampleSink(picture).samples(startS, startS + durationMs / 1000)) {
    try {
      await put(grid.push(sample.timestamp, sample.duration, await shrink(sample)))
    } finally {
      sample.close()
    }
  }
  await put(grid.end())
  if (filled > 0) await line.put(batch.slice(0, filled))
  await line.end()
  return { ok: true, facts: null }
}
