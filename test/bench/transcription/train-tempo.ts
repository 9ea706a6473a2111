// Trains the network that tells a take's own beats from their halves, doubles and thirds and from what lies between, and writes its weights.
// node test/bench/transcription/train-tempo.ts [--only-held-out] — generated pieces of seeds below 1,000; the learnt ones of written-pieces.ts; where
// they are installed the MIDI of tuning-midi.ts, the styles of tuning-styles.ts and the untested half of real-pieces.ts. With
// --only-held-out nothing is written: each third of the pieces is judged by what is learnt from the others.

import { basename } from 'node:path'
import { startTensors } from '../../../src-main/local-service/transcription/listening/window-model.ts'
import { judgeOf, type Network } from '../../../src-main/local-service/transcription/notes/network.ts'
import { beatCandidates } from '../../../src-main/local-service/transcription/rhythm/beat-candidates.ts'
import { describeBeats } from '../../../src-main/local-service/transcription/rhythm/beat-features.ts'
import type { Beats } from '../../../src-main/local-service/transcription/rhythm/beat-tracker.ts'
import { chancesOf, likeliest } from '../../../src-main/local-service/transcription/rhythm/choose-beats.ts'
import { onsetEnvelope } from '../../../src-main/local-service/transcription/rhythm/onset-envelope.ts'
import { studyTake } from '../../../src-main/local-service/transcription/rhythm/take-study.ts'
import { type Choice, learnTogether, standardOf, type Training } from './choice-trainer.ts'
import { makeClassicalPiece } from './classical-pieces.ts'
import { makeDrumPiece } from './drum-pieces.ts'
import { makeKeyboardPiece } from './keyboard-pieces.ts'
import { countBeats, f1 } from './measure.ts'
import { numberOf } from './number-of.ts'
import { beatsOf, type KnownPart, type KnownPiece, makePiece, seeded } from './pieces.ts'
import { learntRealPieces, type RealPiece } from './real-pieces.ts'
import { plainPiece, varied } from './tempo-pieces.ts'
import { heardTake } from './tempo-takes.ts'
import { tuningPieces } from './tuning-midi.ts'
import { stylePieces } from './tuning-styles.ts'
import { writeNetworks } from './write-networks.ts'
import { goldbergVariations, learntWrittenPieces, takeOnOnePiano } from './written-pieces.ts'

const [SEEDS, KEYBOARD_SEEDS, DRUM_SEEDS] = [240, 200, 200]
/** Pieces as `makePiece` makes them, of seeds of their own: pianos most, as they were heard worst. */
const FIRST_PLAIN_SEED = 401
const PLAIN_SEEDS = { piano: 160, ensemble: 60 } as const
const CLASSICAL_SEEDS = 192
/** Pieces of a few even layers: children's songs, waltzes, exercises. */
const PLAIN_PIECES = 300
const FEWEST_NOTES = 20
/** Neighbouring stretches of the Goldberg Variations are of one piece, its repeats too. */
const STRETCHES_TOGETHER = 4
/** A candidate is right where its tempo is and so many of its beats are. */
const TOLERANCE = 0.03
const RIGHT_F1 = 0.85
/** A tempo is found that is so close to the written one: issue 8. */
const FOUND_TOLERANCE = 0.02
/** What people wrote counts for more than what was generated; forms of classical music, drawn here, for little: chosen on held-out takes. */
const WEIGHTS = {
  generated: 0.7,
  classical: 0.3,
  midi: 2,
  styles: 1.5,
  real: 3,
  written: 1,
  reduced: 1,
  goldberg: 0.5,
} as const
/** What is written slower or faster is felt at its double or its half as often as not: it teaches nothing. */
const isFelt = (bpm: number): boolean => bpm >= 50 && bpm <= 200
const TRAINING: Training = { hidden: 64, epochs: 40, rate: 0.004, weightDecay: 0.5, leftOut: 0.4 }
/** Networks whose mean decides. */
const MEMBERS = 6
const FOLDS = 3
/** Beats so surely heard between those that are written were written off the beat: such a take teaches nothing of where beats are. */
const SURELY = 0.75
const FEW_F1 = 0.5

interface Example extends Choice {
  readonly source: keyof typeof WEIGHTS
  /** Takes of one piece are learnt from together, or kept out together. */
  readonly piece: string
  readonly bpm: number
  readonly candidates: readonly Beats[]
  readonly f1s: readonly number[]
}

interface Known {
  readonly parts: readonly KnownPart[]
  readonly beats: readonly number[]
  readonly bpm: number | null
}

await startTensors()
const examples = [...generated(), ...written()]
const isLearnable = ({ bpm, isRight }: Example) => isFelt(bpm) && isRight.includes(true)
const standard = standardOf(examples)
console.log(
  `${examples.length} takes; ${examples.filter(({ isRight }) => !isRight.includes(true)).length} have no right candidate`,
)

const heldOut = judgedByOthers()
for (const source of Object.keys(WEIGHTS))
  report(
    source,
    heldOut.filter(([{ source: of }]) => of === source),
  )
if (!process.argv.includes('--only-held-out')) {
  const misplaced = new Set(
    heldOut.filter(([example, chosen]) => isMisplaced(example, chosen)).map(([example]) => example),
  )
  const learnt = examples.filter((example) => isLearnable(example) && !misplaced.has(example))
  console.log(`${misplaced.size} takes are written off the beat; ${learnt.length} are learnt from`)
  writeNetworks(
    'rhythm/trained-tempo.ts',
    'The weights of the network of choose-beats.ts, written by test/bench/transcription/train-tempo.ts.',
    {
      BEATS_NETWORK: learn(learnt, MEMBERS),
    },
  )
}

function* generated(): Generator<Example> {
  const random = seeded(3)
  const add = (
    name: string,
    piece: Pick<KnownPiece, 'bpm' | 'parts'>,
    source: Example['source'] = 'generated',
  ) => study({ ...piece, beats: beatsOf(piece) }, source, name)
  for (let seed = 1; seed <= SEEDS; seed++)
    for (const kind of ['piano', 'ensemble'] as const)
      yield* add(`${kind} ${seed}`, varied(makePiece(kind, seed), random))
  for (let seed = 1; seed <= KEYBOARD_SEEDS; seed++) yield* add(`keyboard ${seed}`, makeKeyboardPiece(seed))
  for (let seed = 1; seed <= DRUM_SEEDS; seed++)
    yield* add(`drums ${seed}`, varied(makeDrumPiece(seed), random))
  for (let index = 0; index < PLAIN_PIECES; index++) yield* add(`plain ${index}`, plainPiece(random))
  for (const kind of ['piano', 'ensemble'] as const) {
    for (let index = 0; index < PLAIN_SEEDS[kind]; index++) {
      const seed = FIRST_PLAIN_SEED + index
      yield* add(`even ${kind} ${seed}`, makePiece(kind, seed))
    }
  }
  for (let seed = 1; seed <= CLASSICAL_SEEDS; seed++)
    yield* add(`classical ${seed}`, makeClassicalPiece(seed), 'classical')
}

function* written(): Generator<Example> {
  for (const [index, takes] of tuningPieces().entries())
    for (const take of takes) yield* study(take, 'midi', `midi ${index}`)
  for (const [index, takes] of stylePieces().entries())
    for (const take of takes) yield* study(take, 'styles', `style ${index}`)
  for (const kind of ['piano', 'ensemble'] as const)
    for (const take of learntRealPieces(kind)) yield* study(take, 'real', pieceOf(take))
  for (const take of learntWrittenPieces()) {
    yield* study(take, 'written', pieceOf(take))
    for (const reduced of takeOnOnePiano(take)) yield* study(reduced, 'reduced', pieceOf(take))
  }
  for (const [index, takes] of goldbergVariations().entries())
    for (const take of takes)
      yield* study(take, 'goldberg', `Goldberg ${Math.floor(index / STRETCHES_TOGETHER)}`)
}

/** Its own name, the same for all its takes. */
function pieceOf({ name }: RealPiece): string {
  return basename(name).replace(/ from .*/, '')
}

/** One take as it would be heard, with its candidates; none where its tempo changes, or hardly anything is played. */
function study({ parts, beats: known, bpm }: Known, source: Example['source'], piece: string): Example[] {
  if (bpm === null) return []
  const { notes, hits, flux, seconds } = heardTake(parts, seeded(numberOf(piece) + notesOf(parts)))
  if (notes.length < FEWEST_NOTES) return []
  const envelope = onsetEnvelope(notes, { flux }, seconds, hits)
  const take = studyTake(envelope, notes, hits)
  const candidates = beatCandidates(envelope)
  const f1s = candidates.map(({ times }) => f1(countBeats(known, times)))
  return [
    {
      source,
      piece,
      bpm,
      candidates,
      f1s,
      rows: candidates.map((beats) => describeBeats(take, beats)),
      isRight: candidates.map(
        (beats, index) => Math.abs(beats.bpm / bpm - 1) <= TOLERANCE && f1s[index]! >= RIGHT_F1,
      ),
      weight: WEIGHTS[source],
    },
  ]
}

function notesOf(parts: readonly KnownPart[]): number {
  return parts.reduce((sum, { notes }) => sum + notes.length, 0)
}

type Chosen = NonNullable<ReturnType<typeof likeliest>>

/** Each take with what is chosen by a network that learnt from other pieces. */
function judgedByOthers(): (readonly [Example, Chosen])[] {
  return Array.from({ length: FOLDS }, (_, fold) => {
    console.log(`fold ${fold + 1} of ${FOLDS}`)
    const isKeptOut = ({ piece }: Example) => numberOf(piece) % FOLDS === fold
    const judge = judgeOf(
      learn(
        examples.filter((example) => isLearnable(example) && !isKeptOut(example)),
        1,
      ),
    )
    return examples.filter(isKeptOut).flatMap((example) => {
      const chosen = likeliest(example.candidates, chancesOf(example.rows, judge))
      return chosen ? [[example, chosen] as const] : []
    })
  }).flat()
}

function learn(choices: readonly Choice[], members: number): Network {
  return learnTogether(choices, standard, TRAINING, members)
}

function isFound({ bpm }: Example, { beats }: Chosen): boolean {
  return Math.abs(beats.bpm / bpm - 1) <= FOUND_TOLERANCE
}

function f1Of({ candidates, f1s }: Example, { beats }: Chosen): number {
  return f1s[candidates.indexOf(beats)] ?? 0
}

function isMisplaced(example: Example, chosen: Chosen): boolean {
  return (
    example.source !== 'generated' &&
    example.source !== 'classical' &&
    isFound(example, chosen) &&
    f1Of(example, chosen) < FEW_F1 &&
    chosen.placeCertainty > SURELY
  )
}

function report(source: string, judged: readonly (readonly [Example, Chosen])[]): void {
  const found = judged.filter(([example, chosen]) => isFound(example, chosen)).length
  const mean = judged.reduce((sum, [example, chosen]) => sum + f1Of(example, chosen), 0) / judged.length
  console.log(
    `held out, ${source}: tempo ${((100 * found) / judged.length).toFixed(1)} %, beats ${mean.toFixed(3)}, of ${judged.length}`,
  )
}
