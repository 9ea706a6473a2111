// Pieces of several instruments, each note of which is known to be one of theirs: as they were written, and for other instruments.

import type { Instrument } from '../../../src-main/contract/index.ts'
import { INSTRUMENT_FACTS } from '../../../src-main/local-service/transcription/parts/instruments.ts'
import { hasStyles, makeBandPiece } from './band-pieces.ts'
import { numberOf } from './number-of.ts'
import { type KnownNote, type KnownPart, makePiece, type Random, seeded } from './pieces.ts'
import { onOnePiano, testedRealPieces, untestedRealPieces } from './real-pieces.ts'
import { HELD_OUT_SOUND_FONT, type Playing, SOUND_FONTS } from './render.ts'
import { learntWrittenPieces, testedWrittenPieces } from './written-pieces.ts'

export interface PartPiece {
  /** What it is taken from: takes of one source are learnt from together, or kept out together. */
  readonly source: string
  readonly name: string
  readonly parts: readonly KnownPart[]
  readonly font: string
  readonly playing: Playing
}

/** So much of each piece is heard. */
const SECONDS = 18
const FEWEST_NOTES = 30
const USUAL: Playing = { gain: 0.5, hasReverb: true, hasChorus: true }

/** Programs of General MIDI that a name stands for; the sounds of the last two families are no instrument of the list. */
export const PROGRAMS: Readonly<Record<Exclude<Instrument, 'drums'>, readonly number[]>> = {
  acoustic_piano: [0, 1, 3, 6, 7],
  electric_piano: [4, 5, 2],
  chromatic_percussion: [11, 8, 9, 10, 12, 13, 14, 15],
  organ: [16, 17, 18, 19, 20, 21, 22, 23],
  acoustic_guitar: [24, 25],
  clean_electric_guitar: [27, 26, 28],
  distorted_electric_guitar: [30, 29, 31],
  acoustic_bass: [32, 35],
  electric_bass: [33, 34, 36, 37, 38, 39],
  violin: [40],
  viola: [41],
  cello: [42],
  contrabass: [43],
  orchestral_harp: [46],
  timpani: [47],
  string_ensemble: [48, 49, 44, 45],
  synth_strings: [50, 51],
  voice: [52, 53, 54],
  orchestra_hit: [55],
  trumpet: [56, 59],
  trombone: [57],
  tuba: [58],
  french_horn: [60],
  brass_section: [61, 62, 63],
  soprano_and_alto_sax: [65, 64],
  tenor_sax: [66],
  baritone_sax: [67],
  oboe: [68],
  english_horn: [69],
  bassoon: [70],
  clarinet: [71],
  flutes: [73, 72, 74, 75, 76, 77, 78, 79],
  synth_lead: [80, 81, 82, 83, 84, 85, 86, 87],
  synth_pad: [88, 89, 90, 91, 92, 93, 94, 95],
}

// The keys are the names that the table's type lists.
const NAMES = Object.keys(PROGRAMS) as (keyof typeof PROGRAMS)[]
const NAME_OF_PROGRAM = new Map<number, Instrument>(
  NAMES.flatMap((name) => PROGRAMS[name].map((program) => [program, name] as const)),
)

/** The name of a part's instrument; null for drums and for what has none. */
export function instrumentOf({ program, isDrums }: KnownPart): Instrument | null {
  return isDrums ? null : (NAME_OF_PROGRAM.get(program) ?? null)
}

/** The pitched instruments of a piece, each once. */
export function instrumentsOf(parts: readonly KnownPart[]): Instrument[] {
  return [...new Set(parts.flatMap((part) => instrumentOf(part) ?? []))]
}

/** What is learnt from, in an order such that any beginning of it has some of everything. */
export function learntPartPieces(): PartPiece[] {
  const written = mixed(learntWrittenPieces().filter(({ name }) => name.endsWith(' from 0 s')))
  const ensembles = written.filter(isEnsemble)
  const scored = written.flatMap((piece, index) => (index % 3 === 0 ? [rescored(piece, index)] : []))
  const rescoredEnsembles = ensembles.map((piece, index) => rescored(piece, 1000 + index))
  const generated = Array.from({ length: 60 }, (_, index) =>
    rescored(makePiece('ensemble', 601 + index), 2000 + index),
  )
  const bands = hasStyles()
    ? Array.from({ length: 60 }, (_, index) => makeBandPiece('ensemble', 601 + index)).filter(isEnsemble)
    : []
  const asWritten = [...untestedRealPieces('ensemble').filter(isEnsemble), ...ensembles]
  const sources = [rescoredEnsembles, asWritten, bands, scored, generated]
  return sources
    .flatMap((pieces) => pieces.map((piece, index) => ({ piece, place: index / pieces.length })))
    .sort((a, b) => a.place - b.place)
    .map(({ piece }, index) => ({
      ...cut(piece),
      font: SOUND_FONTS[index % SOUND_FONTS.length]!,
      playing: playing(index),
    }))
    .filter(isEnsemble)
}

/** What nothing is learnt from: written ensembles as they are, pieces that people wrote for bands, and the same for other instruments. */
export function testedPartPieces(written: number, real: number): PartPiece[] {
  const ensembles = testedWrittenPieces().filter(isEnsemble).slice(0, written)
  const reals = testedRealPieces('ensemble').filter(isEnsemble).slice(0, real)
  const fonts = [HELD_OUT_SOUND_FONT, ...SOUND_FONTS]
  return [...ensembles, ...reals].map((piece, index) => ({
    ...cut(piece),
    font: fonts[index % fonts.length]!,
    playing: USUAL,
  }))
}

/** Pieces of one instrument, so many for each: a part of a written piece, or what two hands play, for whoever can play it. Nothing else sounds. */
export function learntSoloPieces(each: number): PartPiece[] {
  return solosOf(mixed(learntWrittenPieces().filter(({ name }) => name.endsWith(' from 0 s'))), {
    each,
    fonts: SOUND_FONTS,
    seed: 0,
  })
}

/** Pieces for one piano, what is recorded most often: half of them generated, half of them written. */
export function learntPianoPieces(count: number): PartPiece[] {
  const written = mixed(
    learntWrittenPieces().filter(({ name, kind }) => kind === 'piano' && name.endsWith(' from 0 s')),
  )
  const generated = Array.from({ length: Math.ceil(count / 2) }, (_, index) =>
    makePiece('piano', 641 + index),
  )
  return [...generated, ...written.slice(0, Math.floor(count / 2))].map(({ name, parts }, index) => {
    const { source, parts: heard } = cut({ name, parts: [onOnePiano(parts)] })
    const random = seeded(index * 37 + 11)
    const program = PROGRAMS.acoustic_piano[drawn(PROGRAMS.acoustic_piano.length, random)]!
    return {
      source,
      name: `${name}, one piano`,
      parts: heard.map((part) => ({ ...part, program })),
      font: SOUND_FONTS[index % SOUND_FONTS.length]!,
      playing: playing(5000 + index),
    }
  })
}

/** As {@link learntSoloPieces}, of pieces that nothing is learnt from. */
export function testedSoloPieces(each: number): PartPiece[] {
  return solosOf(mixed(testedWrittenPieces()), {
    each,
    fonts: [HELD_OUT_SOUND_FONT, ...SOUND_FONTS],
    seed: 1,
  })
}

interface Solos {
  /** How many for each instrument. */
  readonly each: number
  /** Who plays them in turn. */
  readonly fonts: readonly string[]
  /** 0 for those that are learnt from: others begin with another font each. */
  readonly seed: number
}

function solosOf(pieces: readonly Parts[], { each, fonts, seed }: Solos): PartPiece[] {
  const lines = pieces.flatMap(({ name, parts, ...piece }) => {
    const own = 'kind' in piece && piece.kind === 'piano' ? [onOnePiano(parts)] : parts
    return own.flatMap((part) => {
      const [heard] = cut({ name, parts: [part] }).parts
      return part.isDrums || heard === undefined || heard.notes.length < FEWEST_NOTES
        ? []
        : [{ name, part: heard }]
    })
  })
  return NAMES.flatMap((instrument, place) => {
    const random = seeded(place * 131 + 7 + seed)
    const from = Math.floor(random() * lines.length)
    const able = [...lines.slice(from), ...lines.slice(0, from)].flatMap(({ name, part }) => {
      const octaves = octavesFor(part.notes, instrument)
      return octaves === null ? [] : [{ name, part, octaves }]
    })
    return able.slice(0, each).map(({ name, part, octaves }, index) => {
      const programs = PROGRAMS[instrument]
      const notes = part.notes.map((note) => ({ ...note, pitch: note.pitch + 12 * octaves }))
      return {
        source: name,
        name: `${name}, ${instrument} alone`,
        parts: [{ ...part, program: programs[drawn(programs.length, random)]!, notes }],
        font: fonts[(seed * place + index) % fonts.length]!,
        playing: playing(place * 7 + index),
      }
    })
  })
}

interface Parts {
  readonly name: string
  readonly parts: readonly KnownPart[]
}

function isEnsemble({ parts }: Pick<Parts, 'parts'>): boolean {
  const notes = parts.reduce((sum, part) => sum + (instrumentOf(part) ? part.notes.length : 0), 0)
  return instrumentsOf(parts).length >= 2 && notes >= FEWEST_NOTES
}

function mixed<Piece extends Parts>(pieces: readonly Piece[]): Piece[] {
  return pieces.toSorted((a, b) => numberOf(`part ${a.name}`) - numberOf(`part ${b.name}`))
}

function cut({ name, parts }: Parts): Pick<PartPiece, 'source' | 'name' | 'parts'> {
  const heard = parts
    .map((part) => ({
      ...part,
      notes: part.notes
        .filter(({ start }) => start < SECONDS)
        .map((note) => ({ ...note, end: Math.min(note.end, SECONDS + 1) })),
    }))
    .filter(({ notes }) => notes.length > 0)
  return { source: name.replace(/, rescored$/, ''), name, parts: heard }
}

/** The piece for other instruments than it was written for, each of which can play its part. */
function rescored({ name, parts }: Parts, seed: number): Parts {
  const random = seeded(seed * 77 + 5)
  const taken = new Set<Instrument>()
  const scored = parts.map((part) => {
    if (part.isDrums || part.notes.length === 0) return part
    const able = NAMES.flatMap((instrument) => {
      const octaves = octavesFor(part.notes, instrument)
      return octaves === null || taken.has(instrument) ? [] : [{ instrument, octaves }]
    })
    const choice = able[Math.floor(random() * able.length)]
    if (!choice) return part
    taken.add(choice.instrument)
    const programs = PROGRAMS[choice.instrument]
    const notes = part.notes.map((note) => ({ ...note, pitch: note.pitch + 12 * choice.octaves }))
    return { ...part, program: programs[drawn(programs.length, random)]!, notes }
  })
  return { name: `${name}, rescored`, parts: scored }
}

/** The first of a list half of the time, else any. */
function drawn(length: number, random: Random): number {
  return random() < 0.5 ? 0 : Math.floor(random() * length)
}

/** By how many octaves a part must go up for an instrument, the fewest; null where it cannot play it. */
function octavesFor(notes: readonly KnownNote[], instrument: Instrument): number | null {
  const { range, voices } = INSTRUMENT_FACTS[instrument]
  const chords = notes.filter((note, index) => {
    const next = notes[index + 1]
    return next !== undefined && Math.abs(next.start - note.start) < 0.02
  }).length
  if (voices === 1 && chords > notes.length * 0.08) return null
  const [lowest, , highest] = range
  const fits = (octaves: number) =>
    notes.filter(({ pitch }) => pitch + 12 * octaves >= lowest && pitch + 12 * octaves <= highest).length >=
    0.97 * notes.length
  return [0, -1, 1].find(fits) ?? null
}

/** Louder or softer, dry or in a room. */
function playing(seed: number): Playing {
  const random = seeded(seed * 19 + 3)
  return { gain: 0.25 + random() * 0.4, hasReverb: random() < 0.7, hasChorus: random() < 0.6 }
}
