// Comments of Ogg Vorbis, Opus and FLAC files written anew, and of FLAC read. Packets of audio and their times stay as they are; pages behind are numbered anew where need be.
import { CONTINUED, FIRST, MOST_PIECES, NO_GRANULE, type OggPage, oggPage, oggPageAt } from './ogg-pages.ts'
import { copied, type ReadAt } from './read-at.ts'
import { vorbisComments } from './render/comments.ts'
import { filledTexts, readComments } from './vorbis-comments.ts'

/** Texts and pictures are no more; a file that states more is left as it is. */
const MOST_HEAD_BYTES = 32 << 20

interface Codec {
  /** Before the comments. */
  readonly magic: Buffer
  /** Behind the comments, where the packet of the file has nothing there. */
  readonly end: Buffer
  /** Packets ahead of the sound, without the first. */
  readonly packets: number
}
/** @see Vorbis I specification, 4.2.1 and 5.2.1; RFC 7845, 5.2 */
const VORBIS: Codec = { magic: Buffer.from('\x03vorbis', 'latin1'), end: Buffer.of(1), packets: 2 }
const FLAC_MAGIC = '\x7fFLAC'
/** The head of a metadata block: its kind, whether it is the last one, and its length. */
const FLAC_BLOCK_BYTES = 4
const FLAC_COMMENTS = 4
const OPUS: Codec = { magic: Buffer.from('OpusTags', 'latin1'), end: Buffer.alloc(0), packets: 1 }

/** The whole file with our comments; null where it is none of these, or in a form that is not written here. */
export async function oggWithComments(
  read: ReadAt,
  comments: Readonly<Record<string, string>>,
): Promise<AsyncIterable<Uint8Array> | null> {
  const first = await oggPageAt(read, 0)
  if (first === null || (first.flags & FIRST) === 0) return null
  const flacBlocks = flacBlocksOf(first.body)
  const codec = codecOf(first.body)
  const packets = flacBlocks ?? codec?.packets
  const head = packets === undefined ? null : await headPackets(read, first, packets)
  if (head === null) return null
  const [theirs, ...others] = head.packets
  const ours =
    theirs === undefined
      ? null
      : codec === null
        ? flacPacket(theirs, comments)
        : commentPacket(theirs, codec, comments)
  if (ours === null) return null
  const pages = pagesOf([ours, ...others], first.serial, first.sequence + 1)
  return written(read, first, pages, head.pages, head.endAt)
}

/** Comments of FLAC in Ogg, by names in small letters; empty where the file is none. */
export async function oggFlacTags(read: ReadAt): Promise<ReadonlyMap<string, string>> {
  const tags = new Map<string, string>()
  const first = await oggPageAt(read, 0)
  const packets = first === null ? null : flacBlocksOf(first.body)
  const head = first === null || packets === null ? null : await headPackets(read, first, packets)
  const said = head === null ? null : readComments(head.packets[0]?.subarray(FLAC_BLOCK_BYTES) ?? NO_BYTES)
  for (const { name, text } of said?.comments ?? []) {
    const before = tags.get(name.toLowerCase())
    tags.set(name.toLowerCase(), before === undefined ? text : `${before}, ${text}`)
  }
  return tags
}

const NO_BYTES = new Uint8Array()

/** How many packets of metadata follow the first one of FLAC; null of any other codec, and where the file does not say. @see xiph.org/flac/ogg_mapping.html */
function flacBlocksOf(ident: Uint8Array): number | null {
  const packet = Buffer.from(ident)
  if (packet.toString('latin1', 0, FLAC_MAGIC.length) !== FLAC_MAGIC || packet.length < 9) return null
  return packet.readUInt16BE(7) || null
}

/** The block of comments, which is the first that follows. Null where it is something else. */
function flacPacket(packet: Uint8Array, comments: Readonly<Record<string, string>>): Buffer | null {
  const theirs = readComments(packet.subarray(FLAC_BLOCK_BYTES))
  const [kind = 0] = packet
  if (theirs === null || (kind & 0x7f) !== FLAC_COMMENTS) return null
  const ours = filledTexts(comments)
  const kept = theirs.comments.filter(({ name }) => !Object.hasOwn(ours, name))
  const texts = vorbisComments(ours, theirs.vendor, kept)
  if (texts.length > 0xffffff) return null
  const size = Buffer.alloc(FLAC_BLOCK_BYTES)
  size.writeUInt32BE(texts.length)
  size[0] = kind
  return Buffer.concat([size, texts])
}

function codecOf(ident: Uint8Array): Codec | null {
  const magic = Buffer.from(ident.subarray(0, 8)).toString('latin1')
  return magic.startsWith('\x01vorbis') ? VORBIS : magic === 'OpusHead' ? OPUS : null
}

/** The packets ahead of the sound that follow the first page; they end with a page of their own. Null where other streams lie between. */
async function headPackets(
  read: ReadAt,
  first: OggPage,
  wanted: number,
): Promise<{ readonly packets: readonly Buffer[]; readonly pages: number; readonly endAt: number } | null> {
  const packets: Buffer[] = []
  let open: Uint8Array[] = []
  let at = first.bytes
  for (let pages = 1; at < MOST_HEAD_BYTES; pages += 1) {
    const page = await oggPageAt(read, at)
    if (page === null || page.serial !== first.serial || page.sequence !== first.sequence + pages) return null
    let from = 0
    for (const piece of page.lacing) {
      if (packets.length === wanted) return null
      open.push(page.body.subarray(from, from + piece))
      from += piece
      if (piece === MOST_PIECES) continue
      packets.push(Buffer.concat(open))
      open = []
    }
    at += page.bytes
    if (packets.length === wanted) return { packets, pages, endAt: at }
  }
  return null
}

/** Our comments, behind them theirs that ours do not say, and what else stands in the packet. */
function commentPacket(
  packet: Uint8Array,
  { magic, end }: Codec,
  comments: Readonly<Record<string, string>>,
): Buffer | null {
  if (!Buffer.from(packet.subarray(0, magic.length)).equals(magic)) return null
  const theirs = readComments(packet.subarray(magic.length))
  if (theirs === null) return null
  const ours = filledTexts(comments)
  const kept = theirs.comments.filter(({ name }) => !Object.hasOwn(ours, name))
  const rest = packet.subarray(magic.length + theirs.bytes)
  return Buffer.concat([
    magic,
    vorbisComments(ours, theirs.vendor, kept),
    // Padding is left out; what RFC 7845 says is to be kept begins with an odd byte, as the last bit of Vorbis does.
    ((rest[0] ?? 0) & 1) === 1 ? rest : end,
  ])
}

/** Packets one behind the other on as few pages as hold them. */
function pagesOf(packets: readonly Uint8Array[], serial: number, sequence: number): readonly Uint8Array[] {
  const pieces = packets.flatMap((packet) => {
    const whole = Math.floor(packet.length / MOST_PIECES)
    return Array.from({ length: whole + 1 }, (_, n) =>
      packet.subarray(n * MOST_PIECES, (n + 1) * MOST_PIECES),
    )
  })
  const pages: Uint8Array[] = []
  let isContinued = false
  for (let at = 0; at < pieces.length; at += MOST_PIECES) {
    const some = pieces.slice(at, at + MOST_PIECES)
    const ends = some.some(({ length }) => length < MOST_PIECES)
    pages.push(
      oggPage({
        flags: isContinued ? CONTINUED : 0,
        granule: ends ? 0n : NO_GRANULE,
        serial,
        sequence: sequence + pages.length,
        lacing: Uint8Array.from(some, ({ length }) => length),
        body: Buffer.concat(some),
      }),
    )
    isContinued = some.at(-1)?.length === MOST_PIECES
  }
  return pages
}

async function* written(
  read: ReadAt,
  first: OggPage,
  pages: readonly Uint8Array[],
  theirPages: number,
  restAt: number,
): AsyncGenerator<Uint8Array> {
  yield await read(0, first.bytes)
  yield* pages
  let at = restAt
  const shift = pages.length - theirPages
  // What is no page any more (a torn end) is copied as it is.
  for (
    let page = shift === 0 ? null : await oggPageAt(read, at);
    page !== null;
    page = await oggPageAt(read, at)
  ) {
    const isOfStream = page.serial === first.serial && (page.flags & FIRST) === 0
    yield oggPage(isOfStream ? { ...page, sequence: (page.sequence + shift) >>> 0 } : page)
    at += page.bytes
  }
  yield* copied(read, at)
}
