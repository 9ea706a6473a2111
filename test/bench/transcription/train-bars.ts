// Trains the network that tells where bars begin and how many beats they have, and writes its weights.
// node test/bench/transcription/train-bars.ts [--only-held-out]: what barred-takes.ts has to learn from. With --only-held-out nothing is written: each third of
// the pieces is judged by what is learnt from the others.

import { startTensors } from '../../../src-main/local-service/transcription/listening/window-model.ts'
import { judgeOf, type Network } from '../../../src-main/local-service/transcription/notes/network.ts'
import {
  type Bars,
  barCandidates,
  describeBars,
} from '../../../src-main/local-service/transcription/rhythm/bar-features.ts'
import { studyOf } from '../../../src-main/local-service/transcription/rhythm/bar-study.ts'
import { type JudgedBars, printJudged } from './bar-measures.ts'
import { type BarredTake, learntBarredTakes } from './barred-takes.ts'
import { type Choice, learnTogether, standardOf, type Training } from './choice-trainer.ts'
import { numberOf } from './number-of.ts'
import { writeNetworks } from './write-networks.ts'

/** What people wrote counts for more than what was generated; bars that were made of others for little. */
const WEIGHTS = {
  written: 1.5,
  real: 3,
  midi: 1.2,
  styles: 0.7,
  generated: 0.4,
  odd: 0.25,
  quarters: 1,
} as const
/** Two bars of two are rather to be taken for one of four than the other way round: so much less does a take in bars of two count. */
const IN_TWO = 0.4
/** Recordings begin where pieces do more often than in their midst. */
const LATER = 0.8
const TRAINING: Training = { hidden: 16, epochs: 24, rate: 0.004, weightDecay: 0.5, leftOut: 0.4 }
/** Networks whose mean decides. */
const MEMBERS = 3
const FOLDS = 3

interface Example extends Choice {
  readonly take: JudgedBars['take']
  readonly candidates: readonly Bars[]
}

await startTensors()
const examples = Array.from(learntBarredTakes(), study)
const standard = standardOf(examples)
console.log(`${examples.length} takes, ${standard.mean.length} features`)
printJudged(judgedByOthers())
if (!process.argv.includes('--only-held-out'))
  writeNetworks(
    'rhythm/trained-bars.ts',
    'The weights of the network of meter.ts, written by test/bench/transcription/train-bars.ts.',
    {
      BARS_NETWORK: learn(examples, MEMBERS),
    },
  )

function study(take: BarredTake): Example {
  const { notes, drums, beatOf, beatCount, ...known } = take
  const studied = studyOf(notes, beatOf, beatCount, drums)
  const candidates = barCandidates(null)
  return {
    take: { ...known, beatCount },
    candidates,
    rows: candidates.map((bars) => describeBars(studied, bars)),
    isRight: candidates.map(
      ({ beatsPerBar, firstDownbeat }) =>
        beatsPerBar === take.beatsPerBar && firstDownbeat === take.firstDownbeat % beatsPerBar,
    ),
    weight: WEIGHTS[take.source] * (take.isBeginning ? 1 : LATER) * (take.beatsPerBar === 2 ? IN_TWO : 1),
  }
}

/** Each take with what is chosen by a network that learnt from other pieces. */
function judgedByOthers(): JudgedBars[] {
  return Array.from({ length: FOLDS }, (_, fold) => {
    const isKeptOut = ({ take }: Example) => numberOf(take.piece) % FOLDS === fold
    const judge = judgeOf(
      learn(
        examples.filter((example) => !isKeptOut(example)),
        1,
      ),
    )
    return examples.filter(isKeptOut).map(({ take, rows, candidates }) => {
      const scores = rows.map((row) => judge(row))
      return { take, bars: candidates[scores.indexOf(Math.max(...scores))]! }
    })
  }).flat()
}

function learn(choices: readonly Choice[], members: number): Network {
  return learnTogether(choices, standard, TRAINING, members)
}
