// A small network, as its weights are kept: hidden layers of ReLUs, then a probability or scores.

/** One layer: outputs × inputs weights row by row, one bias an output. */
export interface Layer {
  readonly weights: Float32Array
  readonly bias: Float32Array
}

/** Inputs are standardised, then go through the layers, ReLUs between them. */
export interface Network {
  readonly mean: Float32Array
  readonly scale: Float32Array
  readonly layers: readonly Layer[]
}

/** A network ready to be asked, with room for what its layers hold. */
export type Judge = (features: Float32Array, offset?: number) => number

/** The probability for one vector of features, which starts at `offset`. */
export function judgeOf(network: Network): Judge {
  const scoresOf = scorerOf(network)
  return (features, offset) => 1 / (1 + Math.exp(-scoresOf(features, offset)[0]!))
}

/** A network's outputs for one vector of features, which starts at `offset`, as they are before any sigmoid; the array is used again. */
export function scorerOf({
  mean,
  scale,
  layers,
}: Network): (features: Float32Array, offset?: number) => Float32Array {
  const input = new Float32Array(mean.length)
  const values = layers.map(({ bias }) => new Float32Array(bias.length))
  return (features, offset = 0) => {
    for (let index = 0; index < input.length; index++)
      input[index] = (features[offset + index]! - mean[index]!) * scale[index]!
    let from = input
    for (const [depth, layer] of layers.entries()) {
      const to = values[depth]!
      applyLayer(layer, from, to, depth < layers.length - 1)
      from = to
    }
    return from
  }
}

/** Chances by scores; they add up to 1. */
export function softmax(scores: readonly number[]): Float32Array {
  const highest = Math.max(...scores)
  const weights = scores.map((score) => Math.exp(score - highest))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return Float32Array.from(weights, (weight) => weight / sum)
}

/** What a layer gives for its inputs, written to `to`. */
export function applyLayer(
  { weights, bias }: Layer,
  from: Float32Array,
  to: Float32Array,
  isHidden: boolean,
): void {
  const inputs = from.length
  const put = (unit: number, sum: number) => {
    to[unit] = isHidden && sum < 0 ? 0 : sum
  }
  let unit = 0
  // Four units at once: a processor adds to one sum while another is still on its way, and each input is read once for all of them.
  for (; unit + 4 <= to.length; unit += 4) {
    let [first, second, third, fourth] = [bias[unit]!, bias[unit + 1]!, bias[unit + 2]!, bias[unit + 3]!]
    const row = unit * inputs
    for (let index = 0; index < inputs; index++) {
      const value = from[index]!
      const at = row + index
      first += weights[at]! * value
      second += weights[at + inputs]! * value
      third += weights[at + 2 * inputs]! * value
      fourth += weights[at + 3 * inputs]! * value
    }
    put(unit, first)
    put(unit + 1, second)
    put(unit + 2, third)
    put(unit + 3, fourth)
  }
  for (; unit < to.length; unit++) {
    let sum = bias[unit]!
    const row = unit * inputs
    for (let index = 0; index < inputs; index++) sum += weights[row + index]! * from[index]!
    put(unit, sum)
  }
}

/** Little-endian float32 in base64: inputs, layers, their sizes, then mean, scale, and weights and bias of each layer. */
export function encodeNetwork({ mean, scale, layers }: Network): string {
  const sizes = [mean.length, layers.length, ...layers.map(({ bias }) => bias.length)]
  const values = layers.flatMap(({ weights, bias }) => [...weights, ...bias])
  return Buffer.from(Float32Array.from([...sizes, ...mean, ...scale, ...values]).buffer).toString('base64')
}

/** Reads what {@link encodeNetwork} wrote. */
export function decodeNetwork(text: string): Network {
  const bytes = Buffer.from(text, 'base64')
  const values = new Float32Array(bytes.length / 4)
  for (let index = 0; index < values.length; index++) values[index] = bytes.readFloatLE(index * 4)
  let offset = 0
  const take = (count: number) => {
    offset += count
    return values.subarray(offset - count, offset)
  }
  const [inputs = 0, depth = 0] = take(2)
  const sizes = take(depth)
  return {
    mean: take(inputs),
    scale: take(inputs),
    layers: Array.from(sizes, (size, index) => ({
      weights: take(size * (index === 0 ? inputs : sizes[index - 1]!)),
      bias: take(size),
    })),
  }
}
