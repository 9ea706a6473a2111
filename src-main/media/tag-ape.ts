// The APE tag at the end of MP3 files, read. @see wiki.hydrogenaud.io/APEv2_specification
import { textAt, uint32At } from '../decode/riff.ts'
import type { ReadAt } from './read-at.ts'

const ID3V1_BYTES = 128
const FOOTER_BYTES = 32
/** Texts are no more; pictures are not read. */
const MOST_BYTES = 8 << 20
const MOST_ITEMS = 1000

/** By names in small letters; empty where there is none. */
export async function readApeTags(read: ReadAt, fileBytes: number): Promise<ReadonlyMap<string, string>> {
  const tags = new Map<string, string>()
  // The oldest kind of tag stands behind it.
  const last = await read(Math.max(0, fileBytes - ID3V1_BYTES), 3)
  const end = textAt(last, 0, 3) === 'TAG' ? fileBytes - ID3V1_BYTES : fileBytes
  const footer = await read(Math.max(0, end - FOOTER_BYTES), FOOTER_BYTES)
  if (textAt(footer, 0, 8) !== 'APETAGEX') return tags
  // As stated it holds items and footer.
  const bytes = uint32At(footer, 12)
  if (bytes < FOOTER_BYTES || bytes > Math.min(end, MOST_BYTES)) return tags
  const items = Buffer.from(await read(end - bytes, bytes - FOOTER_BYTES))
  const count = Math.min(uint32At(footer, 16), MOST_ITEMS)
  for (let item = 0, at = 0; item < count && at + 8 < items.length; item += 1) {
    const length = uint32At(items, at)
    const isText = ((uint32At(items, at + 4) >> 1) & 3) === 0
    const nameEnd = items.indexOf(0, at + 8)
    const from = nameEnd + 1
    if (nameEnd < 0 || from + length > items.length) break
    const name = items.toString('latin1', at + 8, nameEnd).toLowerCase()
    // Several values of one name are parted by a zero.
    if (isText) tags.set(name, items.toString('utf8', from, from + length).replaceAll('\0', ', '))
    at = from + length
  }
  return tags
}
