// The packets of a compressed file: which codec it has, how long it says it is, and its packets in order. Reads as little as it needs.
import { open } from 'node:fs/promises'
import type { EncodedPacket, InputAudioTrack } from 'mediabunny'

export interface Container {
  /** As mediabunny names it: 'mp3', 'vorbis', 'opus', 'aac', 'flac' …; null for one that it does not know. */
  readonly codec: string | null
  /** With its profile, such as 'mp4a.40.2'; null where the file does not tell. */
  readonly profile: string | null
  readonly sampleRate: number
  readonly channels: number
  readonly durationSeconds: number
  /** The file ends before its last page. */
  readonly isCutShort: boolean
  /** The decoder's configuration as it stands in the container; for AAC the AudioSpecificConfig. */
  readonly description: Uint8Array | null
  readonly packets: () => AsyncGenerator<EncodedPacket>
  readonly close: () => void
}

/** The first audio track of a file that mediabunny reads; null where it finds none. The library throws errors of many kinds on damaged files: all mean null. */
export async function openContainer(path: string): Promise<Container | null> {
  // Loaded when it is first needed: it is large, and most files are WAV.
  const { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } = await import('mediabunny')
  const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS })
  try {
    const track = (await input.canRead()) ? await input.getPrimaryAudioTrack() : null
    if (track === null) {
      input.dispose()
      return null
    }
    return {
      codec: track.codec,
      profile: await track.getCodecParameterString(),
      sampleRate: track.sampleRate,
      channels: track.numberOfChannels,
      ...(await durationOf(path, track)),
      description: await descriptionOf(track),
      async *packets() {
        const sink = new EncodedPacketSink(track)
        for (let packet = await sink.getFirstPacket(); packet; packet = await sink.getNextPacket(packet)) {
          yield packet
        }
      },
      close: () => input.dispose(),
    }
  } catch {
    input.dispose()
    return null
  }
}

/** The library cannot tell the length of an Ogg file that was cut short: then its last whole page does. */
async function durationOf(
  path: string,
  track: InputAudioTrack,
): Promise<Pick<Container, 'durationSeconds' | 'isCutShort'>> {
  try {
    return { durationSeconds: await track.computeDuration(), isCutShort: false }
  } catch (error) {
    const samples = await lastGranule(path)
    if (samples === null) throw error
    return { durationSeconds: samples / track.sampleRate, isCutShort: true }
  }
}

/** A page of Ogg is at most 65,307 bytes long (RFC 3533, section 6). */
const TAIL_BYTES = 2 * 65_307
const GRANULE_OFFSET = 6

/** Samples up to the end of the last page that begins in the file's tail; null where there is none. */
async function lastGranule(path: string): Promise<number | null> {
  const handle = await open(path, 'r')
  try {
    const { size } = await handle.stat()
    const tail = Buffer.alloc(Math.min(size, TAIL_BYTES))
    await handle.read(tail, 0, tail.length, size - tail.length)
    for (let at = tail.lastIndexOf('OggS'); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf('OggS', at - 1)) {
      if (at + GRANULE_OFFSET + 8 > tail.length) continue
      const granule = tail.readBigInt64LE(at + GRANULE_OFFSET)
      // −1: no packet ends on this page.
      if (granule > 0n && granule < BigInt(Number.MAX_SAFE_INTEGER)) return Number(granule)
    }
    return null
  } finally {
    await handle.close()
  }
}

async function descriptionOf(track: InputAudioTrack): Promise<Uint8Array | null> {
  const description = (await track.getDecoderConfig())?.description
  if (description === undefined) return null
  // The library gives a Uint8Array or its buffer.
  return description instanceof Uint8Array ? description : new Uint8Array(description as ArrayBuffer)
}
