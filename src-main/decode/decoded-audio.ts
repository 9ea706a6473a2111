// Samples that come from a decoder, which alone knows at the end how many there are.
import type { AudioFile } from './audio-file.ts'
import { DecodeError } from './decode-error.ts'

/**
 * A file that was cut short gives fewer frames than `leastFrames`; that is known when all of `blocks` were read.
 * @param what the samples are decoded from, in the error of who reads blocks and gets none
 */
export function decodedAudio({
  sampleRate,
  channels,
  frames,
  leastFrames,
  what,
  blocks,
  close,
}: Pick<AudioFile, 'sampleRate' | 'channels' | 'frames' | 'close'> & {
  readonly leastFrames: number
  readonly what: string
  readonly blocks: () => AsyncIterable<readonly Float32Array[]>
}): AudioFile {
  let isCutShort = false
  return {
    sampleRate,
    channels,
    frames,
    isCutShort: () => isCutShort,
    async *blocks() {
      let given = 0
      for await (const block of blocks()) {
        given += block[0]?.length ?? 0
        yield block
      }
      if (given === 0) throw new DecodeError('audio_no_samples', `No sound could be decoded from ${what}.`)
      isCutShort = given < leastFrames
    },
    close,
  }
}
