// A clip with its new sound: the packets of its picture as they are, the sound encoded beside them.
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { extname } from 'node:path'
import type { Output as MadeFile } from 'mediabunny'
import { failed, type Outcome, succeeded } from '../outcome.ts'
import { brokenOff, type LayOutErrorCode } from './lay-out.ts'
import { laidOut, type Placement } from './placed-audio.ts'
import { aacTrack, type SoundTrack, vorbisTrack } from './sound-track.ts'

export interface MuxOrder {
  /** The clip. */
  readonly path: string
  readonly lengthMs: number
  readonly sounds: readonly Placement[]
  /** Its ending says the container: `.mp4`, `.mov`, `.webm` or `.mkv`. */
  readonly to: string
}

/** The picture is not touched: every packet of it is the same. The sound is AAC in MP4 and MOV, Vorbis in WebM and Matroska. */
export async function muxClip(order: MuxOrder, signal: AbortSignal): Promise<Outcome<null, LayOutErrorCode>> {
  const mediabunny = await import('mediabunny')
  const { ALL_FORMATS, EncodedPacketSink, EncodedVideoPacketSource, FilePathSource, Input, Output } =
    mediabunny
  const input = new Input({ source: new FilePathSource(order.path), formats: ALL_FORMATS })
  const scratch = `${order.to}.ogg.part`
  // Made once it is known that the picture can be carried over: making it makes the file.
  let made: MadeFile | null = null
  let sound: SoundTrack | null = null
  try {
    const track = await input.getPrimaryVideoTrack()
    const config = await track?.getDecoderConfig()
    if (track == null || track.codec === null || config == null)
      return failed('clip_unwritable', 'The picture of this clip is of a kind that cannot be carried over.')
    const audio = laidOut(order.sounds, order.lengthMs, signal)
    sound = /\.(webm|mkv)$/.test(order.to) ? await vorbisTrack(audio, scratch) : await aacTrack(audio)
    const target = new mediabunny.FilePathTarget(order.to)
    const output = new Output({ format: new mediabunny[formatOf(order.to)](), target })
    made = output
    const picture = new EncodedVideoPacketSource(track.codec)
    output.addVideoTrack(picture, { rotation: track.rotation })
    output.addAudioTrack(sound.source)
    await output.start()
    const sink = new EncodedPacketSink(track)
    for (
      let packet = await sink.getFirstPacket();
      packet !== null;
      packet = await sink.getNextPacket(packet)
    ) {
      signal.throwIfAborted()
      await picture.add(packet, { decoderConfig: config })
      await sound.addUntil(packet.timestamp)
    }
    await sound.addUntil(Number.POSITIVE_INFINITY)
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
    await sound?.close()
    await rm(scratch, { force: true })
  }
}

/** Names of the library's classes. */
const FORMATS = {
  '.webm': 'WebMOutputFormat',
  '.mkv': 'MkvOutputFormat',
  '.mov': 'MovOutputFormat',
  '.mp4': 'Mp4OutputFormat',
} as const

function formatOf(path: string): (typeof FORMATS)[keyof typeof FORMATS] {
  const ending = extname(path)
  // Compared by the table's own keys.
  return Object.hasOwn(FORMATS, ending) ? FORMATS[ending as keyof typeof FORMATS] : FORMATS['.mp4']
}
