// Reads MP3, Ogg Vorbis and Ogg Opus as a stream: a piece of the file goes in, the samples that it completes come out. Memory: one piece.
import { open } from 'node:fs/promises'
import type { AudioFile } from './audio-file.ts'
import type { Container } from './container.ts'
import { DecodeError } from './decode-error.ts'
import { decodedAudio } from './decoded-audio.ts'

export type StreamCodec = 'mp3' | 'vorbis' | 'opus'

/** What the three decoders have in common; MP3 has nothing to flush. */
interface StreamDecoder {
  readonly decode: (bytes: Uint8Array) => { readonly channelData: readonly Float32Array[] }
  readonly flush?: () => { readonly channelData: readonly Float32Array[] }
  readonly free: () => void
}

const DECODERS: Readonly<Record<StreamCodec, () => Promise<StreamDecoder>>> = {
  mp3: async () => (await import('@audio/decode-mp3')).decoder(),
  vorbis: async () => (await import('@audio/decode-vorbis')).decoder(),
  opus: async () => (await import('@audio/decode-opus')).decoder(),
}
/** Of the file at a time: silence may be packed a thousandfold. */
const PIECE_BYTES = 4096
/** A stated length may be off by this much: delay and padding of the codec, and the rounding of containers. */
const LENGTH_TOLERANCE_SECONDS = 0.2

/** Vorbis and Opus are followed in Ogg alone, MP3 through whatever stands between its packets. @param magic the file's first four characters */
export const isStreamOf = (codec: string | null, magic: string): codec is StreamCodec =>
  codec === 'mp3' || ((codec === 'vorbis' || codec === 'opus') && magic === 'OggS')

/** The samples of a file whose container is known. Delay and padding that the file states are cut by the decoders. Errors are thrown from `blocks`. */
export function openStream(path: string, codec: StreamCodec, stated: Omit<Container, 'close'>): AudioFile {
  const { sampleRate, channels } = stated
  const frames = Math.max(1, Math.round(stated.durationSeconds * sampleRate))
  return decodedAudio({
    sampleRate,
    channels,
    frames,
    leastFrames: stated.isCutShort
      ? Number.POSITIVE_INFINITY
      : frames - LENGTH_TOLERANCE_SECONDS * sampleRate,
    what: `the ${codec} data`,
    blocks: () => decodedBlocks(path, codec, channels),
    // Each reading of the blocks opens the file for itself.
    close: async () => {},
  })
}

async function* decodedBlocks(
  path: string,
  codec: StreamCodec,
  channels: number,
): AsyncGenerator<readonly Float32Array[]> {
  const decoder = await DECODERS[codec]()
  const handle = await open(path, 'r')
  /** The decoder for MP3 always gives two channels. */
  const wanted = ({ channelData }: { readonly channelData: readonly Float32Array[] }) =>
    channelData.slice(0, channels)
  try {
    const piece = new Uint8Array(PIECE_BYTES)
    for (;;) {
      const { bytesRead } = await handle.read(piece, 0, piece.length)
      const block = wanted(
        attempt(codec, () =>
          bytesRead === 0 ? (decoder.flush?.() ?? NO_SAMPLES) : decoder.decode(piece.slice(0, bytesRead)),
        ),
      )
      if (block[0] !== undefined && block[0].length > 0) yield block.map(finite)
      if (bytesRead === 0) return
    }
  } finally {
    decoder.free()
    await handle.close()
  }
}

const NO_SAMPLES = { channelData: [] }

function attempt<T>(codec: StreamCodec, work: () => T): T {
  try {
    return work()
  } catch (error) {
    // The decoders throw plain errors at what they cannot follow.
    throw new DecodeError('audio_invalid', `The ${codec} data is damaged: ${String(error)}`)
  }
}

/** Not-a-number becomes 0: it would poison every sum. */
export function finite(samples: Float32Array): Float32Array {
  for (let index = 0; index < samples.length; index += 1) {
    if (!Number.isFinite(samples[index])) samples[index] = 0
  }
  return samples
}
