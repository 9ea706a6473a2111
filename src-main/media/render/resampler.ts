// Changes the sample rate of a sound that comes in blocks, by windowed-sinc interpolation. Also varispeed: a ratio of any size.

/** Zero crossings of the sinc on each side: with the window below, images lie under −90 dB. */
const ZERO_CROSSINGS = 32
/** Kaiser window of about 90 dB (Kaiser and Schafer, 1980: β = 0.1102 (A − 8.7)). */
const KAISER_BETA = 8.96
/** Steps of the kernel's table between two zero crossings; values between are interpolated. */
const TABLE_STEPS = 512

export interface Resampler {
  /** What can be said with this block; what needs later samples comes later. New arrays. */
  readonly add: (block: readonly Float32Array[]) => readonly Float32Array[]
  /** The rest. Altogether round(input frames / step) frames. */
  readonly end: () => readonly Float32Array[]
}

/**
 * @param step input frames between two output frames: from / to, times the speed
 * @param channels of every block
 */
export function createResampler(step: number, channels: number): Resampler {
  const table = kernelTable()
  // Downwards the filter cuts at the new Nyquist frequency: the kernel gets wider and lower by the same factor.
  const scale = Math.min(1, 1 / step)
  const reach = Math.ceil(ZERO_CROSSINGS / scale)
  let held: Float32Array[] = Array.from({ length: channels }, () => new Float32Array(0))
  /** Input index of held[…][0]. */
  let heldFrom = 0
  let inputFrames = 0
  let made = 0

  const valueAt = (samples: Float32Array, centre: number): number => {
    const first = Math.max(heldFrom, Math.ceil(centre - reach))
    const last = Math.min(inputFrames - 1, Math.floor(centre + reach))
    let sum = 0
    for (let at = first; at <= last; at += 1) {
      const position = Math.abs(at - centre) * scale * TABLE_STEPS
      const index = Math.floor(position)
      const here = table[index] ?? 0
      sum += (samples[at - heldFrom] ?? 0) * (here + ((table[index + 1] ?? 0) - here) * (position - index))
    }
    return sum * scale
  }

  const makeUntil = (limit: number): readonly Float32Array[] => {
    const count = Math.max(0, limit - made)
    const output = held.map((samples) => {
      const values = new Float32Array(count)
      for (let n = 0; n < count; n += 1) values[n] = valueAt(samples, (made + n) * step)
      return values
    })
    made += count
    // What no later output reaches back to is let go of.
    const needed = Math.min(inputFrames, Math.max(heldFrom, Math.floor(made * step) - reach))
    held = held.map((samples) => samples.slice(needed - heldFrom))
    heldFrom = needed
    return output
  }

  return {
    add: (block) => {
      held = held.map((samples, channel) => joined(samples, block[channel] ?? new Float32Array(0)))
      inputFrames += block[0]?.length ?? 0
      return makeUntil(Math.max(0, Math.floor((inputFrames - 1 - reach) / step) + 1))
    },
    end: () => makeUntil(Math.round(inputFrames / step)),
  }
}

function joined(a: Float32Array, b: Float32Array): Float32Array {
  const both = new Float32Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}

let kept: Float64Array | undefined

function kernelTable(): Float64Array {
  if (kept) return kept
  kept = new Float64Array(ZERO_CROSSINGS * TABLE_STEPS + 1)
  const norm = besselI0(KAISER_BETA)
  for (let step = 0; step < kept.length; step += 1) {
    const x = step / TABLE_STEPS
    const sinc = x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)
    kept[step] = (sinc * besselI0(KAISER_BETA * Math.sqrt(1 - (x / ZERO_CROSSINGS) ** 2))) / norm
  }
  return kept
}

/** The modified Bessel function of order 0, by its series. */
function besselI0(x: number): number {
  let sum = 1
  let term = 1
  for (let k = 1; term > sum * 1e-16; k += 1) {
    term *= (x / (2 * k)) ** 2
    sum += term
  }
  return sum
}
