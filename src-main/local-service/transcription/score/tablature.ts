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
/** Frets that a hand reaches without moving. */
const REACH_FRETS = 4

/** A hand on a neck: each chord is placed near where the last one was. */
export interface Hand {
  /** In the order of the pitches; null for what this neck, or this hand at once, cannot play. */
  place(pitches: readonly number[]): readonly (Fingering | null)[]
}

/** @param tuning open strings, highest first */
export function createHand(tuning: readonly number[]): Hand {
  let position = 0
  return {
    place(pitches) {
      const order = pitches.map((_, index) => index).toSorted((a, b) => (pitches[b] ?? 0) - (pitches[a] ?? 0))
      let best: { cost: number; places: readonly (Fingering | null)[] } | null = null
      const places: (Fingering | null)[] = pitches.map(() => null)
      /** Every way to put the notes, high to low, on strings that go down with them. */
      const search = (rank: number, firstString: number, cost: number): void => {
        if (best !== null && cost >= best.cost) return
        const index = order[rank]
        if (index === undefined) {
          best = { cost, places: [...places] }
          return
        }
        for (let string = firstString; string < tuning.length; string++) {
          const fret = (pitches[index] ?? 0) - (tuning[string] ?? 0)
          if (fret < 0 || fret > LAST_FRET) continue
          places[index] = { string: string + 1, fret }
          search(rank + 1, string + 1, cost + costOf(fret, position, places))
          places[index] = null
        }
        // A note that does not fit is left out rather than the whole chord.
        search(rank + 1, firstString, cost + MISSED)
      }
      search(0, 0, 0)
      // The search always ends at least once: with every note left out.
      const found: readonly (Fingering | null)[] =
        (best as { places: readonly (Fingering | null)[] } | null)?.places ?? places
      const pressed = found.flatMap((place) => (place === null || place.fret === 0 ? [] : [place.fret]))
      if (pressed.length > 0) position = Math.min(...pressed)
      return found
    },
  }
}

/** Dearer than any stretch. */
const MISSED = 1_000
const STRETCHED = 40

/** Moving and stretching cost; an open string and a low position cost nothing. */
function costOf(fret: number, position: number, places: readonly (Fingering | null)[]): number {
  if (fret === 0) return 0
  const pressed = places.flatMap((place) => (place === null || place.fret === 0 ? [] : [place.fret]))
  const span = Math.max(...pressed) - Math.min(...pressed)
  return Math.abs(fret - position) + fret / 8 + (span > REACH_FRETS ? STRETCHED * (span - REACH_FRETS) : 0)
}
