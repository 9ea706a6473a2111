// Attacks in a clip's own sound, by how fast its energy rises (pure).

/** 10 ms steps over windows of 20 ms. */
const STEP_SECONDS = 0.01
/** A rise by this factor in level (9 dB) within two steps … */
const RISE_DB = 9
/** … above this level is an attack. */
const AUDIBLE_DB = -50
const APART_SECONDS = 0.08

/** Times of attacks in ms from the start of mono samples. */
export function soundOnsetsMs(samples: Float32Array, sampleRateHz: number): readonly number[] {
  const step = Math.round(STEP_SECONDS * sampleRateHz)
  const levels = levelsDb(samples, step)
  const onsets: number[] = []
  let lastAt = Number.NEGATIVE_INFINITY
  // What sounds from the first sample on has no attack in it.
  for (let index = 2; index < levels.length; index++) {
    const level = levels[index]!
    const before = Math.max(AUDIBLE_DB - RISE_DB, Math.min(levels[index - 1]!, levels[index - 2]!))
    if (level < AUDIBLE_DB || level - before < RISE_DB) continue
    const atSeconds = index * STEP_SECONDS
    if (atSeconds - lastAt < APART_SECONDS) continue
    lastAt = atSeconds
    onsets.push(Math.round(atSeconds * 1000))
  }
  return onsets
}

function levelsDb(samples: Float32Array, step: number): Float32Array {
  const levels = new Float32Array(Math.floor(samples.length / step))
  for (let index = 0; index < levels.length; index++) {
    let energy = 1e-12
    for (let at = index * step; at < (index + 1) * step; at++) energy += samples[at]! ** 2 / step
    levels[index] = 10 * Math.log10(energy)
  }
  return levels
}
