// The picture of a clip's own sound, decoded in the window where the clip is short enough to be held for a moment.
import { useQuery } from '@tanstack/react-query'
import { type ClipView, clipPath } from '../../bridge.ts'
import { type Peaks, peaksOf } from '../../waveform/peaks.ts'
import type { KnownFacts } from './known-facts.ts'

/** The whole file is in memory while it is decoded. */
const MOST_BYTES = 256 * 1024 * 1024
const MOST_MS = 15 * 60_000
/** Enough for a picture; a minute of it is under 2 MB. */
const RATE = 8_000
const BUCKETS_A_SECOND = 100

/** Null where it is not there: silent, too long, or in a coding that cannot be decoded here; the lane stays empty then. */
export function useClipPeaks(clip: ClipView, facts: KnownFacts | null): Peaks | null {
  // What lies at an address is not read whole.
  const isShort = clip.bytes !== null && clip.bytes > 0 && clip.bytes <= MOST_BYTES
  const isDrawn = facts?.hasAudio === true && facts.durationMs <= MOST_MS && isShort
  const { data = null } = useQuery({
    queryKey: ['clip-peaks', clip.id, clip.bytes],
    queryFn: ({ signal }) => readPeaks(clip.id, signal),
    enabled: isDrawn,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return data
}

async function readPeaks(clipId: string, signal: AbortSignal): Promise<Peaks> {
  const answer = await fetch(`.${clipPath(clipId)}`, { signal })
  if (!answer.ok) throw new Error(`the clip answered with ${answer.status}`)
  const context = new OfflineAudioContext(1, 1, RATE)
  const decoded = await context.decodeAudioData(await answer.arrayBuffer())
  return peaksOf(decoded.getChannelData(0), Math.ceil(decoded.duration * BUCKETS_A_SECOND))
}
