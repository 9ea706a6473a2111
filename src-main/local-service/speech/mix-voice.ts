// Speech under generated sound (pure).

/** The highest peak of a mix: −1 dB of full scale. */
const PEAK_CEILING = 10 ** (-1 / 20)

/** Both together, each at its own level and as long as `generated`; softer as a whole where the sum would clip. */
export function mixVoice(generated: Float32Array, voice: Float32Array): Float32Array {
  const mix = generated.map((sample, index) => sample + (voice[index] ?? 0))
  let peak = 0
  for (const sample of mix) peak = Math.max(peak, Math.abs(sample))
  const gain = peak > PEAK_CEILING ? PEAK_CEILING / peak : 1
  return gain === 1 ? mix : mix.map((sample) => sample * gain)
}
