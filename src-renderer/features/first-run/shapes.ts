// The two waveforms of the first run: shapes of a whoosh and of a slam, computed, so that no file is needed before the first sound.
import type { Peaks } from '../../waveform/peaks.ts'

const BUCKETS = 800

/** A small deterministic noise: the picture is the same at every start (mulberry32). */
function noiseFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

function shape(seed: number, level: (t: number) => number): Peaks {
  const noise = noiseFrom(seed)
  const min = new Float32Array(BUCKETS)
  const max = new Float32Array(BUCKETS)
  for (let i = 0; i < BUCKETS; i++) {
    const envelope = Math.min(1, level(i / BUCKETS))
    max[i] = envelope * (0.4 + 0.6 * noise() ** 2)
    min[i] = -envelope * (0.4 + 0.6 * noise() ** 2)
  }
  return { buckets: BUCKETS, min, max, rms: null }
}

const bell = (t: number, centre: number, width: number): number =>
  Math.exp(-((t - centre) ** 2) / (2 * width * width))

/** Rises slowly, passes, leaves a little air behind. */
export const whooshShape = (): Peaks =>
  shape(6, (t) => 0.9 * bell(t, 0.46, t < 0.46 ? 0.17 : 0.08) + 0.12 * bell(t, 0.75, 0.1) + 0.01)

/** A latch, the panel, a few rattles, a long room. */
export const slamShape = (): Peaks =>
  shape(4, (t) => {
    if (t < 0.1) return 0.006
    if (t < 0.125) return 0.1
    const since = t - 0.125
    const rattles = [0.05, 0.08, 0.1, 0.16, 0.21].reduce((sum, at) => sum + 0.12 * bell(since, at, 0.0025), 0)
    return Math.exp(-since / 0.012) + 0.26 * Math.exp(-since / 0.13) + rattles + 0.008
  })
