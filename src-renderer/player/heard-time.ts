// What leaves the loudspeaker at this moment, on the audio clock: behind what is computed by what lies between (pure).

/** What the audio context tells. Seconds, but for the clock of the page. */
export interface AudioMoment {
  /** `currentTime`: what is computed next. */
  readonly computedS: number
  /** `outputLatency`, 0 where it is not told. */
  readonly latencyS: number
  /** `getOutputTimestamp()`: what left at a time of the page's clock; zeros where it is not told. */
  readonly output: { readonly contextTime?: number; readonly performanceTime?: number }
  /** `performance.now()` */
  readonly nowMs: number
}

/** Further behind than this the device stands still, or what it tells is of another time. */
const MOST_LATENCY_S = 1

/** Seconds of the audio clock; never ahead of what is computed. */
export function heardTimeS({ computedS, latencyS, output, nowMs }: AudioMoment): number {
  const { contextTime = 0, performanceTime = 0 } = output
  const leftS = contextTime + (nowMs - performanceTime) / 1000
  const isTold = contextTime > 0 && performanceTime > 0 && leftS > computedS - MOST_LATENCY_S
  return Math.max(0, Math.min(computedS, isTold ? leftS : computedS - latencyS))
}
