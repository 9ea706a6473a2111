// Spectra of moments of a recording.

import FFT from 'fft.js'

/**
 * Reads what is heard under a Hann window that begins at a sample: zeros beyond both ends of the signal, and after the window up to
 * `transformSize`.
 * @returns real and imaginary part of each bin up to half the rate, one after the other; the array is used again
 */
export function createSpectrumReader(
  signal: Float32Array,
  windowSize: number,
  transformSize = windowSize,
): (start: number) => readonly number[] {
  const fft = new FFT(transformSize)
  const spectrum = fft.createComplexArray()
  const windowed = new Array<number>(transformSize).fill(0)
  const hann = Float64Array.from(
    { length: windowSize },
    (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / windowSize),
  )
  return (start) => {
    for (let index = 0; index < windowSize; index++)
      windowed[index] = (signal[start + index] ?? 0) * hann[index]!
    fft.realTransform(spectrum, windowed)
    return spectrum
  }
}
