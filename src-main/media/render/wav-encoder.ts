// Encodes WAV: 16 and 24 bits with dither, 32-bit float; RF64 beyond 4 GiB.

import { chunkBytes } from '../../decode/riff.ts'
import type { WavFormat } from '../../decode/wav.ts'
import { wavHeader } from '../provenance.ts'
import { createQuantiser, type EncodedAudio, type FilePiece } from './encoder.ts'

export type WavDepth = 'pcm-16' | 'pcm-24' | 'float-32'

export const wavFormat = (depth: WavDepth, audio: EncodedAudio): WavFormat => {
  const bitsPerSample = depth === 'pcm-16' ? 16 : depth === 'pcm-24' ? 24 : 32
  const { channels, sampleRate } = audio
  return {
    encoding: depth === 'float-32' ? 'float' : 'pcm',
    bitsPerSample,
    channels,
    sampleRate,
    bytesPerFrame: (channels * bitsPerSample) / 8,
  }
}

/** @param chunks whole chunks to stand between `fmt ` and the samples */
export async function* wavPieces(
  audio: EncodedAudio,
  depth: WavDepth,
  chunks: readonly Uint8Array[],
): AsyncGenerator<FilePiece> {
  const format = wavFormat(depth, audio)
  const dataBytes = audio.frames * format.bytesPerFrame
  const fact = new Uint8Array(4)
  new DataView(fact.buffer).setUint32(0, Math.min(audio.frames, 0xffffffff), true)
  const all = [
    chunkBytes('fmt ', fmtOf(format)),
    // Required of every format that is not PCM.
    ...(format.encoding === 'float' ? [chunkBytes('fact', fact)] : []),
    ...chunks,
  ]
  for (const bytes of wavHeader(all, dataBytes, audio.frames)) yield { bytes }
  const write = sampleWriter(depth)
  for await (const block of audio.blocks) {
    const frames = block[0]?.length ?? 0
    const view = new DataView(new ArrayBuffer(frames * format.bytesPerFrame))
    let at = 0
    for (let frame = 0; frame < frames; frame += 1) {
      for (const samples of block) {
        write(view, at, samples[frame] ?? 0)
        at += format.bitsPerSample / 8
      }
    }
    yield { bytes: new Uint8Array(view.buffer) }
  }
  if (dataBytes % 2 === 1) yield { bytes: new Uint8Array(1) }
}

function sampleWriter(depth: WavDepth): (view: DataView, at: number, sample: number) => void {
  if (depth === 'float-32') return (view, at, sample) => view.setFloat32(at, sample, true)
  if (depth === 'pcm-16') {
    const quantise = createQuantiser(16)
    return (view, at, sample) => view.setInt16(at, quantise(sample), true)
  }
  const quantise = createQuantiser(24)
  return (view, at, sample) => {
    const value = quantise(sample)
    view.setUint16(at, value & 0xffff, true)
    view.setInt8(at + 2, value >> 16)
  }
}

/** More than two channels or 16 bits would ask for WAVE_FORMAT_EXTENSIBLE by the letter; every reader takes the plain form of 24 bits and floats. */
function fmtOf({ encoding, channels, sampleRate, bitsPerSample, bytesPerFrame }: WavFormat): Uint8Array {
  const view = new DataView(new ArrayBuffer(encoding === 'float' ? 18 : 16))
  view.setUint16(0, encoding === 'float' ? 3 : 1, true)
  view.setUint16(2, channels, true)
  view.setUint32(4, sampleRate, true)
  view.setUint32(8, sampleRate * bytesPerFrame, true)
  view.setUint16(12, bytesPerFrame, true)
  view.setUint16(14, bitsPerSample, true)
  return new Uint8Array(view.buffer)
}
