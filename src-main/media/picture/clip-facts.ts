// What a video file says of itself: read from its container, nothing is decoded.
import { stat } from 'node:fs/promises'
import type { Input } from 'mediabunny'
import { type FileErrorCode, failed, fileFailure, type Outcome, succeeded } from '../outcome.ts'

export interface PictureFacts {
  readonly durationMs: number
  /** As shown: turned the way the file says. */
  readonly width: number
  readonly height: number
  readonly framesPerSecond: number | null
  readonly hasAudio: boolean
  readonly codec: string | null
}
export type PictureErrorCode = FileErrorCode | 'file_empty' | 'video_unreadable' | 'video_without_picture'

/** Packets that are looked at for the frame rate. */
const LOOKED_AT = 120

export async function readClipFacts({
  path,
}: {
  readonly path: string
}): Promise<Outcome<PictureFacts, PictureErrorCode>> {
  try {
    if ((await stat(path)).size === 0) return failed('file_empty', 'The file is empty.')
  } catch (error) {
    return fileFailure(error, 'read the clip')
  }
  const { ALL_FORMATS, FilePathSource, Input } = await import('mediabunny')
  const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS })
  try {
    return await factsOf(input)
  } finally {
    input.dispose()
  }
}

/** As above, of a file that is opened already. It is left open. */
export async function factsOf(input: Input): Promise<Outcome<PictureFacts, PictureErrorCode>> {
  const { EncodedPacketSink } = await import('mediabunny')
  try {
    // It throws on a file of a few bytes.
    if (!(await input.canRead().catch(() => false)))
      return failed('video_unreadable', 'It is no video that is read here: MP4, MOV, WebM and Matroska are.')
    // An MP4 that lost its end has lost its index, too: it lists nothing at all.
    if ((await input.getTracks()).length === 0)
      return failed('video_unreadable', 'The file is cut short: the list of what is in it is missing.')
    const [picture, sound] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
    if (picture === null) return failed('video_without_picture', 'There is no picture in this file.')
    const durationS = await picture.computeDuration()
    if (!(durationS > 0))
      return failed('video_unreadable', 'The picture has no length: the file may be cut short.')
    // With its index ahead of it a file tells its whole length, even where half of it is gone.
    if ((await new EncodedPacketSink(picture).getPacket(Number.POSITIVE_INFINITY)) === null)
      return failed('video_unreadable', 'The file is cut short: the end of its picture is missing.')
    const { averagePacketRate } = await picture.computePacketStats(LOOKED_AT)
    return succeeded({
      durationMs: Math.round(durationS * 1000),
      width: picture.displayWidth,
      height: picture.displayHeight,
      framesPerSecond: averagePacketRate > 0 ? usualRate(averagePacketRate) : null,
      hasAudio: sound !== null,
      codec: picture.codec,
    })
  } catch {
    // The library throws errors of many kinds on damaged files: all mean this.
    return failed('video_unreadable', 'The file is damaged or cut short: its picture cannot be read.')
  }
}

/** Rates that pictures have, NTSC's by their fractions. */
const USUAL_RATES = [24_000 / 1001, 24, 25, 30_000 / 1001, 30, 48, 50, 60_000 / 1001, 60]
/** A mean over few packets is off by so much. */
const NEAR = 0.002

const usualRate = (rate: number): number =>
  USUAL_RATES.find((usual) => Math.abs(rate / usual - 1) < NEAR) ?? Math.round(rate * 1000) / 1000
