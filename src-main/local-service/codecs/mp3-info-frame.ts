// The Info frame at the start of an MP3 file: how long it is, and what a player has to cut at its ends.

export interface Mp3Coding {
  readonly sampleRateHz: number
  readonly bitRate: 128_000 | 192_000 | 256_000 | 320_000
}

export interface Mp3Facts {
  /** Frames of audio, this one not counted. */
  readonly frames: number
  /** Of the whole file, this frame too. */
  readonly bytes: number
  /** Samples that the encoder put ahead of the first, at most 4095. */
  readonly delay: number
  /** Samples behind the last one, at most 4095. */
  readonly padding: number
  /** CRC-16 of all frames after this one. */
  readonly crc: number
}

/** Indices of the header's fields for MPEG-1 Layer III (ISO/IEC 11172-3, 2.4.2.3). */
const BIT_RATE_INDEX = { 128000: 9, 192000: 11, 256000: 13, 320000: 14 } as const
const SAMPLE_RATE_INDEX: Readonly<Record<number, number>> = { 44100: 0, 48000: 1, 32000: 2 }
/** Sync, MPEG-1, Layer III, no CRC in the frames. */
const SYNC = 0xfffb
/** One channel, an original. */
const MONO_ORIGINAL = 0xc4
const HEADER_BYTES = 4
const MONO_SIDE_INFO_BYTES = 17
/** Frames, bytes, table of contents and quality are there. */
const ALL_FIELDS = 0x0f
const TOC_ENTRIES = 100
const MOST_CUT = 4095

/**
 * One silent frame with the tags of Xing and LAME in it; players that know them skip it.
 * @throws at a rate that MPEG-1 does not have, and where more would have to be cut than the tag can say
 * @see http://gabriel.mp3-tech.org/mp3infotag.html
 */
export function infoFrame({ sampleRateHz, bitRate }: Mp3Coding, facts: Mp3Facts): Uint8Array {
  const rateIndex = SAMPLE_RATE_INDEX[sampleRateHz]
  if (rateIndex === undefined)
    throw new Error(`MP3 is written at 32000, 44100 or 48000 Hz, not ${sampleRateHz}`)
  for (const cut of [facts.delay, facts.padding]) {
    if (cut < 0 || cut > MOST_CUT)
      throw new Error(`an MP3 cannot be cut by ${cut} samples, only by 0 to ${MOST_CUT}`)
  }
  const frame = Buffer.alloc(Math.floor((144 * bitRate) / sampleRateHz))
  frame.writeUInt16BE(SYNC, 0)
  frame[2] = (BIT_RATE_INDEX[bitRate] << 4) | (rateIndex << 2)
  frame[3] = MONO_ORIGINAL

  let at = HEADER_BYTES + MONO_SIDE_INFO_BYTES
  at += frame.write('Info', at, 'latin1')
  at = frame.writeUInt32BE(ALL_FIELDS, at)
  at = frame.writeUInt32BE(facts.frames, at)
  at = frame.writeUInt32BE(facts.bytes, at)
  // Where each hundredth of the time begins, in 256ths of the bytes: evenly, the bit rate being constant.
  for (let entry = 0; entry < TOC_ENTRIES; entry++) {
    at = frame.writeUInt8(Math.floor((entry * 256) / TOC_ENTRIES), at)
  }
  at = frame.writeUInt32BE(0, at) // quality: not rated

  at += frame.write('LAME3.100', at, 'latin1')
  at = frame.writeUInt8(0x01, at) // revision 0 of the tag, constant bit rate
  at += 1 // low-pass: not stated
  at += 8 // peak and gains: not stated
  at += 1 // flags and kind of hearing threshold: not stated
  at = frame.writeUInt8(Math.min(255, bitRate / 1000), at)
  at = frame.writeUIntBE(facts.delay * 4096 + facts.padding, at, 3)
  at = frame.writeUInt8(sampleRateHz === 44_100 ? 0x40 : sampleRateHz === 48_000 ? 0x80 : 0, at)
  at += 3 // gain of the file and preset: none
  at = frame.writeUInt32BE(facts.bytes, at)
  at = frame.writeUInt16BE(facts.crc, at)
  frame.writeUInt16BE(crc16(frame.subarray(0, at), 0), at)
  return frame
}

/** CRC-16 with the reflected polynomial 0xA001, continued from `crc`. */
export function crc16(bytes: Uint8Array, crc: number): number {
  let value = crc
  for (const byte of bytes) value = (value >>> 8) ^ CRC_TABLE[(value ^ byte) & 0xff]!
  return value
}

const CRC_TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xa001 : value >>> 1
  return value
})
