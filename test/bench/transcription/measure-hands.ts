// node test/bench/transcription/measure-hands.ts [--test | --held-out | --learn]: how many notes stand on the staff of the hand that plays them,
// in written pieces (hand-pieces.ts) as they are written and as they would be heard, and what a reader stumbles over. --test measures the test
// pieces, which nothing is learnt from; --held-out judges each third of the others by what is learnt from the rest; --learn learns from all others
// and writes hand-weights.ts.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CUT_FACTS } from '../../../src-main/local-service/transcription/score/cut-facts.ts'
import { HAND_FACTS } from '../../../src-main/local-service/transcription/score/hand-facts.ts'
import { momentsOf } from '../../../src-main/local-service/transcription/score/hand-moments.ts'
import {
  cutMoments,
  type HandCosts,
} from '../../../src-main/local-service/transcription/score/hand-search.ts'
import { splitHands } from '../../../src-main/local-service/transcription/score/hands.ts'
import { type HandNote, type HandPiece, handPieces, heardPiece } from './hand-pieces.ts'
import { learnHandCosts } from './hand-trainer.ts'
import { seeded } from './pieces.ts'

const WEIGHTS = join(
  import.meta.dirname,
  '../../../src-main/local-service/transcription/score/hand-weights.ts',
)
const FOLDS = [0, 1, 2]
/** Each piece is learnt from as it is written and as it would be heard once; what is measured is heard otherwise. */
const LEARNT_SEED = 1
const MEASURED_SEED = 100_001
const TRAINER_SEED = 5
const WORST = 20
/** A hand plays no wider without stretching: a ninth. */
const WIDE_SEMITONES = 14
const QUARTER = 12

interface Hands {
  readonly right: readonly HandNote[]
  readonly left: readonly HandNote[]
}
type Split = (notes: readonly HandNote[]) => Hands

const option = process.argv[2]
const all = handPieces().filter(({ isTest }) => isTest === (option === '--test'))
const pieces = all.filter(({ hasMiddleVoice }) => !hasMiddleVoice)
if (option === '--learn') writeWeights(learn(pieces))
else {
  const measured: readonly { readonly piece: HandPiece; readonly split: Split }[] =
    option === '--held-out'
      ? FOLDS.flatMap((fold) => {
          const costs = learn(pieces.filter((piece) => piece.fold !== fold))
          return pieces
            .filter((piece) => piece.fold === fold)
            .map((piece) => ({ piece, split: splitBy(costs) }))
        })
      : pieces.map((piece) => ({ piece, split: splitHands }))
  report('as written', measured)
  if (option !== '--held-out') {
    const inThree = all.filter(({ hasMiddleVoice }) => hasMiddleVoice)
    report(
      'outer voices of three, as written (never learnt from)',
      inThree.map((piece) => ({ piece, split: splitHands })),
    )
  }
  report(
    'as heard',
    measured.map(({ piece, split }, index) => ({
      piece: heardPiece(piece, seeded(MEASURED_SEED + index)),
      split,
    })),
  )
}

function learn(some: readonly HandPiece[]): HandCosts {
  const heard = some.map((piece, index) => heardPiece(piece, seeded(LEARNT_SEED + index)))
  return learnHandCosts([...some, ...heard], seeded(TRAINER_SEED))
}

function splitBy(costs: HandCosts): Split {
  return (notes) => {
    const moments = momentsOf(notes)
    const cuts = cutMoments(moments, costs)
    return {
      right: moments.flatMap(({ notes: struck }, index) => struck.slice(cuts[index])),
      left: moments.flatMap(({ notes: struck }, index) => struck.slice(0, cuts[index])),
    }
  }
}

function report(
  title: string,
  measured: readonly { readonly piece: HandPiece; readonly split: Split }[],
): void {
  const rows = measured.map(({ piece, split }) => {
    const hands = split(piece.notes)
    const known = piece.notes.filter(({ hand }) => hand !== null).length
    const right = hands.right.filter(({ hand }) => hand === 'right').length
    const left = hands.left.filter(({ hand }) => hand === 'left').length
    const written = {
      right: piece.notes.filter(({ hand }) => hand === 'right'),
      left: piece.notes.filter(({ hand }) => hand === 'left'),
    }
    return {
      name: piece.name,
      known,
      good: right + left,
      found: stumbles(hands),
      written: stumbles(written),
    }
  })
  const total = (of: (row: (typeof rows)[number]) => number) => rows.reduce((sum, row) => sum + of(row), 0)
  const known = total((row) => row.known)
  const share = (row: (typeof rows)[number]) => row.good / row.known
  const per = (count: number) => ((1000 * count) / known).toFixed(1)
  const both = (name: keyof ReturnType<typeof stumbles>) =>
    `${per(total(({ found }) => found[name]))} (written: ${per(total(({ written }) => written[name]))})`
  console.log(
    [
      `${title}: ${rows.length} pieces, ${known} notes; on the right staff ${percent(total(({ good }) => good) / known)} of notes,`,
      `${percent(total(share) / rows.length)} by piece, ${rows.filter((row) => share(row) < 0.9).length} pieces under 90 %`,
      `in 1,000 notes: single notes that leave their line ${both('jumps')}, wider than a ninth ${both('wide')}, crossed ${both('crossed')}`,
      `worst: ${rows
        .toSorted((a, b) => share(a) - share(b))
        .slice(0, WORST)
        .map((row) => `${row.name} ${percent(share(row))}`)
        .join(', ')}`,
    ].join('\n  '),
  )
}

/** What a reader stumbles over, and how often. */
function stumbles({ right, left }: Hands): {
  readonly jumps: number
  readonly wide: number
  readonly crossed: number
} {
  const rightOf = Map.groupBy(right, ({ start }) => start)
  const leftOf = Map.groupBy(left, ({ start }) => start)
  const starts = [...new Set([...rightOf.keys(), ...leftOf.keys()])].sort((a, b) => a - b)
  const moments = starts.map((start) => {
    const high = (rightOf.get(start) ?? []).map(({ pitch }) => pitch)
    const low = (leftOf.get(start) ?? []).map(({ pitch }) => pitch)
    const single = high.length + low.length === 1 ? (low.length === 1 ? 'left' : 'right') : null
    return { start, high, low, single }
  })
  const isJump = (index: number) => {
    const [before, now, after] = [moments[index - 1], moments[index], moments[index + 1]]
    if (!before?.single || !now?.single || !after?.single) return false
    const isQuick = now.start - before.start <= QUARTER && after.start - now.start <= QUARTER
    return isQuick && now.single !== before.single && now.single !== after.single
  }
  const isWide = (pitches: readonly number[]) => Math.max(...pitches) - Math.min(...pitches) > WIDE_SEMITONES
  return {
    jumps: moments.filter((_, index) => isJump(index)).length,
    wide: moments.filter(({ high, low }) => isWide(high) || isWide(low)).length,
    crossed: moments.filter(({ high, low }) => Math.max(...low) > Math.min(...high)).length,
  }
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

function writeWeights(costs: HandCosts): void {
  const table = (name: string, type: string, facts: readonly string[], values: Float64Array) =>
    [
      `export const ${name}: Readonly<Record<${type}, number>> = {`,
      ...facts.map((fact, index) => `  ${fact}: ${Number(values[index]!.toFixed(2)) || 0},`),
      '}',
      '',
    ].join('\n')
  writeFileSync(
    WEIGHTS,
    [
      '// What each fact about two hands costs, as test/bench/transcription/measure-hands.ts --learn learnt it from written pieces.',
      '',
      "import type { CutFact } from './cut-facts.ts'",
      "import type { HandFact } from './hand-facts.ts'",
      '',
      table('LEFT_WEIGHTS', 'HandFact', HAND_FACTS, costs.left),
      table('RIGHT_WEIGHTS', 'HandFact', HAND_FACTS, costs.right),
      table('CUT_WEIGHTS', 'CutFact', CUT_FACTS, costs.cut),
    ].join('\n'),
  )
}
