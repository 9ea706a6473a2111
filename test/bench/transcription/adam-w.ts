// What the trainers of choice and of naming have in common: steps of AdamW whose rate falls as a cosine.

import type { Random } from './pieces.ts'

/** Values to be learnt. */
export interface Parameter {
  readonly values: Float32Array
  /** Pulled towards zero at each step, as weights are and biases are not. */
  readonly isDecayed: boolean
}

export interface Steps {
  readonly count: number
  readonly highestRate: number
  readonly weightDecay: number
}

const LEAST_RATE = 1e-5

/**
 * Loshchilov and Hutter, 2019.
 * @returns takes a step against the gradients of all parameters, in their order, which are sums over so many examples
 */
export function createAdamW(
  parameters: readonly Parameter[],
  { count, highestRate, weightDecay }: Steps,
): (gradients: readonly Float32Array[], examples: number) => void {
  const moments = parameters.map(({ values }) => ({
    mean: new Float32Array(values.length),
    square: new Float32Array(values.length),
  }))
  let step = 0
  return (gradients, examples) => {
    step++
    const rate = highestRate * 0.5 * (1 + Math.cos((Math.PI * step) / count)) + LEAST_RATE
    const [meanShare, squareShare] = [1 - 0.9 ** step, 1 - 0.999 ** step]
    for (const [index, { values, isDecayed }] of parameters.entries()) {
      const { mean, square } = moments[index]!
      const gradient = gradients[index]!
      for (let i = 0; i < values.length; i++) {
        const g = gradient[i]! / examples
        mean[i] = 0.9 * mean[i]! + 0.1 * g
        square[i] = 0.999 * square[i]! + 0.001 * g * g
        values[i]! -= (rate * (mean[i]! / meanShare)) / (Math.sqrt(square[i]! / squareShare) + 1e-8)
        if (isDecayed) values[i]! -= rate * weightDecay * values[i]!
      }
    }
  }
}

/** Values drawn evenly from -`most` to `most`. */
export function drawn(size: number, most: number, random: Random): Float32Array {
  return Float32Array.from({ length: size }, () => (2 * random() - 1) * most)
}

/** A matrix of so many rows, its columns as rows. */
export function turned(values: Float32Array, rows: number, columns: number): Float32Array {
  return values.map((_, index) => values[(index % rows) * columns + Math.floor(index / rows)]!)
}

export function shuffle(order: number[] | Uint32Array, random: Random): void {
  for (let n = order.length - 1; n > 0; n--) {
    const other = Math.floor(random() * (n + 1))
    ;[order[n], order[other]] = [order[other]!, order[n]!]
  }
}
