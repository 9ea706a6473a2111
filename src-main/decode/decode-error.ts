// What stops a decoder in the middle of a file.

export type DecodeErrorCode = 'audio_invalid' | 'audio_no_samples' | 'decoder_missing'

/** Thrown while blocks are read, where only decoding could find out. Whoever reads them turns it into a failure. */
export class DecodeError extends Error {
  readonly code: DecodeErrorCode
  constructor(code: DecodeErrorCode, message: string) {
    super(message)
    this.name = 'DecodeError'
    this.code = code
  }
}
