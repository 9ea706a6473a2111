// Descriptors of a sound, after Peeters (2004), A large set of audio features: spectrum, envelope, modulation, pitch.

const SIZE = 1024
const BANDS = 20

/** In-place radix-2 FFT (Cooley & Tukey 1965). */
function fft(re: Float64Array, im: Float64Array): void {
  const size = re.length
  for (let i = 1, j = 0; i < size; i++) {
    let bit = size >> 1
    for (; j & bit; bit >>= 1) j ^= bit
    j ^= bit
    if (i < j) {
      ;[re[i], re[j]] = [re[j]!, re[i]!]
      ;[im[i], im[j]] = [im[j]!, im[i]!]
    }
  }
  for (let width = 2; width <= size; width <<= 1) {
    const angle = (-2 * Math.PI) / width
    for (let start = 0; start < size; start += width) {
      for (let k = 0; k < width / 2; k++) {
        const c = Math.cos(angle * k)
        const s = Math.sin(angle * k)
        const a = start + k
        const b = a + width / 2
        const x = re[b]! * c - im[b]! * s
        const y = re[b]! * s + im[b]! * c
        re[b] = re[a]! - x
        im[b] = im[a]! - y
        re[a] = re[a]! + x
        im[a] = im[a]! + y
      }
    }
  }
}

/** Mean power spectrum over Hann windows of `size` samples. */
export function spectrumOf(signal: Float32Array, size: number): Float64Array {
  const power = new Float64Array(size / 2)
  for (let start = 0; start + size <= signal.length; start += size / 2) {
    const re = Float64Array.from(
      { length: size },
      (_, i) => signal[start + i]! * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size)),
    )
    const im = new Float64Array(size)
    fft(re, im)
    for (let k = 0; k < size / 2; k++) power[k]! += re[k]! ** 2 + im[k]! ** 2
  }
  return power
}

/** Frequency of the strongest bin between two bounds in hertz. */
export function strongestHertz(signal: Float32Array, sampleRate: number, low: number, high: number): number {
  const size = 16_384
  const power = spectrumOf(signal, size)
  let best = 0
  for (
    let k = Math.ceil((low * size) / sampleRate);
    k < Math.min(size / 2, (high * size) / sampleRate);
    k++
  ) {
    if (power[k]! > (power[best] ?? 0) || best === 0) best = k
  }
  return (best * sampleRate) / size
}

/** Centre of gravity of the power spectrum in hertz. */
export function centroidHertz(signal: Float32Array, sampleRate: number): number {
  const power = spectrumOf(signal, 4096)
  let sum = 0
  let weighted = 0
  for (let k = 1; k < power.length; k++) {
    sum += power[k]!
    weighted += (power[k]! * k * sampleRate) / 4096
  }
  return weighted / sum
}

function meanAndDeviation(values: readonly number[]): [number, number] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
  return [mean, Math.sqrt(variance)]
}

/** The vector that the classifier sees; its level is taken out. */
export function descriptorsOf(signal: Float32Array, sampleRate: number): number[] {
  const window = Float64Array.from({ length: SIZE }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / SIZE))
  const edges = Array.from(
    { length: BANDS + 1 },
    (_, k) => Math.max(1, Math.round((60 * 250 ** (k / BANDS) * SIZE) / sampleRate)) + k,
  )
  const bands: number[][] = []
  const flatness: number[] = []
  const centroids: number[] = []
  const levels: number[] = []
  for (let start = 0; start + SIZE <= signal.length; start += SIZE) {
    const re = Float64Array.from(window, (w, i) => w * signal[start + i]!)
    const im = new Float64Array(SIZE)
    fft(re, im)
    const power = Array.from({ length: SIZE / 2 }, (_, k) => re[k]! ** 2 + im[k]! ** 2)
    const total = power.reduce((sum, value) => sum + value, 1e-9)
    levels.push(total)
    if (total < 1e-4) continue
    bands.push(
      edges.slice(0, BANDS).map((from, b) => {
        let sum = 1e-9
        for (let k = from; k < Math.max(from + 1, edges[b + 1]!); k++) sum += power[k] ?? 0
        return Math.log10(sum / total)
      }),
    )
    const logMean = power.slice(2, 400).reduce((sum, value) => sum + Math.log(value + 1e-12), 0) / 398
    flatness.push(
      logMean - Math.log(power.slice(2, 400).reduce((sum, value) => sum + value, 0) / 398 + 1e-12),
    )
    centroids.push(Math.log2(power.reduce((sum, value, k) => sum + value * k, 0) / total + 1))
  }
  const loudest = Math.max(...levels)
  const envelope = levels.map((level) => 10 * Math.log10(level / loudest + 1e-7))
  const steps = envelope.slice(1).map((level, k) => level - envelope[k]!)
  let crossings = 0
  let square = 0
  let peak = 0
  for (let i = 1; i < signal.length; i++) {
    if (signal[i]! >= 0 !== signal[i - 1]! >= 0) crossings++
    square += signal[i]! ** 2
    peak = Math.max(peak, Math.abs(signal[i]!))
  }
  const linear = levels.map((level) => Math.sqrt(level / loudest))
  const energySum = linear.reduce((sum, value) => sum + value, 0)
  const bandStatistics = Array.from({ length: BANDS }, (_, b) =>
    meanAndDeviation(bands.map((frame) => frame[b]!)),
  ).flat()
  return [
    ...bandStatistics,
    ...meanAndDeviation(flatness),
    ...meanAndDeviation(centroids),
    ...meanAndDeviation(envelope),
    ...meanAndDeviation(steps),
    Math.log(crossings + 1),
    20 * Math.log10(peak / Math.sqrt(square / signal.length)),
    linear.reduce((sum, value, k) => sum + value * k, 0) / energySum / linear.length,
    steps.filter((step) => step > 6).length,
    envelope.filter((level) => level < -40).length / envelope.length,
    ...[2, 4, 8, 16].map((hertz) => Math.log10(modulationAt(linear, hertz, sampleRate / SIZE) + 1e-4)),
    ...pitchOf(signal, sampleRate),
  ]
}

/** Share of the envelope's energy in an octave around a rate. */
function modulationAt(envelope: readonly number[], hertz: number, frameRate: number): number {
  const mean = envelope.reduce((sum, value) => sum + value, 0) / envelope.length
  let energy = 0
  for (const rate of [hertz * 0.8, hertz, hertz * 1.25]) {
    let re = 0
    let im = 0
    envelope.forEach((value, k) => {
      const angle = (2 * Math.PI * rate * k) / frameRate
      re += (value - mean) * Math.cos(angle)
      im += (value - mean) * Math.sin(angle)
    })
    energy += (re * re + im * im) / envelope.length ** 2
  }
  return energy / (mean * mean + 1e-9)
}

/** Height of the best autocorrelation peak from 50 to 2000 Hz at the loudest place, and its frequency in octaves. */
function pitchOf(signal: Float32Array, sampleRate: number): [number, number] {
  let loudest = 0
  let best = 0
  for (let start = 0; start + 4096 <= signal.length; start += 2048) {
    let sum = 0
    for (let i = start; i < start + 4096; i += 4) sum += signal[i]! ** 2
    if (sum > loudest) {
      loudest = sum
      best = start
    }
  }
  const piece = signal.slice(best, best + 4096)
  let top = 0
  let at = 0
  let zero = 1e-9
  for (let i = 0; i < 2048; i++) zero += piece[i]! ** 2
  for (let lag = Math.floor(sampleRate / 2000); lag < sampleRate / 50; lag++) {
    let sum = 0
    for (let i = 0; i < 2048; i += 2) sum += piece[i]! * piece[i + lag]!
    const value = (2 * sum) / zero
    if (value > top) {
      top = value
      at = lag
    }
  }
  return [top, at > 0 ? Math.log2(sampleRate / at) : 0]
}
