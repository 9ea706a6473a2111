// Reads WAV and Wave64 files as a stream: format, chunks, and samples of any usual kind as 32-bit floats, a block at a time.
import { type AdpcmFormat, decodeAdpcm, framesOfBlock } from './adpcm.ts'
import { COMPANDED } from './companding.ts'
import { failed, fileFailure, type Outcome, succeeded } from './outcome.ts'
import { type Chunk, openRiff, type RiffErrorCode, type RiffFile, uint16At, uint32At } from './riff.ts'

export interface WavFormat {
  readonly encoding: 'pcm' | 'float' | 'alaw' | 'ulaw' | AdpcmFormat['encoding']
  /** 8, 16, 24 or 32 of PCM, 32 or 64 of float, 8 of the curves, 4 of ADPCM: the bits that a sample takes up. */
  readonly bitsPerSample: number
  readonly channels: number
  readonly sampleRate: number
  /** Of one frame: a sample of each channel. 0 where frames are packed into blocks. */
  readonly bytesPerFrame: number
  /** Of ADPCM alone. */
  readonly packed?: Pick<AdpcmFormat, 'blockBytes' | 'blockFrames'>
}
export interface WavFile {
  readonly format: WavFormat
  /** Whole frames that are really there. */
  readonly frames: number
  /** That these take up. */
  readonly frameBytes: number
  readonly durationMs: number
  /** The file ends before its samples do. */
  readonly isCutShort: boolean
  readonly data: Chunk
  readonly riff: RiffFile
  /** The first chunk of this id, at most `mostBytes` of it; null where there is none. */
  readonly chunk: (id: string, mostBytes: number) => Promise<Uint8Array | null>
  /** All frames in order, a block at a time: one array a channel, ±1 at full scale. The arrays are reused by the next block. */
  readonly blocks: () => AsyncGenerator<readonly Float32Array[]>
  readonly close: () => Promise<void>
}
export type WavErrorCode = RiffErrorCode | 'wav_invalid' | 'wav_no_audio' | 'format_unsupported'

const MOST_CHANNELS = 64
const BLOCK_FRAMES = 65_536
const FORMAT_EXTENSIBLE = 0xfffe

/** Opens a WAV file of at least one frame. The caller closes it. */
export async function openWav(path: string): Promise<Outcome<WavFile, WavErrorCode>> {
  const opened = await openRiff(path)
  if (!opened.ok) return opened
  const riff = opened.value
  const wav = await readWav(riff).catch((error: unknown) => fileFailure(error, 'read the file'))
  if (!wav.ok) await riff.close()
  return wav
}

async function readWav(riff: RiffFile): Promise<Outcome<WavFile, WavErrorCode>> {
  const find = (id: string) => riff.chunks.find((chunk) => chunk.id === id)
  const fmt = find('fmt ')
  if (!fmt) return failed('wav_invalid', 'The WAV file does not say what its samples are (no fmt chunk).')
  const format = parseFormat(await riff.read(fmt.offset, Math.min(fmt.bytes, 40)))
  if (!format.ok) return format
  const data = find('data')
  if (!data) return failed('wav_no_audio', 'The WAV file has no samples (no data chunk).')
  const fact = find('fact')
  const statedFrames = fact && fact.bytes >= 4 ? uint32At(await riff.read(fact.offset, 4), 0) : 0
  const { frames, frameBytes } = lengthOf(data.bytes, format.value, statedFrames)
  if (frames === 0) return failed('wav_no_audio', 'The WAV file has no samples (0 frames).')
  return succeeded({
    format: format.value,
    frames,
    frameBytes,
    durationMs: (frames / format.value.sampleRate) * 1000,
    isCutShort: data.statedBytes > data.bytes,
    data,
    riff,
    chunk: async (id, mostBytes) => {
      const found = find(id)
      return found ? riff.read(found.offset, Math.min(found.bytes, mostBytes)) : null
    },
    blocks: () =>
      format.value.packed === undefined
        ? decodedBlocks(riff, data, format.value, frames)
        : unpackedBlocks(riff, data, format.value, frames),
    close: riff.close,
  })
}

/** @param statedFrames of the `fact` chunk: where the last block is filled up */
function lengthOf(
  bytes: number,
  { bytesPerFrame, packed, encoding, channels }: WavFormat,
  statedFrames: number,
): { readonly frames: number; readonly frameBytes: number } {
  if (packed === undefined || !isAdpcm(encoding)) {
    const frames = Math.floor(bytes / bytesPerFrame)
    return { frames, frameBytes: frames * bytesPerFrame }
  }
  const rest = framesOfBlock(encoding, bytes % packed.blockBytes, channels)
  const there =
    Math.floor(bytes / packed.blockBytes) * packed.blockFrames + Math.min(rest, packed.blockFrames)
  return { frames: statedFrames > 0 ? Math.min(there, statedFrames) : there, frameBytes: bytes }
}

const isAdpcm = (encoding: WavFormat['encoding']): encoding is AdpcmFormat['encoding'] =>
  encoding === 'ima-adpcm' || encoding === 'ms-adpcm'

/** What samples may be, by the tag of the format: the encoding, and the bits that it comes in. */
const ENCODINGS: Readonly<
  Record<number, { readonly encoding: WavFormat['encoding']; readonly widths: readonly number[] }>
> = {
  1: { encoding: 'pcm', widths: [8, 16, 24, 32] },
  2: { encoding: 'ms-adpcm', widths: [4] },
  3: { encoding: 'float', widths: [32, 64] },
  6: { encoding: 'alaw', widths: [8] },
  7: { encoding: 'ulaw', widths: [8] },
  17: { encoding: 'ima-adpcm', widths: [4] },
}
/** What others are called by people, so that one knows what to ask a converter for. */
const TAG_NAMES: Readonly<Record<number, string>> = {
  32: 'Yamaha ADPCM',
  49: 'GSM 6.10',
  69: 'G.726',
  80: 'MPEG layer 2',
  85: 'MP3',
  255: 'AAC',
  353: 'Windows Media',
  655: 'G.722',
}

/** The content of a `fmt ` chunk. @see RFC 2361, and WAVEFORMATEXTENSIBLE of the Windows SDK */
export function parseFormat(fmt: Uint8Array): Outcome<WavFormat, 'wav_invalid' | 'format_unsupported'> {
  if (fmt.length < 16)
    return failed('wav_invalid', `The fmt chunk has ${fmt.length} bytes, at least 16 are needed.`)
  const stated = uint16At(fmt, 0)
  // An extensible format has the plain one in the first two bytes of its GUID.
  const tag = stated === FORMAT_EXTENSIBLE && fmt.length >= 26 ? uint16At(fmt, 24) : stated
  const channels = uint16At(fmt, 2)
  const sampleRate = uint32At(fmt, 4)
  const bytesPerFrame = uint16At(fmt, 12)
  const bits = uint16At(fmt, 14)
  const kind = ENCODINGS[tag]
  const bitsPerSample = kind && isAdpcm(kind.encoding) ? bits : Math.ceil(bits / 8) * 8
  if (!kind?.widths.includes(bitsPerSample)) {
    return failed(
      'format_unsupported',
      `Its samples are packed as ${TAG_NAMES[tag] ?? `kind ${tag} with ${bits} bits`}, which is not decoded here.`,
    )
  }
  const { encoding } = kind
  if (channels < 1 || channels > MOST_CHANNELS) {
    return failed(
      'wav_invalid',
      `The WAV file states ${channels} channels; 1 to ${MOST_CHANNELS} are possible.`,
    )
  }
  if (sampleRate < 1000 || sampleRate > 1_000_000) {
    return failed('wav_invalid', `The WAV file states ${sampleRate} Hz; 1000 to 1000000 are possible.`)
  }
  if (isAdpcm(encoding))
    return packedFormat({ encoding, channels, sampleRate, blockBytes: bytesPerFrame }, fmt)
  if (bytesPerFrame !== (channels * bitsPerSample) / 8) {
    return failed(
      'wav_invalid',
      `The WAV file states ${bytesPerFrame} bytes a frame for ${channels} channels of ${bitsPerSample} bits.`,
    )
  }
  return succeeded({ encoding, bitsPerSample, channels, sampleRate, bytesPerFrame })
}

/** A block is a multiple of what one step of all channels takes; how many frames it holds stands behind the plain format. */
function packedFormat(
  stated: Pick<AdpcmFormat, 'encoding' | 'channels' | 'blockBytes'> & { readonly sampleRate: number },
  fmt: Uint8Array,
): Outcome<WavFormat, 'wav_invalid'> {
  const { encoding, channels, sampleRate, blockBytes } = stated
  const most = framesOfBlock(encoding, blockBytes, channels)
  const statedFrames = fmt.length >= 20 ? uint16At(fmt, 18) : 0
  if (most < 2 || channels > 2) {
    return failed(
      'wav_invalid',
      `The WAV file states blocks of ${blockBytes} bytes for ${channels} channels of ADPCM.`,
    )
  }
  const blockFrames = statedFrames > 0 ? Math.min(statedFrames, most) : most
  const packed = { blockBytes, blockFrames }
  return succeeded({ encoding, bitsPerSample: 4, channels, sampleRate, bytesPerFrame: 0, packed })
}

async function* unpackedBlocks(
  riff: RiffFile,
  data: Chunk,
  { encoding, channels: channelCount, packed }: WavFormat,
  frames: number,
): AsyncGenerator<readonly Float32Array[]> {
  if (packed === undefined || !isAdpcm(encoding)) throw new Error('these samples are not packed')
  const format = { encoding, channels: channelCount, ...packed }
  const together = Math.max(1, Math.floor(BLOCK_FRAMES / (packed.blockFrames * channelCount)))
  const bytes = new Uint8Array(together * packed.blockBytes)
  const channels = Array.from({ length: channelCount }, () => new Float32Array(together * packed.blockFrames))
  for (let frame = 0, at = 0; frame < frames && at < data.bytes; at += bytes.length) {
    const wanted = bytes.subarray(0, Math.min(bytes.length, data.bytes - at))
    const filled = await riff.readInto(wanted, data.offset + at)
    if (filled.length === 0) return
    let count = 0
    for (let block = 0; block < filled.length; block += packed.blockBytes)
      count += decodeAdpcm(filled.subarray(block, block + packed.blockBytes), format, channels, count)
    count = Math.min(count, frames - frame)
    yield channels.map((channel) => channel.subarray(0, count))
    frame += count
  }
}

async function* decodedBlocks(
  riff: RiffFile,
  data: Chunk,
  format: WavFormat,
  frames: number,
): AsyncGenerator<readonly Float32Array[]> {
  const blockFrames = Math.max(1, Math.floor(BLOCK_FRAMES / format.channels))
  const bytes = new Uint8Array(blockFrames * format.bytesPerFrame)
  const channels = Array.from({ length: format.channels }, () => new Float32Array(blockFrames))
  for (let frame = 0; frame < frames; ) {
    const wanted = Math.min(blockFrames, frames - frame)
    const filled = await riff.readInto(
      bytes.subarray(0, wanted * format.bytesPerFrame),
      data.offset + frame * format.bytesPerFrame,
    )
    const count = Math.floor(filled.length / format.bytesPerFrame)
    if (count === 0) return
    const block = channels.map((channel) => channel.subarray(0, count))
    decodeFrames(filled, format, block)
    yield block
    frame += count
  }
}

/** Interleaved bytes into one array a channel, each as long as there are frames. Not-a-number becomes 0: it would poison every sum. */
export function decodeFrames(bytes: Uint8Array, format: WavFormat, channels: readonly Float32Array[]): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const read = sampleReader(view, format)
  const step = format.bytesPerFrame
  const sampleBytes = format.bitsPerSample / 8
  for (const [index, channel] of channels.entries()) {
    for (let frame = 0, at = index * sampleBytes; frame < channel.length; frame += 1, at += step) {
      channel[frame] = read(at)
    }
  }
}

function sampleReader(view: DataView, { encoding, bitsPerSample }: WavFormat): (at: number) => number {
  const finite = (value: number): number => (Number.isFinite(value) ? value : 0)
  if (encoding === 'alaw' || encoding === 'ulaw') {
    const values = COMPANDED[encoding]
    return (at) => values[view.getUint8(at)] ?? 0
  }
  if (encoding === 'float') {
    return bitsPerSample === 32
      ? (at) => finite(view.getFloat32(at, true))
      : (at) => finite(view.getFloat64(at, true))
  }
  switch (bitsPerSample) {
    case 8: // the one unsigned width
      return (at) => (view.getUint8(at) - 128) / 128
    case 16:
      return (at) => view.getInt16(at, true) / 32_768
    case 24:
      return (at) => (view.getUint16(at, true) + view.getInt8(at + 2) * 65_536) / 8_388_608
    default:
      return (at) => view.getInt32(at, true) / 2_147_483_648
  }
}
