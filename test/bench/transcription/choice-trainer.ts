// Trains a small network to choose: of several candidates, each a row of features, one or a few are right.

import { matMul, tensor2d, tidy } from '@tensorflow/tfjs-core'
import { type Network, softmax } from '../../../src-main/local-service/transcription/notes/network.ts'
import { createAdamW, drawn, shuffle, turned } from './adam-w.ts'
import { type Random, seeded } from './pieces.ts'
import { sideBySide } from './trainer.ts'

/** Candidates of one take. */
export interface Choice {
  readonly rows: readonly Float32Array[]
  readonly isRight: readonly boolean[]
  /** How much it counts. */
  readonly weight: number
}

export interface Training {
  readonly hidden: number
  readonly epochs: number
  readonly rate: number
  readonly weightDecay: number
  /** The share of inputs that are left out each time. */
  readonly leftOut: number
}

const BATCH = 16
/** Inputs that hardly vary are not blown up. */
const LEAST_DEVIATION = 0.05

/** Means and scales of the inputs of all candidates. */
export function standardOf(choices: readonly Choice[]): Pick<Network, 'mean' | 'scale'> {
  const rows = choices.flatMap(({ rows }) => rows)
  const width = rows[0]?.length ?? 0
  const mean = new Float32Array(width)
  const scale = new Float32Array(width)
  for (let i = 0; i < width; i++) {
    let sum = 0
    for (const row of rows) sum += row[i]!
    mean[i] = sum / rows.length
    let squares = 0
    for (const row of rows) squares += (row[i]! - mean[i]!) ** 2
    scale[i] = 1 / Math.max(LEAST_DEVIATION, Math.sqrt(squares / rows.length))
  }
  return { mean, scale }
}

/** Several networks, each drawn and shuffled otherwise, as one whose scores are the mean of theirs. */
export function learnTogether(
  choices: readonly Choice[],
  standard: Pick<Network, 'mean' | 'scale'>,
  training: Training,
  members: number,
): Network {
  return sideBySide(
    Array.from({ length: members }, (_, member) =>
      learnToChoose(choices, standard, training, seeded(member + 1)),
    ),
  )
}

/**
 * AdamW on the log likelihood that softmax over a take's candidates gives the right ones. TensorFlow multiplies the
 * matrices: its backend must be ready.
 */
function learnToChoose(
  choices: readonly Choice[],
  { mean, scale }: Pick<Network, 'mean' | 'scale'>,
  { hidden, epochs, rate: highestRate, weightDecay, leftOut }: Training,
  random: Random,
): Network {
  const width = mean.length
  const standard = choices.map(({ rows }) =>
    rows.map((row) => row.map((value, i) => (value - mean[i]!) * scale[i]!)),
  )
  const weights = drawn(width * hidden, Math.sqrt(1 / width), random)
  const bias = new Float32Array(hidden)
  const outputs = drawn(hidden, Math.sqrt(0.75 / hidden), random)
  const order = choices.map((_, index) => index)
  const advance = createAdamW(
    [
      { values: weights, isDecayed: true },
      { values: bias, isDecayed: false },
      { values: outputs, isDecayed: true },
    ],
    { count: epochs * Math.ceil(choices.length / BATCH), highestRate, weightDecay },
  )
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random)
    for (let from = 0; from < order.length; from += BATCH) {
      const batch = order.slice(from, from + BATCH)
      const inputs = new Float32Array(batch.reduce((sum, index) => sum + standard[index]!.length, 0) * width)
      let at = 0
      for (const index of batch) {
        const kept = Float32Array.from({ length: width }, () => (random() < leftOut ? 0 : 1 / (1 - leftOut)))
        for (const row of standard[index]!) for (let i = 0; i < width; i++) inputs[at++] = row[i]! * kept[i]!
      }
      const gradients = gradientsOf(
        batch.map((index) => choices[index]!),
        inputs,
        { weights, bias, outputs },
      )
      advance(gradients, batch.length)
    }
  }
  return {
    mean,
    scale,
    layers: [
      { weights: turned(weights, width, hidden), bias },
      { weights: outputs, bias: Float32Array.of(0) },
    ],
  }
}

/** Inputs × hidden, a bias a unit, a weight of each unit's output. */
interface Weights {
  readonly weights: Float32Array
  readonly bias: Float32Array
  readonly outputs: Float32Array
}

/** The gradients of the loss of some takes, whose candidates are the rows one after the other: of weights, bias and outputs. */
function gradientsOf(
  choices: readonly Choice[],
  rows: Float32Array,
  { weights, bias, outputs }: Weights,
): Float32Array[] {
  const hidden = bias.length
  const width = weights.length / hidden
  const count = rows.length / width
  return tidy(() => {
    const inputs = tensor2d(rows, [count, width])
    // Float32 goes in, so Float32 comes out.
    const units = matMul(inputs, tensor2d(weights, [width, hidden])).dataSync() as Float32Array
    for (let i = 0; i < units.length; i++) units[i] = Math.max(0, units[i]! + bias[i % hidden]!)
    const scores = Array.from({ length: count }, (_, row) => {
      let sum = 0
      for (let h = 0; h < hidden; h++) sum += units[row * hidden + h]! * outputs[h]!
      return sum
    })
    const errors = errorsOf(choices, scores)
    const ofBias = new Float32Array(hidden)
    const ofOutputs = new Float32Array(hidden)
    const back = new Float32Array(units.length)
    for (const [row, error] of errors.entries()) {
      for (let h = 0, at = row * hidden; h < hidden; h++, at++) {
        if (units[at] === 0) continue
        ofOutputs[h]! += error * units[at]!
        back[at] = error * outputs[h]!
        ofBias[h]! += back[at]!
      }
    }
    const ofWeights = matMul(inputs, tensor2d(back, [count, hidden]), true).dataSync() as Float32Array
    return [ofWeights, ofBias, ofOutputs]
  })
}

/** How the loss changes with each candidate's score. */
function errorsOf(choices: readonly Choice[], scores: readonly number[]): number[] {
  let from = 0
  return choices.flatMap(({ isRight, weight }) => {
    const likely = softmax(scores.slice(from, from + isRight.length))
    from += isRight.length
    const right = likely.reduce((sum, chance, index) => sum + (isRight[index] ? chance : 0), 0)
    return Array.from(
      likely,
      (chance, index) => weight * (chance - (isRight[index] ? chance / Math.max(1e-9, right) : 0)),
    )
  })
}
