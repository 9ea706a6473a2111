// Changes the sample rate of a signal by windowed-sinc interpolation.

/** Zero crossings of the sinc on each side: with the window below, stop-band and images lie under −90 dB. */
const ZERO_CROSSINGS = 32
/** Kaiser window of about 90 dB (Kaiser and Schafer, 1980: β = 0.1102 (A − 8.7)). */
const KAISER_BETA = 8.96
/** Steps of the kernel's table between two zero crossings; values between are interpolated. */
const TABLE_STEPS = 512

let table: Float64Array | undefined

/** The signal at another rate, round(length × to / from) samples long. The same rate gives the same array. */
export function resample(signal: Float32Array, fromHz: number, toHz: number): Float32Array {
  if (fromHz === toHz) return signal
  table ??= kernelTable()
  const output = new Float32Array(Math.round((signal.length * toHz) / fromHz))
  // Downwards the filter cuts at the new Nyquist frequency: the kernel gets wider and lower by the same factor.
  const scale = Math.min(1, toHz / fromHz)
  const reach = ZERO_CROSSINGS / scale
  for (let index = 0; index < output.length; index++) {
    const centre = (index * fromHz) / toHz
    const first = Math.max(0, Math.ceil(centre - reach))
    const last = Math.min(signal.length - 1, Math.floor(centre + reach))
    let sum = 0
    for (let at = first; at <= last; at++) sum += signal[at]! * kernelAt(table, Math.abs(at - centre) * scale)
    output[index] = sum * scale
  }
  return output
}

function kernelAt(values: Float64Array, distance: number): number {
  const position = distance * TABLE_STEPS
  const step = Math.floor(position)
  const here = values[step] ?? 0
  return here + ((values[step + 1] ?? 0) - here) * (position - step)
}

function kernelTable(): Float64Array {
  const values = new Float64Array(ZERO_CROSSINGS * TABLE_STEPS + 1)
  const norm = besselI0(KAISER_BETA)
  for (let step = 0; step < values.length; step++) {
    const x = step / TABLE_STEPS
    const sinc = x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)
    values[step] = (sinc * besselI0(KAISER_BETA * Math.sqrt(1 - (x / ZERO_CROSSINGS) ** 2))) / norm
  }
  return values
}

/** Modified Bessel function of the first kind, order 0, by its power series. */
function besselI0(x: number): number {
  let sum = 1
  let term = 1
  for (let k = 1; term > sum * 1e-16; k++) {
    term *= (x / (2 * k)) ** 2
    sum += term
  }
  return sum
}
