// Where a fretted instrument plays: a string and a fret for each note, the hand moving as little as it can.

import type { Instrument } from '../../../contract/index.ts'

/** A place on the neck. Strings are counted from 1, the highest; fret 0 is open. */
export interface Fingering {
  readonly string: number
  readonly fret: number
}

const GUITAR = [64, 59, 55, 50, 45, 40]
const BASS = [43, 38, 33, 28]
/** Open strings as MIDI pitches, from the first (highest) on, of the instruments that have frets. */
const TUNINGS: Partial<Readonly<Record<Instrument, readonly number[]>>> = {
  acoustic_guitar: GUITAR,
  clean_electric_guitar: GUITAR,
  distorted_electric_guitar: GUITAR,
  electric_bass: BASS,
}

/** The open strings of an instrument with frets, else null. */
export const tuningOf = (instrument: Instrument): readonly number[] | null => TUNINGS[instrument] ?? null

const LAST_FRET = 19
/** Frets from the first finger's to the last one's. */
const REACH_FRETS = 3
/** As far as any hand stretches: what lies wider apart cannot be held at once. */
const WIDEST_FRETS = 5
/** The best ways to hold a chord that are weighed against its neighbours. */
const MAX_HOLDS = 24

/** Dearer than any stretch: a note is left out only where no string, or no hand, has it. */
const MISSED = 1_000
const STRETCHED = 40
/** What a higher fret costs by itself: low positions are easier to read and to hold. */
const HEIGHT_COST = 0.1

/** One way to hold a chord. */
interface Hold {
  /** In the order of the chord's pitches; null for what is left out. */
  readonly places: readonly (Fingering | null)[]
  readonly lowest: number
  readonly highest: number
  readonly cost: number
}

/** Where the hand may be after a chord, and how it came there. */
interface Step {
  readonly hold: Hold
  readonly position: number
  readonly cost: number
  readonly before: Step | null
}

/**
 * A place for every note of the chords, in their order, the hand moving as little as it can over all of them. Strings go down as pitches
 * do. Null for what this neck, or one hand, cannot play.
 * @param tuning open strings, highest first
 */
export function fingerings(
  chords: readonly (readonly number[])[],
  tuning: readonly number[],
): readonly (readonly (Fingering | null)[])[] {
  let steps: readonly Step[] = []
  for (const pitches of chords) {
    const before = steps
    steps = holdsOf(pitches, tuning).map((hold) => bestStep(hold, before))
  }
  const path: (readonly (Fingering | null)[])[] = []
  const last = steps.reduce<Step | null>((best, step) => (best && best.cost <= step.cost ? best : step), null)
  for (let step = last; step; step = step.before) path.push(step.hold.places)
  return path.reverse()
}

function bestStep(hold: Hold, steps: readonly Step[]): Step {
  let best: Step = { hold, position: handAt(hold, 1), cost: hold.cost, before: null }
  for (const [index, before] of steps.entries()) {
    const position = handAt(hold, before.position)
    const cost = before.cost + hold.cost + Math.abs(position - before.position)
    if (index === 0 || cost < best.cost) best = { hold, position, cost, before }
  }
  return best
}

/** The first finger's fret: where it was, or as near to that as the chord lets it be. Open strings need no hand. */
function handAt({ lowest, highest }: Hold, position: number): number {
  if (highest === 0) return position
  return Math.min(lowest, Math.max(position, highest - REACH_FRETS))
}

/** The ways to hold a chord that leave the fewest notes out, the easiest first. There is always one: without any note. */
function holdsOf(pitches: readonly number[], tuning: readonly number[]): readonly Hold[] {
  const order = pitches.map((_, index) => index).toSorted((a, b) => (pitches[b] ?? 0) - (pitches[a] ?? 0))
  const places: (Fingering | null)[] = pitches.map(() => null)
  const holds: Hold[] = []
  let fewestMissed = pitches.length
  /** Every way to put the notes, high to low, on strings that go down with them. */
  const search = (rank: number, firstString: number, missed: number): void => {
    if (missed > fewestMissed) return
    const index = order[rank]
    if (index === undefined) {
      const hold = holdOf([...places], missed)
      if (hold.highest - hold.lowest > WIDEST_FRETS) return
      fewestMissed = missed
      holds.push(hold)
      return
    }
    for (let string = firstString; string < tuning.length; string++) {
      const fret = (pitches[index] ?? 0) - (tuning[string] ?? 0)
      if (fret < 0 || fret > LAST_FRET) continue
      places[index] = { string: string + 1, fret }
      search(rank + 1, string + 1, missed)
      places[index] = null
    }
    search(rank + 1, firstString, missed + 1)
  }
  search(0, 0, 0)
  return holds.sort((a, b) => a.cost - b.cost).slice(0, MAX_HOLDS)
}

function holdOf(places: readonly (Fingering | null)[], missed: number): Hold {
  const pressed = places.flatMap((place) => (place === null || place.fret === 0 ? [] : [place.fret]))
  const lowest = pressed.length === 0 ? 0 : Math.min(...pressed)
  const highest = Math.max(0, ...pressed)
  const stretch = STRETCHED * Math.max(0, highest - lowest - REACH_FRETS)
  const height = HEIGHT_COST * pressed.reduce((sum, fret) => sum + fret, 0)
  return { places, lowest, highest, cost: missed * MISSED + stretch + height }
}
