// Vorbis comments as files have them, read: FLAC, Ogg Vorbis and Opus. @see xiph.org/vorbis/doc/v-comment.html

export interface ReadComments {
  readonly vendor: string
  /** NAME=text pairs in their order, the names in capitals; one name may come several times. */
  readonly comments: readonly { readonly name: string; readonly text: string }[]
  /** How long they are; what follows is no comment. */
  readonly bytes: number
}

/** Null where the lengths in it do not fit into it. */
export function readComments(block: Uint8Array): ReadComments | null {
  const buffer = Buffer.from(block.buffer, block.byteOffset, block.length)
  let at = 0
  const number = (): number => {
    at += 4
    return at > buffer.length ? Number.NaN : buffer.readUInt32LE(at - 4)
  }
  const text = (): string | null => {
    const bytes = number()
    at += bytes
    return at <= buffer.length ? buffer.toString('utf8', at - bytes, at) : null
  }
  const vendor = text()
  const count = number()
  const comments: { name: string; text: string }[] = []
  for (let n = 0; n < count; n += 1) {
    const pair = text()
    if (pair === null) return null
    const parted = pair.indexOf('=')
    if (parted > 0) comments.push({ name: pair.slice(0, parted).toUpperCase(), text: pair.slice(parted + 1) })
  }
  return vendor === null || Number.isNaN(count) ? null : { vendor, comments, bytes: at }
}

/** Without those that say nothing. */
export const filledTexts = (texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
