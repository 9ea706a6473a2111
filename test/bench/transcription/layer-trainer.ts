// Trains a network of one hidden layer; what is wrong of its outputs is whoever's that teaches.

import { matMul, tensor2d, tidy } from '@tensorflow/tfjs-core'
import type { Network } from '../../../src-main/local-service/transcription/notes/network.ts'
import { createAdamW, drawn, shuffle, turned } from './adam-w.ts'
import { standardOf } from './choice-trainer.ts'
import type { Random } from './pieces.ts'

export interface LayerTraining {
  readonly outputs: number
  readonly hidden: number
  readonly epochs: number
  readonly rate: number
  readonly weightDecay: number
  /** The share of inputs that are left out each time. */
  readonly leftOut: number
}

/** Writes the error of each output of one example, which begin at `offset`: the slope of its loss. */
export type AddErrors<Example> = (
  example: Example,
  scoreOf: (output: number) => number,
  errors: Float32Array,
  offset: number,
) => void

const BATCH = 128

/** AdamW on the errors that `addErrors` tells. TensorFlow multiplies the matrices: its backend must be ready. */
export function learnOneLayer<Example extends { readonly row: Float32Array }>(
  examples: readonly Example[],
  { outputs, hidden, epochs, rate: highestRate, weightDecay, leftOut }: LayerTraining,
  addErrors: AddErrors<Example>,
  random: Random,
): Network {
  const { mean, scale } = standardOf(examples.map(({ row }) => ({ rows: [row], isRight: [true], weight: 1 })))
  const width = mean.length
  const first = drawn(width * hidden, Math.sqrt(3 / width), random)
  const bias = new Float32Array(hidden)
  const second = drawn(hidden * outputs, Math.sqrt(1 / hidden), random)
  const outputBias = new Float32Array(outputs)
  const order = examples.map((_, index) => index)
  const batches = Math.floor(order.length / BATCH)
  const advance = createAdamW(
    [
      { values: first, isDecayed: true },
      { values: bias, isDecayed: false },
      { values: second, isDecayed: true },
      { values: outputBias, isDecayed: false },
    ],
    { count: epochs * batches, highestRate, weightDecay },
  )
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random)
    for (let batch = 0; batch < batches; batch++) {
      const chosen = order.slice(batch * BATCH, (batch + 1) * BATCH).map((index) => examples[index]!)
      const inputs = new Float32Array(BATCH * width)
      for (const [at, { row }] of chosen.entries())
        for (let i = 0; i < width; i++)
          if (random() >= leftOut) inputs[at * width + i] = ((row[i]! - mean[i]!) * scale[i]!) / (1 - leftOut)
      advance(gradientsOf(chosen, inputs, [first, bias, second, outputBias], addErrors), BATCH)
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

/** The gradients of the loss of a batch: inputs × hidden, hidden, hidden × outputs, outputs. */
function gradientsOf<Example>(
  examples: readonly Example[],
  values: Float32Array,
  [first, bias, second, outputBias]: readonly [Float32Array, Float32Array, Float32Array, Float32Array],
  addErrors: AddErrors<Example>,
): Float32Array[] {
  const hidden = bias.length
  const outputs = outputBias.length
  const width = first.length / hidden
  return tidy(() => {
    const inputs = tensor2d(values, [examples.length, width])
    // Float32 goes in, so Float32 comes out.
    const units = matMul(inputs, tensor2d(first, [width, hidden])).dataSync() as Float32Array
    for (let i = 0; i < units.length; i++) units[i] = Math.max(0, units[i]! + bias[i % hidden]!)
    const unitsOf = tensor2d(units, [examples.length, hidden])
    const weights = tensor2d(second, [hidden, outputs])
    const scores = matMul(unitsOf, weights).dataSync() as Float32Array // as above
    const errors = new Float32Array(scores.length)
    for (const [at, example] of examples.entries()) {
      const offset = at * outputs
      addErrors(example, (output) => scores[offset + output]! + outputBias[output]!, errors, offset)
    }
    const errorsOf = tensor2d(errors, [examples.length, outputs])
    const back = matMul(errorsOf, weights, false, true).dataSync() as Float32Array // as above
    for (let i = 0; i < back.length; i++) if (units[i] === 0) back[i] = 0
    const ofBias = new Float32Array(hidden)
    for (let i = 0; i < back.length; i++) ofBias[i % hidden]! += back[i]!
    const ofOutputs = new Float32Array(outputs)
    for (let i = 0; i < errors.length; i++) ofOutputs[i % outputs]! += errors[i]!
    const ofFirst = matMul(inputs, tensor2d(back, [examples.length, hidden]), true, false)
    const ofSecond = matMul(unitsOf, errorsOf, true, false)
    return [
      ofFirst.dataSync() as Float32Array, // as above
      ofBias,
      ofSecond.dataSync() as Float32Array, // as above
      ofOutputs,
    ]
  })
}
