// All that a sound file can tell of itself, in one pass over its samples.
import type { AudioErrorCode } from '../decode/audio-file.ts'
import { DecodeError } from '../decode/decode-error.ts'
import { openAnyAudio } from './any-audio.ts'
import { createDescriptorMeter, type Descriptors } from './descriptors.ts'
import { createLoudnessMeter } from './loudness.ts'
import { failed, type Outcome, succeeded } from './outcome.ts'
import { createPeaksMeter } from './peaks.ts'
import { createSilenceMeter } from './silence.ts'
import { createTruePeakMeter } from './true-peak.ts'

export interface Facts {
  readonly sampleRate: number
  readonly channels: number
  readonly frames: number
  readonly durationMs: number
  /** The file ended before the samples that it states. */
  readonly isCutShort: boolean
  /** Integrated, LUFS (BS.1770-4); null for silence and for files shorter than one block of 400 ms. */
  readonly loudnessLufs: number | null
  /** dBTP; null for digital silence. */
  readonly truePeakDb: number | null
  /** Below −60 dBFS. */
  readonly headSilenceMs: number
  readonly tailSilenceMs: number
  /** What it is like; null for silence, and for files of less than 2048 frames. */
  readonly descriptors: Descriptors | null
  /** 256 buckets of int8 minimum and maximum. */
  readonly overview: Uint8Array
}
export type FactsErrorCode = AudioErrorCode

/** The facts, and the peaks in the layout of bridge/types.ts. Memory: one block of samples, whatever the file's length. */
export async function computeFacts(
  path: string,
  signal?: AbortSignal,
): Promise<Outcome<{ readonly facts: Facts; readonly peaks: Uint8Array }, FactsErrorCode>> {
  const opened = await openAnyAudio(path)
  if (!opened.ok) return opened
  const audio = opened.value
  try {
    const { sampleRate, channels } = audio
    const loudness = createLoudnessMeter(sampleRate, channels)
    const truePeak = createTruePeakMeter(channels)
    const shape = createPeaksMeter(sampleRate, audio.frames)
    const silence = createSilenceMeter()
    const likeness = createDescriptorMeter(sampleRate, audio.frames)
    let frames = 0
    for await (const block of audio.blocks()) {
      signal?.throwIfAborted()
      frames += block[0]?.length ?? 0
      for (const meter of [loudness, truePeak, shape, silence, likeness]) meter.add(block)
    }
    const { headFrames, tailFrames } = silence.ends()
    return succeeded({
      facts: {
        sampleRate,
        channels,
        frames,
        durationMs: (frames / sampleRate) * 1000,
        isCutShort: audio.isCutShort(),
        loudnessLufs: loudness.integrated(),
        truePeakDb: truePeak.peakDb(),
        headSilenceMs: (headFrames / sampleRate) * 1000,
        tailSilenceMs: (tailFrames / sampleRate) * 1000,
        descriptors: likeness.result(),
        overview: shape.overview(),
      },
      peaks: shape.peaks(),
    })
  } catch (error) {
    if (error instanceof DecodeError) return failed(error.code, error.message)
    throw error
  } finally {
    await audio.close()
  }
}
