// node test/bench/transcription/measure-drum-certainty.ts: from which chance on hits are best written where drums play, by drum: F1 on music that people wrote
// and that train-hits.ts keeps out, and on generated pieces that it does not learn from. None of them is a test piece.

import { hearHits, hitsFrom } from '../../../src-main/local-service/transcription/drums/written-hits.ts'
import { measureKeyEnergy } from '../../../src-main/local-service/transcription/listening/key-energy.ts'
import { frameCountOf } from '../../../src-main/local-service/transcription/listening/posteriors.ts'
import { readRecording } from '../../../src-main/local-service/transcription/listening/recording.ts'
import { DRUMS } from '../../../src-main/local-service/transcription/parts/drums.ts'
import { makeDrumPiece } from './drum-pieces.ts'
import { type DrumPiece, hitsOfKit, keptOutDrumPieces } from './drum-takes.ts'
import { type Counts, countMatches, f1 } from './measure.ts'
import { hitsOf } from './measure-drums.ts'
import { renderPiece, SOUND_FONTS } from './render.ts'

const CHANCES = [0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6]
/** Between train-hits.ts's seeds and those of test pieces. */
const FIRST_SEED = 501
const GENERATED = 14

const SETS: Readonly<Record<string, readonly DrumPiece[]>> = {
  written: keptOutDrumPieces(),
  generated: Array.from({ length: GENERATED }, (_, index) => makeDrumPiece(FIRST_SEED + index)),
}

for (const [name, pieces] of Object.entries(SETS)) {
  const sums = new Map<string, Counts>()
  for (const [index, piece] of pieces.entries()) {
    const { signal } = readRecording(renderPiece(piece, SOUND_FONTS[index % SOUND_FONTS.length]!))
    const energy = measureKeyEnergy(signal, frameCountOf(signal))
    const known = hitsOfKit(piece)
    const chances = hearHits(signal, energy)
    for (const chance of CHANCES) {
      const heard = hitsFrom(chances, chance)
      for (const { name: drum } of DRUMS) {
        const counts = countMatches(hitsOf(known, drum), hitsOf(heard, drum), false)
        const before = sums.get(`${drum} ${chance}`) ?? { matched: 0, reference: 0, estimated: 0 }
        sums.set(`${drum} ${chance}`, {
          matched: before.matched + counts.matched,
          reference: before.reference + counts.reference,
          estimated: before.estimated + counts.estimated,
        })
      }
    }
  }
  for (const { name: drum } of DRUMS) {
    const figures = CHANCES.map((chance) => {
      const counts = sums.get(`${drum} ${chance}`)
      return `${chance}: ${counts === undefined ? '–' : f1(counts).toFixed(3)}`
    })
    console.log(`${name}: ${drum}  ${figures.join('  ')}`)
  }
}
