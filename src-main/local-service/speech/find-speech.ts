// Decides by a voice's probability over time whether there is speech (pure).

/** The only rate that the network was trained for. */
export const SPEECH_RATE_HZ = 48_000
/** A frame of the denoiser lasts 10 ms. */
export const SPEECH_FRAME_MS = 10

/**
 * Bounds between speech and everything else, chosen on the sounds of test/bench/video/RESULTS.md: in noise, engines and music no run is so
 * sure for so long, but for single ones where a steady sound sets in, and those do not add up. A crowd's babble passes for speech.
 */
const SURE = 0.9
const SHORTEST_RUN_MS = 150
const LEAST_SPEECH_MS = 500
const LEAST_SHARE = 0.01

/** Whether frames of these probabilities (0..1, every {@link SPEECH_FRAME_MS}) hold speech: enough time in runs that are sure and long enough. */
export function hasSpeech(probabilities: readonly number[]): boolean {
  const leastMs = Math.max(LEAST_SPEECH_MS, LEAST_SHARE * probabilities.length * SPEECH_FRAME_MS)
  return sureSpeechMs(probabilities) >= leastMs
}

/** Time in ms within runs that count as speech. */
export function sureSpeechMs(probabilities: readonly number[]): number {
  let total = 0
  let run = 0
  const endRun = () => {
    if (run * SPEECH_FRAME_MS >= SHORTEST_RUN_MS) total += run * SPEECH_FRAME_MS
    run = 0
  }
  for (const probability of probabilities) {
    if (probability >= SURE) run++
    else endRun()
  }
  endRun()
  return total
}
