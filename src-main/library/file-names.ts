// Readable file names that are safe on Windows, macOS and Linux. Pure.

/** Longest name with its extension and a number, in bytes of UTF-8: below every file system's 255, with room for a sync tool's suffix. */
export const FILE_NAME_BYTES = 200

/** Names that Windows keeps for devices, with any extension. */
const RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$)(\.|$)/i
/** Forbidden somewhere (Windows is the strictest): < > : " / \ | ? * */
const FORBIDDEN = /[<>:"/\\|?*]/gu
/** Controls, format characters that turn or hide text (bidi, zero width, BOM, tags), line separators, private use, unassigned. */
const INVISIBLE =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Co}\p{Cn}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu

/**
 * A name for a file, from anything: a prompt, a label, a foreign name. NFC, one line, no character or form that one of the three
 * systems refuses, never empty, never hidden, at most 200 bytes with its extension.
 * @param extension without the dot; kept to letters and digits
 */
export function safeFileName(name: string, extension: string, counter = 1): string {
  const suffix = `${counter > 1 ? ` ${counter}` : ''}.${
    extension
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')
      .slice(0, 10) || 'bin'
  }`
  const clean = name
    .toWellFormed()
    .replaceAll('\ufffd', '')
    .normalize('NFC')
    .replace(INVISIBLE, (character) => (/\s/u.test(character) ? ' ' : ''))
    .replace(FORBIDDEN, '-')
    .replace(/\s+/gu, ' ')
    // Leading dots hide a file, trailing dots and spaces vanish on Windows; a leading minus reads as an option.
    .replace(/^[\s.\-~]+|[\s.]+$/gu, '')
  const short = cutToBytes(clean, FILE_NAME_BYTES - suffix.length).replace(/[\s.]+$/u, '')
  const stem = short === '' ? 'sound' : short
  return `${RESERVED.test(`${stem}.`) ? `${stem.replace(/\./u, '-')}_` : stem}${suffix}`
}

/** As file systems that ignore case compare names; NFD against NFC makes no difference either. */
export const foldedName = (name: string): string => name.normalize('NFC').toLowerCase().normalize('NFC')

/** The longest beginning of whole characters (as a reader sees them: an emoji is not cut) within so many bytes. */
function cutToBytes(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text
  let kept = ''
  let size = 0
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(
    text.slice(0, bytes),
  )) {
    size += Buffer.byteLength(segment)
    if (size > bytes) break
    kept += segment
  }
  return kept
}
