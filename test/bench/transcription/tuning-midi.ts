// Music that people wrote and that the tempo is learnt from: MIDI files of Debian's packages, read where they are installed and never copied here.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ParsedMidi, parseMidi } from './parsed-midi.ts'
import type { KnownPiece } from './pieces.ts'
import { pieceOfMidi, type RealPiece } from './real-pieces.ts'

/** Packages simutrans-data (Artistic), freedink-data (zlib), planetblupi-music-midi (GPL-3), pianobooster (GPL-3), mma (GPL-2): folders of MIDI files. */
const FOLDERS = [
  '/usr/share/games/simutrans/music',
  '/usr/share/games/dink/dink/Sound',
  '/usr/share/planetblupi/music',
  '/usr/share/doc/pianobooster/courses/BeginnerCourse',
  '/usr/share/doc/pianobooster/courses/BoosterMusic',
  ...['aria', 'harmony', 'lyrics', 'midi-inc', 'simple', 'tutorial'].map(
    (name) => `/usr/share/doc/mma/examples/${name}`,
  ),
] as const
/** Package freedoom (BSD-3-Clause): MIDI files among the lumps of two archives. */
const ARCHIVES = ['/usr/share/games/doom/freedoom1.wad', '/usr/share/games/doom/freedoom2.wad'] as const

/** Its takes: where in a piece a half minute begins, in seconds, and how it is played. */
const TAKES = [
  [0, 'piano'],
  [0, 'ensemble'],
  [35, 'ensemble'],
  [70, 'piano'],
] as const
/** Fewer notes are no take. */
const MIN_NOTES = 40
/** A take whose notes begin on none of the places of its written beats was played over the beats, and teaches nothing of them. */
const LEAST_ON_PLACES = 0.75
const PLACES = [0, 1 / 4, 1 / 3, 1 / 2, 2 / 3, 3 / 4, 1] as const

/** The takes of each piece; none where no package is installed. */
export function tuningPieces(): (readonly RealPiece[])[] {
  const files = [...FOLDERS.flatMap(midiFiles), ...ARCHIVES.flatMap(midiLumps)]
  return files.map((file) => {
    const midi = parsed(file)
    if (midi === null) return []
    return TAKES.flatMap(([skip, kind]) => takeOf(file.name, midi, kind, skip))
  })
}

/** Null for a file that this reader of MIDI cannot read: it teaches nothing. */
function parsed({ bytes }: MidiBytes): ParsedMidi | null {
  try {
    return parseMidi(bytes)
  } catch {
    return null
  }
}

interface MidiBytes {
  readonly name: string
  readonly bytes: Uint8Array
}

function midiFiles(folder: string): MidiBytes[] {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.mid')) : []
  return names.sort().map((name) => ({ name, bytes: readFileSync(join(folder, name)) }))
}

/** The lumps of a WAD that are MIDI. Source: doomwiki.org/wiki/WAD. */
function midiLumps(path: string): MidiBytes[] {
  if (!existsSync(path)) return []
  const wad = readFileSync(path)
  const directory = wad.readUInt32LE(8)
  return Array.from({ length: wad.readUInt32LE(4) }, (_, index) => {
    const at = directory + 16 * index
    const offset = wad.readUInt32LE(at)
    return {
      name: wad.toString('latin1', at + 8, at + 16).replace(/\0.*/, ''),
      bytes: wad.subarray(offset, offset + wad.readUInt32LE(at + 4)),
    }
  }).filter(({ bytes }) => bytes.toString('latin1', 0, 4) === 'MThd')
}

function takeOf(name: string, midi: ParsedMidi, kind: KnownPiece['kind'], skip: number): RealPiece[] {
  const piece = pieceOfMidi(midi, `${name} from ${skip} s, ${kind}`, kind, skip)
  const count = piece.parts.reduce((sum, { notes }) => sum + notes.length, 0)
  return count >= MIN_NOTES && piece.bpm !== null && liesOnBeats(piece) ? [piece] : []
}

function liesOnBeats({ parts, beats, bpm }: RealPiece): boolean {
  const [first] = beats
  if (first === undefined || bpm === null) return false
  const starts = parts.flatMap(({ notes }) => notes.map(({ start }) => start))
  const on = starts.filter((start) => {
    const position = ((start - first) * bpm) / 60
    const within = position - Math.floor(position)
    return PLACES.some((place) => Math.abs(place - within) < 0.05)
  })
  return on.length >= LEAST_ON_PLACES * starts.length
}
