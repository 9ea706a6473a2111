// Texts as FLAC and MP3 carry them: Vorbis comments, and an ID3v2.4 tag.

/**
 * The content of a VORBIS_COMMENT block: vendor and NAME=text pairs, UTF-8. Empty texts are left out. @see RFC 9639, section 8.6
 * @param encoder named as the vendor
 * @param more pairs of others, behind ours
 */
export function vorbisComments(
  comments: Readonly<Record<string, string>>,
  encoder = 'Foleyroom',
  more: readonly { readonly name: string; readonly text: string }[] = [],
): Uint8Array {
  const ours = Object.entries(comments).map(([name, text]) => ({ name, text }))
  const texts = [...ours.filter(({ text }) => text !== ''), ...more].map(({ name, text }) =>
    Buffer.from(`${name}=${text.toWellFormed()}`, 'utf8'),
  )
  const vendor = Buffer.from(encoder, 'utf8')
  const parts = [counted(vendor.length), vendor, counted(texts.length)]
  for (const text of texts) parts.push(counted(text.length), text)
  return Buffer.concat(parts)
}

function counted(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** Comments that ID3 has frames of its own for; the others become TXXX. */
const FRAMES: Readonly<Record<string, string>> = {
  TITLE: 'TIT2',
  GENRE: 'TCON',
  ALBUM: 'TALB',
  DATE: 'TDRC',
  ARTIST: 'TPE1',
}
const UTF8 = 3

/**
 * An ID3v2.4 tag. @see id3.org, ID3v2.4.0 structure
 * @param more frames of another tag, behind ours
 */
export function id3Tag(
  comments: Readonly<Record<string, string>>,
  more: readonly { readonly id: string; readonly content: Uint8Array }[] = [],
): Uint8Array {
  const frames = Object.entries(comments)
    .filter(([, text]) => text !== '')
    .map(([name, text]) => {
      const id = FRAMES[name]
      const content = text.toWellFormed().replaceAll('\0', ' ')
      if (name === 'DESCRIPTION') return id3Frame('COMM', `eng\0${content}`)
      return id === undefined ? id3Frame('TXXX', `${name}\0${content}`) : id3Frame(id, content)
    })
  const body = Buffer.concat([...frames, ...more.map(({ id, content }) => rawFrame(id, content))])
  const head = Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 0])
  syncSafe(body.length).copy(head, 6)
  return Buffer.concat([head, body])
}

function id3Frame(id: string, text: string): Buffer {
  return rawFrame(id, Buffer.concat([Buffer.from([UTF8]), Buffer.from(text, 'utf8')]))
}

function rawFrame(id: string, content: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(id, 'latin1'), syncSafe(content.length), Buffer.alloc(2), content])
}

/** 28 bits in four bytes of seven, so that no size looks like the start of a frame. */
const syncSafe = (value: number): Buffer =>
  Buffer.from([(value >> 21) & 0x7f, (value >> 14) & 0x7f, (value >> 7) & 0x7f, value & 0x7f])
