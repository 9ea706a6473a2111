// Trains the networks that tell what instrument a note is like, and which are there by all notes; writes their weights.
// node test/bench/transcription/train-instruments.ts [ensembles] [solos] [pianos] — learnt pieces of part-pieces.ts, so many of them, so many solos of each
// instrument, and so many pieces for one piano besides. What the second network learns from was guessed by networks that did not learn from that piece.

import { INSTRUMENTS } from '../../../src-main/contract/index.ts'
import { chancesOfSounds } from '../../../src-main/local-service/transcription/instruments/likened-notes.ts'
import { loadNoteModel } from '../../../src-main/local-service/transcription/listening/note-model.ts'
import type { Network } from '../../../src-main/local-service/transcription/notes/network.ts'
import { createListener } from '../../../src-main/local-service/transcription/transcribe.ts'
import { learnToName } from './name-trainer.ts'
import { learntPartPieces, learntPianoPieces, learntSoloPieces } from './part-pieces.ts'
import { hearTake, type PartTake } from './part-takes.ts'
import { seeded } from './pieces.ts'
import { learnPresence } from './presence-trainer.ts'
import { MEMBERS, SOUND_NAMES, weightOf } from './sound-training.ts'
import { writeNetworks } from './write-networks.ts'

const [ENSEMBLES = 700, SOLOS = 4, PIANOS = 60] = process.argv.slice(2).map(Number)
const FOLDS = 2
/** The last of the contract's list: whoever comes before it has pitches, and every one of them stands to choose from. */
const DRUMS = INSTRUMENTS.indexOf('drums')
const ALL = Array.from({ length: DRUMS }, (_, place) => place)
/** A note of a seldom instrument counts for so many at most. */
const MOST_WEIGHT = 3

const listener = createListener(await loadNoteModel())
const pieces = [
  ...learntPartPieces().slice(0, ENSEMBLES),
  ...learntSoloPieces(SOLOS),
  ...learntPianoPieces(PIANOS),
]
const takes = pieces.map((piece) => hearTake(piece, listener))
const sources = [...new Set(takes.map(({ source }) => source))]
const foldOf = ({ source }: PartTake) => sources.indexOf(source) % FOLDS
console.log(`${takes.length} takes`)

const crossed = Array.from({ length: FOLDS }, (_, fold) =>
  learnSounds(takes.filter((take) => foldOf(take) !== fold)),
)
const likened = takes.map((take) => ({
  take,
  chances: chancesOfSounds(take.sounds, crossed[foldOf(take)]!),
}))
writeNetworks(
  'instruments/trained-presence.ts',
  'Which instruments are there: weights written by test/bench/transcription/train-instruments.ts.',
  { LIKENESS_NETWORKS: learnSounds(takes), PRESENCE_NETWORK: learnPresence(likened) },
)

function learnSounds(learnt: readonly PartTake[]): Network[] {
  const known = learnt.flatMap((take) =>
    take.sounds.flatMap((row, index) => {
      const right = take.players[index]!.map((name) => INSTRUMENTS.indexOf(name))
      return right.length > 0 ? [{ row, listed: ALL, right, weight: weightOf(take) }] : []
    }),
  )
  const weights = new Float64Array(DRUMS)
  for (const { right, weight } of known) for (const place of right) weights[place]! += weight / right.length
  const usual = weights.reduce((sum, weight) => sum + weight, 0) / DRUMS
  const namings = known.map((naming) => {
    const rarity = Math.sqrt(usual / weights[naming.right[0]!]!)
    return { ...naming, weight: naming.weight * Math.min(MOST_WEIGHT, rarity) }
  })
  return Array.from({ length: MEMBERS }, (_, member) => learnToName(namings, SOUND_NAMES, seeded(7 + member)))
}
