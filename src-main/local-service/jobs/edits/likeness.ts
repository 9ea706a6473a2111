// How alike two moments of sound are to the ear, whatever their phase.

import FFT from 'fft.js'

const LONGEST_WINDOW = 2048
const SHORTEST_WINDOW = 64
/** Two bands a semitone, each a semitone wide to either side, so that a tone that has moved a little is still like itself. */
const BANDS_IN_OCTAVE = 24
const BAND_SEMITONES = 1
const LOWEST_HZ = 60
const HIGHEST_HZ = 10_000

/** What a moment has in each band, compressed as loudness is, of a length of 1 together; silence is all 0. */
export type Likeness = Float32Array

/** Bins of a spectrum and what each counts in a band. */
type Band = readonly { readonly bin: number; readonly weight: number }[]

/** Measures moments of one length. */
export class LikenessMeter {
  private readonly window: number
  private readonly hann: Float64Array
  private readonly bands: readonly Band[]
  private readonly fft: FFT
  private readonly spectrum: number[]
  private readonly frame: number[]

  /** @param room how many samples a moment has; of them the power of two that fits is looked at */
  constructor(room: number, sampleRateHz: number) {
    const fitting = 2 ** Math.floor(Math.log2(Math.max(SHORTEST_WINDOW, room)))
    this.window = Math.min(LONGEST_WINDOW, fitting)
    this.hann = Float64Array.from(
      { length: this.window },
      (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (index + 0.5)) / this.window),
    )
    this.bands = bandsOf(this.window, sampleRateHz)
    this.fft = new FFT(this.window)
    this.spectrum = this.fft.createComplexArray()
    this.frame = Array.from({ length: this.window }, () => 0)
  }

  /** Of the moment that begins at a sample. */
  at(samples: Float32Array, start: number): Likeness {
    for (let index = 0; index < this.window; index++) {
      this.frame[index] = (samples[start + index] ?? 0) * this.hann[index]!
    }
    this.fft.realTransform(this.spectrum, this.frame)
    const loudness = Float32Array.from(this.bands, (band) => {
      const power = band.reduce((sum, { bin, weight }) => {
        return sum + weight * (this.spectrum[2 * bin]! ** 2 + this.spectrum[2 * bin + 1]! ** 2)
      }, 0)
      return power ** 0.25
    })
    const length = Math.sqrt(loudness.reduce((sum, value) => sum + value ** 2, 0))
    return length > 0 ? loudness.map((value) => value / length) : loudness
  }

  /** Of the last moment. */
  atEnd(samples: Float32Array): Likeness {
    return this.at(samples, samples.length - this.window)
  }
}

/** 0..1: 1 is the same in every band. */
export function alike(one: Likeness, other: Likeness): number {
  let sum = 0
  for (let band = 0; band < one.length; band++) sum += one[band]! * other[band]!
  return sum
}

function bandsOf(window: number, sampleRateHz: number): readonly Band[] {
  const highest = Math.min(HIGHEST_HZ, 0.4 * sampleRateHz)
  const count = Math.floor(BANDS_IN_OCTAVE * Math.log2(highest / LOWEST_HZ))
  const widthHz = sampleRateHz / window
  return Array.from({ length: count }, (_, band) => {
    const centreHz = LOWEST_HZ * 2 ** (band / BANDS_IN_OCTAVE)
    // A triangle over two semitones; at low pitches, where a bin is wider than that, over its two neighbours.
    const reachHz = Math.max(widthHz, centreHz * (2 ** (BAND_SEMITONES / 12) - 1))
    const first = Math.max(1, Math.ceil((centreHz - reachHz) / widthHz))
    const last = Math.min(window / 2 - 1, Math.floor((centreHz + reachHz) / widthHz))
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => {
      const bin = first + index
      return { bin, weight: 1 - Math.abs(bin * widthHz - centreHz) / reachHz }
    })
  })
}
