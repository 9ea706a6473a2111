// What is counted is heard as one: after its attack a held sound only sinks.

import FFT from 'fft.js'
import { nearestFalling } from '../signal/nearest-falling.ts'

const WINDOW = 512
const HOP = 128
/** Each round hears what the one before has left. */
const ROUNDS = 3
/** A dip is filled by no more than this. */
const MOST_GAIN = 10 ** (18 / 20)
/** By so much, in nepers, it sinks at least from its first to its last moment. */
const LEAST_FALL = 1.2
/** What lies under the ear's threshold beside a peak of 1 is left alone. */
const FLOOR = 1e-2

/**
 * Evens out, in place, a held event (a whoosh, a roll of thunder, a scrape): its high-frequency content, by which
 * people and detectors hear onsets (Masri 1996; weighted and compressed as aubio does by default), follows the falling
 * curve nearest to what it was, by isotonic regression of its logarithm (Barlow et al. 1972). So it keeps its course,
 * length and colour, but nothing in it stands out as another beginning.
 */
export function sinkEvenly(event: Float32Array): Float32Array {
  for (let round = 0; round < ROUNDS; round++) {
    const contents = contentsOf(event)
    const slope = LEAST_FALL / contents.length
    const falling = nearestFalling(contents.map((content, frame) => content + slope * frame))
    applyGains(
      event,
      falling.map((wanted, frame) =>
        Math.min(MOST_GAIN, Math.exp(wanted - slope * frame - contents[frame]!)),
      ),
    )
  }
  return event
}

const HANN = Float64Array.from({ length: WINDOW }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / WINDOW))

/** Logarithm of the high-frequency content around every `HOP`th sample. */
function contentsOf(event: Float32Array): Float64Array {
  const fft = new FFT(WINDOW)
  const frame = new Array<number>(WINDOW).fill(0)
  const spectrum = fft.createComplexArray()
  const contents = new Float64Array(Math.ceil(event.length / HOP) + 1)
  const padded = new Float32Array(WINDOW)
  for (let k = 0; k < contents.length; k++) {
    const from = k * HOP - WINDOW / 2
    padded.fill(0)
    padded.set(event.subarray(Math.max(0, from), from + WINDOW), Math.max(0, -from))
    for (let i = 0; i < WINDOW; i++) frame[i] = padded[i]! * HANN[i]!
    fft.realTransform(spectrum, frame)
    let content = FLOOR
    for (let bin = 1; bin < WINDOW / 2; bin++) {
      const re = spectrum[2 * bin]!
      const im = spectrum[2 * bin + 1]!
      content += bin * Math.log(1 + Math.sqrt(re * re + im * im))
    }
    contents[k] = Math.log(content)
  }
  return contents
}

/** Multiplies in place by gains of every `HOP`th sample, and what lies between them. */
function applyGains(event: Float32Array, gains: readonly number[]): void {
  for (let start = 0, k = 0; start < event.length; start += HOP, k++) {
    const from = gains[k]!
    const step = (gains[k + 1]! - from) / HOP
    const end = Math.min(HOP, event.length - start)
    for (let i = 0; i < end; i++) event[start + i]! *= from + step * i
  }
}
