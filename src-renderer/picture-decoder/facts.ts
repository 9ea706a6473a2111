// What a clip says of itself, and whether its picture can be decoded up to its end.
import { EncodedPacketSink, type Input, type InputVideoTrack, VideoSampleSink } from 'mediabunny'
import { broken, type Outcome, unsupported } from './work.ts'

/** Rates beyond this are analysed at this one: no sound needs to sit closer than 17 ms. */
const HIGHEST_RATE = 60
const LOWEST_RATE = 1
/** 4096 × 2304: above it the decoder's frames alone would not fit into the memory that analysis may take. */
const MOST_PIXELS = 4096 * 2304
/** How far before its end a whole file must still show a picture. */
const TAIL_S = 1.5
/** How far the packets may end before the length that the file tells: containers round it. */
const LENGTH_SLACK_S = 1
/** Packets that are looked at for the rate. */
const LOOKED_AT = 240
const USUAL_RATES = [24_000 / 1001, 24, 25, 30_000 / 1001, 30, 48, 50, 60_000 / 1001, 60]
/** A mean over few packets is off by so much. */
const NEAR = 0.002
/** Containers keep times in whole milliseconds. */
const ROUNDING_S = 0.0015

/** The facts, or why the clip cannot be used. */
export async function readFacts(input: Input): Promise<Outcome> {
  // A file of a few bytes is no video, also where the library does not get so far as to say it.
  if (!(await input.canRead().catch(() => false)))
    return unsupported('the file is no video that is read here (MP4, MOV, WebM, MKV, OGG)')
  const tracks = await input.getTracks()
  if (tracks.length === 0) return broken('the file is damaged or cut off: it holds no list of what is in it')
  const picture = await input.getPrimaryVideoTrack()
  if (picture === null) return broken('the file has no picture')
  const [width, height] = [await picture.getDisplayWidth(), await picture.getDisplayHeight()]
  if (width * height > MOST_PIXELS)
    return unsupported(`the picture has ${width} × ${height} pixels; ${MOST_PIXELS} are read at most`)
  const codec = await picture.getCodec()
  if (codec === null || !(await picture.canDecode()))
    return unsupported(`the picture is locked, or in a codec that is not played here (${codec ?? 'unknown'})`)
  if (width * height === 0) return broken('the picture has no size: the file is damaged or cut off')
  const pictureS = await picture.computeDuration()
  if (!(pictureS > 0)) return broken('the file does not tell how long it is, or is 0 ms long')
  const toldS = (await picture.getDurationFromMetadata()) ?? pictureS
  const isWhole = pictureS > toldS - LENGTH_SLACK_S && (await showsAPictureFrom(picture, pictureS - TAIL_S))
  if (!isWhole) {
    const endMs = Math.round(Math.max(pictureS, toldS) * 1000)
    return broken(
      `the picture cannot be read up to its end at ${endMs} ms: the file is cut off, damaged or locked`,
    )
  }
  return {
    ok: true,
    facts: {
      durationMs: Math.round(Math.max(pictureS, await input.computeDuration()) * 1000),
      pictureMs: Math.round(pictureS * 1000),
      width,
      height,
      framesPerSecond: await rateOf(picture),
      hasAudio: (await input.getPrimaryAudioTrack()) !== null,
    },
  }
}

async function showsAPictureFrom(picture: InputVideoTrack, startS: number): Promise<boolean> {
  for await (const sample of new VideoSampleSink(picture).samples(Math.max(0, startS))) {
    sample.close()
    if (sample.timestamp + sample.duration >= startS) return true
  }
  return false
}

/** The mean rate, or the finest grid of a clip of variable rate, within 1 to 60 frames a second. */
async function rateOf(picture: InputVideoTrack): Promise<number> {
  const times: number[] = []
  for await (const packet of new EncodedPacketSink(picture).packets(undefined, undefined, {
    metadataOnly: true,
  })) {
    times.push(packet.timestamp)
    if (times.length >= LOOKED_AT) break
  }
  // Packets come in the order of decoding; where the last ones lie is not known before those that follow.
  times.sort((a, b) => a - b)
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  const { averagePacketRate } = await picture.computePacketStats(LOOKED_AT)
  const mean = averagePacketRate > 0 ? averagePacketRate : 25
  const finestS = Math.min(...gaps.filter((gap) => gap > 0))
  const isVariable = finestS < 1 / mean - ROUNDING_S && 1 / finestS > mean * 1.02
  const rate = isVariable ? 1 / finestS : mean
  const usual = USUAL_RATES.find((known) => Math.abs(rate / known - 1) < NEAR) ?? rate
  return Math.round(Math.max(LOWEST_RATE, Math.min(HIGHEST_RATE, usual)) * 1000) / 1000
}
