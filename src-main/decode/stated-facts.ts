// What a sound file says of itself, read from its container without decoding it.
import { openContainer } from './container.ts'

export interface StatedFacts {
  readonly sampleRate: number
  readonly channels: number
  /** Of MP3 with what its codec added at both ends, up to {@link MOST_MP3_PADDING_MS}. */
  readonly durationMs: number
}

/** Delay and padding of an MP3 are 12 bits of samples each (Info frame of LAME), at the lowest rate of MPEG-1. */
export const MOST_MP3_PADDING_MS = (2 * 4095 * 1000) / 32_000

/** Of the first audio track in any container that mediabunny reads; null where it finds none. */
export async function readStatedFacts(path: string): Promise<StatedFacts | null> {
  const container = await openContainer(path)
  if (container === null) return null
  container.close()
  const { sampleRate, channels, durationSeconds } = container
  return { sampleRate, channels, durationMs: durationSeconds * 1000 }
}
