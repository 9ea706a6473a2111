// What each audio format of the contract is as a file: its codec, its bit rate, its media type.

import type { AudioFormat } from '../../contract/index.ts'

export type Coding =
  | { readonly codec: 'wav' | 'flac' }
  /** Constant: every second has this many bits. */
  | { readonly codec: 'mp3'; readonly bitRate: 128_000 | 192_000 | 256_000 | 320_000 }
  /** What the encoder aims at; one channel of AAC reaches about 200,000 at most. */
  | { readonly codec: 'aac'; readonly bitRate: 128_000 | 192_000 | 256_000 }

/** The coding of each format. */
export const CODINGS: Readonly<Record<AudioFormat, Coding>> = {
  wav: { codec: 'wav' },
  flac: { codec: 'flac' },
  mp3_128: { codec: 'mp3', bitRate: 128_000 },
  mp3_192: { codec: 'mp3', bitRate: 192_000 },
  mp3_256: { codec: 'mp3', bitRate: 256_000 },
  mp3_320: { codec: 'mp3', bitRate: 320_000 },
  m4a_128: { codec: 'aac', bitRate: 128_000 },
  m4a_192: { codec: 'aac', bitRate: 192_000 },
  m4a_256: { codec: 'aac', bitRate: 256_000 },
}

const CONTENT_TYPES: Readonly<Record<Coding['codec'], string>> = {
  wav: 'audio/wav',
  flac: 'audio/flac', // RFC 9639
  mp3: 'audio/mpeg', // RFC 3003
  aac: 'audio/mp4', // RFC 4337
}

/** The media type with which a file of this format is served. */
export function contentTypeOf(format: AudioFormat): string {
  return CONTENT_TYPES[CODINGS[format].codec]
}
