// node test/bench/transcription/measure-drum-certainty.ts: from which certainty on hits are best taken where drums play, by drum: F1 on written music that
// no drums were learnt from, on generated pieces that were not learnt from, and on the untested real half. None of them is a test piece.

import { measureKeyEnergy } from '../../../src-main/local-service/transcription/listening/key-energy.ts'
import { frameCountOf } from '../../../src-main/local-service/transcription/listening/posteriors.ts'
import { readRecording } from '../../../src-main/local-service/transcription/listening/recording.ts'
import { DRUMS, findHitsFrom } from '../../../src-main/local-service/transcription/parts/drums.ts'
import { DRUM_CLASSES, type DrumClass, makeDrumPiece } from './drum-pieces.ts'
import { type Counts, countMatches, f1 } from './measure.ts'
import { hitsOf } from './measure-drums.ts'
import type { KnownPiece } from './pieces.ts'
import { untestedRealPieces } from './real-pieces.ts'
import { renderPiece, SOUND_FONTS } from './render.ts'
import { tuningPieces } from './tuning-midi.ts'

const CERTAINTIES = [0.2, 0.3, 0.4, 0.5]
/** Between train-drums.ts's seeds and those of test pieces. */
const FIRST_SEED = 501
const GENERATED = 14
const FEWEST_HITS = 40

type Piece = Pick<KnownPiece, 'parts'>
const SETS: Readonly<Record<string, readonly Piece[]>> = {
  written: tuningPieces().flatMap((takes) => takes.filter(({ kind }) => kind === 'ensemble').slice(0, 1)),
  generated: Array.from({ length: GENERATED }, (_, index) => makeDrumPiece(FIRST_SEED + index)),
  'untested real': untestedRealPieces('ensemble'),
}

for (const [name, pieces] of Object.entries(SETS)) {
  const sums = new Map<string, Counts>()
  for (const [index, piece] of pieces.filter(hasDrums).entries()) {
    const { signal } = readRecording(renderPiece(piece, SOUND_FONTS[index % SOUND_FONTS.length]!))
    const energy = measureKeyEnergy(signal, frameCountOf(signal))
    const known = piece.parts.filter(({ isDrums }) => isDrums).flatMap(({ notes }) => notes)
    for (const certainty of CERTAINTIES) {
      const heard = findHitsFrom(energy, certainty)
      // The keys of the table itself.
      for (const drum of Object.keys(DRUM_CLASSES) as DrumClass[]) {
        const counts = countMatches(hitsOf(known, drum), hitsOf(heard, drum), false)
        const before = sums.get(`${drum} ${certainty}`) ?? { matched: 0, reference: 0, estimated: 0 }
        sums.set(`${drum} ${certainty}`, {
          matched: before.matched + counts.matched,
          reference: before.reference + counts.reference,
          estimated: before.estimated + counts.estimated,
        })
      }
    }
  }
  for (const { name: drum } of DRUMS) {
    const figures = CERTAINTIES.map((certainty) => {
      const counts = sums.get(`${drum} ${certainty}`)
      return `${certainty}: ${counts === undefined ? '–' : f1(counts).toFixed(3)}`
    })
    console.log(`${name}: ${drum}  ${figures.join('  ')}`)
  }
}

function hasDrums({ parts }: Piece): boolean {
  return parts.some(({ isDrums, notes }) => isDrums && notes.length > FEWEST_HITS)
}
