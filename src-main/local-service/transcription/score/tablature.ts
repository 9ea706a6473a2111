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
/** What a higher fret costs by itself: low positions are easier to read and to hold. A hand that went up for one note comes back. */
const HEIGHT_COST = 0.4
/** What it costs to hold a chord in another way than mostly, and than mostly before the same one: a figure is one shape of the hand. */
const OTHER_SHAPE = 4
/** Rounds at most: the first knows nothing of how chords are mostly held. */
const MAX_ROUNDS = 3

/** One way to hold a chord. */
interface Hold {
  /** The same for the same places. */
  readonly shape: string
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
 * A place for every note of the chords, in their order, the hand moving as little as it can over all of them, mostly alike
 * where they come again. Strings go down as pitches do. Null for what this neck, or one hand, cannot play.
 * @param tuning open strings, highest first
 */
export function fingerings(
  chords: readonly (readonly number[])[],
  tuning: readonly number[],
): readonly (readonly (Fingering | null)[])[] {
  const names = chords.map((pitches) => pitches.join(' '))
  const holdsByName = new Map<string, readonly Hold[]>()
  const holds = chords.map((pitches, index) => {
    const name = names[index]!
    const known = holdsByName.get(name) ?? holdsOf(pitches, tuning)
    holdsByName.set(name, known)
    return known
  })
  const figures = names.map((name, index) => figuresAt(names, name, index))
  let path = cheapestPath(holds, () => 0)
  for (let round = 1; round < MAX_ROUNDS; round++) {
    const usual = usualShapes(path, figures)
    const next = cheapestPath(holds, (hold, index) => {
      const others = figures[index]!.filter((figure) => usual.get(figure) !== hold.shape)
      return OTHER_SHAPE * others.length
    })
    const isSettled = next.every((hold, index) => hold.shape === path[index]?.shape)
    path = next
    if (isSettled) break
  }
  return path.map(({ places }) => places)
}

/** A chord by itself, and with what comes after it: what comes before tells where the hand is, not where it plays. */
const figuresAt = (names: readonly string[], name: string, index: number): readonly string[] => [
  name,
  `${name}>${names[index + 1] ?? ''}`,
]

/** Of each figure the shape that it is held in most often, the first of equals. */
function usualShapes(
  path: readonly Hold[],
  figures: readonly (readonly string[])[],
): ReadonlyMap<string, string> {
  const counts = new Map<string, Map<string, number>>()
  for (const [index, { shape }] of path.entries()) {
    for (const figure of figures[index]!) {
      const ofFigure = counts.get(figure) ?? new Map<string, number>()
      ofFigure.set(shape, (ofFigure.get(shape) ?? 0) + 1)
      counts.set(figure, ofFigure)
    }
  }
  const mostOf = (ofFigure: ReadonlyMap<string, number>) =>
    [...ofFigure].reduce((most, each) => (each[1] > most[1] ? each : most))[0]
  return new Map([...counts].map(([figure, ofFigure]) => [figure, mostOf(ofFigure)]))
}

/** One hold of each chord. @param extraCost what a hold of a chord, by its index, costs besides */
function cheapestPath(
  holds: readonly (readonly Hold[])[],
  extraCost: (hold: Hold, index: number) => number,
): readonly Hold[] {
  let steps: readonly Step[] = []
  for (const [index, ofChord] of holds.entries()) {
    const before = steps
    steps = ofChord.map((hold) => bestStep(hold, extraCost(hold, index), before))
  }
  const path: Hold[] = []
  const last = steps.reduce<Step | null>((best, step) => (best && best.cost <= step.cost ? best : step), null)
  for (let step = last; step; step = step.before) path.push(step.hold)
  return path.reverse()
}

function bestStep(hold: Hold, extraCost: number, steps: readonly Step[]): Step {
  const ownCost = hold.cost + extraCost
  let best: Step = { hold, position: handAt(hold, 1), cost: ownCost, before: null }
  for (const [index, before] of steps.entries()) {
    const position = handAt(hold, before.position)
    const cost = before.cost + ownCost + Math.abs(position - before.position)
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
  const shape = places.map((place) => (place === null ? '-' : `${place.string}:${place.fret}`)).join(' ')
  return { shape, places, lowest, highest, cost: missed * MISSED + stretch + height }
}
