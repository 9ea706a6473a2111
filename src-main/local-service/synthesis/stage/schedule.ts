// When events happen: counts, paces and natural irregularity, fitted into the time there is.

import type { Occasion, Rhythm } from '../families/model.ts'
import type { Random } from '../signal/random.ts'

export interface ScheduledOccasion extends Occasion {
  /** Seconds from the start of the stretch. */
  readonly atSeconds: number
}

export interface Stretch {
  /** Seconds in which events begin. */
  readonly seconds: number
  /** Seconds until the sound ends, for what they leave ringing. */
  readonly roomSeconds: number
  readonly isCircular: boolean
  readonly count: number | null
  readonly tempo: number
  /** Nothing else is to happen: what happens once is given in takes. */
  readonly isAlone: boolean
  /** Happens once, however it recurs elsewhere. */
  readonly isOnce: boolean
}

/** No pause of what recurs at random is longer than so many usual ones: nobody takes it for the end. */
const LONGEST_WAIT = 1.6

/** Takes of what happens once follow one another at so many times the least time between two. */
const TAKES_APART = 1.6

/** Seconds before the first onset, so that its attack is not in the opening fade. */
const LEAD_SECONDS = 0.008

/** Before counted events it is longer: each, the first too, stands out of a moment of silence, so all can be counted. */
const COUNTED_LEAD_SECONDS = 0.05

/**
 * The onsets of a layer in a stretch of time.
 *
 * A stated count is exact: the events keep their natural pace and are pushed together only as far as needed to fit.
 * Without a count, `once` fills the stretch with takes one after another, as a designer would record them, where it is
 * alone; among other events it happens once in up to twice its gap. `groups`, `pulse` and `scatter` fill the stretch.
 */
export function scheduleOf(random: Random, rhythm: Rhythm, stretch: Stretch): ScheduledOccasion[] {
  const times =
    stretch.count === null ? freeTimes(random, rhythm, stretch) : countedTimes(random, rhythm, stretch)
  return times.map((atSeconds, index) => {
    const next = times[index + 1]
    // The last of a loop may ring on into the start.
    const end = stretch.isCircular ? atSeconds + stretch.seconds : stretch.seconds
    const accentFloor = rhythm.kind === 'scatter' ? 0.45 : 0.8
    return {
      atSeconds,
      roomSeconds: Math.max(0.02, stretch.isCircular ? stretch.seconds * 4 : stretch.roomSeconds - atSeconds),
      index,
      accent: times.length === 1 ? 1 : random.between(accentFloor, 1),
      budgetSeconds: Math.max(
        0.02,
        (next === undefined ? end : Math.max(next, atSeconds + 0.02)) - atSeconds,
      ),
    }
  })
}

function countedTimes(random: Random, rhythm: Rhythm, stretch: Stretch): number[] {
  const count = Math.max(1, Math.min(stretch.count ?? 1, 200))
  if (count === 1) return [Math.min(LEAD_SECONDS, stretch.seconds * 0.05)]
  const lead = Math.min(COUNTED_LEAD_SECONDS, stretch.seconds * 0.05)
  const natural =
    (rhythm.kind === 'once' ? Math.min(rhythm.gapSeconds, 2.5) : rhythm.gapSeconds) / stretch.tempo
  // The last event keeps as much room to ring as an interval, within reason.
  const room = stretch.seconds - lead - Math.min(natural, stretch.seconds / (count + 0.5))
  const gap = Math.min(natural, room / (count - 1))
  const sway = 'sway' in rhythm ? Math.min(rhythm.sway, 0.12) : 0.1
  return Array.from({ length: count }, (_, k) =>
    k === 0
      ? lead
      : lead + gap * (k + (k === count - 1 ? -Math.abs(sway * random.signed()) : sway * random.signed())),
  )
}

function freeTimes(random: Random, rhythm: Rhythm, stretch: Stretch): number[] {
  const { seconds, isCircular } = stretch
  const lead = Math.min(LEAD_SECONDS, seconds * 0.05)
  if (stretch.isOnce) return [lead]
  const gap = rhythm.gapSeconds / stretch.tempo
  if (rhythm.kind === 'once') {
    const close = Math.min(gap, (rhythm.apartSeconds * TAKES_APART) / stretch.tempo)
    const takes = stretch.isAlone ? Math.round(seconds / close) : Math.floor(seconds / gap)
    if (takes < 2) return [lead]
    const each = seconds / takes
    return Array.from({ length: takes }, (_, k) => lead + each * (k + (k === 0 ? 0 : 0.2 * random.signed())))
  }
  if (rhythm.kind === 'groups') return groupedTimes(random, rhythm, stretch, lead)
  if (rhythm.kind === 'pulse') {
    if (isCircular) {
      const beats = Math.max(1, Math.round(seconds / gap))
      const each = seconds / beats
      return Array.from({ length: beats }, (_, k) =>
        k === 0 ? lead : lead + each * (k + 0.5 * rhythm.sway * random.signed()),
      )
    }
    const times: number[] = []
    for (
      let at = lead;
      at < Math.max(seconds - 0.03, lead + 1e-6);
      at += gap * (1 + rhythm.sway * random.signed())
    ) {
      times.push(at)
    }
    return times
  }
  const least = Math.min(rhythm.leastSeconds / stretch.tempo, gap)
  const times: number[] = []
  // The first comes soon: nobody waits for the sound that was asked for.
  let at = lead + (isCircular ? 0 : Math.min(0.1, seconds * 0.03) * random.unit())
  const end = isCircular ? seconds - Math.min(least, seconds * 0.3) : seconds - Math.min(0.05, seconds * 0.2)
  while (times.length === 0 || at < end) {
    times.push(at)
    const wait = Math.max(0.01, gap - least)
    at += least + Math.min(random.exponential(wait), LONGEST_WAIT * wait)
  }
  return times
}

/** Groups of events with pauses, until the time is over; a loop ends with a pause, too. */
function groupedTimes(
  random: Random,
  rhythm: Extract<Rhythm, { kind: 'groups' }>,
  stretch: Stretch,
  lead: number,
): number[] {
  const gap = rhythm.gapSeconds / stretch.tempo
  const end = stretch.seconds - Math.min(gap * (stretch.isCircular ? 1.5 : 0.6), stretch.seconds * 0.3)
  const times: number[] = []
  let at = lead
  while (times.length === 0 || at < end) {
    const size = random.integer(rhythm.least, rhythm.most)
    for (let k = 0; k < size && (times.length === 0 || at < end); k++) {
      times.push(at)
      at += gap * (1 + rhythm.sway * random.signed())
    }
    at += (rhythm.pauseSeconds / stretch.tempo) * random.between(0.6, 1.4)
  }
  return times
}
