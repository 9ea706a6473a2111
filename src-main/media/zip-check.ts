// Reads the directory of a ZIP before anything of it is unpacked: names, links and sizes that would do harm end it.
import { failed, type Outcome, succeeded } from './outcome.ts'

export interface ZipEntry {
  /** With forward slashes, relative, safe on every system. */
  readonly name: string
  readonly compressedBytes: number
  readonly bytes: number
}
export type ZipErrorCode = 'zip_invalid' | 'zip_unsafe' | 'zip_too_large'

export interface ZipLimits {
  readonly entries: number
  /** Of all entries together, unpacked. */
  readonly bytes: number
  /** Unpacked to packed, of each entry. */
  readonly ratio: number
}
/** Scores of a long piece: some hundred files, some tens of megabytes; text packs a hundredfold at best. */
export const SCORE_ZIP_LIMITS: ZipLimits = { entries: 500, bytes: 256 * 1024 * 1024, ratio: 200 }

/** Signatures and sizes of APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12, 4.3.16. */
const END_SIGNATURE = 0x06054b50
const ENTRY_SIGNATURE = 0x02014b50
const LOCAL_SIGNATURE = 0x04034b50
const END_BYTES = 22
const ENTRY_BYTES = 46
const COMMENT_MAX = 0xffff
const STORED = 0
const DEFLATED = 8
const UNIX_TYPE = 0xf000
const UNIX_LINK = 0xa000
const UNIX_FILE = 0x8000
const UNIX_FOLDER = 0x4000

/** Names that Windows gives to devices, whatever stands behind a dot. */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?$/i

const broken = (message: string) => failed('zip_invalid', `This ZIP is damaged: ${message}.`)

/** The files of a ZIP; folders are left out. Errors: `zip_invalid`, `zip_unsafe`, `zip_too_large`. */
export function readZipEntries(
  bytes: Uint8Array,
  limits: ZipLimits,
): Outcome<readonly ZipEntry[], ZipErrorCode> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEnd(view)
  if (end === null) return broken('it has no end')
  const count = view.getUint16(end + 10, true)
  let at = view.getUint32(end + 16, true)
  if (count > limits.entries)
    return failed('zip_too_large', `This ZIP holds ${count} files, at most ${limits.entries} are read.`)
  const entries: ZipEntry[] = []
  const names = new Set<string>()
  let total = 0
  for (let index = 0; index < count; index++) {
    if (at + ENTRY_BYTES > end || view.getUint32(at, true) !== ENTRY_SIGNATURE)
      return broken('its directory is cut off')
    const method = view.getUint16(at + 10, true)
    const compressedBytes = view.getUint32(at + 20, true)
    const size = view.getUint32(at + 24, true)
    const nameBytes = view.getUint16(at + 28, true)
    const mode = view.getUint32(at + 38, true) >>> 16
    const local = view.getUint32(at + 42, true)
    const next = at + ENTRY_BYTES + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    if (next > end) return broken('a name runs over its end')
    const name = new TextDecoder().decode(bytes.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes))
    at = next
    const type = mode & UNIX_TYPE
    if (type === UNIX_LINK || (type !== 0 && type !== UNIX_FILE && type !== UNIX_FOLDER))
      return failed('zip_unsafe', `“${shown(name)}” in this ZIP is a link or a device.`)
    if (!isSafeName(name))
      return failed('zip_unsafe', `“${shown(name)}” in this ZIP would be written somewhere else.`)
    if (name.endsWith('/')) continue
    if (method !== STORED && method !== DEFLATED)
      return broken(`“${shown(name)}” is packed by method ${method}`)
    if (
      local + 30 > bytes.length ||
      view.getUint32(local, true) !== LOCAL_SIGNATURE ||
      compressedBytes > bytes.length - local
    )
      return broken(`“${shown(name)}” is not where it should be`)
    total += size
    if (total > limits.bytes || size > compressedBytes * limits.ratio + 1024)
      return failed(
        'zip_too_large',
        `This ZIP would unpack to more than ${limits.bytes} bytes, or more than ${limits.ratio} times its size.`,
      )
    const folded = name.toLowerCase()
    if (names.has(folded)) return failed('zip_unsafe', `“${shown(name)}” stands in this ZIP twice.`)
    names.add(folded)
    entries.push({ name, compressedBytes, bytes: size })
  }
  return succeeded(entries)
}

/** From the end, over a comment that may stand behind it. */
function findEnd(view: DataView): number | null {
  const first = Math.max(0, view.byteLength - END_BYTES - COMMENT_MAX)
  for (let at = view.byteLength - END_BYTES; at >= first; at--)
    if (view.getUint32(at, true) === END_SIGNATURE) return at
  return null
}

function isSafeName(name: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly those are refused
  if (name === '' || name.length > 255 || /[\u0000-\u001f\\:*?"<>|]/.test(name) || name.startsWith('/'))
    return false
  const parts = name.replace(/\/$/, '').split('/')
  return parts.every(
    (part) => part !== '' && part !== '.' && part !== '..' && !/[. ]$/.test(part) && !RESERVED.test(part),
  )
}

/** For a sentence: nothing that could be more than text. */
const shown = (name: string): string => name.replace(/[^\p{L}\p{N} ._/()-]/gu, '?').slice(0, 80)
