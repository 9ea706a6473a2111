// The notes of a transcription as columns: found by time without looking at all of them, a hundred thousand as well as ten. Times in seconds.
import type { NotesDocument } from '../../bridge.ts'

/** What plays together: the notes of one instrument. */
export interface Part {
  readonly instrument: string
  readonly isDrums: boolean
  readonly count: number
  /** 0..7, which of the hues of parts. */
  readonly hue: number
}

export interface NoteTable {
  readonly count: number
  readonly start: Float64Array
  readonly end: Float64Array
  readonly pitch: Uint8Array
  readonly velocity: Uint8Array
  /** Index in `parts`. */
  readonly part: Uint8Array
  readonly parts: readonly Part[]
  /** Where the last note ends. */
  readonly durationS: number
  /** Of parts with pitches, two octaves at least; those around C4 where there is none. */
  readonly lowPitch: number
  readonly highPitch: number
  /** Latest end in each block of notes. */
  readonly blockEnds: Float64Array
}

const DRUMS = 'drums'
const HUES = 8
const BLOCK = 256
/** Room around the highest and the lowest note, in semitones. */
const MARGIN = 3
/** Fewer rows would be as tall as keys of no piano. */
const LEAST_ROWS = 25
const MIDDLE_C = 60

/** @param notes in the order of their starts, as `notesPath` gives them */
export function noteTable(notes: NotesDocument['notes']): NoteTable {
  const counts = new Map<string, number>()
  for (const { instrument } of notes) counts.set(instrument, (counts.get(instrument) ?? 0) + 1)
  const parts = [...counts].map(([instrument, count], index) => ({
    instrument,
    isDrums: instrument === DRUMS,
    count,
    hue: index % HUES,
  }))
  const partOf = new Map(parts.map(({ instrument }, index) => [instrument, index]))
  const table = {
    start: new Float64Array(notes.length),
    end: new Float64Array(notes.length),
    pitch: new Uint8Array(notes.length),
    velocity: new Uint8Array(notes.length),
    part: new Uint8Array(notes.length),
  }
  const blockEnds = new Float64Array(Math.ceil(notes.length / BLOCK))
  let [durationS, lowPitch, highPitch] = [0, 127, 0]
  notes.forEach((note, index) => {
    table.start[index] = note.start
    table.end[index] = note.end
    table.pitch[index] = note.pitch
    table.velocity[index] = note.velocity
    table.part[index] = partOf.get(note.instrument) ?? 0
    durationS = Math.max(durationS, note.end)
    const block = Math.floor(index / BLOCK)
    blockEnds[block] = Math.max(blockEnds[block] ?? 0, note.end)
    if (note.instrument === DRUMS) return
    lowPitch = Math.min(lowPitch, note.pitch)
    highPitch = Math.max(highPitch, note.pitch)
  })
  if (lowPitch > highPitch) [lowPitch, highPitch] = [MIDDLE_C, MIDDLE_C]
  return {
    ...table,
    count: notes.length,
    parts,
    durationS,
    ...pitchRange(lowPitch, highPitch),
    blockEnds,
  }
}

/** The rows of a roll whose notes lie between two pitches, both included. */
function pitchRange(lowPitch: number, highPitch: number): Pick<NoteTable, 'lowPitch' | 'highPitch'> {
  const missing = Math.max(0, LEAST_ROWS - (highPitch - lowPitch + 1 + 2 * MARGIN))
  const low = Math.max(0, lowPitch - MARGIN - Math.floor(missing / 2))
  return { lowPitch: low, highPitch: Math.min(127, highPitch + MARGIN + Math.ceil(missing / 2)) }
}

/** Calls with each note that sounds between two times, in the order of their starts. */
export function forNotesIn(
  table: NoteTable,
  fromS: number,
  toS: number,
  visit: (index: number) => void,
): void {
  const { start, end, blockEnds, count } = table
  for (let block = 0; block < blockEnds.length; block++) {
    const first = block * BLOCK
    if ((start[first] ?? 0) >= toS) return
    if ((blockEnds[block] ?? 0) <= fromS) continue
    const last = Math.min(count, first + BLOCK)
    for (let index = first; index < last; index++) {
      if ((start[index] ?? 0) >= toS) return
      if ((end[index] ?? 0) > fromS) visit(index)
    }
  }
}

/** Index of the first note that begins at this time or later. */
export function firstNoteFrom(table: NoteTable, atS: number): number {
  let [low, high] = [0, table.count]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((table.start[middle] ?? 0) < atS) low = middle + 1
    else high = middle
  }
  return low
}

const NAMES = ['C', 'C♯', 'D', 'E♭', 'E', 'F', 'F♯', 'G', 'A♭', 'A', 'B♭', 'B']
/** "C4" for 60. */
export const pitchName = (pitch: number): string => `${NAMES[pitch % 12]}${Math.floor(pitch / 12) - 1}`

/** "Acoustic piano" for the service's `acoustic_piano`. */
export const instrumentName = (instrument: string): string => {
  const words = instrument.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The lanes of a kit, from below, by the keys of General MIDI's percussion. */
export const DRUM_LANES = ['kick', 'snare', 'tom', 'hat', 'cymbal'] as const
export type DrumLane = (typeof DRUM_LANES)[number]

/** Source: General MIDI level 1 percussion key map. */
export function drumLaneOf(key: number): DrumLane {
  if (key === 35 || key === 36) return 'kick'
  if (key >= 37 && key <= 40) return 'snare'
  if (key === 42 || key === 44 || key === 46) return 'hat'
  if ([41, 43, 45, 47, 48, 50].includes(key)) return 'tom'
  return 'cymbal'
}
