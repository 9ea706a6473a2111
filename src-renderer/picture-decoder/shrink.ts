// A decoded frame as a small grey picture and its mean colour: the planes are read as the decoder made them, never a canvas.
import type { VideoSample } from 'mediabunny'
import { colourOf, shrinkPlane, turned } from './planes.ts'

/** How wide and high the chroma planes are: luma pixels to a sample, and whether both lie in one plane. */
const PLANAR = {
  I420: { across: 2, down: 2, isPaired: false },
  I420A: { across: 2, down: 2, isPaired: false },
  I422: { across: 2, down: 1, isPaired: false },
  I444: { across: 1, down: 1, isPaired: false },
  NV12: { across: 2, down: 2, isPaired: true },
} as const
/** Samples a side that tell the mean colour of a whole frame. */
const MOST_FOR_A_MEAN = 64
const isPlanar = (format: string | null): format is keyof typeof PLANAR => format !== null && format in PLANAR

/** @returns a function of a frame to `width × height` bytes of luma (full range) and three floats, means of red, green, blue in 0..1 */
export function createShrink(
  width: number,
  height: number,
): (sample: VideoSample) => Promise<Uint8Array<ArrayBuffer>> {
  const pixels = width * height
  let copied = new Uint8Array()
  const room = (bytes: number): Uint8Array<ArrayBuffer> => {
    if (copied.length < bytes) copied = new Uint8Array(bytes)
    return copied
  }

  return async (sample) => {
    const { visibleRect, rotation, format, colorSpace } = sample
    const size = { width: visibleRect.width, height: visibleRect.height }
    const isOnItsSide = rotation === 90 || rotation === 270
    const [w, h] = isOnItsSide ? [height, width] : [width, height]
    const out = new Uint8Array(pixels + 3 * Float32Array.BYTES_PER_ELEMENT)
    const means = new DataView(out.buffer, pixels)
    const putMeans = (rgb: readonly number[]): void => {
      for (const [index, mean] of rgb.entries()) means.setFloat32(index * 4, mean, true)
    }
    if (isPlanar(format)) {
      const bytes = room(sample.allocationSize())
      const [luma, first, second] = await sample.copyTo(bytes)
      if (luma === undefined || first === undefined)
        throw new Error(`a frame in ${format} without its planes`)
      const { across, down, isPaired } = PLANAR[format]
      const small = shrinkPlane(bytes, { ...luma, step: 1 }, size, w, h)
      const chromaSize = { width: Math.ceil(size.width / across), height: Math.ceil(size.height / down) }
      const step = isPaired ? 2 : 1
      const cr = isPaired ? { ...first, offset: first.offset + 1 } : (second ?? first)
      const mean = (plane: { offset: number; stride: number }): number =>
        shrinkPlane(bytes, { ...plane, step }, chromaSize, 1, 1, MOST_FOR_A_MEAN)[0] ?? 128
      const isFull = colorSpace.fullRange === true
      const [black, scale] = isFull ? [0, 1] : [16, 255 / 219]
      let sum = 0
      for (let index = 0; index < pixels; index++) {
        const level = ((small[index] ?? 0) - black) * scale
        sum += level
        small[index] = level
      }
      putMeans(
        colourOf(
          { luma: sum / pixels, cb: mean(first), cr: mean(cr) },
          { isFull, matrix: colorSpace.matrix },
        ),
      )
      out.set(turned(Uint8Array.from(small, clamped), w, h, rotation))
      return out
    }
    // Ten bits, RGB, or a frame that only the graphics card holds: Chromium turns it into RGB.
    const asRgb = { format: 'RGBX' } as const
    const bytes = room(sample.allocationSize(asRgb))
    const [plane] = await sample.copyTo(bytes, asRgb)
    if (plane === undefined) throw new Error('a frame without pixels')
    const [red, green, blue] = [0, 1, 2].map((channel) =>
      shrinkPlane(bytes, { offset: plane.offset + channel, stride: plane.stride, step: 4 }, size, w, h),
    )
    if (red === undefined || green === undefined || blue === undefined)
      throw new Error('a frame without colours')
    // The weights of BT.601, as for every other source of frames.
    const small = red.map((r, index) => (r * 77 + (green[index] ?? 0) * 150 + (blue[index] ?? 0) * 29) / 256)
    putMeans([red, green, blue].map((channel) => channel.reduce((a, b) => a + b, 0) / (pixels * 255)))
    out.set(turned(Uint8Array.from(small, clamped), w, h, rotation))
    return out
  }
}

const clamped = (level: number): number => Math.max(0, Math.min(255, Math.round(level)))
