// Texts of compressed files written anew, FLAC, MP3 and AAC in ADTS here: the audio stays as it is, byte for byte; what others wrote there and we do not say is kept.
import { copied, type ReadAt } from './read-at.ts'
import { id3Tag, vorbisComments } from './render/comments.ts'
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

const ID3_HEAD = 10
/** Unsynchronised, extended, experimental: forms that hardly any program writes. */
const PLAIN_FLAGS = 0

/** An ID3v2.4 tag of ours, as MP3 has it and ADTS by custom; in it, behind ours, the frames of theirs that ours does not say. @see id3.org, ID3v2.3.0 and ID3v2.4.0 */
async function id3Head(read: ReadAt, comments: Comments): Promise<NewHead | null> {
  const head = await read(0, ID3_HEAD)
  const ours = id3Tag(comments)
  if (Buffer.from(head.subarray(0, 3)).toString('latin1') !== 'ID3') return { head: ours, restAt: 0 }
  const [version = 0, , flags = 0] = head.subarray(3)
  const bytes = syncSafeAt(head, 6)
  if ((version !== 3 && version !== 4) || flags !== PLAIN_FLAGS || bytes > MOST_HEAD_BYTES) return null
  const body = await read(ID3_HEAD, bytes)
  const said = new Set(framesOf(ours.subarray(ID3_HEAD), 4).map(({ name }) => name))
  const kept = framesOf(body, version).filter(({ name }) => !said.has(name))
  return { head: id3Tag(comments, kept), restAt: ID3_HEAD + bytes }
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
