// Reads multipart/form-data (RFC 7578) part by part from a stream, without holding a file in memory.

/** The body is not what its type says; the message names what is wrong. */
export class MalformedMultipart extends Error {}

export interface FormPart {
  /** Name of the form field. */
  readonly name: string
  /** Must be read to its end before the next part is asked for. */
  readonly body: AsyncIterable<Buffer>
}

const MAX_HEADER_BYTES = 8 * 1024
const CRLF = Buffer.from('\r\n')
const END_OF_HEADERS = Buffer.from('\r\n\r\n')

/** The boundary that a content type names; null when it is no multipart/form-data. */
export function boundaryOf(contentType: string | undefined): string | null {
  const match = /^\s*multipart\/form-data\s*;.*?\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(
    contentType ?? '',
  )
  return match?.[1] ?? match?.[2] ?? null
}

/**
 * The parts in the order in which they were sent.
 * @throws MalformedMultipart where the body ends early or breaks the format
 */
export async function* formParts(
  stream: AsyncIterable<Uint8Array>,
  boundary: string,
): AsyncGenerator<FormPart> {
  const source = createByteSource(stream)
  // The first boundary may open the body without a line break before it: give it one, then all are alike.
  source.prepend(CRLF)
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  for await (const _ of source.until(delimiter)) {
    // What precedes the first boundary is no part.
  }
  for (;;) {
    const mark = await source.take(2)
    if (mark.equals(Buffer.from('--'))) return
    if (!mark.equals(CRLF))
      throw new MalformedMultipart('a boundary is followed by neither a part nor the end')
    // A part without headers starts with the blank line at once: the line break just read is part of the mark.
    source.prepend(CRLF)
    const headers = await source.shortUntil(END_OF_HEADERS, MAX_HEADER_BYTES)
    yield { name: nameOf(headers.toString('utf8')), body: source.until(delimiter) }
  }
}

/** A short part as text. */
export async function textOf(part: FormPart, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of part.body) {
    length += chunk.length
    if (length > maxBytes)
      throw new MalformedMultipart(`the field ${part.name} is longer than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function nameOf(headers: string): string {
  const disposition = headers.split('\r\n').find((line) => /^content-disposition:/i.test(line)) ?? ''
  const name = /;\s*name="((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1]
  if (name === undefined) throw new MalformedMultipart('a part has no name')
  return name.replaceAll(/\\(.)/g, '$1').replaceAll('%22', '"')
}

/** Bytes of a stream, taken up to a mark. */
function createByteSource(stream: AsyncIterable<Uint8Array>) {
  const iterator = stream[Symbol.asyncIterator]()
  let buffer = Buffer.alloc(0)

  async function fill(): Promise<void> {
    const next = await iterator.next()
    if (next.done) throw new MalformedMultipart('the body ends before its last boundary')
    buffer = Buffer.concat([buffer, next.value])
  }

  return {
    prepend(bytes: Buffer): void {
      buffer = Buffer.concat([bytes, buffer])
    },
    async take(count: number): Promise<Buffer> {
      while (buffer.length < count) await fill()
      const taken = buffer.subarray(0, count)
      buffer = buffer.subarray(count)
      return taken
    },
    /** Everything before the mark, chunk by chunk; the mark itself is dropped. */
    async *until(mark: Buffer): AsyncGenerator<Buffer> {
      for (;;) {
        const at = buffer.indexOf(mark)
        if (at >= 0) {
          const last = buffer.subarray(0, at)
          buffer = buffer.subarray(at + mark.length)
          if (last.length > 0) yield last
          return
        }
        // The end of what is here may be the start of the mark: keep that much.
        const safe = buffer.length - mark.length + 1
        if (safe > 0) {
          const chunk = buffer.subarray(0, safe)
          buffer = buffer.subarray(safe)
          yield chunk
        }
        await fill()
      }
    },
    /** As `until`, whole, for what must be short. */
    async shortUntil(mark: Buffer, maxBytes: number): Promise<Buffer> {
      let at = buffer.indexOf(mark)
      while (at < 0) {
        if (buffer.length > maxBytes)
          throw new MalformedMultipart(`a part's head is longer than ${maxBytes} bytes`)
        await fill()
        at = buffer.indexOf(mark)
      }
      const taken = buffer.subarray(0, at)
      buffer = buffer.subarray(at + mark.length)
      return taken
    },
  }
}
