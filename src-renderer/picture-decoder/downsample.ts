// Brings a stream of samples to a lower rate by a windowed sinc, block by block (pure but for its memory of the last samples).

export interface Downsampler {
  push(samples: Float32Array): Float32Array
  /** What is left when nothing more comes. */
  end(): Float32Array
}

/** Zero crossings of the sinc on either side: over 60 dB of attenuation, enough to find where sounds begin. */
const CROSSINGS = 8
/** The pass band ends so far below half the lower rate. */
const PASS = 0.9

/** A converter between two rates in Hz; also upwards, where it only interpolates. */
export function createDownsampler(fromHz: number, toHz: number): Downsampler {
  if (fromHz === toHz) return { push: (samples) => samples, end: () => new Float32Array() }
  const step = fromHz / toHz
  const cutoff = Math.min(1, toHz / fromHz) * PASS
  const half = Math.ceil(CROSSINGS / cutoff)
  const phases = toHz / greatestDivisor(fromHz, toHz)
  const tables = Array.from({ length: phases }, (_, phase) => table((phase * step) % 1, cutoff, half))
  // Silence before the beginning: the first sample can then be interpolated as every other.
  let kept = new Float32Array(half)
  /** Place of `kept[0]` in the stream. */
  let keptFrom = -half
  let made = 0

  const convert = (until: number): Float32Array => {
    const out: number[] = []
    for (;;) {
      const place = made * step
      const middle = Math.floor(place + 1e-9)
      if (middle + half >= until) break
      const weights = tables[made % phases]
      let sum = 0
      const first = middle - half + 1 - keptFrom
      for (let tap = 0; tap < 2 * half; tap++) sum += (kept[first + tap] ?? 0) * (weights?.[tap] ?? 0)
      out.push(sum)
      made++
    }
    const unused = Math.max(0, Math.floor(made * step) - half - keptFrom)
    kept = kept.slice(unused)
    keptFrom += unused
    return Float32Array.from(out)
  }

  return {
    push(samples) {
      const joined = new Float32Array(kept.length + samples.length)
      joined.set(kept)
      joined.set(samples, kept.length)
      kept = joined
      return convert(keptFrom + kept.length)
    },
    end: () => convert(keptFrom + kept.length + half),
  }
}

function table(fraction: number, cutoff: number, half: number): Float32Array {
  const weights = Float32Array.from({ length: 2 * half }, (_, tap) => {
    const distance = tap - half + 1 - fraction
    const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / (half + 1))
    const angle = Math.PI * distance * cutoff
    return (angle === 0 ? 1 : Math.sin(angle) / angle) * window
  })
  const sum = weights.reduce((a, b) => a + b, 0)
  return weights.map((weight) => weight / sum)
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b)
}
