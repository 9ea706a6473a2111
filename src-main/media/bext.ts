// The `bext` chunk of Broadcast Wave: 602 bytes of fixed fields and the coding history. Source: EBU Tech 3285, version 1.
import { textAt, uint16At, uint64At } from '../decode/riff.ts'

export interface BroadcastExtension {
  /** ASCII, at most 256 characters. */
  readonly description: string
  /** ASCII, at most 32 characters. */
  readonly originator: string
  /** ASCII, at most 32 characters. */
  readonly originatorReference: string
  /** yyyy-mm-dd. */
  readonly date: string
  /** hh:mm:ss. */
  readonly time: string
  /** Samples since midnight, or since the start of the picture that the sound was made for. */
  readonly timeReferenceSamples: number
  readonly codingHistory: string
}

const FIXED_BYTES = 602
const DESCRIPTION = { offset: 0, length: 256 }
const ORIGINATOR = { offset: 256, length: 32 }
const REFERENCE = { offset: 288, length: 32 }
const DATE = { offset: 320, length: 10 }
const TIME = { offset: 330, length: 8 }
const TIME_REFERENCE_OFFSET = 338
const VERSION_OFFSET = 346

export function encodeBext(bext: BroadcastExtension): Uint8Array {
  const history = ascii(bext.codingHistory, 4096)
  const bytes = new Uint8Array(FIXED_BYTES + history.length)
  const view = new DataView(bytes.buffer)
  const put = ({ offset, length }: { readonly offset: number; readonly length: number }, text: string) =>
    bytes.set(ascii(text, length), offset)
  put(DESCRIPTION, bext.description)
  put(ORIGINATOR, bext.originator)
  put(REFERENCE, bext.originatorReference)
  put(DATE, bext.date)
  put(TIME, bext.time)
  view.setUint32(TIME_REFERENCE_OFFSET, bext.timeReferenceSamples % 2 ** 32, true)
  view.setUint32(TIME_REFERENCE_OFFSET + 4, Math.floor(bext.timeReferenceSamples / 2 ** 32), true)
  view.setUint16(VERSION_OFFSET, 1, true)
  bytes.set(history, FIXED_BYTES)
  return bytes
}

/** The chunk of others with another description: who recorded it, when, and where it stands in time stay true. */
export function withDescription(bext: Uint8Array, description: string): Uint8Array {
  const copy = bext.slice()
  copy.fill(0, DESCRIPTION.offset, DESCRIPTION.offset + DESCRIPTION.length)
  copy.set(ascii(description, DESCRIPTION.length), DESCRIPTION.offset)
  return copy
}

/** Null where the chunk is too short to be one. Fields end at their first NUL. */
export function decodeBext(bytes: Uint8Array): BroadcastExtension | null {
  if (bytes.length < FIXED_BYTES || uint16At(bytes, VERSION_OFFSET) > 1000) return null
  const get = ({ offset, length }: { readonly offset: number; readonly length: number }) =>
    untilNul(textAt(bytes, offset, length))
  return {
    description: get(DESCRIPTION),
    originator: get(ORIGINATOR),
    originatorReference: get(REFERENCE),
    date: get(DATE),
    time: get(TIME),
    timeReferenceSamples: uint64At(bytes, TIME_REFERENCE_OFFSET),
    codingHistory: untilNul(new TextDecoder('latin1').decode(bytes.subarray(FIXED_BYTES))),
  }
}

const untilNul = (text: string): string => text.split('\0', 1)[0] ?? ''

/** Plain ASCII of any text: accents are dropped, other letters become question marks, line ends are kept. */
function ascii(text: string, mostBytes: number): Uint8Array {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[‘’]/gu, "'")
    .replace(/[“”]/gu, '"')
    .replace(/[‐-―]/gu, '-')
    .replace(/[^\x20-\x7e\r\n]/gu, '?')
  return new TextEncoder().encode(plain.slice(0, mostBytes))
}
