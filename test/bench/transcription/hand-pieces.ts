// Piano pieces whose hands are known: those of the folder written whose first voice is the right hand's and whose last is the left hand's; which
// hand plays a third voice between them, nobody knows.

import { basename, dirname } from 'node:path'
import { DIVISIONS } from '../../../src-main/local-service/transcription/score/bar-places.ts'
import type { ScoreNote } from '../../../src-main/local-service/transcription/score/written-notes.ts'
import { midiOfAbc, namesOfPlayed, textOfWritten } from './abc-midi.ts'
import { numberOf } from './number-of.ts'
import type { Random } from './pieces.ts'
import { heardTake } from './tempo-takes.ts'

export type Hand = 'left' | 'right'

export interface HandNote extends ScoreNote {
  /** Null for a note of a middle voice, or one that nobody played. */
  readonly hand: Hand | null
}

export interface HandPiece {
  readonly name: string
  /** Which third of the pieces it is of, by its name: 0, 1 or 2. */
  readonly fold: number
  readonly isTest: boolean
  readonly hasMiddleVoice: boolean
  readonly secondsPerDivision: number
  readonly notes: readonly HandNote[]
}

const FOLDERS = ['baroque', 'keyboard', 'own-piano', 'piano']
/** General MIDI: pianos and harpsichords, then organs. */
const isKeyboard = (program: number): boolean => program < 8 || (program >= 16 && program < 21)
const MIN_NOTES = 40

export function handPieces(): HandPiece[] {
  return namesOfPlayed()
    .filter((name) => FOLDERS.includes(dirname(name)))
    .flatMap(readPiece)
}

/** None where the voices are not two hands on one keyboard. */
function readPiece(name: string): HandPiece[] {
  const midi = midiOfAbc(textOfWritten(name))
  const voices = midi.tracks.filter(({ notes }) => notes.length > 0)
  const [right, middle, left = middle] = voices
  if (!right || !left || voices.length > 3 || !voices.every((voice) => isKeyboard(voice.instrument.number)))
    return []
  const { ppq, tempos } = midi.header
  const toDivisions = (ticks: number) => Math.round((ticks * DIVISIONS) / ppq)
  const notesOf = ({ notes }: typeof right, hand: Hand | null) =>
    notes.map(({ midi: pitch, ticks, durationTicks }): HandNote => {
      const start = toDivisions(ticks)
      return { pitch, start, end: Math.max(start + 2, toDivisions(ticks + durationTicks)), hand }
    })
  const notes = [
    ...notesOf(right, 'right'),
    ...(middle && middle !== left ? notesOf(middle, null) : []),
    ...notesOf(left, 'left'),
  ].sort((a, b) => a.start - b.start)
  const number = numberOf(basename(name))
  const piece = {
    name,
    fold: Math.floor(number / 4) % 3,
    isTest: number % 4 === 0,
    hasMiddleVoice: voices.length === 3,
    secondsPerDivision: 60 / (tempos[0]?.bpm ?? 120) / DIVISIONS,
    notes,
  }
  return notes.length >= MIN_NOTES ? [piece] : []
}

/** Of takes that are heard, so many were played with the pedal: notes sound up to the next half bar. */
const PEDALLED = 0.4
const PEDAL_DIVISIONS = 24

/**
 * The piece as it would be heard: notes are lost, others sound an octave above where nobody played, lengths are not what is written; what
 * begins lies on the grid all the same.
 */
export function heardPiece(piece: HandPiece, random: Random): HandPiece {
  const { notes: known, secondsPerDivision } = piece
  const played = known.map(({ pitch, start, end }) => ({
    pitch,
    start: start * secondsPerDivision,
    end: end * secondsPerDivision,
    velocity: 80,
  }))
  const take = heardTake([{ program: 0, isDrums: false, notes: played }], random)
  const byPitch = Map.groupBy(known, ({ pitch }) => pitch)
  const nearest = (pitch: number, at: number) =>
    byPitch
      .get(pitch)
      ?.reduce((best, note) => (Math.abs(note.start - at) < Math.abs(best.start - at) ? note : best))
  const hasPedal = random() < PEDALLED
  const notes = take.notes.flatMap(({ pitch, start, end }): HandNote[] => {
    const at = start / secondsPerDivision
    const isNear = (note: HandNote | undefined): note is HandNote =>
      note !== undefined && Math.abs(note.start - at) * secondsPerDivision < 0.03
    const [own, below] = [nearest(pitch, at), nearest(pitch - 12, at)]
    const source = isNear(own) ? own : isNear(below) ? below : null
    if (source === null) return []
    const length = Math.max(2, Math.round((end - start) / secondsPerDivision))
    const released = source.start + length
    const held = hasPedal ? Math.ceil(released / PEDAL_DIVISIONS) * PEDAL_DIVISIONS : released
    return [{ pitch, start: source.start, end: held, hand: source === own ? own.hand : null }]
  })
  return { ...piece, notes: notes.sort((a, b) => a.start - b.start) }
}
