// Music that was written down for the learning of tempo: the folder written, and the Goldberg Variations, where they are at hand.
// The pieces of the folder are in the public domain or our own, typed from memory in ABC notation; abc2midi (package abcmidi, GPL-2) plays them.

import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { midiOfAbc, namesOfPlayed, textOfWritten } from './abc-midi.ts'
import { numberOf } from './number-of.ts'
import { type ParsedMidi, parseMidi } from './parsed-midi.ts'
import { onOnePiano, pieceOfMidi, type RealPiece } from './real-pieces.ts'
import { barsOfWritten } from './written-bars.ts'

/** The Open Goldberg Variations (CC0) as Debian's source package of musescore3 has them, turned into MIDI by that program: `mtest/libmscore/layout_elements/goldberg.mscx`. */
const GOLDBERG = join(tmpdir(), 'foleyroom-bench-transcription', 'goldberg.mid')
/** Where in a piece its takes begin, in seconds; what is shorter than a take is no take. */
const TAKES = [0, 25] as const
const SHORTEST_TAKE_SECONDS = 15
const MIN_NOTES = 40
/** Tempos this close are one: a ritardando is none. */
const SAME_TEMPO = 0.005

/** The takes of the pieces that are learnt from. */
export function learntWrittenPieces(): RealPiece[] {
  return namesOfPlayed()
    .filter((name) => !isTested(name))
    .flatMap(takesOf)
}

/** A take of an ensemble, played by one piano without its drums; none where too little is left, or one piano plays already. */
export function takeOnOnePiano(take: RealPiece): RealPiece[] {
  if (take.kind === 'piano') return []
  return asTake({ ...take, kind: 'piano', parts: [onOnePiano(take.parts)] })
}

/** The first take of each test piece, in order of their names' numbers: nothing is learnt from those. */
export function testedWrittenPieces(): RealPiece[] {
  return namesOfPlayed()
    .filter(isTested)
    .sort((one, other) => numberOfPiece(one) - numberOfPiece(other))
    .flatMap((name) => takesOf(name).slice(0, 1))
}

/** One piece in four or so, by its name alone, whatever others there are. */
function isTested(name: string): boolean {
  return numberOfPiece(name) % 4 === 0
}

function numberOfPiece(name: string): number {
  return numberOf(basename(name))
}

function takesOf(name: string): RealPiece[] {
  const midi = midiOfAbc(textOfWritten(name))
  const kind = midi.tracks.every(isPiano) ? 'piano' : 'ensemble'
  return TAKES.filter((skip) => midi.duration - skip >= SHORTEST_TAKE_SECONDS).flatMap((skip) =>
    asTake(withBars(pieceOfMidi(midi, `${name} from ${skip} s`, kind, skip))),
  )
}

/** MIDI does not tell where bars begin after a pickup; the bar lines of the ABC do. */
function withBars(piece: RealPiece): RealPiece {
  const bars = barsOfWritten(piece)
  return bars === null ? piece : { ...piece, beats: bars.beats, firstDownbeat: bars.firstDownbeat }
}

/** Hands that one piano plays. */
function isPiano({ notes, instrument, channel }: ParsedMidi['tracks'][number]): boolean {
  return notes.length === 0 || (instrument.number === 0 && channel !== 9)
}

function asTake(piece: RealPiece): RealPiece[] {
  const notes = piece.parts.reduce((sum, { notes }) => sum + notes.length, 0)
  return notes >= MIN_NOTES && piece.bpm !== null ? [piece] : []
}

/** The takes of each stretch of the variations that has one meter and one tempo, in order, repeats and all; none where they are not at hand. */
export function goldbergVariations(): (readonly RealPiece[])[] {
  if (!existsSync(GOLDBERG)) return []
  const midi = parseMidi(readFileSync(GOLDBERG))
  return steadyStretches(midi).map(({ from, to }, index) =>
    TAKES.map((skip) => from + skip)
      .filter((skip) => to - skip >= SHORTEST_TAKE_SECONDS)
      .flatMap((skip) =>
        asTake(pieceOfMidi(until(midi, to), `Goldberg ${index} from ${skip} s`, 'ensemble', skip)),
      ),
  )
}

/** From one change of meter or tempo to the next, in seconds. */
function steadyStretches({ header, duration }: ParsedMidi): { readonly from: number; readonly to: number }[] {
  const { tempos, timeSignatures } = header
  const changes = [
    ...tempos
      .filter(({ bpm }, index) => Math.abs(bpm / (tempos[index - 1]?.bpm ?? 1) - 1) > SAME_TEMPO)
      .map(({ ticks }) => ticks),
    ...timeSignatures.map(({ ticks }) => ticks),
  ]
  const bounds = [...new Set(changes)].sort((a, b) => a - b).map((ticks) => header.ticksToSeconds(ticks))
  return bounds.map((from, index) => ({ from, to: bounds[index + 1] ?? duration }))
}

/** The same, without what begins from a moment on. */
function until(midi: ParsedMidi, seconds: number): ParsedMidi {
  const cut = midi.clone()
  for (const track of cut.tracks) track.notes = track.notes.filter(({ time }) => time < seconds - 0.01)
  return cut
}
