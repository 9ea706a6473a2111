// Which clef a staff stands under, bar by bar: the cheapest way over the whole piece, in ledger lines and in changes.

import type { Instrument } from '../../../contract/index.ts'
import type { Bar } from './bars.ts'
import type { Voice } from './voices.ts'
import type { WrittenClef } from './written-part.ts'

export type StaffClef = 'treble' | 'alto' | 'tenor' | 'bass'

/** How a staff is read: its clef, and by how many octaves higher than written under a dashed line. */
export interface Reading {
  readonly clef: StaffClef
  readonly octaveLine: -1 | 0 | 1
}

const TREBLE: Reading = { clef: 'treble', octaveLine: 0 }
const ALTO: Reading = { clef: 'alto', octaveLine: 0 }
const TENOR: Reading = { clef: 'tenor', octaveLine: 0 }
const BASS: Reading = { clef: 'bass', octaveLine: 0 }
const OCTAVE_ABOVE: Reading = { clef: 'treble', octaveLine: 1 }
const OCTAVE_BELOW: Reading = { clef: 'bass', octaveLine: -1 }

const UPPER_STAFF = [TREBLE, BASS, OCTAVE_ABOVE] as const
const LOWER_STAFF = [BASS, TREBLE, OCTAVE_BELOW] as const

/** What players of an instrument read beside its own clef; nothing for those that are not here. */
const ALSO_READ: Partial<Readonly<Record<Instrument, readonly Reading[]>>> = {
  chromatic_percussion: [BASS, OCTAVE_ABOVE],
  acoustic_bass: [TREBLE],
  electric_bass: [TREBLE],
  violin: [OCTAVE_ABOVE],
  viola: [TREBLE],
  cello: [TENOR, TREBLE],
  contrabass: [TENOR, TREBLE],
  voice: [BASS],
  orchestra_hit: [BASS],
  trombone: [TENOR],
  french_horn: [BASS],
  brass_section: [BASS],
  tenor_sax: [BASS],
  baritone_sax: [TREBLE],
  bassoon: [TENOR],
  synth_lead: [BASS, OCTAVE_ABOVE],
}

/** The steps of the lowest and the highest line, counted from C of octave 0. */
const LINES: Readonly<Record<StaffClef, readonly [lowest: number, highest: number]>> = {
  treble: [30, 38],
  alto: [24, 32],
  tenor: [22, 30],
  bass: [18, 26],
}
/** Steps of the twelve pitch classes, near enough to count ledger lines. */
const STEP_OF_CLASS = [0, 0, 1, 1, 2, 3, 3, 4, 4, 5, 5, 6]
const STEPS_PER_OCTAVE = 7

/** A change is worth as much as four notes on four ledger lines; one under a note that is tied over it, three times that. */
const CHANGE_COST = 32
const TIED_CHANGE_COST = 96
/** A bar of notes away from the staff's own clef. */
const AWAY_COST = 2
/** A chord under a dashed line: more than three ledger lines, less than four. */
const OCTAVE_LINE_COST = 6

/** How one staff of a part may be read, its own clef first. Staves without pitches, and tablature, have no choice and none of these. */
export function readingsFor(
  instrument: Instrument,
  clef: WrittenClef,
  isTransposed: boolean,
  staff: number,
): readonly Reading[] {
  switch (clef) {
    case 'percussion':
    case 'tab':
      return []
    case 'grand':
      return staff === 0 ? UPPER_STAFF : LOWER_STAFF
    case 'treble':
    case 'bass':
    case 'alto': {
      const own = { treble: TREBLE, bass: BASS, alto: ALTO }[clef]
      // What is written for a transposing player stays in the clef that all of them read.
      return isTransposed ? [own] : [own, ...(ALSO_READ[instrument] ?? [])]
    }
  }
}

/** A way to read all bars so far. */
interface Way {
  readonly reading: Reading
  readonly cost: number
  readonly before: Way | null
}

/**
 * The reading of each bar, clefs changing at bar lines only.
 * @param voices of one staff, as they are written
 * @param hasEightBelow whether everything sounds an octave lower than the clef says
 */
export function readBars(
  voices: readonly Voice[],
  bars: readonly Bar[],
  readings: readonly Reading[],
  hasEightBelow: boolean,
): Reading[] {
  const own = readings[0]
  let ways: readonly Way[] = []
  for (const [index, bar] of bars.entries()) {
    const sounding = voices.flatMap((voice) =>
      voice.filter(({ start, end }) => start < bar.start + bar.barLength && end > bar.start),
    )
    const isTied = index > 0 && sounding.some(({ start }) => start < bar.start)
    const before = ways
    ways = readings.map((reading) => {
      const chords = sounding.reduce(
        (sum, { pitches }) => sum + chordCost(pitches, reading, hasEightBelow),
        0,
      )
      const away = sounding.length > 0 && reading !== own ? AWAY_COST : 0
      const best = before.reduce<Way | null>((best, way) => {
        const cost = way.cost + changeCost(way.reading, reading, isTied)
        // Of changes that cost the same the latest is made, just before the notes that need it; dashed lines end early.
        const isLater = way.reading !== reading && way.reading.octaveLine === 0
        const isBetter = best === null || cost < best.cost || (cost === best.cost && isLater)
        return isBetter ? { reading, cost, before: way } : best
      }, null)
      const start = reading === own ? 0 : CHANGE_COST
      return { reading, cost: (best?.cost ?? start) + chords + away, before: best?.before ?? null }
    })
  }
  const path: Reading[] = []
  const last = ways.reduce<Way | null>((best, way) => (best && best.cost <= way.cost ? best : way), null)
  for (let way = last; way; way = way.before) path.push(way.reading)
  return path.reverse()
}

/** A dashed line may end at once where it is not needed any more. */
function changeCost(from: Reading, to: Reading, isTied: boolean): number {
  if (from === to || (from.clef === to.clef && to.octaveLine === 0 && !isTied)) return 0
  return isTied ? TIED_CHANGE_COST : CHANGE_COST
}

/** What a chord costs: ledger lines, each more than the one before, and to be read an octave away. */
function chordCost(
  pitches: readonly number[],
  { clef, octaveLine }: Reading,
  hasEightBelow: boolean,
): number {
  const [lowest, highest] = LINES[clef]
  const moved = STEPS_PER_OCTAVE * ((hasEightBelow ? 1 : 0) - octaveLine)
  const above = Math.floor((stepOf(pitches.at(-1) ?? 0) + moved - highest) / 2)
  const below = Math.floor((lowest - stepOf(pitches[0] ?? 0) - moved) / 2)
  const ledgers = (Math.max(0, above) ** 2 + Math.max(0, below) ** 2) / 2
  return ledgers + (octaveLine === 0 ? 0 : OCTAVE_LINE_COST)
}

const stepOf = (pitch: number): number =>
  STEPS_PER_OCTAVE * (Math.floor(pitch / 12) - 1) + (STEP_OF_CLASS[pitch % 12] ?? 0)
