// Swung eighths as their readers write them: even ones, under the word "Swing".

import type { ArrangedNote, Arrangement } from '../arrange.ts'

/** A swung score has so many beats whose second eighth is late … */
const MIN_SWUNG_BEATS = 8
/** … at least so many times as many as it has of triplets … */
const MIN_PER_TRIPLET_BEAT = 2
/** … and as it has that are divided evenly. */
const MIN_PER_EVEN_BEAT = 8
/** Places in a beat are compared up to this. */
const CLOSE = 1e-3

/** How one part divides one beat. */
type Division = 'swung' | 'triplet' | 'even'

/**
 * The same arrangement with late second eighths written in the middle of their beats, where all of it is swung; beats of triplets stay what
 * they are. Null where it is not swung.
 */
export function writtenAsSwing(arrangement: Arrangement): Arrangement | null {
  // Dotted beats have no swing.
  if (arrangement.map.quartersPerBeat !== 1) return null
  const divisions = divisionsOf(arrangement.notes)
  const counts: Record<Division, number> = { swung: 0, triplet: 0, even: 0 }
  for (const division of divisions.values()) counts[division]++
  const isSwung =
    counts.swung >= MIN_SWUNG_BEATS &&
    counts.swung >= MIN_PER_TRIPLET_BEAT * counts.triplet &&
    counts.swung >= MIN_PER_EVEN_BEAT * counts.even
  if (!isSwung) return null
  return { ...arrangement, notes: arrangement.notes.map((note) => evened(note, divisions)) }
}

/** By part and beat; beats in which nothing begins but on the beat are left out. */
function divisionsOf(notes: readonly ArrangedNote[]): ReadonlyMap<string, Division> {
  const divisions = new Map<string, Division>()
  for (const { instrument, writtenStart } of notes) {
    const [beat, within] = placeOf(writtenStart)
    if (within < CLOSE) continue
    const id = idOf(instrument, beat)
    const before = divisions.get(id)
    if (isAt(within, 1 / 3) || before === 'triplet') divisions.set(id, 'triplet')
    else if (isAt(within, 2 / 3) && before !== 'even') divisions.set(id, 'swung')
    else divisions.set(id, 'even')
  }
  return divisions
}

function evened(note: ArrangedNote, divisions: ReadonlyMap<string, Division>): ArrangedNote {
  const even = (place: number): number => {
    const [beat, within] = placeOf(place)
    const division = divisions.get(idOf(note.instrument, beat)) ?? 'swung'
    const isMoved = division === 'swung' && (isAt(within, 1 / 3) || isAt(within, 2 / 3))
    return isMoved ? beat + 1 / 2 : place
  }
  return { ...note, writtenStart: even(note.writtenStart), writtenEnd: even(note.writtenEnd) }
}

const idOf = (instrument: string, beat: number): string => `${instrument} ${beat}`
const isAt = (within: number, place: number): boolean => Math.abs(within - place) < CLOSE

function placeOf(beats: number): [beat: number, within: number] {
  const beat = Math.floor(beats + CLOSE)
  return [beat, beats - beat]
}
