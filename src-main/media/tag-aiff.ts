// Texts of AIFF files: the `ID3 ` chunk, which librarians and DAWs read, written anew and found. The samples and all other chunks stay as they are.
import { textAt } from '../decode/riff.ts'
import { copied, type ReadAt } from './read-at.ts'
import { mergedId3 } from './tag-id3.ts'

const HEAD_BYTES = 12
const CHUNK_HEAD_BYTES = 8
const MOST_CHUNKS = 1000
/** Texts and pictures are no more; a file that states more is left as it is. */
const MOST_TAG_BYTES = 32 << 20
const MOST_FORM_BYTES = 0xffffffff

interface Chunk {
  readonly id: string
  /** With its head. */
  readonly at: number
  /** With its head and what fills it up to an even length. */
  readonly bytes: number
  /** Of its content. */
  readonly contentBytes: number
}

/** The whole file with our texts in a tag at its end; null where its chunks do not follow one another to the end that it states. */
export async function aiffWithComments(
  read: ReadAt,
  comments: Readonly<Record<string, string>>,
): Promise<AsyncIterable<Uint8Array> | null> {
  const chunks = await chunksOf(read)
  if (chunks === null) return null
  const theirs = chunks.find(({ id }) => isTag(id))
  if (theirs !== undefined && theirs.contentBytes > MOST_TAG_BYTES) return null
  const tag = mergedId3(theirs === undefined ? null : await contentOf(read, theirs), comments)
  if (tag === null) return null
  const kept = chunks.filter(({ id }) => !isTag(id))
  const made = chunk('ID3 ', tag)
  const formBytes = 4 + kept.reduce((sum, { bytes }) => sum + bytes, 0) + made.length
  if (formBytes > MOST_FORM_BYTES) return null
  const head = Buffer.from(await read(0, HEAD_BYTES))
  head.writeUInt32BE(formBytes, 4)
  return written(read, head, kept, made)
}

/** The content of the tag; null where the file has none. */
export async function aiffTag(read: ReadAt): Promise<Uint8Array | null> {
  const found = (await chunksOf(read))?.find(({ id }) => isTag(id))
  return found === undefined || found.contentBytes > MOST_TAG_BYTES ? null : contentOf(read, found)
}

/** Both ways to write its name are found in files. */
const isTag = (id: string): boolean => id === 'ID3 ' || id === 'id3 '

const contentOf = (read: ReadAt, { at, contentBytes }: Chunk): Promise<Uint8Array> =>
  read(at + CHUNK_HEAD_BYTES, contentBytes)

async function chunksOf(read: ReadAt): Promise<readonly Chunk[] | null> {
  const head = Buffer.from(await read(0, HEAD_BYTES))
  if (head.length < HEAD_BYTES || textAt(head, 0, 4) !== 'FORM' || !textAt(head, 8, 4).startsWith('AIF'))
    return null
  const end = CHUNK_HEAD_BYTES + head.readUInt32BE(4)
  const chunks: Chunk[] = []
  for (let at = HEAD_BYTES; at < end; ) {
    const chunkHead = Buffer.from(await read(at, CHUNK_HEAD_BYTES))
    if (chunkHead.length < CHUNK_HEAD_BYTES || chunks.length === MOST_CHUNKS) return null
    const contentBytes = chunkHead.readUInt32BE(4)
    const bytes = CHUNK_HEAD_BYTES + contentBytes + (contentBytes % 2)
    // What is torn, or not filled up to an even length, is not put together anew.
    if ((await read(at + bytes - 1, 1)).length === 0) return null
    chunks.push({ id: textAt(chunkHead, 0, 4), at, bytes, contentBytes })
    at += bytes
  }
  return chunks
}

function chunk(id: string, content: Uint8Array): Buffer {
  const head = Buffer.alloc(CHUNK_HEAD_BYTES)
  head.write(id, 'latin1')
  head.writeUInt32BE(content.length, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}

async function* written(
  read: ReadAt,
  head: Uint8Array,
  kept: readonly Chunk[],
  made: Uint8Array,
): AsyncGenerator<Uint8Array> {
  yield head
  for (const { at, bytes } of kept) yield* copied(read, at, at + bytes)
  yield made
}
