// Reads a recording as the model listens to it: one channel at 22,050 Hz.

import { inspectWav, readWavMono } from '../../codecs/wav-reader.ts'
import { toRate } from './polyphase.ts'
import { MODEL_RATE_HZ } from './posteriors.ts'

export interface Recording {
  /** One channel at the model's rate, its peak at most 1. */
  readonly signal: Float32Array
  readonly durationMs: number
}

/** @throws where the file is not what it was when the request was checked. */
export function readRecording(path: string): Recording {
  const inspected = inspectWav(path)
  if (!inspected.ok) throw new Error(inspected.message)
  const { sampleRateHz, durationMs } = inspected.info
  return { signal: toRate(readWavMono(path, inspected.info), sampleRateHz, MODEL_RATE_HZ), durationMs }
}
