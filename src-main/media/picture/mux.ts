// A clip with its new sound: the packets of its picture as they are, the sound encoded beside them.
import { closeSync, fsyncSync, openSync } from 'node:fs'
import type { Output as MadeFile } from 'mediabunny'
import { failed, type Outcome, succeeded } from '../outcome.ts'
import { brokenOff, type LayOutErrorCode } from './lay-out.ts'
import { laidOut, type Placement } from './placed-audio.ts'

export interface MuxOrder {
  /** The clip. */
  readonly path: string
  readonly lengthMs: number
  readonly sounds: readonly Placement[]
  /** Its ending says the container: `.mp4`, `.mov` or `.mkv`. */
  readonly to: string
}

const BIT_RATE = 256_000
/** Frames that an AAC encoder writes before the first of the sound. Source: FFmpeg's aacenc, `initial_padding`. */
const AAC_PRIMING_FRAMES = 1_024

/** AAC beside the picture, which is not touched: every packet of it is the same. */
export async function muxClip(order: MuxOrder, signal: AbortSignal): Promise<Outcome<null, LayOutErrorCode>> {
  const [mediabunny, { registerAacEncoder }] = await Promise.all([
    import('mediabunny'),
    import('@mediabunny/aac-encoder'),
  ])
  registerAacEncoder()
  const { ALL_FORMATS, AudioSample, AudioSampleSource, EncodedPacketSink, EncodedVideoPacketSource } =
    mediabunny
  const { FilePathSource, FilePathTarget, Input, MkvOutputFormat, MovOutputFormat, Mp4OutputFormat, Output } =
    mediabunny
  const input = new Input({ source: new FilePathSource(order.path), formats: ALL_FORMATS })
  const format = order.to.endsWith('.mkv')
    ? new MkvOutputFormat()
    : order.to.endsWith('.mov')
      ? new MovOutputFormat()
      : new Mp4OutputFormat()
  // Made once it is known that the picture can be carried over: making it makes the file.
  let made: MadeFile | null = null
  try {
    const track = await input.getPrimaryVideoTrack()
    const config = await track?.getDecoderConfig()
    if (track == null || track.codec === null || config == null)
      return failed('clip_unwritable', 'The picture of this clip is of a kind that cannot be carried over.')
    const output = new Output({ format, target: new FilePathTarget(order.to) })
    made = output
    const picture = new EncodedVideoPacketSource(track.codec)
    const sound = new AudioSampleSource({ codec: 'aac', bitrate: BIT_RATE })
    output.addVideoTrack(picture, { rotation: track.rotation })
    output.addAudioTrack(sound)
    await output.start()
    const sink = new EncodedPacketSink(track)
    const audio = laidOut(order.sounds, order.lengthMs, signal)
    const blocks = audio.blocks[Symbol.asyncIterator]()
    // The encoder puts its priming before the sound: begun so much earlier, the sound lies where it belongs.
    let soundS = -AAC_PRIMING_FRAMES / audio.sampleRate
    let isSilent = false
    /** Both run along with each other: neither waits in memory for the end of the other. */
    const soundUntil = async (untilS: number): Promise<void> => {
      while (!isSilent && soundS < untilS) {
        const next = await blocks.next()
        if (next.done === true) {
          isSilent = true
          return
        }
        const sample = new AudioSample({
          data: interleaved(next.value),
          format: 'f32',
          numberOfChannels: audio.channels,
          sampleRate: audio.sampleRate,
          timestamp: soundS,
        })
        await sound.add(sample)
        sample.close()
        soundS += (next.value[0]?.length ?? 0) / audio.sampleRate
      }
    }
    for (
      let packet = await sink.getFirstPacket();
      packet !== null;
      packet = await sink.getNextPacket(packet)
    ) {
      signal.throwIfAborted()
      await picture.add(packet, { decoderConfig: config })
      await soundUntil(packet.timestamp)
    }
    await soundUntil(Number.POSITIVE_INFINITY)
    await output.finalize()
    const written = openSync(order.to, 'r+')
    fsyncSync(written)
    closeSync(written)
    return succeeded(null)
  } catch (error) {
    if (made !== null && made.state !== 'finalized') await made.cancel().catch(() => undefined)
    return brokenOff(order.to, error, signal)
  } finally {
    input.dispose()
  }
}

function interleaved(block: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  const frames = block[0]?.length ?? 0
  const data = new Float32Array(frames * block.length)
  block.forEach((samples, channel) => {
    for (let frame = 0; frame < frames; frame++) data[frame * block.length + channel] = samples[frame] ?? 0
  })
  return data
}
