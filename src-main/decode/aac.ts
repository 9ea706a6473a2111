// Reads AAC (M4A, MP4, ADTS): packets from the container, with ADTS headers where they have none, decoded some seconds at a time.

import type { AudioFile } from './audio-file.ts'
import type { Container } from './container.ts'
import { DecodeError } from './decode-error.ts'
import { decodedAudio } from './decoded-audio.ts'
import { failed, type Outcome, succeeded } from './outcome.ts'
import { finite } from './stream.ts'

/** AAC-LC packs so many samples of each channel into a packet (ISO/IEC 14496-3, 4.5.1.1). */
const PACKET_FRAMES = 1024
/** About six seconds at 44.1 kHz. */
const BATCH_PACKETS = 256
/** Decoded again at the head of each batch, since packets overlap by one; a second one for the decoder to settle. */
const LEAD_PACKETS = 2
/** Indices of the sampling frequencies (ISO/IEC 14496-3, table 1.18). */
const RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
]
const ADTS_BYTES = 7
/** 13 bits. */
const MOST_PACKET_BYTES = 0x1fff - ADTS_BYTES
const AAC_LC = 2

/** The samples of an AAC file. What the container's edit list cuts at both ends is cut. Errors: only AAC-LC is decoded here; damage is thrown from `blocks`. */
export function openAac(container: Container): Outcome<AudioFile, 'format_unsupported'> {
  const { sampleRate, channels, description } = container
  const objectType = description?.[0] === undefined ? AAC_LC : description[0] >> 3
  const rateIndex = RATES.indexOf(sampleRate)
  if (objectType !== AAC_LC || rateIndex < 0 || channels < 1 || channels > 2) {
    return failed(
      'format_unsupported',
      `AAC of kind ${container.profile ?? objectType} with ${channels} channels at ${sampleRate} Hz is not decoded here; AAC-LC in mono and stereo is.`,
    )
  }
  const frames = Math.max(1, Math.round(container.durationSeconds * sampleRate))
  return succeeded(
    decodedAudio({
      sampleRate,
      channels,
      frames,
      leastFrames: frames - 2 * PACKET_FRAMES,
      what: 'the AAC data',
      blocks: () => decodedBlocks(container, frames, rateIndex),
      close: async () => container.close(),
    }),
  )
}

async function* decodedBlocks(
  container: Container,
  frames: number,
  rateIndex: number,
): AsyncGenerator<readonly Float32Array[]> {
  const decode = await createDecoder(container)
  let lead: Uint8Array[] = []
  let batch: Uint8Array[] = []
  /** Samples still to be cut at the head: those that the container puts before time 0. */
  let toCut = 0
  let left = frames
  let isFirst = true
  const settle = async (): Promise<readonly Float32Array[] | null> => {
    const decoded = await decode([...lead, ...batch])
    const from = Math.min(lead.length * PACKET_FRAMES + toCut, decoded[0]?.length ?? 0)
    toCut = Math.max(0, toCut - batch.length * PACKET_FRAMES)
    lead = [...lead, ...batch].slice(-LEAD_PACKETS)
    batch = []
    const block = decoded.map((samples) => finite(samples.subarray(from, from + left)))
    left -= block[0]?.length ?? 0
    return block[0] === undefined || block[0].length === 0 ? null : block
  }
  for await (const packet of container.packets()) {
    if (isFirst) toCut = Math.max(0, Math.round(-packet.timestamp * container.sampleRate))
    isFirst = false
    batch.push(adtsPacket(packet.data, rateIndex, container.channels))
    if (batch.length < BATCH_PACKETS) continue
    const block = await settle()
    if (block) yield block
    if (left <= 0) return
  }
  const last = batch.length === 0 ? null : await settle()
  if (last) yield last
}

/** Decodes a run of ADTS packets to one array a channel. */
async function createDecoder(
  container: Container,
): Promise<(packets: readonly Uint8Array[]) => Promise<readonly Float32Array[]>> {
  const { OfflineAudioContext } = await import('node-web-audio-api').catch((error: unknown) => {
    // Its native part needs the system's ALSA library, though nothing is played.
    throw new DecodeError(
      'decoder_missing',
      `AAC cannot be decoded on this machine: ${firstLine(error)}. On Linux it needs libasound2.`,
    )
  })
  // Made at the file's own rate: decodeAudioData would resample to the context's.
  const context = new OfflineAudioContext(container.channels, 1, container.sampleRate)
  return async (packets) => {
    const bytes = Buffer.concat(packets)
    try {
      const decoded = await context.decodeAudioData(
        bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
      )
      return Array.from({ length: decoded.numberOfChannels }, (_, channel) => decoded.getChannelData(channel))
    } catch (error) {
      throw new DecodeError('audio_invalid', `The AAC data is damaged: ${firstLine(error)}`)
    }
  }
}

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? ''

/** A packet with an ADTS header before it (ISO/IEC 13818-7, 6.2), unless it has one. */
function adtsPacket(packet: Uint8Array, rateIndex: number, channels: number): Uint8Array {
  if (packet[0] === 0xff && ((packet[1] ?? 0) & 0xf6) === 0xf0) return packet
  if (packet.length > MOST_PACKET_BYTES)
    throw new DecodeError('audio_invalid', `An AAC packet has ${packet.length} bytes.`)
  const length = packet.length + ADTS_BYTES
  const bytes = new Uint8Array(length)
  bytes[0] = 0xff
  bytes[1] = 0xf1 // MPEG-4, no CRC
  bytes[2] = ((AAC_LC - 1) << 6) | (rateIndex << 2) | (channels >> 2)
  bytes[3] = ((channels & 3) << 6) | (length >> 11)
  bytes[4] = (length >> 3) & 0xff
  bytes[5] = ((length & 7) << 5) | 0x1f
  bytes[6] = 0xfc // buffer fullness: variable rate; one raw block
  bytes.set(packet, ADTS_BYTES)
  return bytes
}
