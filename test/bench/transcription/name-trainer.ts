// Trains a network to name: of all instruments, those that a piece lists stand to choose from.

import { matMul, tensor2d, tidy } from '@tensorflow/tfjs-core'
import type { Network } from '../../../src-main/local-service/transcription/notes/network.ts'
import { standardOf } from './choice-trainer.ts'
import type { Random } from './pieces.ts'

/** One note: what is listed of the outputs, and what is right of those. */
export interface Naming {
  readonly row: Float32Array
  readonly listed: readonly number[]
  readonly right: readonly number[]
  readonly weight: number
}

export interface NameTraining {
  readonly outputs: number
  readonly hidden: number
  readonly epochs: number
  readonly rate: number
  readonly weightDecay: number
  /** The share of inputs that are left out each time. */
  readonly leftOut: number
}

const BATCH = 128

/**
 * Adam (Kingma and Ba, 2015) on the log likelihood that softmax over the listed outputs gives the right ones. TensorFlow multiplies the
 * matrices: its backend must be ready.
 */
export function learnToName(
  namings: readonly Naming[],
  { outputs, hidden, epochs, rate: highest, weightDecay, leftOut }: NameTraining,
  random: Random,
): Network {
  const { mean, scale } = standardOf(namings.map(({ row }) => ({ rows: [row], isRight: [true], weight: 1 })))
  const width = mean.length
  const uniform = (size: number, most: number) =>
    Float32Array.from({ length: size }, () => (2 * random() - 1) * most)
  const parameters = [
    uniform(width * hidden, Math.sqrt(3 / width)),
    new Float32Array(hidden),
    uniform(hidden * outputs, Math.sqrt(1 / hidden)),
    new Float32Array(outputs),
  ].map((values) => ({
    values,
    mean: new Float32Array(values.length),
    square: new Float32Array(values.length),
  }))
  const [first, bias, second, outputBias] = parameters.map(({ values }) => values) as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ]
  const order = namings.map((_, index) => index)
  const batches = Math.floor(order.length / BATCH)
  const steps = epochs * batches
  let step = 0
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (let n = order.length - 1; n > 0; n--) {
      const other = Math.floor(random() * (n + 1))
      ;[order[n], order[other]] = [order[other]!, order[n]!]
    }
    for (let batch = 0; batch < batches; batch++) {
      const chosen = order.slice(batch * BATCH, (batch + 1) * BATCH).map((index) => namings[index]!)
      const inputs = new Float32Array(BATCH * width)
      for (const [at, { row }] of chosen.entries())
        for (let i = 0; i < width; i++)
          if (random() >= leftOut) inputs[at * width + i] = ((row[i]! - mean[i]!) * scale[i]!) / (1 - leftOut)
      const gradients = gradientsOf(chosen, inputs, [first, bias, second, outputBias])
      step++
      const rate = highest * 0.5 * (1 + Math.cos((Math.PI * step) / steps)) + 1e-5
      for (const [index, { values, mean: momentum, square }] of parameters.entries()) {
        const gradient = gradients[index]!
        const isDecayed = index % 2 === 0
        const meanScale = 1 / (1 - 0.9 ** step)
        const squareScale = 1 / (1 - 0.999 ** step)
        for (let i = 0; i < values.length; i++) {
          const g = gradient[i]! / BATCH
          momentum[i] = 0.9 * momentum[i]! + 0.1 * g
          square[i] = 0.999 * square[i]! + 0.001 * g * g
          values[i]! -= (rate * momentum[i]! * meanScale) / (Math.sqrt(square[i]! * squareScale) + 1e-8)
          if (isDecayed) values[i]! -= rate * weightDecay * values[i]!
        }
      }
    }
  }
  return {
    mean,
    scale,
    layers: [
      { weights: turned(first, width, hidden), bias },
      { weights: turned(second, hidden, outputs), bias: outputBias },
    ],
  }
}

/** A matrix of so many rows, its columns as rows. */
function turned(values: Float32Array, rows: number, columns: number): Float32Array {
  return values.map((_, index) => values[(index % rows) * columns + Math.floor(index / rows)]!)
}

/** The gradients of the loss of a batch: inputs × hidden, hidden, hidden × outputs, outputs. */
function gradientsOf(
  namings: readonly Naming[],
  values: Float32Array,
  [first, bias, second, outputBias]: readonly [Float32Array, Float32Array, Float32Array, Float32Array],
): Float32Array[] {
  const hidden = bias.length
  const outputs = outputBias.length
  const width = first.length / hidden
  return tidy(() => {
    const inputs = tensor2d(values, [namings.length, width])
    // Float32 goes in, so Float32 comes out.
    const units = matMul(inputs, tensor2d(first, [width, hidden])).dataSync() as Float32Array
    for (let i = 0; i < units.length; i++) units[i] = Math.max(0, units[i]! + bias[i % hidden]!)
    const unitsOf = tensor2d(units, [namings.length, hidden])
    const weights = tensor2d(second, [hidden, outputs])
    const scores = matMul(unitsOf, weights).dataSync() as Float32Array // as above
    const errors = new Float32Array(scores.length)
    for (const [at, naming] of namings.entries()) addErrors(naming, scores, outputBias, at * outputs, errors)
    const errorsOf = tensor2d(errors, [namings.length, outputs])
    const back = matMul(errorsOf, weights, false, true).dataSync() as Float32Array // as above
    for (let i = 0; i < back.length; i++) if (units[i] === 0) back[i] = 0
    const ofBias = new Float32Array(hidden)
    for (let i = 0; i < back.length; i++) ofBias[i % hidden]! += back[i]!
    const ofOutputs = new Float32Array(outputs)
    for (let i = 0; i < errors.length; i++) ofOutputs[i % outputs]! += errors[i]!
    const ofFirst = matMul(inputs, tensor2d(back, [namings.length, hidden]), true, false)
    const ofSecond = matMul(unitsOf, errorsOf, true, false)
    return [
      ofFirst.dataSync() as Float32Array, // as above
      ofBias,
      ofSecond.dataSync() as Float32Array, // as above
      ofOutputs,
    ]
  })
}

/** The error of each listed output of one note: its chance, less its share among the right ones. */
function addErrors(
  { listed, right, weight }: Naming,
  scores: Float32Array,
  bias: Float32Array,
  offset: number,
  errors: Float32Array,
): void {
  const score = (output: number) => scores[offset + output]! + bias[output]!
  const highest = listed.reduce((most, output) => Math.max(most, score(output)), Number.NEGATIVE_INFINITY)
  const power = (output: number) => Math.exp(score(output) - highest)
  const all = listed.reduce((sum, output) => sum + power(output), 0)
  const rights = right.reduce((sum, output) => sum + power(output), 1e-9)
  for (const output of listed) {
    const share = right.includes(output) ? power(output) / rights : 0
    errors[offset + output] = weight * (power(output) / all - share)
  }
}
