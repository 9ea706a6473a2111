// A very small network, as its weights are kept: one hidden layer, one probability.

/** Inputs are standardised, then go through one hidden layer of ReLUs to one sigmoid. */
export interface Network {
  readonly inputs: number
  readonly hidden: number
  readonly mean: Float32Array
  readonly scale: Float32Array
  /** hidden × inputs, row by row. */
  readonly hiddenWeights: Float32Array
  readonly hiddenBias: Float32Array
  readonly outputWeights: Float32Array
  readonly outputBias: number
}

/** The probability for one vector of features, which starts at `offset`. */
export function evaluate(network: Network, features: Float32Array, offset = 0): number {
  const { inputs, hidden, mean, scale, hiddenWeights, hiddenBias, outputWeights } = network
  let sum = network.outputBias
  for (let unit = 0; unit < hidden; unit++) {
    let value = hiddenBias[unit]!
    const row = unit * inputs
    for (let input = 0; input < inputs; input++) {
      value += hiddenWeights[row + input]! * (features[offset + input]! - mean[input]!) * scale[input]!
    }
    if (value > 0) sum += value * outputWeights[unit]!
  }
  return 1 / (1 + Math.exp(-sum))
}

/** Little-endian float32, in the order of the fields, in base64. */
export function encodeNetwork(network: Network): string {
  const { inputs, hidden, mean, scale, hiddenWeights, hiddenBias, outputWeights, outputBias } = network
  const values = [
    inputs,
    hidden,
    ...mean,
    ...scale,
    ...hiddenWeights,
    ...hiddenBias,
    ...outputWeights,
    outputBias,
  ]
  return Buffer.from(Float32Array.from(values).buffer).toString('base64')
}

/** Reads what {@link encodeNetwork} wrote. */
export function decodeNetwork(text: string): Network {
  const bytes = Buffer.from(text, 'base64')
  const values = new Float32Array(bytes.length / 4)
  for (let index = 0; index < values.length; index++) values[index] = bytes.readFloatLE(index * 4)
  const inputs = values[0]!
  const hidden = values[1]!
  let offset = 2
  const take = (count: number) => {
    offset += count
    return values.subarray(offset - count, offset)
  }
  return {
    inputs,
    hidden,
    mean: take(inputs),
    scale: take(inputs),
    hiddenWeights: take(hidden * inputs),
    hiddenBias: take(hidden),
    outputWeights: take(hidden),
    outputBias: take(1)[0]!,
  }
}
