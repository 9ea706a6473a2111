// The LIST chunk of type INFO: short texts by four-letter names, as players and file managers show them. UTF-8, each ended by a NUL.
import { chunkBytes, textAt, uint32At } from '../decode/riff.ts'

/** The content of a LIST chunk. Empty texts are left out. */
export function encodeInfo(entries: Readonly<Record<string, string>>): Uint8Array {
  const parts = Object.entries(entries)
    .filter(([, text]) => text !== '')
    .map(([id, text]) =>
      chunkBytes(
        id,
        new TextEncoder().encode(`${text.toWellFormed().replaceAll('\0', ' ').slice(0, 8000)}\0`),
      ),
    )
  return concatenate([new TextEncoder().encode('INFO'), ...parts])
}

/** The texts of a LIST chunk's content by name; null where it is a list of another type. */
export function decodeInfo(list: Uint8Array): ReadonlyMap<string, string> | null {
  if (textAt(list, 0, 4) !== 'INFO') return null
  const found = new Map<string, string>()
  for (let at = 4; at + 8 <= list.length; ) {
    const bytes = Math.min(uint32At(list, at + 4), list.length - at - 8)
    const text = new TextDecoder().decode(list.subarray(at + 8, at + 8 + bytes))
    found.set(textAt(list, at, 4), text.split('\0', 1)[0] ?? '')
    at += 8 + bytes + (bytes % 2)
  }
  return found
}

export function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((bytes, part) => bytes + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
