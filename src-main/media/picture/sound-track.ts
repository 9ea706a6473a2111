// The new sound of a clip, encoded for its container: AAC for MP4 and MOV, Vorbis for WebM and Matroska.
import { readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AudioSource } from 'mediabunny'
import type { EncodedAudio, FilePiece } from '../render/encoder.ts'
import { writePieces } from '../render/write-pieces.ts'

export interface SoundTrack {
  readonly source: AudioSource
  /** Adds what sounds before this time: it runs along with the picture, neither waits in memory for the end of the other. */
  addUntil(untilS: number): Promise<void>
  close(): Promise<void>
}

const AAC_BIT_RATE = 256_000
/** Frames that an AAC encoder writes before the first of the sound. Source: FFmpeg's aacenc, `initial_padding`. */
const AAC_PRIMING_FRAMES = 1_024
/** About 192 kbit/s in stereo. Source: Xiph's table of qualities. */
const VORBIS_QUALITY = 6

// Not named `require`: the build declares one of its own in each file.
const packages = createRequire(import.meta.url)

/** AAC, encoded as it is asked for. */
export async function aacTrack(audio: EncodedAudio): Promise<SoundTrack> {
  const [{ AudioSample, AudioSampleSource }, { registerAacEncoder }] = await Promise.all([
    import('mediabunny'),
    import('@mediabunny/aac-encoder'),
  ])
  registerAacEncoder()
  const source = new AudioSampleSource({ codec: 'aac', bitrate: AAC_BIT_RATE })
  const blocks = audio.blocks[Symbol.asyncIterator]()
  // The encoder puts its priming before the sound: begun so much earlier, the sound lies where it belongs.
  let soundS = -AAC_PRIMING_FRAMES / audio.sampleRate
  let isOver = false
  return {
    source,
    async addUntil(untilS) {
      while (!isOver && soundS < untilS) {
        const next = await blocks.next()
        if (next.done === true) {
          isOver = true
          return
        }
        const sample = new AudioSample({
          data: interleaved(next.value),
          format: 'f32',
          numberOfChannels: audio.channels,
          sampleRate: audio.sampleRate,
          timestamp: soundS,
        })
        await source.add(sample)
        sample.close()
        soundS += (next.value[0]?.length ?? 0) / audio.sampleRate
      }
    },
    close: async () => {},
  }
}

/** Vorbis, which the encoder gives as Ogg: written beside the clip first, its packets carried over. @param scratch replaced, and taken away by `close` */
export async function vorbisTrack(audio: EncodedAudio, scratch: string): Promise<SoundTrack> {
  await writePieces(scratch, oggPieces(audio))
  const { EncodedAudioPacketSource, EncodedPacketSink, FilePathSource, Input, OGG } = await import(
    'mediabunny'
  )
  const input = new Input({ source: new FilePathSource(scratch), formats: [OGG] })
  const track = await input.getPrimaryAudioTrack()
  const config = await track?.getDecoderConfig()
  if (track == null || config == null) throw new Error('the encoder wrote no Vorbis')
  const sink = new EncodedPacketSink(track)
  const source = new EncodedAudioPacketSource('vorbis')
  let packet = await sink.getFirstPacket()
  return {
    source,
    async addUntil(untilS) {
      while (packet !== null && packet.timestamp < untilS) {
        await source.add(packet, { decoderConfig: config })
        packet = await sink.getNextPacket(packet)
      }
    },
    async close() {
      input.dispose()
      await rm(scratch, { force: true })
    },
  }
}

async function* oggPieces(audio: EncodedAudio): AsyncGenerator<FilePiece> {
  const { createEncoder } = await import('wasm-media-encoders')
  const encoder = await createEncoder(
    'audio/ogg',
    await readFile(packages.resolve('wasm-media-encoders/wasm/ogg')),
  )
  const channels: 1 | 2 = audio.channels === 1 ? 1 : 2
  encoder.configure({ channels, sampleRate: audio.sampleRate, vbrQuality: VORBIS_QUALITY })
  // The encoder's own memory is used again by its next block.
  for await (const block of audio.blocks) yield { bytes: encoder.encode([...block]).slice() }
  yield { bytes: encoder.finalize().slice() }
}

function interleaved(block: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  const frames = block[0]?.length ?? 0
  const data = new Float32Array(frames * block.length)
  block.forEach((samples, channel) => {
    for (let frame = 0; frame < frames; frame++) data[frame * block.length + channel] = samples[frame] ?? 0
  })
  return data
}
