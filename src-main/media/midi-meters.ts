// The meters of a MIDI file as bars are counted by: where a pickup ends, and which meter holds from when on (pure). Positions in quarter notes.
import type { NotesDocument } from '../bridge/transcriptions.ts'

export type MidiMeter = NonNullable<NotesDocument['meters']>[number]

/** Source: SMF 1.0, "Time Signature": 4/4 where a file tells none. */
const COMMON_TIME: MidiMeter = { quarter: 0, numerator: 4, denominator: 4 }
/** Ticks of a file divide a quarter into 24 at least where music is written; less is rounding. */
const ROUNDING = 1e-6

/**
 * What a file's time signatures say of bars. A first one that holds for less than a bar of the second is a pickup, as programs that engrave
 * write it: a short bar before bar 1, or the meter told again where bar 1 begins.
 * @param told in the order of the file
 */
export function readMeters(
  told: readonly MidiMeter[],
): Pick<NotesDocument, 'timeSignature' | 'pickupQuarters' | 'meters'> {
  const meters = changes(told)
  const [first, second] = meters
  if (first === undefined) return { timeSignature: null }
  const isPickup =
    second !== undefined &&
    second.quarter < quartersOf(second) - ROUNDING &&
    second.quarter < quartersOf(first) + ROUNDING
  const pickupQuarters = isPickup ? second.quarter : 0
  const counted = withoutRepeats(isPickup ? meters.slice(1) : meters)
  const { numerator, denominator } = counted[0] ?? first
  return {
    timeSignature: { numerator, denominator },
    ...(isPickup ? { pickupQuarters } : {}),
    ...(counted.length > 1 ? { meters: counted } : {}),
  }
}

const quartersOf = ({ numerator, denominator }: MidiMeter): number => (numerator * 4) / denominator

/** In order, from the first quarter on, one at a time: of several at once the last one holds. */
function changes(told: readonly MidiMeter[]): MidiMeter[] {
  const [first] = told
  if (first === undefined) return []
  const kept: MidiMeter[] = first.quarter > ROUNDING ? [COMMON_TIME] : []
  for (const meter of told) {
    if (meter.quarter - (kept.at(-1)?.quarter ?? Number.NEGATIVE_INFINITY) < ROUNDING) kept.pop()
    kept.push(meter)
  }
  return kept
}

/** The same meter told again where a bar begins anyway says nothing. */
function withoutRepeats(meters: readonly MidiMeter[]): MidiMeter[] {
  const kept: MidiMeter[] = []
  for (const meter of meters) {
    const before = kept.at(-1)
    const bars = before === undefined ? 0 : (meter.quarter - before.quarter) / quartersOf(before)
    const isRepeat =
      before !== undefined &&
      before.numerator === meter.numerator &&
      before.denominator === meter.denominator &&
      Math.abs(bars - Math.round(bars)) < ROUNDING
    if (!isRepeat) kept.push(meter)
  }
  return kept
}
