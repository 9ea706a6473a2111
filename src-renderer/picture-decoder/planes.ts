// Arithmetic on the planes of a picture: made small by means of areas, turned, and from YCbCr to RGB (pure).

export interface Plane {
  readonly offset: number
  /** Bytes from one row to the next. */
  readonly stride: number
  /** Bytes from one sample to the next. */
  readonly step: number
}
interface Size {
  readonly width: number
  readonly height: number
}

/** Of a larger area every so many rows and columns are looked at: sixteen samples tell its mean, and a 4K frame costs no more than a small one. */
const MOST_A_SIDE = 4

/** Means over the areas that a plane's samples make at `width × height`, row by row; of `most` samples a side at most. */
export function shrinkPlane(
  bytes: Uint8Array,
  plane: Plane,
  size: Size,
  width: number,
  height: number,
  most = MOST_A_SIDE,
): Float32Array {
  const small = new Float32Array(width * height)
  const { offset, stride, step } = plane
  for (let y = 0; y < height; y++) {
    const top = Math.floor((y * size.height) / height)
    const bottom = Math.max(top + 1, Math.floor(((y + 1) * size.height) / height))
    for (let x = 0; x < width; x++) {
      const left = Math.floor((x * size.width) / width)
      const right = Math.max(left + 1, Math.floor(((x + 1) * size.width) / width))
      const down = Math.max(1, Math.floor((bottom - top) / most))
      const across = Math.max(1, Math.floor((right - left) / most))
      let [sum, count] = [0, 0]
      for (let row = top + (down >> 1); row < bottom; row += down) {
        const end = offset + row * stride + right * step
        const first = offset + row * stride + (left + (across >> 1)) * step
        for (let at = first; at < end; at += across * step) {
          sum += bytes[at] ?? 0
          count++
        }
      }
      small[y * width + x] = sum / count
    }
  }
  return small
}

/** A picture of `width × height`, turned clockwise by 0, 90, 180 or 270 degrees. */
export function turned(picture: Uint8Array, width: number, height: number, degrees: number): Uint8Array {
  if (degrees === 0) return picture
  const out = new Uint8Array(picture.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const to =
        degrees === 90
          ? x * height + (height - 1 - y)
          : degrees === 180
            ? (height - 1 - y) * width + (width - 1 - x)
            : (width - 1 - x) * height + y
      out[to] = picture[y * width + x] ?? 0
    }
  }
  return out
}

/** Luma of full range (0..255) with mean chroma as it is stored, to red, green and blue in 0..1 (ITU-R BT.601, BT.709, BT.2020). */
export function colourOf(
  { luma, cb, cr }: { readonly luma: number; readonly cb: number; readonly cr: number },
  { isFull, matrix }: { readonly isFull: boolean; readonly matrix: string | null },
): readonly [number, number, number] {
  const [kr, kb] =
    matrix === 'bt709' ? [0.2126, 0.0722] : matrix === 'bt2020-ncl' ? [0.2627, 0.0593] : [0.299, 0.114]
  const scale = isFull ? 1 : 255 / 224
  const [u, v] = [(cb - 128) * scale, (cr - 128) * scale]
  const red = luma + 2 * (1 - kr) * v
  const blue = luma + 2 * (1 - kb) * u
  const green = (luma - kr * red - kb * blue) / (1 - kr - kb)
  const unit = (level: number): number => Math.max(0, Math.min(1, level / 255))
  return [unit(red), unit(green), unit(blue)]
}
