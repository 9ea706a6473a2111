// ADPCM as WAV files have it, four bits a sample: blocks that stand by themselves, each with its own beginning. @see Microsoft, Multimedia Data Standards Update 3.0 (1994)

/** A file's fields that decoding needs. */
export interface AdpcmFormat {
  readonly encoding: 'ima-adpcm' | 'ms-adpcm'
  readonly channels: number
  readonly blockBytes: number
  readonly blockFrames: number
}

const IMA_HEAD_BYTES = 4
const MS_HEAD_BYTES = 7

/** So many samples of each channel fit into a block of so many bytes. */
export function framesOfBlock(encoding: AdpcmFormat['encoding'], bytes: number, channels: number): number {
  const isIma = encoding === 'ima-adpcm'
  const packed = bytes - channels * (isIma ? IMA_HEAD_BYTES : MS_HEAD_BYTES)
  if (packed < 0) return 0
  // IMA interleaves runs of eight samples, four bytes each; both have their first samples in the head.
  return isIma ? 1 + 8 * Math.floor(packed / (4 * channels)) : 2 + Math.floor((packed * 2) / channels)
}

/** Decodes one block into one array a channel from `at`; what is missing at the file's end is left out. Returns how many samples of each channel it gave. */
export function decodeAdpcm(
  block: Uint8Array,
  format: AdpcmFormat,
  channels: readonly Float32Array[],
  at: number,
): number {
  const frames = Math.min(
    framesOfBlock(format.encoding, block.length, format.channels),
    format.blockFrames,
    (channels[0]?.length ?? 0) - at,
  )
  if (frames <= 0) return 0
  if (format.encoding === 'ima-adpcm') decodeIma(block, channels, at, frames)
  else decodeMs(block, channels, at, frames)
  return frames
}

const IMA_STEPS = Int16Array.of(
  ...[7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73],
  ...[80, 88, 97, 107, 118, 130, 143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494, 544],
  ...[598, 658, 724, 796, 876, 963, 1060, 1166, 1282, 1411, 1552, 1707, 1878, 2066, 2272, 2499, 2749, 3024],
  ...[3327, 3660, 4026, 4428, 4871, 5358, 5894, 6484, 7132, 7845, 8630, 9493, 10_442, 11_487, 12_635],
  ...[13_899, 15_289, 16_818, 18_500, 20_350, 22_385, 24_623, 27_086, 29_794, 32_767],
)
const IMA_MOVES = Int8Array.of(-1, -1, -1, -1, 2, 4, 6, 8)

function decodeIma(block: Uint8Array, channels: readonly Float32Array[], at: number, frames: number): void {
  const view = new DataView(block.buffer, block.byteOffset, block.length)
  for (const [index, samples] of channels.entries()) {
    let value = view.getInt16(index * IMA_HEAD_BYTES, true)
    let place = Math.min(IMA_STEPS.length - 1, view.getUint8(index * IMA_HEAD_BYTES + 2))
    samples[at] = value / 32_768
    for (let frame = 1; frame < frames; frame += 1) {
      const run = Math.floor((frame - 1) / 8)
      const within = (frame - 1) % 8
      const byte = view.getUint8(
        channels.length * (IMA_HEAD_BYTES + run * 4) + index * 4 + Math.floor(within / 2),
      )
      const code = within % 2 === 0 ? byte & 15 : byte >> 4
      const step = IMA_STEPS[place] ?? 7
      // In whole numbers as the standard has it: the parts are rounded one by one.
      const size =
        (step >> 3) +
        ((code & 1) !== 0 ? step >> 2 : 0) +
        ((code & 2) !== 0 ? step >> 1 : 0) +
        ((code & 4) !== 0 ? step : 0)
      value = toInt16((code & 8) === 0 ? value + size : value - size)
      place = Math.max(0, Math.min(IMA_STEPS.length - 1, place + (IMA_MOVES[code & 7] ?? 0)))
      samples[at + frame] = value / 32_768
    }
  }
}

/** The seven pairs that every file has; others may be added by a file, which none does. */
const MS_COEFFICIENTS: readonly (readonly [number, number])[] = [
  [256, 0],
  [512, -256],
  [0, 0],
  [192, 64],
  [240, 0],
  [460, -208],
  [392, -232],
]
const MS_MOVES = [230, 230, 230, 230, 307, 409, 512, 614, 768, 614, 512, 409, 307, 230, 230, 230]
const LEAST_DELTA = 16

function decodeMs(block: Uint8Array, channels: readonly Float32Array[], at: number, frames: number): void {
  const view = new DataView(block.buffer, block.byteOffset, block.length)
  const count = channels.length
  for (const [index, samples] of channels.entries()) {
    const [near, far] = MS_COEFFICIENTS[Math.min(6, view.getUint8(index))] ?? [256, 0]
    let delta = view.getInt16(count + index * 2, true)
    let newer = view.getInt16(count * 3 + index * 2, true)
    let older = view.getInt16(count * 5 + index * 2, true)
    samples[at] = older / 32_768
    if (frames > 1) samples[at + 1] = newer / 32_768
    for (let frame = 2; frame < frames; frame += 1) {
      const nibble = (frame - 2) * count + index
      const byte = view.getUint8(count * MS_HEAD_BYTES + (nibble >> 1))
      const code = nibble % 2 === 0 ? byte >> 4 : byte & 15
      const signed = code < 8 ? code : code - 16
      // Towards zero, as the division of the original does.
      const expected = Math.trunc((newer * near + older * far) / 256)
      older = newer
      newer = toInt16(expected + signed * delta)
      delta = Math.max(LEAST_DELTA, (delta * (MS_MOVES[code] ?? 230)) >> 8)
      samples[at + frame] = newer / 32_768
    }
  }
}

const toInt16 = (value: number): number => Math.max(-32_768, Math.min(32_767, value))
