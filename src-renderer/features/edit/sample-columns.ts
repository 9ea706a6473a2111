// Columns of a stretch of a sound, one device pixel each: from its samples, or from its peaks where a pixel covers many.
import type { Columns, TimedPeaks } from '../../waveform/peaks.ts'
import type { Viewport } from './viewport.ts'

/** Mono samples with their rate, and the peaks where they are known. */
export interface Drawable {
  readonly samples: Float32Array
  readonly sampleRate: number
  readonly peaks: TimedPeaks | null
}

/** Above this many samples a column the peaks are precise enough, and far quicker. */
const SAMPLES_A_COLUMN = 4096

/**
 * Extremes and root mean square of what each column covers; a column outside of the sound is 0.
 * @param width in device pixels
 */
export function columnsIn(drawable: Drawable, view: Viewport, width: number): Columns {
  const { samples, sampleRate, peaks } = drawable
  const usesPeaks = peaks !== null && (view.spanS * sampleRate) / width > SAMPLES_A_COLUMN
  const total = usesPeaks ? peaks.buckets : samples.length
  const rate = usesPeaks ? peaks.buckets / peaks.durationS : sampleRate
  const lows = usesPeaks ? peaks.min : samples
  const highs = usesPeaks ? peaks.max : samples
  const bodies = usesPeaks ? (peaks.rms ?? samples) : samples
  const min = new Float32Array(width)
  const max = new Float32Array(width)
  const rms = new Float32Array(width)
  for (let x = 0; x < width; x++) {
    const from = Math.floor((view.startS + (x / width) * view.spanS) * rate)
    const to = Math.max(from + 1, Math.floor((view.startS + ((x + 1) / width) * view.spanS) * rate))
    if (from >= total || from < 0) continue
    let low = Number.POSITIVE_INFINITY
    let high = Number.NEGATIVE_INFINITY
    let energy = 0
    const end = Math.min(to, total)
    for (let i = from; i < end; i++) {
      low = Math.min(low, lows[i] ?? 0)
      high = Math.max(high, highs[i] ?? 0)
      energy += (bodies[i] ?? 0) ** 2
    }
    min[x] = low
    max[x] = high
    rms[x] = Math.sqrt(energy / (end - from))
  }
  return { min, max, rms }
}

/** The channels of a decoded sound summed to one, halved for each: what its peaks show, too. */
export function monoOf(buffer: AudioBuffer): Float32Array {
  const first = buffer.getChannelData(0)
  if (buffer.numberOfChannels === 1) return first
  const mono = new Float32Array(buffer.length)
  for (let channel = 0; channel < buffer.numberOfChannels; channel++) {
    const data = buffer.getChannelData(channel)
    for (let i = 0; i < mono.length; i++) mono[i] = (mono[i] ?? 0) + (data[i] ?? 0) / buffer.numberOfChannels
  }
  return mono
}
