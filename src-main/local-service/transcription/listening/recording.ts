// Reads a recording as the model listens to it: one channel at 22,050 Hz.

import { readSourceMono, type SourceSound } from '../../codecs/source-reader.ts'
import { inspectWav, readWavMono } from '../../codecs/wav-reader.ts'
import { toRate } from './polyphase.ts'
import { MODEL_RATE_HZ } from './posteriors.ts'

export interface Recording {
  /** One channel at the model's rate, its peak at most 1. */
  readonly signal: Float32Array
  readonly durationMs: number
}

/** A recording in any format that is decoded here. @throws where the file is not what it was when the request was checked */
export async function openRecording(path: string): Promise<Recording> {
  return asHeard(await readSourceMono(path))
}

/** A WAV, at once. @throws where the file is none */
export function readRecording(path: string): Recording {
  const inspected = inspectWav(path)
  if (!inspected.ok) throw new Error(inspected.message)
  return asHeard({ samples: readWavMono(path, inspected.info), sampleRateHz: inspected.info.sampleRateHz })
}

function asHeard({ samples, sampleRateHz }: SourceSound): Recording {
  const durationMs = Math.round((samples.length / sampleRateHz) * 1000)
  return { signal: toRate(samples, sampleRateHz, MODEL_RATE_HZ), durationMs }
}
