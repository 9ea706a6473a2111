// Learns the timbre classes of instrument detection from solo phrases rendered with both sound fonts.
// node test/bench/transcription/train-timbres.ts — phrases are made here by seed; sound fonts are Debian's (TimGM6mb: GPL-2; FluidR3: MIT).

import { writeFileSync } from 'node:fs'
import { INSTRUMENTS, type Instrument } from '../../../src-main/contract/index.ts'
import {
  createTimbreMeter,
  TIMBRE_FEATURES,
} from '../../../src-main/local-service/transcription/instruments/timbre.ts'
import { encodeTimbreClasses } from '../../../src-main/local-service/transcription/instruments/timbre-classes.ts'
import { measureKeyEnergy } from '../../../src-main/local-service/transcription/listening/key-energy.ts'
import { frameCountOf } from '../../../src-main/local-service/transcription/listening/posteriors.ts'
import { readRecording } from '../../../src-main/local-service/transcription/listening/recording.ts'
import { INSTRUMENT_FACTS } from '../../../src-main/local-service/transcription/parts/instruments.ts'
import { type KnownNote, type KnownPiece, seeded } from './pieces.ts'
import { renderPiece, SOUND_FONTS } from './render.ts'

/** Programs of General MIDI that a name stands for, where it is more than one. */
const PROGRAMS: Partial<Record<Instrument, readonly number[]>> = {
  acoustic_piano: [0, 1],
  electric_piano: [4, 5],
  chromatic_percussion: [9, 11, 12],
  organ: [16, 18, 19],
  acoustic_guitar: [24, 25],
  clean_electric_guitar: [26, 27],
  distorted_electric_guitar: [29, 30],
  electric_bass: [33, 34],
  string_ensemble: [48, 49],
  synth_strings: [50, 51],
  voice: [52, 53],
  flutes: [73, 74, 75],
  synth_lead: [80, 81],
  synth_pad: [88, 89],
}

const pitched = INSTRUMENTS.filter((name) => name !== 'drums')
const samples = new Map<Instrument, Float32Array[]>(pitched.map((name) => [name, []]))
for (const instrument of pitched) {
  const { program, range } = INSTRUMENT_FACTS[instrument]
  for (const [index, one] of (PROGRAMS[instrument] ?? [program]).entries()) {
    for (const font of SOUND_FONTS) {
      const piece = phrase(one, range, 300 + index)
      const { signal } = readRecording(renderPiece(piece, font))
      const energy = measureKeyEnergy(signal, frameCountOf(signal))
      const timbreOf = createTimbreMeter(signal, energy)
      for (const note of piece.parts[0]!.notes)
        samples.get(instrument)!.push(timbreOf({ ...note, levelDb: 0, certainty: 1 }))
    }
  }
  console.log(instrument, samples.get(instrument)!.length)
}

const means = pitched.map((name) => meanOf(samples.get(name)!))
const inverse = invert(sharedCovariance())
const weights = pitched.flatMap((_, index) => {
  const mean = means[index]!
  const row = inverse.map((line) => line.reduce((sum, value, at) => sum + value * mean[at]!, 0))
  return [...row, -0.5 * row.reduce((sum, value, at) => sum + value * mean[at]!, 0)]
})
const text = encodeTimbreClasses({ instruments: pitched, weights: Float32Array.from(weights) })
writeFileSync(
  new URL('../../../src-main/local-service/transcription/instruments/trained-timbres.ts', import.meta.url),
  `// The timbre classes of instrument detection, written by test/bench/transcription/train-timbres.ts.\n\nexport const TIMBRE_CLASSES =\n  '${text}'\n`,
)

/** Scales, leaps and double stops over the usual range, at several forces. */
function phrase(
  program: number,
  [lowest, usual, highest]: readonly [number, number, number],
  seed: number,
): KnownPiece {
  const random = seeded(seed * 31 + program)
  const notes: KnownNote[] = []
  for (let at = 0.3; at < 24; at += 0.25 + random() * 0.4) {
    const pitch = Math.round(
      usual + (random() + random() - 1) * (random() < 0.5 ? usual - lowest : highest - usual),
    )
    notes.push({
      pitch,
      start: at,
      end: at + 0.15 + random() * 0.6,
      velocity: 50 + Math.round(random() * 70),
    })
  }
  return {
    name: `solo ${program}`,
    kind: 'ensemble',
    bpm: 120,
    numerator: 4,
    parts: [{ program, isDrums: false, notes }],
  }
}

function meanOf(rows: readonly Float32Array[]): Float64Array {
  const mean = new Float64Array(TIMBRE_FEATURES)
  for (const row of rows) for (let i = 0; i < TIMBRE_FEATURES; i++) mean[i]! += row[i]! / rows.length
  return mean
}

function sharedCovariance(): number[][] {
  const sums = Array.from({ length: TIMBRE_FEATURES }, () => new Array<number>(TIMBRE_FEATURES).fill(0))
  let count = 0
  for (const [index, name] of pitched.entries()) {
    for (const row of samples.get(name)!) {
      count++
      for (let i = 0; i < TIMBRE_FEATURES; i++) {
        for (let j = 0; j < TIMBRE_FEATURES; j++)
          sums[i]![j]! += (row[i]! - means[index]![i]!) * (row[j]! - means[index]![j]!)
      }
    }
  }
  // A little on the diagonal keeps features that hardly vary from ruling.
  return sums.map((line, i) => line.map((value, j) => value / count + (i === j ? 0.05 : 0)))
}

/** Gauss and Jordan. */
function invert(matrix: readonly (readonly number[])[]): number[][] {
  const size = matrix.length
  const rows = matrix.map((line, i) => [
    ...line,
    ...Array.from({ length: size }, (_, j) => (i === j ? 1 : 0)),
  ])
  for (let column = 0; column < size; column++) {
    let pivot = column
    for (let row = column; row < size; row++)
      if (Math.abs(rows[row]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = row
    const swap = rows[column]!
    rows[column] = rows[pivot]!
    rows[pivot] = swap
    const scale = rows[column]![column]!
    rows[column] = rows[column]!.map((value) => value / scale)
    for (let row = 0; row < size; row++) {
      if (row === column) continue
      const factor = rows[row]![column]!
      rows[row] = rows[row]!.map((value, at) => value - factor * rows[column]![at]!)
    }
  }
  return rows.map((line) => line.slice(size))
}
