// Trains the networks that tell which listed instrument plays a note, and writes their weights.
// node test/bench/transcription/train-parts.ts [pieces] [--only-held-out] — learnt pieces of part-pieces.ts, so many of them; with --only-held-out nothing
// is written: each half of the pieces is judged by what is learnt from the other.

import { INSTRUMENTS, type Instrument } from '../../../src-main/contract/index.ts'
import { loadNoteModel } from '../../../src-main/local-service/transcription/listening/note-model.ts'
import type { Network } from '../../../src-main/local-service/transcription/notes/network.ts'
import { assignByRegister } from '../../../src-main/local-service/transcription/parts/assign.ts'
import {
  chancesBySound,
  chancesOfLines,
  likeliest,
  scoresOfSounds,
} from '../../../src-main/local-service/transcription/parts/judge-parts.ts'
import {
  type Chances,
  lineDescriber,
} from '../../../src-main/local-service/transcription/parts/line-features.ts'
import { createListener } from '../../../src-main/local-service/transcription/transcribe.ts'
import { type Choice, learnTogether, standardOf, type Training } from './choice-trainer.ts'
import { learnToName } from './name-trainer.ts'
import { learntPartPieces } from './part-pieces.ts'
import { hearTake, type PartTake } from './part-takes.ts'
import { seeded } from './pieces.ts'
import { MEMBERS, SOUND_NAMES, weightOf } from './sound-training.ts'
import { writeNetworks } from './write-networks.ts'

const PIECES = Number(process.argv[2] ?? 560)
const FOLDS = 2
/** The last of the contract's list: whoever comes before it has pitches. */
const DRUMS = INSTRUMENTS.indexOf('drums')
/** A second round hears the first one's guesses; it was no better on held-out pieces. */
const LINE_ROUNDS = 1
const LINES: Training = { hidden: 32, epochs: 6, rate: 0.002, weightDecay: 2, leftOut: 0.3 }
/** So many instruments that do not play stand with those that are listed: each note then tells of more instruments than its neighbours in a score. */
const ABSENT = 3

interface Guess {
  readonly take: PartTake
  readonly scores: readonly Float32Array[]
  readonly chances: readonly Chances[]
}

const listener = createListener(await loadNoteModel())
const takes = learntPartPieces()
  .slice(0, PIECES)
  .map((piece) => hearTake(piece, listener))
const sources = [...new Set(takes.map(({ source }) => source))]
const foldOf = ({ source }: PartTake) => sources.indexOf(source) % FOLDS
console.log(`${takes.length} takes; by register alone ${percent(rightBy(byRegister))}`)

// What the next network learns from was guessed by networks that did not learn from that piece.
const sounds = crossed((others) => learnSounds(others))
let guesses: Guess[] = takes.map((take) => {
  const scores = scoresOfSounds(take.sounds, sounds[foldOf(take)]!)
  return { take, scores, chances: scores.map((score) => chancesBySound(score, take.listed)) }
})
console.log(`by sound ${percent(rightOf(guesses))}`)
const lines: Network[] = []
for (let round = 1; round <= LINE_ROUNDS; round++) {
  const described = guesses.map(({ take, scores, chances }) =>
    lineDescriber(take.notes, take.listed, scores, take.sounds)(chances),
  )
  const learn = (kept: (take: PartTake) => boolean) =>
    learnLines(takes.flatMap((take, index) => (kept(take) ? choicesOf(take, described[index]!) : [])))
  const networks = Array.from({ length: FOLDS }, (_, fold) => learn((take) => foldOf(take) !== fold))
  guesses = guesses.map((guess, index) => ({
    ...guess,
    chances: chancesOfLines(described[index]!, networks[foldOf(guess.take)]!),
  }))
  console.log(`by lines, round ${round}: ${percent(rightOf(guesses))}`)
  if (!process.argv.includes('--only-held-out')) lines.push(learn(() => true))
}
if (!process.argv.includes('--only-held-out'))
  writeNetworks(
    'parts/trained-parts.ts',
    'Who plays a note: weights written by test/bench/transcription/train-parts.ts.',
    { SOUNDS_NETWORKS: learnSounds(takes), LINES_NETWORKS: lines },
  )

function crossed<Learnt>(learn: (others: readonly PartTake[]) => Learnt): Learnt[] {
  return Array.from({ length: FOLDS }, (_, fold) => learn(takes.filter((take) => foldOf(take) !== fold)))
}

function learnSounds(learnt: readonly PartTake[]): Network[] {
  const random = seeded(5)
  const absent = () => Array.from({ length: ABSENT }, () => Math.floor(random() * DRUMS))
  const namings = learnt.flatMap((take) =>
    take.sounds.flatMap((row, index) => {
      const right = take.players[index]!.map((name) => INSTRUMENTS.indexOf(name))
      const listed = [...new Set([...take.listed.map((name) => INSTRUMENTS.indexOf(name)), ...absent()])]
      return right.length > 0 ? [{ row, listed, right, weight: weightOf(take) }] : []
    }),
  )
  return Array.from({ length: MEMBERS }, (_, member) => learnToName(namings, SOUND_NAMES, seeded(7 + member)))
}

function learnLines(choices: readonly Choice[]): Network {
  return learnTogether(choices, standardOf(choices), LINES, MEMBERS)
}

function choicesOf(take: PartTake, rows: readonly (readonly Float32Array[])[]): Choice[] {
  return rows.flatMap((ofNote, index) => {
    const isRight = take.listed.map((name) => take.players[index]!.includes(name))
    return isRight.includes(true) && isRight.includes(false)
      ? [{ rows: ofNote, isRight, weight: weightOf(take) }]
      : []
  })
}

function byRegister(take: PartTake): Instrument[] {
  return assignByRegister(take.notes, take.listed)
}

function rightOf(all: readonly Guess[]): number {
  return rightBy((take) => {
    const { chances } = all.find((guess) => guess.take === take)!
    return chances.map((ofNote, index) => likeliest(take.notes[index]!, ofNote, take.listed))
  })
}

/** The share of notes that are rightly heard which lie in a right part, on the mean of pieces. */
function rightBy(assign: (take: PartTake) => readonly Instrument[]): number {
  const shares = takes.map((take) => {
    const assigned = assign(take)
    const known = take.players.flatMap((players, index) =>
      players.length > 0 ? [players.includes(assigned[index]!)] : [],
    )
    return known.filter(Boolean).length / Math.max(1, known.length)
  })
  return shares.reduce((sum, share) => sum + share, 0) / shares.length
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
