// Finds the events of a recording (ticks, steps, knocks, drips): when each begins, how long it sounds, what comes between.

import { joined } from '../../codecs/joined.ts'

/** One sound that stands out of its background. Samples count from the start of the recording. */
export interface SourceEvent {
  /** Where its attack begins. */
  readonly onset: number
  /** Where it has sunk into the background, or the next one is about to begin. */
  readonly end: number
  /** Where the next one is about to begin. */
  readonly next: number
}

/** What is short against any attack that is heard as one; levels are taken this far apart. */
const HOP_SECONDS = 0.005
const HOPS_IN_FRAME = 4
/** An attack rises this far above the usual level of the moments before it. */
const RISE_DB = 10
const BEFORE_SECONDS = 0.2
/** Sounds closer than this are one event: the heel and the toe of a step, the two beats of a latch. */
const SAME_EVENT_SECONDS = 0.15
/** Events this much softer than the loudest are part of the background. */
const RANGE_DB = 26
/** A sound is over when it is this near the level from which it rose. */
const OVER_DB = 3
/** What is kept in front of an onset, so that no attack is cut. */
export const LEAD_SECONDS = 0.012
const FEWEST_EVENTS = 3
/** Events that follow each other quicker are a texture, and continued as one. */
const SHORTEST_INTERVAL_SECONDS = 0.18
/** After a pause this many times the longest one between events, they are over. */
const OVER_AFTER_INTERVALS = 1.5
/** A background that is uneven rises by itself; an event rises further, by this many of its spreads and at most this far. */
const BACKGROUND_SPREADS = 3.5
const HIGHEST_RISE_DB = 14

/**
 * The events of a recording, in order; empty where it has fewer than three, where they run into each other, or where they have
 * ended or died away. An event is a jump of the level in 20 ms, after the energy flux of Bello et al., "A tutorial on onset
 * detection in music signals" (2005), in the whole band above 200 Hz and again in what is above 3 kHz, where ticks show over hum.
 */
export function eventsOf(samples: Float32Array, sampleRateHz: number): readonly SourceEvent[] {
  const events = allEventsOf(samples, sampleRateHz)
  return areEvents(events, intervalsOf(events), sampleRateHz) && isGoingOn(events, samples) ? events : []
}

/** However few the events are, and whatever their pace. */
function allEventsOf(samples: Float32Array, sampleRateHz: number): readonly SourceEvent[] {
  const hop = hopOf(sampleRateHz)
  const bands = bandsOf(samples, sampleRateHz)
  const onsets = onsetHops(bands, attackAt(samples, 0, hop) > 0)
  const lead = Math.round(LEAD_SECONDS * sampleRateHz)
  const starts = onsets.map((at) => attackAt(samples, at * hop, hop))
  return starts.map((onset, index) => {
    const next = Math.max(onset + 2 * lead, (starts[index + 1] ?? samples.length) - lead)
    const sunk = sunkAt(bands, onsets[index]!) * hop
    return { onset, end: Math.min(Math.max(onset + 2 * lead, sunk), next), next }
  })
}

/** A recording with a gap in it: what is after the gap, and behind it what is before it, so that its end is where the gap begins. */
export interface EventsAround {
  readonly source: Float32Array
  readonly events: readonly SourceEvent[]
  readonly intervals: readonly number[]
  /** When the last event before the gap came, or would have come, in samples from its start; 0 or below. */
  readonly lastOnset: number
  /** When the first one after it comes, in samples from its end; null where none does. */
  readonly nextOnset: number | null
}

interface Around {
  readonly before: Float32Array
  readonly after: Float32Array
  /** Of the gap, in samples. */
  readonly length: number
  readonly sampleRateHz: number
  /** Whether something else tells when the gap has events, so that it has some however long none came before. */
  readonly isTimed: boolean
}

/** The events on both sides of a gap in a recording; null where it has too few, or they were over by then. */
export function eventsAround({ before, after, length, sampleRateHz, isTimed }: Around): EventsAround | null {
  const earlier = allEventsOf(before, sampleRateHz)
  const later = allEventsOf(after, sampleRateHz)
  const events = [
    ...later,
    ...earlier.map(({ onset, end, next }) => ({
      onset: onset + after.length,
      end: end + after.length,
      next: next + after.length,
    })),
  ]
  const intervals = intervalsOf(events).map((interval, index) =>
    index === later.length - 1 ? Number.NaN : interval,
  )
  if (!areEvents(events, intervals, sampleRateHz)) return null
  const longest = Math.max(...intervals.filter(Number.isFinite))
  const last = earlier.at(-1)
  const nextOnset = later[0]?.onset ?? null
  // A pause at the gap that is longer than any between them is one in which there are none.
  const pauses = [before.length - (last?.onset ?? 0), nextOnset ?? after.length]
  const isPause = pauses.some((pause) => pause > OVER_AFTER_INTERVALS * longest)
  const isFading = later.length === 0 && !isGoingOn(earlier, before)
  if (!isTimed && (isPause || isFading)) return null
  const source = joined([after, before])
  const lastOnset = last ? last.onset - before.length : stepsBack(length + (nextOnset ?? 0), intervals)
  return { source, events, intervals, lastOnset, nextOnset }
}

/** The last of the steps back from a time, each as long as an interval usually is, that is 0 or below. */
function stepsBack(from: number, intervals: readonly number[]): number {
  const usual = usualOf(intervals)
  return from - usual * Math.ceil(from / usual)
}

/** The median of the intervals that are known. */
export const usualOf = (intervals: readonly number[]): number => median(intervals.filter(Number.isFinite))

/** Samples from each event to the next. */
export function intervalsOf(events: readonly SourceEvent[]): readonly number[] {
  return events.slice(1).map(({ onset }, index) => onset - events[index]!.onset)
}

/** Whether there are enough of them, at a pace of events: what follows each other quicker is a texture. */
function areEvents(
  events: readonly SourceEvent[],
  intervals: readonly number[],
  sampleRateHz: number,
): boolean {
  if (events.length < FEWEST_EVENTS) return false
  return usualOf(intervals) >= SHORTEST_INTERVAL_SECONDS * sampleRateHz
}

const hopOf = (sampleRateHz: number): number => Math.max(1, Math.round(HOP_SECONDS * sampleRateHz))

const bandsOf = (samples: Float32Array, sampleRateHz: number): Float64Array[] =>
  [200, 3000].map((hz) => levelsOf(highPassed(samples, hz, sampleRateHz), hopOf(sampleRateHz)))

/** Whether more of the same is to be expected: the last is neither long ago nor the end of a fade. */
function isGoingOn(events: readonly SourceEvent[], samples: Float32Array): boolean {
  const pause = samples.length - events.at(-1)!.onset
  if (pause > OVER_AFTER_INTERVALS * Math.max(...intervalsOf(events))) return false
  const peaks = events.map(({ onset, end }) => peakDb(samples, onset, end))
  const falls = peaks.filter((peak, index) => index > 0 && peak < peaks[index - 1]!).length
  return !(falls >= 0.8 * (peaks.length - 1) && peaks.at(-1)! < peaks[0]! - 9)
}

/**
 * First hops of the sounds that stand out of what was before them. What a recording opens with is one too where its attack is in
 * it, and it stands out of the softest quarter of the rest.
 */
function onsetHops(bands: readonly Float64Array[], opensWithAttack: boolean): number[] {
  const before = Math.round(BEFORE_SECONDS / HOP_SECONDS)
  const refractory = Math.round(SAME_EVENT_SECONDS / HOP_SECONDS)
  const found: { hop: number; levelDb: number }[] = []
  const loud = bands[0]!
  const low = bands.map((levels) => levels.toSorted()[Math.floor(levels.length / 4)]!)
  const needed = bands.map((levels) =>
    Math.min(HIGHEST_RISE_DB, Math.max(RISE_DB, BACKGROUND_SPREADS * spreadOf(levels))),
  )
  let blockedUntil = 0
  for (let at = 0; at < loud.length; at++) {
    const rises = bands.some((levels, band) => {
      const usual = at === 0 ? low[band]! : median(levels.subarray(Math.max(0, at - before), at))
      const isRising = at === 0 ? opensWithAttack : levels[at]! > levels[at - 1]! + 1
      return isRising && levels[at]! > usual + needed[band]!
    })
    if (!rises) continue
    // Heel and toe are one event, and so is a rise that takes its time; the first of them begins it.
    if (at >= blockedUntil) {
      const levelDb = Math.max(...loud.subarray(at, at + refractory))
      found.push({ hop: at, levelDb })
      blockedUntil = at + refractory
    }
  }
  const loudest = Math.max(...found.map(({ levelDb }) => levelDb))
  return found.filter(({ levelDb }) => levelDb > loudest - RANGE_DB).map(({ hop }) => hop)
}

/** The first hop after an onset at which every band is near the level that it rose from, and stays so for a moment. */
function sunkAt(bands: readonly Float64Array[], onset: number): number {
  const before = Math.round(BEFORE_SECONDS / HOP_SECONDS)
  const floors = bands.map((levels) => {
    const earlier = levels.subarray(Math.max(0, onset - before), onset)
    return (
      (earlier.length > 0 ? median(earlier) : levels.toSorted()[Math.floor(levels.length / 4)]!) + OVER_DB
    )
  })
  let quiet = 0
  for (let at = onset + HOPS_IN_FRAME; at < bands[0]!.length; at++) {
    quiet = bands.every((levels, band) => levels[at]! <= floors[band]!) ? quiet + 1 : 0
    if (quiet === HOPS_IN_FRAME) return at
  }
  return bands[0]!.length + HOPS_IN_FRAME
}

/** The attack within a frame: the first millisecond with a tenth of the power of the strongest. */
function attackAt(samples: Float32Array, from: number, hop: number): number {
  const step = Math.max(1, Math.round(hop / 5))
  const powers: number[] = []
  for (let at = from; at < Math.min(samples.length, from + 2 * HOPS_IN_FRAME * hop); at += step) {
    let power = 0
    for (let index = at; index < at + step; index++) power += (samples[index] ?? 0) ** 2
    powers.push(power)
  }
  const strongest = Math.max(...powers)
  return (
    from +
    step *
      Math.max(
        0,
        powers.findIndex((power) => power >= 0.1 * strongest),
      )
  )
}

/** How far the levels of a background go up by themselves, in dB: from its median to the middle of its upper half, robustly. */
function spreadOf(levels: Float64Array): number {
  const sorted = levels.toSorted()
  const lower = sorted.subarray(0, Math.ceil(sorted.length / 2))
  // Events are in the upper half; what is below it tells how even the background is.
  return lower.at(-1)! - lower[Math.floor(lower.length / 2)]!
}

/** Level in dB of the 20 ms that begin at each hop; digital silence is −120. */
function levelsOf(samples: Float32Array, hop: number): Float64Array {
  const hops = Math.floor(samples.length / hop)
  const powers = new Float64Array(hops)
  for (let at = 0; at < hops; at++) {
    for (let index = at * hop; index < (at + 1) * hop; index++) powers[at]! += samples[index]! ** 2
  }
  return powers.map((_, at) => {
    let power = 0
    for (let k = at; k < at + HOPS_IN_FRAME; k++) power += powers[Math.min(k, hops - 1)]!
    return 10 * Math.log10(power / (HOPS_IN_FRAME * hop) + 1e-12)
  })
}

/** A first-order high-pass: what a slow rumble does is no event. */
function highPassed(samples: Float32Array, cutoffHz: number, sampleRateHz: number): Float32Array {
  const keep = Math.exp((-2 * Math.PI * cutoffHz) / sampleRateHz)
  let low = samples[0] ?? 0
  return samples.map((sample) => {
    low = keep * low + (1 - keep) * sample
    return sample - low
  })
}

function peakDb(samples: Float32Array, from: number, to: number): number {
  let peak = 1e-6
  for (let index = from; index < to; index++) peak = Math.max(peak, Math.abs(samples[index] ?? 0))
  return 20 * Math.log10(peak)
}

function median(values: Float64Array | readonly number[]): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NEGATIVE_INFINITY
}
