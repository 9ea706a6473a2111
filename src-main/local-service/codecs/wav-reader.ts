// Reads WAV files: what they hold, by their chunks, and their samples as one channel of floats.

import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

export interface WavInfo {
  readonly sampleRateHz: number
  readonly channels: number
  /** Samples of each channel. */
  readonly frames: number
  readonly durationMs: number
  readonly encoding: 'integer' | 'float'
  readonly bytesPerSample: number
  /** Where the first sample lies. */
  readonly dataOffset: number
}

export type WavInspection =
  | { readonly ok: true; readonly info: WavInfo }
  /** `unsupported`: no WAV, or one of an encoding that is not read here. `broken`: a WAV that cannot be right. */
  | { readonly ok: false; readonly problem: 'unsupported' | 'broken'; readonly message: string }

/** Real files have a dozen chunks before their samples; a file that has more is not worth walking. */
const MAX_CHUNKS = 200
const MAX_CHANNELS = 64
const FORMAT_INTEGER = 1
const FORMAT_FLOAT = 3
const FORMAT_EXTENSIBLE = 0xfffe
const BLOCK_FRAMES = 16_384

/** Looks at the chunks of a file. The stated size of the samples is trusted only as far as the file reaches. */
export function inspectWav(path: string): WavInspection {
  const descriptor = openSync(path, 'r')
  try {
    return inspect(descriptor, fstatSync(descriptor).size)
  } finally {
    closeSync(descriptor)
  }
}

/** All samples, its channels mixed to one with equal weights, −1..1 for integers of full scale. */
export function readWavMono(path: string, info: WavInfo): Float32Array {
  const samples = new Float32Array(info.frames)
  const frameBytes = info.channels * info.bytesPerSample
  const block = Buffer.alloc(BLOCK_FRAMES * frameBytes)
  const valueAt = valueReader(info)
  const descriptor = openSync(path, 'r')
  try {
    for (let frame = 0; frame < info.frames; ) {
      const wanted = Math.min(BLOCK_FRAMES, info.frames - frame) * frameBytes
      const read = readSync(descriptor, block, 0, wanted, info.dataOffset + frame * frameBytes)
      const frames = Math.floor(read / frameBytes)
      if (frames === 0) break // shorter than it was when it was inspected: the rest stays silent
      for (let index = 0; index < frames; index++) {
        let sum = 0
        for (let channel = 0; channel < info.channels; channel++) {
          sum += valueAt(block, index * frameBytes + channel * info.bytesPerSample)
        }
        samples[frame + index] = finite(sum / info.channels)
      }
      frame += frames
    }
    return samples
  } finally {
    closeSync(descriptor)
  }
}

function inspect(descriptor: number, fileBytes: number): WavInspection {
  const head = bytesAt(descriptor, 0, 12)
  if (
    head.length < 12 ||
    head.toString('latin1', 0, 4) !== 'RIFF' ||
    head.toString('latin1', 8, 12) !== 'WAVE'
  ) {
    return unsupported('The file is not a WAV')
  }
  let format: Omit<WavInfo, 'frames' | 'durationMs' | 'dataOffset'> | null = null
  for (let offset = 12, seen = 0; seen < MAX_CHUNKS; seen++) {
    const chunk = bytesAt(descriptor, offset, 8)
    if (chunk.length < 8) return broken('The file has no samples')
    const name = chunk.toString('latin1', 0, 4)
    const stated = chunk.readUInt32LE(4)
    const start = offset + 8
    if (name === 'fmt ') {
      const parsed = formatOf(bytesAt(descriptor, start, Math.min(stated, 40)))
      if (!parsed.ok) return parsed
      format = parsed.format
    }
    if (name === 'data') {
      if (!format) return broken('The samples come before their format')
      // Writers that stream leave 0 or 2^32 − 1 here: what the file really holds is what counts.
      const bytes = Math.min(stated === 0 ? Number.POSITIVE_INFINITY : stated, fileBytes - start)
      const frames = Math.floor(bytes / (format.channels * format.bytesPerSample))
      if (frames <= 0) return broken('The file holds no samples')
      const durationMs = Math.round((frames / format.sampleRateHz) * 1000)
      return { ok: true, info: { ...format, frames, durationMs, dataOffset: start } }
    }
    offset = start + stated + (stated % 2)
  }
  return broken(`The file has no samples in its first ${MAX_CHUNKS} chunks`)
}

type FormatResult =
  | { readonly ok: true; readonly format: Omit<WavInfo, 'frames' | 'durationMs' | 'dataOffset'> }
  | Extract<WavInspection, { ok: false }>

function formatOf(chunk: Buffer): FormatResult {
  if (chunk.length < 16) return broken('The format of the file is cut short')
  const tag = chunk.readUInt16LE(0)
  // The real format of an extensible file is the start of its GUID.
  const format = tag === FORMAT_EXTENSIBLE && chunk.length >= 26 ? chunk.readUInt16LE(24) : tag
  const channels = chunk.readUInt16LE(2)
  const sampleRateHz = chunk.readUInt32LE(4)
  const bits = chunk.readUInt16LE(14)
  if (channels < 1 || channels > MAX_CHANNELS) return broken(`The file says that it has ${channels} channels`)
  if (sampleRateHz < 1000 || sampleRateHz > 768_000)
    return broken(`The file says that its rate is ${sampleRateHz} Hz`)
  const isInteger = format === FORMAT_INTEGER && [8, 16, 24, 32].includes(bits)
  const isFloat = format === FORMAT_FLOAT && [32, 64].includes(bits)
  if (!isInteger && !isFloat) return unsupported(`WAV of format ${format} with ${bits} bits is not read here`)
  return {
    ok: true,
    format: { channels, sampleRateHz, encoding: isFloat ? 'float' : 'integer', bytesPerSample: bits / 8 },
  }
}

function valueReader({ encoding, bytesPerSample }: WavInfo): (block: Buffer, offset: number) => number {
  if (encoding === 'float') {
    return bytesPerSample === 4 ? (b, offset) => b.readFloatLE(offset) : (b, offset) => b.readDoubleLE(offset)
  }
  if (bytesPerSample === 1) return (b, offset) => (b.readUInt8(offset) - 128) / 128
  const fullScale = 2 ** (bytesPerSample * 8 - 1)
  return (b, offset) => b.readIntLE(offset, bytesPerSample) / fullScale
}

/** Broken floats are silence, and what is far outside of ±1 is an accident, not a signal. */
function finite(value: number): number {
  return Number.isFinite(value) ? Math.max(-4, Math.min(4, value)) : 0
}

function bytesAt(descriptor: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  return bytes.subarray(0, readSync(descriptor, bytes, 0, length, position))
}

function unsupported(message: string) {
  return { ok: false, problem: 'unsupported', message } as const
}

function broken(message: string) {
  return { ok: false, problem: 'broken', message } as const
}
