// What a sound file says of itself, read from its container without decoding it.

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
  // Loaded when it is first needed: it is large, and most files are WAV.
  const { ALL_FORMATS, FilePathSource, Input } = await import('mediabunny')
  const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS })
  try {
    if (!(await input.canRead())) return null
    const track = await input.getPrimaryAudioTrack()
    if (!track) return null
    const durationMs = (await track.computeDuration()) * 1000
    return { sampleRate: track.sampleRate, channels: track.numberOfChannels, durationMs }
  } catch {
    return null // the library throws errors of many kinds on damaged files
  } finally {
    input.dispose()
  }
}
