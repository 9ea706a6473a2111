// Trains a small network to choose: of several candidates, each a row of features, one or a few are right.

import type { Network } from '../../../src-main/local-service/transcription/notes/network.ts'
import type { Random } from './pieces.ts'

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

/** Adam (Kingma and Ba, 2015) on the log likelihood that softmax over a take's candidates gives the right ones. */
export function learnToChoose(
  choices: readonly Choice[],
  { mean, scale }: Pick<Network, 'mean' | 'scale'>,
  { hidden, epochs, rate: highest, weightDecay, leftOut }: Training,
  random: Random,
): Network {
  const width = mean.length
  const standard = choices.map(({ rows }) =>
    rows.map((row) => row.map((value, i) => (value - mean[i]!) * scale[i]!)),
  )
  const [b1, w2] = [hidden * width, hidden * width + hidden]
  const size = w2 + hidden
  const w = Float64Array.from({ length: size }, (_, i) => {
    if (i >= b1 && i < w2) return 0
    return (random() - 0.5) * (i < b1 ? 2 * Math.sqrt(1 / width) : Math.sqrt(3 / hidden))
  })
  const [m, v, gradient] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)]
  const order = choices.map((_, index) => index)
  const steps = epochs * Math.ceil(choices.length / BATCH)
  let step = 0
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random)
    for (let from = 0; from < order.length; from += BATCH) {
      const batch = order.slice(from, from + BATCH)
      gradient.fill(0)
      for (const index of batch) {
        const kept = Float32Array.from({ length: width }, () => (random() < leftOut ? 0 : 1 / (1 - leftOut)))
        const rows = standard[index]!.map((row) => row.map((value, i) => value * kept[i]!))
        addGradient(choices[index]!, rows, hidden, w, gradient)
      }
      step++
      const rate = highest * 0.5 * (1 + Math.cos((Math.PI * step) / steps)) + 1e-5
      for (let i = 0; i < size; i++) {
        const g = gradient[i]! / batch.length
        m[i] = 0.9 * m[i]! + 0.1 * g
        v[i] = 0.999 * v[i]! + 0.001 * g * g
        w[i]! -= (rate * (m[i]! / (1 - 0.9 ** step))) / (Math.sqrt(v[i]! / (1 - 0.999 ** step)) + 1e-8)
        if (i < b1 || i >= w2) w[i]! -= rate * weightDecay * w[i]!
      }
    }
  }
  const part = (from: number, to: number) => Float32Array.from(w.subarray(from, to))
  return {
    mean,
    scale,
    layers: [
      { weights: part(0, b1), bias: part(b1, w2) },
      { weights: part(w2, size), bias: Float32Array.of(0) },
    ],
  }
}

function shuffle(order: number[], random: Random): void {
  for (let n = order.length - 1; n > 0; n--) {
    const other = Math.floor(random() * (n + 1))
    ;[order[n], order[other]] = [order[other]!, order[n]!]
  }
}

/** Adds the gradient of one take's loss. */
function addGradient(
  { isRight, weight }: Choice,
  rows: readonly Float32Array[],
  hidden: number,
  w: Float64Array,
  gradient: Float64Array,
): void {
  const width = rows[0]!.length
  const [b1, w2] = [hidden * width, hidden * width + hidden]
  const active = rows.map((row) => {
    const units = new Float64Array(hidden)
    for (let h = 0; h < hidden; h++) {
      let sum = w[b1 + h]!
      for (let i = 0, at = h * width; i < width; i++, at++) sum += w[at]! * row[i]!
      units[h] = Math.max(0, sum)
    }
    return units
  })
  const likely = softmax(active.map((units) => units.reduce((sum, unit, h) => sum + unit * w[w2 + h]!, 0)))
  const right = likely.reduce((sum, chance, index) => sum + (isRight[index] ? chance : 0), 0)
  for (const [index, row] of rows.entries()) {
    const error = weight * (likely[index]! - (isRight[index] ? likely[index]! / Math.max(1e-9, right) : 0))
    for (let h = 0; h < hidden; h++) {
      const unit = active[index]![h]!
      if (unit === 0) continue
      gradient[w2 + h]! += error * unit
      const back = error * w[w2 + h]!
      gradient[b1 + h]! += back
      for (let i = 0, at = h * width; i < width; i++, at++) gradient[at]! += back * row[i]!
    }
  }
}

function softmax(scores: readonly number[]): number[] {
  const most = Math.max(...scores)
  const powers = scores.map((score) => Math.exp(score - most))
  const sum = powers.reduce((total, power) => total + power, 0)
  return powers.map((power) => power / sum)
}
