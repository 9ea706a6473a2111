// Reads WAV files as a stream: format, chunks, and PCM of any usual kind as 32-bit floats, a block at a time.
import { failed, fileFailure, type Outcome, succeeded } from './outcome.ts'
import { type Chunk, openRiff, type RiffErrorCode, type RiffFile, uint16At, uint32At } from './riff.ts'

export interface WavFormat {
  readonly encoding: 'pcm' | 'float'
  /** 8, 16, 24 or 32 of PCM, 32 or 64 of float: the bits that a sample takes up. */
  readonly bitsPerSample: number
  readonly channels: number
  readonly sampleRate: number
  /** Of one frame: a sample of each channel. */
  readonly bytesPerFrame: number
}
export interface WavFile {
  readonly format: WavFormat
  /** Whole frames that are really there. */
  readonly frames: number
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
const FORMAT_PCM = 1
const FORMAT_FLOAT = 3
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
  const frames = Math.floor(data.bytes / format.value.bytesPerFrame)
  if (frames === 0) return failed('wav_no_audio', 'The WAV file has no samples (0 frames).')
  return succeeded({
    format: format.value,
    frames,
    durationMs: (frames / format.value.sampleRate) * 1000,
    isCutShort: data.statedBytes > data.bytes,
    data,
    riff,
    chunk: async (id, mostBytes) => {
      const found = find(id)
      return found ? riff.read(found.offset, Math.min(found.bytes, mostBytes)) : null
    },
    blocks: () => decodedBlocks(riff, data, format.value, frames),
    close: riff.close,
  })
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
  const bitsPerSample = Math.ceil(uint16At(fmt, 14) / 8) * 8
  const encoding = tag === FORMAT_PCM ? 'pcm' : tag === FORMAT_FLOAT ? 'float' : null
  const widths = encoding === 'float' ? [32, 64] : [8, 16, 24, 32]
  if (encoding === null || !widths.includes(bitsPerSample)) {
    return failed(
      'format_unsupported',
      `WAV samples of kind ${tag} with ${bitsPerSample} bits are not read yet.`,
    )
  }
  if (channels < 1 || channels > MOST_CHANNELS) {
    return failed(
      'wav_invalid',
      `The WAV file states ${channels} channels; 1 to ${MOST_CHANNELS} are possible.`,
    )
  }
  if (sampleRate < 1000 || sampleRate > 1_000_000) {
    return failed('wav_invalid', `The WAV file states ${sampleRate} Hz; 1000 to 1000000 are possible.`)
  }
  if (bytesPerFrame !== (channels * bitsPerSample) / 8) {
    return failed(
      'wav_invalid',
      `The WAV file states ${bytesPerFrame} bytes a frame for ${channels} channels of ${bitsPerSample} bits.`,
    )
  }
  return succeeded({ encoding, bitsPerSample, channels, sampleRate, bytesPerFrame })
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
