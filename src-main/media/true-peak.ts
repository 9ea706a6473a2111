// True peak of a signal that comes in blocks: the largest value between the samples, by oversampling four times. Source: BS.1770-4, annex 2.

const PHASES = 4
/** Taps of each phase: enough for 0.1 dB up to 0.45 of the sample rate. */
const TAPS = 24
const HALF = TAPS / 2
const KAISER_BETA = 6
/** Stretches that cannot hold a new peak are skipped as a whole. */
const STRETCH = 64

const kernels = [1, 2, 3].map((phase) => fractionalDelay(phase / PHASES))
/** The most that a kernel can make of samples of at most 1: no value between samples is larger than this times the largest sample near it. */
const WORST_GAIN = Math.max(...kernels.map((kernel) => kernel.reduce((sum, tap) => sum + Math.abs(tap), 0)))

/** Taps that give the value `fraction` of a sample after tap HALF − 1: a sinc under a Kaiser window, of gain 1 at DC. */
function fractionalDelay(fraction: number): Float64Array {
  const taps = Float64Array.from({ length: TAPS }, (_, n) => {
    const x = n - (HALF - 1) - fraction
    const sinc = x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)
    return sinc * bessel0(KAISER_BETA * Math.sqrt(Math.max(0, 1 - (x / HALF) ** 2)))
  })
  const sum = taps.reduce((total, tap) => total + tap, 0)
  return taps.map((tap) => tap / sum)
}

/** The modified Bessel function of order 0, by its series. */
function bessel0(x: number): number {
  let term = 1
  let sum = 1
  for (let n = 1; n < 40; n += 1) {
    term *= (x / (2 * n)) ** 2
    sum += term
  }
  return sum
}

export interface TruePeakMeter {
  /** One array a channel. */
  readonly add: (block: readonly Float32Array[]) => void
  /** dB of full scale over all channels; null for digital silence. */
  readonly peakDb: () => number | null
}

export function createTruePeakMeter(channels: number): TruePeakMeter {
  /** The last samples of each channel, which the next block's first values need. */
  const tails = Array.from({ length: channels }, () => new Float32Array(TAPS))
  let peak = 0
  const scan = (samples: Float32Array): void => {
    for (let from = 0; from + TAPS <= samples.length; from += STRETCH) {
      const to = Math.min(samples.length, from + STRETCH + TAPS)
      let largest = 0
      for (let n = from; n < to; n += 1) largest = Math.max(largest, Math.abs(samples[n] ?? 0))
      if (largest > peak) peak = largest
      if (largest * WORST_GAIN > peak) peak = interpolatedPeak(samples, from, to, peak)
    }
  }
  return {
    add: (block) => {
      for (const [index, channel] of block.entries()) {
        const tail = tails[index]
        if (!tail) continue
        const joined = new Float32Array(tail.length + channel.length)
        joined.set(tail)
        joined.set(channel, tail.length)
        scan(joined)
        tail.set(joined.subarray(joined.length - tail.length))
      }
    },
    peakDb: () => {
      for (const tail of tails) {
        const ending = new Float32Array(2 * TAPS)
        ending.set(tail)
        scan(ending)
        tail.fill(0)
      }
      return peak === 0 ? null : 20 * Math.log10(peak)
    },
  }
}

function interpolatedPeak(samples: Float32Array, from: number, to: number, known: number): number {
  let peak = known
  for (let n = from; n + TAPS <= to; n += 1) {
    for (const kernel of kernels) {
      let value = 0
      for (let tap = 0; tap < TAPS; tap += 1) value += (kernel[tap] ?? 0) * (samples[n + tap] ?? 0)
      peak = Math.max(peak, Math.abs(value))
    }
  }
  return peak
}
