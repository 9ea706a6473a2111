// Which notes begin in a window of the audio clock, while a sound plays once or loops: pure, so that no note is lost or told twice.
import type { PlayAnchor } from '../../../player/time-math.ts'
import { firstNoteFrom, forNotesIn, type NoteTable } from '../note-table.ts'
import type { Ensemble } from './ensemble.ts'

/** A stretch of the recording that sounds without a break, and when it does. Times in seconds. */
export interface Pass {
  readonly fromS: number
  readonly toS: number
  /** Time of the audio clock at which `fromS` sounds. */
  readonly clockS: number
  /** Seconds of the recording in a second of the clock. */
  readonly rate: number
  /** Where the stretch is cut off: notes end there. */
  readonly cutS: number
  /** Its beginning was jumped to: notes that sound there already begin in their middle. */
  readonly isEntry: boolean
}

/** Sums of times are out by less, even after days of playing, and nobody hears as much. */
const ROUNDING_S = 1e-9

/** What sounds between two times of the clock, in order. */
export function passesBetween(anchor: PlayAnchor, fromClockS: number, toClockS: number): readonly Pass[] {
  const passes: Pass[] = []
  const { loop, endS, offsetS, clockS, rate } = anchor
  /** One window ends at the very number at which the next one begins. */
  const elapsedAt = (atClockS: number): number => offsetS + (atClockS - clockS) * rate
  let atClock = Math.max(fromClockS, clockS)
  while (atClock < toClockS) {
    const elapsed = elapsedAt(atClock)
    if (loop === null) {
      if (elapsed >= endS) break
      const toS = Math.min(endS, elapsedAt(toClockS))
      passes.push({ fromS: elapsed, toS, clockS: atClock, rate, cutS: endS, isEntry: atClock === clockS })
      break
    }
    const length = loop.endS - loop.startS
    // The end of a loop is its beginning, however the sum was rounded: else the clock would stand still here for ever.
    const isPastEnd = elapsed + ROUNDING_S >= loop.endS
    const round = isPastEnd ? Math.floor((elapsed + ROUNDING_S - loop.startS) / length) : 0
    const fromS = round === 0 ? elapsed : Math.max(loop.startS, elapsed - round * length)
    const toS = Math.min(loop.endS, elapsedAt(toClockS) - round * length)
    const isJump = fromS - loop.startS < ROUNDING_S && round > 0
    passes.push({ fromS, toS, clockS: atClock, rate, cutS: loop.endS, isEntry: isJump || atClock === clockS })
    // The next round begins exactly where this one ends, free of the rounding of sums.
    atClock = toS >= loop.endS ? clockS + (loop.endS - offsetS + round * length) / rate : toClockS
  }
  return passes
}

/** Calls with each note that begins to sound in a pass, when by the clock, and for how many of its seconds. */
export function forNotesOfPass(
  table: NoteTable,
  pass: Pass,
  visit: (index: number, atS: number, lengthS: number) => void,
): void {
  const { fromS, toS, clockS, rate, cutS } = pass
  const tell = (index: number, beginS: number): void => {
    const lengthS = Math.min(table.end[index] ?? 0, cutS) - beginS
    if (lengthS > 0) visit(index, clockS + (beginS - fromS) / rate, lengthS / rate)
  }
  if (pass.isEntry) {
    forNotesIn(table, fromS, fromS + 1e-9, (index) => {
      // Drums are hit, not held: what was hit before is over.
      const isDrum = table.parts[table.part[index] ?? 0]?.isDrums === true
      if ((table.start[index] ?? 0) < fromS && !isDrum) tell(index, fromS)
    })
  }
  for (let index = firstNoteFrom(table, fromS); index < table.count; index++) {
    const start = table.start[index] ?? 0
    if (start >= toS) return
    tell(index, start)
  }
}

/** Has an ensemble play the notes of a pass. */
export function soundPass(ensemble: Ensemble, table: NoteTable, pass: Pass): void {
  forNotesOfPass(table, pass, (index, atS, lengthS) => {
    const { instrument } = table.parts[table.part[index] ?? 0] ?? {}
    if (instrument === undefined) return
    const pitch = table.pitch[index] ?? 0
    const velocity = table.velocity[index] ?? 64
    ensemble.sound(instrument, { pitch, velocity, atS, lengthS })
  })
}
