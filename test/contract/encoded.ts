// A recording in another format, as a client would upload it: written by the local service's own encoders.

import type { AudioFormat } from '../../src-main/contract/index.ts'
import { encodedPieces } from '../../src-main/local-service/codecs/encode.ts'
import { resample } from '../../src-main/local-service/codecs/resample.ts'

/** All formats have it at all of their bit rates. */
const RATE_HZ = 44_100

/** The samples of a 16-bit mono WAV whose header is 44 bytes long, encoded again. */
export async function encodedAs(format: AudioFormat, wav: Uint8Array): Promise<Buffer<ArrayBuffer>> {
  const bytes = Buffer.from(wav)
  const samples = Float32Array.from(
    { length: (bytes.length - 44) / 2 },
    (_, index) => bytes.readInt16LE(44 + 2 * index) / 32_768,
  )
  let file = Buffer.alloc(0)
  const options = { sampleRateHz: RATE_HZ, loop: false, ditherSeed: 1 }
  for await (const { bytes: piece, at } of encodedPieces(
    format,
    resample(samples, bytes.readUInt32LE(24), RATE_HZ),
    options,
  )) {
    if (at === undefined) file = Buffer.concat([file, piece])
    else file.set(piece, at)
  }
  return file
}
