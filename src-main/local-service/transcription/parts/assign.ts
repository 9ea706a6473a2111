// Gives each pitched note to one of the instruments that the caller says are there.

import type { Instrument } from '../../../contract/index.ts'
import type { HeardNote } from '../notes/decode-notes.ts'
import { decodeNetwork } from '../notes/network.ts'
import { INSTRUMENT_FACTS } from './instruments.ts'
import { chancesOfParts, likeliest, type PartNetworks } from './judge-parts.ts'
import { LINES_NETWORKS, SOUNDS_NETWORKS } from './trained-parts.ts'

/** The part that notes without a better home go to. */
export const DEFAULT_INSTRUMENT: Instrument = 'acoustic_piano'

/** A note far from what a part last played is less likely its next. */
const LEAP_COST = 0.035
/** A part that sounds as many notes as it can has no hand free. */
const BUSY_COST = 2.5
const OUT_OF_RANGE_COST = 6

let trained: PartNetworks | undefined

interface PartState {
  readonly instrument: Instrument
  lastPitch: number | null
  /** Ends of the notes that it sounds. */
  sounding: number[]
}

/** The pitched instruments of a list, each once. */
export function pitchedOf(listed: readonly Instrument[] | null): Instrument[] {
  return [...new Set(listed ?? [])].filter((instrument) => instrument !== 'drums')
}

/**
 * The instrument of each note, in the notes' order, which is that of time: by how it sounds and by the lines and chords that this makes.
 * @param sounds of the notes, as `describeSounds` has them
 */
export function assignInstruments(
  notes: readonly HeardNote[],
  sounds: readonly Float32Array[],
  listed: readonly Instrument[] | null,
): Instrument[] {
  const pitched = pitchedOf(listed)
  if (pitched.length <= 1) return notes.map(() => pitched[0] ?? DEFAULT_INSTRUMENT)
  trained ??= { sounds: SOUNDS_NETWORKS.map(decodeNetwork), lines: LINES_NETWORKS.map(decodeNetwork) }
  return chancesOfParts(notes, sounds, pitched, trained).map((chances, index) =>
    likeliest(notes[index]!, chances, pitched),
  )
}

/**
 * The same, of notes whose sounds are not known yet: a guess from register and line alone. With one pitched instrument it is right, with
 * several of one register it is no better than a seating plan.
 */
export function assignByRegister(
  notes: readonly HeardNote[],
  listed: readonly Instrument[] | null,
): Instrument[] {
  const pitched = pitchedOf(listed)
  if (pitched.length <= 1) return notes.map(() => pitched[0] ?? DEFAULT_INSTRUMENT)
  const parts: PartState[] = pitched.map((instrument) => ({ instrument, lastPitch: null, sounding: [] }))
  return notes.map((note) => {
    let best = parts[0]!
    let bestCost = Number.POSITIVE_INFINITY
    for (const part of parts) {
      const cost = costOf(part, note)
      if (cost < bestCost) {
        bestCost = cost
        best = part
      }
    }
    best.sounding = [...best.sounding.filter((end) => end > note.start + 0.03), note.end]
    best.lastPitch = note.pitch
    return best.instrument
  })
}

function costOf({ instrument, lastPitch, sounding }: PartState, { pitch, start }: HeardNote): number {
  const { range, voices } = INSTRUMENT_FACTS[instrument]
  const [lowest, usual, highest] = range
  const isInRange = pitch >= lowest && pitch <= highest
  const spread = (highest - lowest) / 4
  const register = 0.5 * ((pitch - usual) / spread) ** 2
  const leap = lastPitch === null ? 0 : LEAP_COST * Math.abs(pitch - lastPitch)
  const busy = sounding.filter((end) => end > start + 0.03).length >= voices ? BUSY_COST : 0
  return register + leap + busy + (isInRange ? 0 : OUT_OF_RANGE_COST)
}
