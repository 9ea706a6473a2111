// What stands around a moment: which drums are likely just before and after it, how often each is, and what is likely a beat and a bar away.

/** Drums that are told apart: kick, snare, hat, tom, cymbal. */
export const DRUM_COUNT = 5
/** A take is looked at in stretches of so many seconds: tempo and groove hold for one. */
const STRETCH_SECONDS = 20
/** Around a moment, in seconds. */
const NEAR = [
  [0.02, 0.13],
  [0.13, 0.27],
  [0.27, 0.55],
  [0.55, 1.1],
] as const
/** How long after a beat the next comes, and after a bar, in hundredths of a second. */
const BEAT_LAGS = [28, 75] as const
const BAR_LAGS = [75, 270] as const
/** What comes again after a beat or a bar does so within so many seconds. */
const AGAIN_SECONDS = 0.025
/** How much each drum tells of what comes again. */
const TELLING = [2.25, 2.25, 0.5, 1, 0.5] as const
/** Twice the chances, those near before and after, shares of the stretch and the likeliest of it, and a beat and a bar away on either side. */
export const CONTEXT_FACTS = DRUM_COUNT * (2 + 2 * NEAR.length + 2 + 4)
const LEAST_CHANCE = 1e-4

interface Stretch {
  /** Indices of its moments, from and up to. */
  readonly from: number
  readonly to: number
  readonly seconds: number
}

/**
 * The facts of each moment, row by row.
 * @param times of the moments in seconds, in order
 * @param chances row by row, moments × drums
 */
export function describeHitContext(
  times: readonly number[],
  chances: Float32Array,
  durationSeconds: number,
): Float32Array {
  const facts = new Float32Array(times.length * CONTEXT_FACTS)
  const mostBetween = mostLikely(times, chances)
  for (const stretch of stretchesOf(times, durationSeconds)) {
    const { shares, high } = sharesOf(stretch, chances)
    const [beat, bar] = lagsOf(stretch, times, chances)
    for (let index = stretch.from; index < stretch.to; index++) {
      const time = times[index]!
      let at = index * CONTEXT_FACTS
      const put = (values: ArrayLike<number>): void => {
        for (let drum = 0; drum < DRUM_COUNT; drum++) facts[at++] = values[drum]!
      }
      const here = chances.subarray(index * DRUM_COUNT, (index + 1) * DRUM_COUNT)
      put(here.map(logitOf))
      put(here)
      for (const [near, far] of NEAR) {
        put(mostBetween(time - far, time - near))
        put(mostBetween(time + near, time + far))
      }
      put(shares)
      put(high)
      for (const lag of [-beat, beat, -bar, bar])
        put(mostBetween(time + lag - AGAIN_SECONDS, time + lag + AGAIN_SECONDS))
    }
  }
  return facts
}

const logitOf = (chance: number): number => {
  const bounded = Math.min(1 - LEAST_CHANCE, Math.max(LEAST_CHANCE, chance))
  return Math.log(bounded / (1 - bounded))
}

/** Of equal stretches; what is left over at the end belongs to the last. */
function stretchesOf(times: readonly number[], durationSeconds: number): Stretch[] {
  const count = Math.max(1, Math.floor(durationSeconds / STRETCH_SECONDS))
  const stretches: Stretch[] = []
  let from = 0
  for (let index = 0; index < count; index++) {
    const isLast = index === count - 1
    const end = isLast ? Number.POSITIVE_INFINITY : (index + 1) * STRETCH_SECONDS
    let to = from
    while (to < times.length && times[to]! < end) to++
    const seconds = isLast ? durationSeconds - index * STRETCH_SECONDS : STRETCH_SECONDS
    stretches.push({ from, to, seconds: Math.max(1, seconds) })
    from = to
  }
  return stretches
}

/** How many hits of each drum a second are likely, and how likely the likeliest twentieth is. */
function sharesOf({ from, to, seconds }: Stretch, chances: Float32Array) {
  const shares = new Float32Array(DRUM_COUNT)
  const high = new Float32Array(DRUM_COUNT)
  for (let drum = 0; drum < DRUM_COUNT; drum++) {
    const all = Array.from({ length: to - from }, (_, index) => chances[(from + index) * DRUM_COUNT + drum]!)
    shares[drum] = all.reduce((sum, chance) => sum + chance, 0) / seconds
    high[drum] = all.sort((a, b) => a - b)[Math.floor(0.95 * (all.length - 1))] ?? 0
  }
  return { shares, high }
}

/** After how many seconds drums come again best: within the bounds of a beat, and within those of a bar. */
function lagsOf(
  { from, to, seconds }: Stretch,
  times: readonly number[],
  chances: Float32Array,
): [number, number] {
  const [, longest] = BAR_LAGS
  const again = new Float32Array(longest + 2)
  for (let first = from; first < to; first++) {
    for (let second = first + 1; second < to; second++) {
      const lag = Math.round((times[second]! - times[first]!) * 100)
      if (lag > longest) break
      let both = 0
      for (let drum = 0; drum < DRUM_COUNT; drum++)
        both += TELLING[drum]! * chances[first * DRUM_COUNT + drum]! * chances[second * DRUM_COUNT + drum]!
      again[lag - 1]! += both / 2
      again[lag]! += both
      again[lag + 1]! += both / 2
    }
  }
  const best = ([least, most]: readonly [number, number]): number => {
    let chosen = least
    // The longer the lag, the fewer pairs a stretch has.
    const worth = (lag: number) => again[lag]! / Math.max(0.1, 1 - lag / 100 / seconds)
    for (let lag = least; lag < most; lag++) if (worth(lag) > worth(chosen)) chosen = lag
    return chosen / 100
  }
  return [best(BEAT_LAGS), best(BAR_LAGS)]
}

/** How likely each drum is at its likeliest moment between two times. */
function mostLikely(
  times: readonly number[],
  chances: Float32Array,
): (fromSeconds: number, toSeconds: number) => Float32Array {
  const firstFrom = (seconds: number): number => {
    let [low, high] = [0, times.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (times[middle]! < seconds) low = middle + 1
      else high = middle
    }
    return low
  }
  return (fromSeconds, toSeconds) => {
    const most = new Float32Array(DRUM_COUNT)
    for (let index = firstFrom(fromSeconds); index < times.length && times[index]! < toSeconds; index++)
      for (let drum = 0; drum < DRUM_COUNT; drum++)
        most[drum] = Math.max(most[drum]!, chances[index * DRUM_COUNT + drum]!)
    return most
  }
}
