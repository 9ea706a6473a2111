// Integrated loudness of a signal that comes in blocks. Source: ITU-R BS.1770-4 and EBU R 128; filters for any sample rate after
// Mansbridge, Finn and Reiss, "Implementation and evaluation of autonomous multi-track fader control" (2012), as libebur128 has them.

interface Biquad {
  readonly b0: number
  readonly b1: number
  readonly b2: number
  readonly a1: number
  readonly a2: number
}

/** The head's shelf: +4 dB above 1682 Hz. */
function shelf(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate)
  const quality = 0.7071752369554196
  const high = 10 ** (3.999843853973347 / 20)
  const band = high ** 0.4996667741545416
  const a0 = 1 + k / quality + k * k
  return {
    b0: (high + (band * k) / quality + k * k) / a0,
    b1: (2 * (k * k - high)) / a0,
    b2: (high - (band * k) / quality + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / quality + k * k) / a0,
  }
}

/** The low cut at 38 Hz. */
function lowCut(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRate)
  const quality = 0.5003270373238773
  const a0 = 1 + k / quality + k * k
  return { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / quality + k * k) / a0 }
}

/** BS.1770: surround channels count 1.41 times, the low-frequency one not at all. Orders of WAV: L R C Ls Rs, L R C LFE Ls Rs. */
function channelWeights(channels: number): readonly number[] {
  if (channels === 5) return [1, 1, 1, 1.41, 1.41]
  if (channels === 6) return [1, 1, 1, 0, 1.41, 1.41]
  return Array.from({ length: channels }, () => 1)
}

const ABSOLUTE_GATE_LUFS = -70
const RELATIVE_GATE_LU = -10
/** A gating block is 400 ms, the next one begins 100 ms later. */
const STEPS_IN_BLOCK = 4

const lufsOf = (energy: number): number => -0.691 + 10 * Math.log10(energy)
const energyOf = (lufs: number): number => 10 ** ((lufs + 0.691) / 10)

export interface LoudnessMeter {
  /** One array a channel, all of the same length. */
  readonly add: (block: readonly Float32Array[]) => void
  /** LUFS of all that was added; null where no block of 400 ms is above −70 LUFS. */
  readonly integrated: () => number | null
}

export function createLoudnessMeter(sampleRate: number, channels: number): LoudnessMeter {
  const weights = channelWeights(channels)
  const first = shelf(sampleRate)
  const second = lowCut(sampleRate)
  const states = weights.map(() => new Float64Array(4))
  /** Weighted energy (mean square, summed over channels) of each 100 ms. */
  const steps: number[] = []
  let energy = 0
  let filled = 0
  // Steps end at whole multiples of 100 ms, also where that is no whole number of frames.
  const stepEnd = () =>
    Math.round(((steps.length + 1) * sampleRate) / 10) - Math.round((steps.length * sampleRate) / 10)

  return {
    add: (block) => {
      const length = block[0]?.length ?? 0
      for (let from = 0; from < length; ) {
        const to = Math.min(length, from + stepEnd() - filled)
        for (const [index, channel] of block.entries()) {
          const weight = weights[index] ?? 0
          const state = states[index]
          if (weight > 0 && state) energy += weight * filteredEnergy(channel, from, to, first, second, state)
        }
        filled += to - from
        from = to
        if (filled === stepEnd()) {
          steps.push(energy / filled)
          energy = 0
          filled = 0
        }
      }
    },
    integrated: () => integratedLoudness(steps),
  }
}

/** Sum of squares of `channel[from..to)` after both filters, whose state goes on in `state`. */
function filteredEnergy(
  channel: Float32Array,
  from: number,
  to: number,
  first: Biquad,
  second: Biquad,
  state: Float64Array,
): number {
  let [s1 = 0, s2 = 0, s3 = 0, s4 = 0] = state
  let sum = 0
  for (let n = from; n < to; n += 1) {
    // Two biquads in transposed direct form II.
    const x = channel[n] ?? 0
    const y = first.b0 * x + s1
    s1 = first.b1 * x - first.a1 * y + s2
    s2 = first.b2 * x - first.a2 * y
    const z = y + s3
    s3 = -2 * y - second.a1 * z + s4
    s4 = y - second.a2 * z
    sum += z * z
  }
  // Below this they are denormal numbers, which are slow and mean silence.
  state[0] = Math.abs(s1) < 1e-30 ? 0 : s1
  state[1] = Math.abs(s2) < 1e-30 ? 0 : s2
  state[2] = Math.abs(s3) < 1e-30 ? 0 : s3
  state[3] = Math.abs(s4) < 1e-30 ? 0 : s4
  return sum
}

/** The two gates over the energies of each 100 ms. */
function integratedLoudness(steps: readonly number[]): number | null {
  const blocks: number[] = []
  for (let n = STEPS_IN_BLOCK; n <= steps.length; n += 1) {
    let sum = 0
    for (let step = n - STEPS_IN_BLOCK; step < n; step += 1) sum += steps[step] ?? 0
    blocks.push(sum / STEPS_IN_BLOCK)
  }
  const audible = blocks.filter((energy) => energy > energyOf(ABSOLUTE_GATE_LUFS))
  if (audible.length === 0) return null
  const gate = mean(audible) * 10 ** (RELATIVE_GATE_LU / 10)
  return lufsOf(mean(audible.filter((energy) => energy > gate)))
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
