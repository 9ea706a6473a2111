// Reads samples that lie in a file one after the other, in any order of bytes, as 32-bit floats, a block at a time.
import type { FileHandle } from 'node:fs/promises'
import type { AudioFile } from './audio-file.ts'
import { decodeFrames, type WavFormat } from './wav.ts'

/** Where they lie and what they are. */
export interface PlainSamples {
  /** How they would lie in a WAV file, into which each block is turned. */
  readonly asWav: WavFormat
  readonly isBigEndian: boolean
  /** WAV alone has bytes without a sign. */
  readonly isByteSigned: boolean
  /** Of the first, from the file's start. */
  readonly offset: number
  /** Whole ones that are really there. */
  readonly frames: number
  readonly isCutShort: boolean
}

const BLOCK_FRAMES = 65_536

/** The handle is closed with the file. */
export function openPlain(handle: FileHandle, plain: PlainSamples): AudioFile {
  return {
    sampleRate: plain.asWav.sampleRate,
    channels: plain.asWav.channels,
    frames: plain.frames,
    isCutShort: () => plain.isCutShort,
    blocks: () => decodedBlocks(handle, plain),
    close: () => handle.close(),
  }
}

async function* decodedBlocks(
  handle: FileHandle,
  { asWav, offset, frames, isBigEndian, isByteSigned }: PlainSamples,
): AsyncGenerator<readonly Float32Array[]> {
  const { channels: channelCount, bytesPerFrame, bitsPerSample, encoding } = asWav
  const width = bitsPerSample / 8
  const blockFrames = Math.max(1, Math.floor(BLOCK_FRAMES / channelCount))
  const bytes = Buffer.alloc(blockFrames * bytesPerFrame)
  const channels = Array.from({ length: channelCount }, () => new Float32Array(blockFrames))
  for (let frame = 0; frame < frames; ) {
    const wanted = Math.min(blockFrames, frames - frame) * bytesPerFrame
    const { bytesRead } = await handle.read(bytes, 0, wanted, offset + frame * bytesPerFrame)
    const count = Math.floor(bytesRead / bytesPerFrame)
    if (count === 0) return
    const filled = bytes.subarray(0, count * bytesPerFrame)
    if (width > 1 && isBigEndian) turnAround(filled, width)
    if (width === 1 && isByteSigned && encoding === 'pcm') dropSigns(filled)
    const block = channels.map((channel) => channel.subarray(0, count))
    decodeFrames(filled, asWav, block)
    yield block
    frame += count
  }
}

function turnAround(bytes: Uint8Array, width: number): void {
  for (let at = 0; at < bytes.length; at += width) bytes.subarray(at, at + width).reverse()
}

function dropSigns(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = bytes[at]! ^ 0x80
}
