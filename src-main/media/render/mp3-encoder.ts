// Encodes MP3 of constant bit rate, mono or stereo, with an ID3 tag and an Info frame by which players cut what the codec added.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { id3Tag } from './comments.ts'
import type { EncodedAudio, FilePiece } from './encoder.ts'

const SAMPLES_PER_FRAME = 1152
/** What LAME puts ahead of the first sample. */
const ENCODER_DELAY = 576
export const MP3_RATES: readonly number[] = [32_000, 44_100, 48_000]
/** Indices of the header's fields for MPEG-1 Layer III (ISO/IEC 11172-3, 2.4.2.3). */
const BIT_RATE_INDEX = { 192: 11, 320: 14 } as const
const SAMPLE_RATE_INDEX: Readonly<Record<number, number>> = { 44100: 0, 48000: 1, 32000: 2 }
/** Sync, MPEG-1, Layer III, no CRC in the frames. */
const SYNC = 0xfffb

// Not named `require`: the build declares one of its own in each file.
const packages = createRequire(import.meta.url)

/** @throws at a rate that is not in MP3_RATES, and for other than one or two channels */
export async function* mp3Pieces(
  audio: EncodedAudio,
  kbps: 192 | 320,
  comments: Readonly<Record<string, string>>,
): AsyncGenerator<FilePiece> {
  const { createEncoder } = await import('wasm-media-encoders')
  const encoder = await createEncoder(
    'audio/mpeg',
    await readFile(packages.resolve('wasm-media-encoders/wasm/mp3')),
  )
  const channels: 1 | 2 = audio.channels === 1 ? 1 : 2
  encoder.configure({ channels, sampleRate: audio.sampleRate, bitrate: kbps })
  const tag = id3Tag(comments)
  const coding: Coding = { kbps, sampleRate: audio.sampleRate, channels }
  yield { bytes: tag }
  const placeholder = infoFrame(coding, { frames: 0, bytes: 0, padding: 0 })
  yield { bytes: placeholder }
  let bytes = 0
  // The encoder's own memory is used again by its next block.
  const kept = (encoded: Uint8Array): FilePiece => {
    bytes += encoded.length
    return { bytes: encoded.slice() }
  }
  for await (const block of audio.blocks) yield kept(encoder.encode([...block]))
  yield kept(encoder.finalize())
  // Frames take turns in two sizes, a byte apart, so that their mean is the bit rate: whole frames are what is nearest.
  const frames = Math.round((bytes * 8 * audio.sampleRate) / (kbps * 1000) / SAMPLES_PER_FRAME)
  const padding = frames * SAMPLES_PER_FRAME - audio.frames - ENCODER_DELAY
  yield { bytes: infoFrame(coding, { frames, bytes: placeholder.length + bytes, padding }), at: tag.length }
}

interface Coding {
  readonly kbps: 192 | 320
  readonly sampleRate: number
  readonly channels: 1 | 2
}

/** One silent frame with the tags of Xing and LAME in it. @see http://gabriel.mp3-tech.org/mp3infotag.html */
function infoFrame(
  coding: Coding,
  facts: { readonly frames: number; readonly bytes: number; readonly padding: number },
): Uint8Array {
  const rateIndex = SAMPLE_RATE_INDEX[coding.sampleRate]
  if (rateIndex === undefined)
    throw new Error(`MP3 is written at ${MP3_RATES.join(', ')} Hz, not ${coding.sampleRate}`)
  const frame = Buffer.alloc(Math.floor((144 * coding.kbps * 1000) / coding.sampleRate))
  frame.writeUInt16BE(SYNC, 0)
  frame[2] = (BIT_RATE_INDEX[coding.kbps] << 4) | (rateIndex << 2)
  frame[3] = coding.channels === 1 ? 0xc4 : 0x44 // mono or joint stereo, an original
  let at = 4 + (coding.channels === 1 ? 17 : 32)
  at += frame.write('Info', at, 'latin1')
  at = frame.writeUInt32BE(0x03, at) // frames and bytes are stated
  at = frame.writeUInt32BE(facts.frames, at)
  at = frame.writeUInt32BE(facts.bytes, at)
  at += frame.write('LAME3.100', at, 'latin1')
  at = frame.writeUInt8(0x01, at) // constant bit rate
  at += 10 // low-pass, peak, gains, flags: not stated
  at = frame.writeUInt8(Math.min(255, coding.kbps), at)
  frame.writeUIntBE(ENCODER_DELAY * 4096 + Math.min(4095, Math.max(0, facts.padding)), at, 3)
  return frame
}
