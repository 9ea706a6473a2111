// Pages of an Ogg file, read and written one at a time. @see RFC 3533
import type { ReadAt } from './read-at.ts'

export interface OggPage {
  /** CONTINUED, FIRST, and 4 on the last of a stream. */
  readonly flags: number
  readonly granule: bigint
  readonly serial: number
  readonly sequence: number
  /** Sizes of its pieces of packets: one of 255 goes on in the next piece. */
  readonly lacing: Uint8Array
  readonly body: Uint8Array
  /** Of the whole page. */
  readonly bytes: number
}

/** The page begins with the rest of a packet. */
export const CONTINUED = 1
export const FIRST = 2
/** Of a page on which no packet ends. */
export const NO_GRANULE = -1n
export const MOST_PIECES = 255
const HEAD_BYTES = 27

/** The page at this place; null where none is, whole. */
export async function oggPageAt(read: ReadAt, at: number): Promise<OggPage | null> {
  const head = Buffer.from(await read(at, HEAD_BYTES + MOST_PIECES))
  if (head.length < HEAD_BYTES || head.toString('latin1', 0, 4) !== 'OggS' || head[4] !== 0) return null
  const pieces = head[26] ?? 0
  if (head.length < HEAD_BYTES + pieces) return null
  const lacing = head.subarray(HEAD_BYTES, HEAD_BYTES + pieces)
  const bodyBytes = lacing.reduce((sum, bytes) => sum + bytes, 0)
  const body = await read(at + HEAD_BYTES + pieces, bodyBytes)
  if (body.length < bodyBytes) return null
  return {
    flags: head[5] ?? 0,
    granule: head.readBigInt64LE(6),
    serial: head.readUInt32LE(14),
    sequence: head.readUInt32LE(18),
    lacing,
    body,
    bytes: HEAD_BYTES + pieces + bodyBytes,
  }
}

/** The page as it stands in a file, with its checksum. */
export function oggPage(page: Omit<OggPage, 'bytes'>): Uint8Array {
  const head = Buffer.alloc(HEAD_BYTES)
  head.write('OggS', 'latin1')
  head[5] = page.flags
  head.writeBigInt64LE(page.granule, 6)
  head.writeUInt32LE(page.serial, 14)
  head.writeUInt32LE(page.sequence, 18)
  head[26] = page.lacing.length
  const whole = Buffer.concat([head, page.lacing, page.body])
  whole.writeUInt32LE(checksum(whole), 22)
  return whole
}

/** CRC-32 of the polynomial 0x04c11db7, highest bit first, from 0, nothing inverted. */
const CRC_OF_BYTE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24
  for (let bit = 0; bit < 8; bit += 1) crc = crc < 0 ? (crc << 1) ^ 0x04c11db7 : crc << 1
  return crc
})

function checksum(bytes: Uint8Array): number {
  let crc = 0
  // The index is always within the table.
  for (const byte of bytes) crc = (crc << 8) ^ (CRC_OF_BYTE[(crc >>> 24) ^ byte] ?? 0)
  return crc >>> 0
}
