// Texts of compressed files written anew, FLAC, MP3 and AAC in ADTS here: the audio stays as it is, byte for byte; what others wrote there and we do not say is kept.
import { copied, type ReadAt } from './read-at.ts'
import { vorbisComments } from './render/comments.ts'
import { aiffWithComments } from './tag-aiff.ts'
import { ID3_HEAD_BYTES, id3Bytes, mergedId3 } from './tag-id3.ts'
import { m4aWithComments } from './tag-m4a.ts'
import { oggWithComments } from './tag-ogg.ts'
import { filledTexts, type ReadComments, readComments } from './vorbis-comments.ts'

type Comments = Readonly<Record<string, string>>

/** The whole file with our texts; null where it is none of these, or in a form that is not written here. */
export async function withComments(
  read: ReadAt,
  comments: Comments,
): Promise<AsyncIterable<Uint8Array> | null> {
  const magic = Buffer.from(await read(0, 8)).toString('latin1')
  if (magic.startsWith('fLaC')) return joined(read, await flacHead(read, comments))
  if (magic.startsWith('OggS')) return oggWithComments(read, comments)
  if (magic.startsWith('FORM')) return aiffWithComments(read, comments)
  if (magic.endsWith('ftyp')) return m4aWithComments(read, comments)
  const start = Buffer.from(magic, 'latin1')
  if (magic.startsWith('ID3') || isMp3Frame(start) || isAdtsFrame(start))
    return joined(read, await id3Head(read, comments))
  return null
}

/** What replaces the head of a file, and where the rest of it begins. */
interface NewHead {
  readonly head: Uint8Array
  /** In the source: from here on it is copied. */
  readonly restAt: number
}

async function* behind(read: ReadAt, { head, restAt }: NewHead): AsyncGenerator<Uint8Array> {
  yield head
  yield* copied(read, restAt)
}
const joined = (read: ReadAt, head: NewHead | null): AsyncIterable<Uint8Array> | null =>
  head && behind(read, head)

/** Texts and pictures are no more; a file that states more is left as it is. */
const MOST_HEAD_BYTES = 32 << 20

const VORBIS_COMMENT = 4
const PADDING = 1
const LAST = 0x80
const MOST_BLOCKS = 200

/** The metadata blocks with one VORBIS_COMMENT of ours, last. @see RFC 9639, section 8 */
async function flacHead(read: ReadAt, comments: Comments): Promise<NewHead | null> {
  const kept: Uint8Array[] = [Buffer.from('fLaC', 'latin1')]
  let theirs: ReadComments['comments'] = []
  let at = 4
  for (let block = 0; block < MOST_BLOCKS; block += 1) {
    const head = await read(at, 4)
    if (head.length < 4) return null
    const [kind = 0, a = 0, b = 0, c = 0] = head
    const bytes = (a << 16) | (b << 8) | c
    const type = kind & 0x7f
    const content = await read(at + 4, bytes)
    if (content.length < bytes) return null
    if (type === VORBIS_COMMENT) theirs = readComments(content)?.comments ?? []
    else if (type !== PADDING) kept.push(Uint8Array.of(type, a, b, c), content)
    at += 4 + bytes
    if ((kind & LAST) === 0) continue
    const ours = filledTexts(comments)
    const unsaid = theirs.filter(({ name }) => !Object.hasOwn(ours, name))
    const texts = vorbisComments(ours, 'Foleyroom', unsaid)
    if (texts.length > 0xffffff) return null
    const size = Buffer.alloc(4)
    size.writeUInt32BE(texts.length)
    size[0] = VORBIS_COMMENT | LAST
    return { head: Buffer.concat([...kept, size, texts]), restAt: at }
  }
  return null
}

const isMp3Frame = (head: Uint8Array): boolean => head[0] === 0xff && ((head[1] ?? 0) & 0xe6) === 0xe2

/** @see ISO/IEC 13818-7, 6.2: twelve bits of sync word, layer 0 */
const isAdtsFrame = (head: Uint8Array): boolean => head[0] === 0xff && ((head[1] ?? 0) & 0xf6) === 0xf0

/** An ID3v2.4 tag of ours at the file's start, as MP3 has it and ADTS by custom. */
async function id3Head(read: ReadAt, comments: Comments): Promise<NewHead | null> {
  const head = await read(0, ID3_HEAD_BYTES)
  const bytes = id3Bytes(head)
  if (bytes === 0) return { head: mergedId3(null, comments) ?? new Uint8Array(), restAt: 0 }
  if (bytes > MOST_HEAD_BYTES) return null
  const made = mergedId3(await read(0, bytes), comments)
  return made && { head: made, restAt: bytes }
}
