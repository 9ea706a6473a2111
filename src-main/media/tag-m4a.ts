// Texts of M4A files, in the list of iTunes (`ilst`): written anew and read. Packets, edit lists and tables stay as they are; offsets of chunks move along.
import { copied, type ReadAt } from './read-at.ts'
import { filledTexts } from './vorbis-comments.ts'

/** A head holds tables and texts; a larger one is left as it is. */
const MOST_MOOV_BYTES = 64 << 20
const MOST_BOXES = 100_000
/** Beside the head and the sound. Fragments and their indexes count from the file's start: such files are left as they are. */
const PLAIN_BOXES: ReadonlySet<string> = new Set(['ftyp', 'moov', 'mdat', 'free', 'skip', 'wide'])

interface Box {
  readonly type: string
  /** With its head, within what it was read from. */
  readonly at: number
  readonly bytes: number
  readonly headBytes: number
}

/** The whole file with our texts; null where it is not plain enough to be written here. @see ISO/IEC 14496-12 */
export async function m4aWithComments(
  read: ReadAt,
  comments: Readonly<Record<string, string>>,
): Promise<AsyncIterable<Uint8Array> | null> {
  const boxes = await topBoxes(read)
  const moov = boxes?.find(({ type }) => type === 'moov')
  if (boxes == null || moov === undefined || moov.bytes > MOST_MOOV_BYTES) return null
  if (boxes.some(({ type }) => !PLAIN_BOXES.has(type)) || moov.headBytes !== 8) return null
  const old = Buffer.from(await read(moov.at, moov.bytes))
  const children = boxesIn(old, moov.headBytes, old.length)
  if (old.length < moov.bytes || children === null || children.some(({ type }) => type === 'mvex'))
    return null
  const udta = children.find(({ type }) => type === 'udta')
  const made = newUserData(udta === undefined ? Buffer.alloc(0) : contentOf(old, udta), comments)
  if (made === null) return null
  const kept = children.filter((child) => child !== udta).map(({ at, bytes }) => old.subarray(at, at + bytes))
  const head = box('moov', ...kept, made)
  // What lies before it stays where it is.
  return shiftChunks(head, moov.at + moov.bytes, head.length - moov.bytes) ? around(read, moov, head) : null
}

async function* around(read: ReadAt, old: Box, head: Uint8Array): AsyncGenerator<Uint8Array> {
  yield* copied(read, 0, old.at)
  yield head
  yield* copied(read, old.at + old.bytes)
}

/** The texts that stand in it under names of their own (`----`), in capitals. What has an atom of its own is not among them. */
export async function readFreeTexts(read: ReadAt): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  const moov = (await topBoxes(read))?.find(({ type }) => type === 'moov')
  if (moov === undefined || moov.bytes > MOST_MOOV_BYTES) return texts
  const head = Buffer.from(await read(moov.at, moov.bytes))
  const udta = boxesIn(head, moov.headBytes, head.length)?.find(({ type }) => type === 'udta')
  const parts = udta === undefined ? null : userData(contentOf(head, udta))
  for (const { name, text } of parts?.items ?? []) if (name !== null && text !== null) texts.set(name, text)
  return texts
}

/** Boxes of the file, none of them read; null where they do not follow one another to its end. */
async function topBoxes(read: ReadAt): Promise<readonly Box[] | null> {
  const boxes: Box[] = []
  for (let at = 0; boxes.length < MOST_BOXES; ) {
    const head = Buffer.from(await read(at, 16))
    if (head.length === 0) return boxes
    const found = boxAt(head, 0, Number.MAX_SAFE_INTEGER - at)
    if (found === null) return null
    boxes.push({ ...found, at })
    at += found.bytes
  }
  return null
}

/** @param end of what it may fill; that of the file is not known: a box without a size is told by its being the last */
function boxAt(buffer: Buffer, at: number, end: number): Box | null {
  if (at + 8 > buffer.length) return null
  const type = buffer.toString('latin1', at + 4, at + 8)
  const stated = buffer.readUInt32BE(at)
  if (stated === 1 && at + 16 > buffer.length) return null
  const bytes = stated === 0 ? end - at : stated === 1 ? Number(buffer.readBigUInt64BE(at + 8)) : stated
  const headBytes = stated === 1 ? 16 : 8
  return bytes < headBytes || at + bytes > end ? null : { type, at, bytes, headBytes }
}

function boxesIn(buffer: Buffer, from: number, end: number): readonly Box[] | null {
  const boxes: Box[] = []
  for (let at = from; at + 8 <= end; ) {
    const found = boxAt(buffer, at, end)
    if (found === null || boxes.length > MOST_BOXES) return null
    boxes.push(found)
    at += found.bytes
  }
  return boxes
}

const contentOf = (buffer: Buffer, { at, bytes, headBytes }: Box): Buffer =>
  buffer.subarray(at + headBytes, at + bytes)

interface Item {
  /** The atom, or "---- NAME" for a text of its own: what may stand once. */
  readonly key: string
  /** Of a text of its own, in capitals. */
  readonly name: string | null
  readonly text: string | null
  readonly whole: Buffer
}

/** The parts of `udta`: the list of iTunes, and what stands beside it. Null where its `meta` is of another kind. */
function userData(
  content: Buffer,
): { readonly items: readonly Item[]; readonly besides: readonly Buffer[] } | null {
  const boxes = boxesIn(content, 0, content.length)
  if (boxes === null) return null
  const meta = boxes.find(({ type }) => type === 'meta')
  const besides = boxes
    .filter((each) => each !== meta)
    .map(({ at, bytes }) => content.subarray(at, at + bytes))
  if (meta === undefined) return { items: [], besides }
  const within = contentOf(content, meta)
  const parts = boxesIn(within, 4, within.length)
  const handler = parts?.find(({ type }) => type === 'hdlr')
  if (parts == null || handler === undefined) return null
  // Its type stands behind version, flags and four empty bytes.
  if (contentOf(within, handler).toString('latin1', 8, 12) !== 'mdir') return null
  const list = parts.find(({ type }) => type === 'ilst')
  const listed = list === undefined ? Buffer.alloc(0) : contentOf(within, list)
  const items = boxesIn(listed, 0, listed.length)
  return items === null ? null : { items: items.map((item) => readItem(listed, item)), besides }
}

function readItem(list: Buffer, item: Box): Item {
  const whole = list.subarray(item.at, item.at + item.bytes)
  if (item.type !== FREE) return { key: item.type, name: null, text: null, whole }
  const parts = boxesIn(contentOf(list, item), 0, item.bytes - item.headBytes) ?? []
  // Behind version and flags; in front of a text its kind and its language.
  const part = (type: string, from: number): string | null => {
    const found = parts.find((each) => each.type === type)
    return found === undefined ? null : contentOf(contentOf(list, item), found).toString('utf8', from)
  }
  const name = part('name', 4)?.toUpperCase() ?? ''
  return { key: `${FREE} ${name}`, name, text: part('data', 8), whole }
}

const FREE = '----'
const UTF8 = 1
/** Texts that have atoms of their own. */
const ATOMS: Readonly<Record<string, string>> = {
  TITLE: '\u00a9nam',
  ARTIST: '\u00a9ART',
  GENRE: '\u00a9gen',
  COMMENT: '\u00a9cmt',
  DESCRIPTION: 'desc',
}

/** `udta` with our texts, behind them those of theirs that ours do not say. */
function newUserData(content: Buffer, comments: Readonly<Record<string, string>>): Buffer | null {
  const theirs = userData(content)
  if (theirs === null) return null
  const ours = Object.entries(filledTexts(comments)).map(([name, text]) => {
    const data = box('data', uint32(UTF8), uint32(0), Buffer.from(text.toWellFormed(), 'utf8'))
    const atom = ATOMS[name]
    if (atom !== undefined) return { key: atom, whole: box(atom, data) }
    const mean = fullBox('mean', Buffer.from('com.apple.iTunes', 'latin1'))
    return {
      key: `${FREE} ${name}`,
      whole: box(FREE, mean, fullBox('name', Buffer.from(name, 'utf8')), data),
    }
  })
  const said = new Set(ours.map(({ key }) => key))
  const list = [...ours, ...theirs.items.filter(({ key }) => !said.has(key))]
  const handler = fullBox('hdlr', uint32(0), Buffer.from('mdirappl', 'latin1'), Buffer.alloc(9))
  const meta = fullBox('meta', handler, box('ilst', ...list.map(({ whole }) => whole)))
  return box('udta', ...theirs.besides, meta)
}

/** Tables of where chunks lie, in each track. */
const TABLES = ['trak', 'mdia', 'minf', 'stbl'] as const

/** Moves what points behind `from` by so many bytes, in place. False where a table is damaged or has no room for it. */
function shiftChunks(moov: Buffer, from: number, by: number): boolean {
  const tables = TABLES.reduce<readonly Box[]>(
    (parents, type) =>
      parents.flatMap((parent) =>
        (boxesIn(moov, parent.at + parent.headBytes, parent.at + parent.bytes) ?? []).filter(
          (each) => each.type === type,
        ),
      ),
    [{ type: 'moov', at: 0, bytes: moov.length, headBytes: 8 }],
  )
  return tables.every((table) =>
    (boxesIn(moov, table.at + table.headBytes, table.at + table.bytes) ?? []).every((each) => {
      if (each.type === 'stco') return shiftTable(moov, each, from, by, 4)
      if (each.type === 'co64') return shiftTable(moov, each, from, by, 8)
      // Says where what is needed to decrypt lies.
      return each.type !== 'saio'
    }),
  )
}

function shiftTable(
  moov: Buffer,
  { at, bytes, headBytes }: Box,
  from: number,
  by: number,
  width: 4 | 8,
): boolean {
  const first = at + headBytes + 8
  if (bytes < headBytes + 8) return false
  const count = moov.readUInt32BE(first - 4)
  if (first + count * width > at + bytes) return false
  for (let place = first; place < first + count * width; place += width) {
    const offset = width === 4 ? moov.readUInt32BE(place) : Number(moov.readBigUInt64BE(place))
    if (offset < from) continue
    if (width === 8) moov.writeBigUInt64BE(BigInt(offset + by), place)
    else if (offset + by > 0xffffffff) return false
    else moov.writeUInt32BE(offset + by, place)
  }
  return true
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function box(type: string, ...content: readonly Uint8Array[]): Buffer {
  const bytes = content.reduce((sum, { length }) => sum + length, 8)
  return Buffer.concat([uint32(bytes), Buffer.from(type, 'latin1'), ...content])
}

const fullBox = (type: string, ...content: readonly Uint8Array[]): Buffer => box(type, uint32(0), ...content)
