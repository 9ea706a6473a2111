// Trains one small network: standardised inputs, hidden layers of ReLUs, one probability.

import {
  applyLayer,
  type Layer,
  type Network,
} from '../../../src-main/local-service/transcription/notes/network.ts'
import { shuffle } from './adam-w.ts'

/** Examples, gathered as they come. */
export interface Samples {
  readonly width: number
  readonly count: number
  /** Takes the first `width` values of a row. */
  add(row: Float32Array, label: 0 | 1, weight?: number): void
  row(index: number): Float32Array
  label(index: number): number
  weight(index: number): number
}

const CHUNK_ROWS = 4096

export function createSamples(width: number): Samples {
  const chunks: Float32Array[] = []
  const labels: number[] = []
  const weights: number[] = []
  const row = (index: number): Float32Array => {
    const start = (index % CHUNK_ROWS) * width
    return chunks[Math.floor(index / CHUNK_ROWS)]!.subarray(start, start + width)
  }
  return {
    width,
    get count() {
      return labels.length
    },
    add(values, label, weight = 1) {
      if (labels.length % CHUNK_ROWS === 0) chunks.push(new Float32Array(CHUNK_ROWS * width))
      row(labels.length).set(values.subarray(0, width))
      labels.push(label)
      weights.push(weight)
    },
    row,
    label: (index) => labels[index]!,
    weight: (index) => weights[index]!,
  }
}

export interface TrainingOptions {
  /** Units of each hidden layer. */
  readonly hidden: readonly number[]
  readonly epochs: number
  readonly random: () => number
  /** Each input is left out of an example this often, so that no single one is relied on (Srivastava and others, 2014). */
  readonly dropout?: number
  /** Gets a line an epoch. */
  readonly report?: (line: string) => void
}

const BATCH = 128
const FIRST_RATE = 0.002
const LAST_RATE = 1e-5
/** Pull of the weights towards zero, for each step. */
const DECAY = 1e-5

/** Adam (Kingma and Ba, 2015) on the weighted cross entropy, the rate falling as a cosine. */
export function train(
  samples: Samples,
  { hidden, epochs, random, dropout = 0, report = console.log }: TrainingOptions,
): Network {
  const { mean, scale } = standardise(samples)
  const sizes = [samples.width, ...hidden, 1]
  const layers = sizes.slice(1).map((size, depth) => drawLayer(sizes[depth]!, size, random))
  const gradients = layers.map(emptyLike)
  const adam = layers.flatMap(({ weights, bias }, depth) => [
    createAdam(weights, gradients[depth]!.weights, DECAY),
    createAdam(bias, gradients[depth]!.bias, 0),
  ])
  const values = sizes.map((size) => new Float32Array(size))
  const errors = sizes.map((size) => new Float32Array(size))
  const order = Uint32Array.from({ length: samples.count }, (_, index) => index)
  const steps = epochs * Math.ceil(samples.count / BATCH)
  let step = 0
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random)
    let loss = 0
    for (let first = 0; first < order.length; first += BATCH) {
      for (const { weights, bias } of gradients) {
        weights.fill(0)
        bias.fill(0)
      }
      const batch = order.subarray(first, first + BATCH)
      for (const index of batch) {
        const row = samples.row(index)
        const input = values[0]!
        for (let i = 0; i < input.length; i++)
          input[i] =
            dropout > 0 && random() < dropout ? 0 : ((row[i]! - mean[i]!) * scale[i]!) / (1 - dropout)
        for (const [depth, layer] of layers.entries())
          applyLayer(layer, values[depth]!, values[depth + 1]!, depth < layers.length - 1)
        const probability = 1 / (1 + Math.exp(-values.at(-1)![0]!))
        const weight = samples.weight(index)
        const label = samples.label(index)
        loss -= weight * Math.log(Math.max(1e-9, label ? probability : 1 - probability))
        errors.at(-1)![0] = ((probability - label) * weight) / batch.length
        for (let depth = layers.length - 1; depth >= 0; depth--)
          goBack(layers[depth]!, gradients[depth]!, values[depth]!, errors[depth]!, errors[depth + 1]!, depth)
      }
      step++
      const rate = FIRST_RATE * 0.5 * (1 + Math.cos((Math.PI * step) / steps)) + LAST_RATE
      for (const advance of adam) advance(rate, step)
    }
    report(`   epoch ${epoch + 1}: loss ${(loss / samples.count).toFixed(4)} over ${samples.count}`)
  }
  return { mean, scale, layers }
}

/** Networks of one shape that learnt the same samples, as one network: they stand side by side, and its logit is the mean of theirs. */
export function sideBySide(members: readonly Network[]): Network {
  const [first] = members
  if (!first) throw new Error('there is no network to put beside another')
  const last = first.layers.length - 1
  const layers = first.layers.map((_, depth): Layer => {
    const parts = members.map(({ layers: of }) => of[depth]!)
    if (depth === 0) return { weights: joined(parts, 'weights'), bias: joined(parts, 'bias') }
    if (depth < last) return { weights: blocks(parts), bias: joined(parts, 'bias') }
    const mean = (value: number) => value / members.length
    return {
      weights: joined(parts, 'weights').map(mean),
      bias: Float32Array.of(mean(parts.reduce((sum, { bias }) => sum + bias[0]!, 0))),
    }
  })
  return { mean: first.mean, scale: first.scale, layers }
}

function joined(parts: readonly Layer[], of: keyof Layer): Float32Array {
  return Float32Array.from(parts.flatMap((part) => [...part[of]]))
}

/** Weights of layers that hear nothing of each other. */
function blocks(parts: readonly Layer[]): Float32Array {
  const width = parts.reduce((sum, { weights, bias }) => sum + weights.length / bias.length, 0)
  const rows: number[] = []
  let before = 0
  for (const { weights, bias } of parts) {
    const inputs = weights.length / bias.length
    for (let unit = 0; unit < bias.length; unit++) {
      const row = new Array<number>(width).fill(0)
      for (let i = 0; i < inputs; i++) row[before + i] = weights[unit * inputs + i]!
      rows.push(...row)
    }
    before += inputs
  }
  return Float32Array.from(rows)
}

/** Adds one example's part to a layer's gradient, and finds the error of the layer below where there is one. */
function goBack(
  { weights }: Layer,
  gradient: Layer,
  input: Float32Array,
  inputError: Float32Array,
  error: Float32Array,
  depth: number,
): void {
  const width = input.length
  if (depth > 0) inputError.fill(0)
  for (let unit = 0; unit < error.length; unit++) {
    const back = error[unit]!
    if (back === 0) continue
    gradient.bias[unit]! += back
    const row = unit * width
    const sums = gradient.weights
    for (let i = 0; i < width; i++) sums[row + i]! += back * input[i]!
    if (depth > 0) for (let i = 0; i < width; i++) inputError[i]! += back * weights[row + i]!
  }
  // A unit that gave nothing passes nothing back.
  if (depth > 0) for (let i = 0; i < width; i++) if (input[i] === 0) inputError[i] = 0
}

function standardise(samples: Samples): Pick<Network, 'mean' | 'scale'> {
  const sums = new Float64Array(samples.width)
  const squares = new Float64Array(samples.width)
  for (let index = 0; index < samples.count; index++) {
    const row = samples.row(index)
    for (let i = 0; i < row.length; i++) {
      sums[i]! += row[i]!
      squares[i]! += row[i]! ** 2
    }
  }
  const mean = Float32Array.from(sums, (sum) => sum / samples.count)
  const scale = Float32Array.from(squares, (sum, i) => {
    return 1 / Math.sqrt(Math.max(1e-6, sum / samples.count - mean[i]! ** 2))
  })
  return { mean, scale }
}

/** He initialisation (He and others, 2015), uniform. */
function drawLayer(inputs: number, outputs: number, random: () => number): Layer {
  const reach = Math.sqrt(6 / inputs) * (outputs === 1 ? 0.5 : 1)
  return {
    weights: Float32Array.from({ length: inputs * outputs }, () => (random() * 2 - 1) * reach),
    bias: new Float32Array(outputs),
  }
}

function emptyLike({ weights, bias }: Layer): Layer {
  return { weights: new Float32Array(weights.length), bias: new Float32Array(bias.length) }
}

function createAdam(
  values: Float32Array,
  gradient: Float32Array,
  decay: number,
): (rate: number, step: number) => void {
  const momentum = new Float32Array(values.length)
  const variance = new Float32Array(values.length)
  return (rate, step) => {
    const momentumScale = 1 / (1 - 0.9 ** step)
    const varianceScale = 1 / (1 - 0.999 ** step)
    for (let i = 0; i < values.length; i++) {
      const g = gradient[i]! + decay * values[i]!
      const m = 0.9 * momentum[i]! + 0.1 * g
      const v = 0.999 * variance[i]! + 0.001 * g * g
      momentum[i] = m
      variance[i] = v
      values[i]! -= (rate * m * momentumScale) / (Math.sqrt(v * varianceScale) + 1e-8)
    }
  }
}
