// Structured clone as text, the same code in Node and in the page (page/codec.js).
import '../page/codec.js'

interface Codec {
  /** @throws 'An object could not be cloned.' for what structured clone refuses */
  encode(value: unknown): string
  decode(text: string): unknown
}

declare global {
  var __standInCodec: (
    toBase64: (bytes: Uint8Array) => string,
    fromBase64: (text: string) => Uint8Array,
  ) => Codec
}

export const codec: Codec = globalThis.__standInCodec(
  (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
  (text) => new Uint8Array(Buffer.from(text, 'base64')),
)
