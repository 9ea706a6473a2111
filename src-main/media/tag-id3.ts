// ID3v2 tags: ours put before the frames of others, and texts read, where no library does (AIFF). @see id3.org, ID3v2.3.0 and ID3v2.4.0
import { id3Tag } from './render/comments.ts'

export const ID3_HEAD_BYTES = 10
/** Unsynchronised, extended, experimental: forms that hardly any program writes. */
const PLAIN_FLAGS = 0

/** How long the tag that begins so is, with its head; 0 where none does. */
export function id3Bytes(head: Uint8Array): number {
  const isTag = Buffer.from(head.subarray(0, 3)).toString('latin1') === 'ID3'
  return isTag && head.length >= ID3_HEAD_BYTES ? ID3_HEAD_BYTES + syncSafeAt(head, 6) : 0
}

/** A tag of ours; in it, behind ours, the frames of `theirs` that ours does not say. Null where theirs is of a form that is not read here. */
export function mergedId3(
  theirs: Uint8Array | null,
  comments: Readonly<Record<string, string>>,
): Uint8Array | null {
  const ours = id3Tag(comments)
  if (theirs === null) return ours
  const frames = framesOfTag(theirs)
  if (frames === null) return null
  const said = new Set(framesOf(ours.subarray(ID3_HEAD_BYTES), 4).map(({ name }) => name))
  return id3Tag(
    comments,
    frames.filter(({ name }) => !said.has(name)),
  )
}

/** Names that texts have elsewhere, of the frames that say the same. */
const NAMES: Readonly<Record<string, string>> = {
  TIT2: 'title',
  TALB: 'album',
  TPE1: 'artist',
  TCON: 'genre',
  COMM: 'comment',
}

/** The texts of a tag by their usual names in small letters; those of one's own (TXXX) by theirs. Empty where it cannot be read. */
export function id3Texts(tag: Uint8Array): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  for (const { id, content } of framesOfTag(tag) ?? []) {
    const [encoding = 0] = content
    if (id === 'TXXX') {
      const [name = '', ...rest] = parted(encoding, content.subarray(1))
      texts.set(name.toLowerCase(), rest.join(', '))
    } else if (id === 'COMM') {
      // Behind three letters of the language: what kind of comment it is, and the comment.
      const [, ...rest] = parted(encoding, content.subarray(4))
      if (!texts.has('comment')) texts.set('comment', rest.join(', '))
    } else if (NAMES[id] !== undefined) {
      texts.set(NAMES[id], parted(encoding, content.subarray(1)).join(', '))
    }
  }
  return texts
}

/** Texts behind one another, parted by zeros. */
function parted(encoding: number, bytes: Uint8Array): readonly string[] {
  const buffer = Buffer.from(bytes)
  // UTF-16 with the high byte first, by its mark or by the encoding.
  const isHighFirst = encoding === 2 || (encoding === 1 && buffer[0] === 0xfe && buffer[1] === 0xff)
  const even = buffer.subarray(0, buffer.length - (buffer.length % 2))
  const text =
    encoding === 0
      ? buffer.toString('latin1')
      : encoding === 3
        ? buffer.toString('utf8')
        : (isHighFirst ? Buffer.from(even).swap16() : even).toString('utf16le')
  return text
    .replace(/\0+$/u, '')
    .split('\0')
    .map((each) => each.replace(/^\uFEFF/u, ''))
}

/** Null where it is none that is read here. */
function framesOfTag(tag: Uint8Array): readonly Frame[] | null {
  const [version = 0, , flags = 0] = tag.subarray(3)
  const bytes = id3Bytes(tag)
  if (bytes === 0 || (version !== 3 && version !== 4) || flags !== PLAIN_FLAGS) return null
  return framesOf(tag.subarray(ID3_HEAD_BYTES, bytes), version)
}

interface Frame {
  /** Its id, and for texts of one's own their description: what may stand once. */
  readonly name: string
  readonly id: string
  readonly content: Uint8Array
}

function framesOf(body: Uint8Array, version: number): readonly Frame[] {
  const frames: Frame[] = []
  for (let at = 0; at + 10 <= body.length; ) {
    const id = Buffer.from(body.subarray(at, at + 4)).toString('latin1')
    if (!/^[A-Z0-9]{4}$/.test(id)) break
    const view = new DataView(body.buffer, body.byteOffset + at)
    const bytes = version === 4 ? syncSafeAt(body, at + 4) : view.getUint32(4)
    const content = body.subarray(at + 10, at + 10 + bytes)
    // Compressed or encrypted ones would need their flags.
    if (view.getUint16(8) === 0 && content.length === bytes)
      frames.push({ name: nameOf(id, content), id, content })
    at += 10 + bytes
  }
  return frames
}

function nameOf(id: string, content: Uint8Array): string {
  if (id !== 'TXXX') return id
  const [encoding = 0] = content
  const text = Buffer.from(content.subarray(1)).toString(
    encoding === 1 ? 'utf16le' : encoding === 3 ? 'utf8' : 'latin1',
  )
  const [description = ''] = text.replace(/^\uFEFF/u, '').split('\0', 1)
  return `TXXX ${description.toUpperCase()}`
}

function syncSafeAt(bytes: Uint8Array, at: number): number {
  return [0, 1, 2, 3].reduce((sum, n) => sum * 128 + ((bytes[at + n] ?? 0) & 0x7f), 0)
}
