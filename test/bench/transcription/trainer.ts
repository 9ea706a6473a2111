// Trains one small network: standardised inputs, one hidden layer, one probability.

import type { Network } from '../../../src-main/local-service/transcription/notes/network.ts'

export interface Samples {
  readonly width: number
  readonly features: number[]
  readonly labels: number[]
}

/** Adam (Kingma and Ba, 2015) on the cross entropy, batches of 64, the rate falling as a cosine. */
export function train(
  { width, features, labels }: Samples,
  hidden: number,
  epochs: number,
  random: () => number,
): Network {
  const count = labels.length
  const mean = new Float32Array(width)
  const scale = new Float32Array(width)
  for (let i = 0; i < width; i++) {
    let sum = 0
    let squares = 0
    for (let n = 0; n < count; n++) {
      const value = features[n * width + i]!
      sum += value
      squares += value * value
    }
    mean[i] = sum / count
    scale[i] = 1 / Math.sqrt(Math.max(1e-6, squares / count - mean[i]! ** 2))
  }
  const data = new Float32Array(count * width)
  for (let n = 0; n < count; n++) {
    for (let i = 0; i < width; i++) data[n * width + i] = (features[n * width + i]! - mean[i]!) * scale[i]!
  }
  const size = hidden * width + hidden + hidden + 1
  const w = new Float64Array(size)
  const [b1, w2, b2] = [hidden * width, hidden * width + hidden, size - 1]
  for (let i = 0; i < hidden * width; i++) w[i] = (random() - 0.5) * 2 * Math.sqrt(3 / width)
  for (let i = 0; i < hidden; i++) w[w2 + i] = (random() - 0.5) * Math.sqrt(3 / hidden)
  const gradient = new Float64Array(size)
  const m = new Float64Array(size)
  const v = new Float64Array(size)
  const active = new Float64Array(hidden)
  const order = Uint32Array.from({ length: count }, (_, n) => n)
  const batches = Math.ceil(count / 64)
  let step = 0
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (let n = count - 1; n > 0; n--) {
      const other = Math.floor(random() * (n + 1))
      const swap = order[n]!
      order[n] = order[other]!
      order[other] = swap
    }
    let loss = 0
    for (let batch = 0; batch < batches; batch++) {
      gradient.fill(0)
      const end = Math.min(count, batch * 64 + 64)
      for (let at = batch * 64; at < end; at++) {
        const n = order[at]!
        let z = w[b2]!
        for (let h = 0; h < hidden; h++) {
          let sum = w[b1 + h]!
          for (let i = 0; i < width; i++) sum += w[h * width + i]! * data[n * width + i]!
          active[h] = Math.max(0, sum)
          z += active[h]! * w[w2 + h]!
        }
        const p = 1 / (1 + Math.exp(-z))
        const error = p - labels[n]!
        loss -= Math.log(Math.max(1e-9, labels[n] ? p : 1 - p))
        gradient[b2]! += error
        for (let h = 0; h < hidden; h++) {
          if (active[h] === 0) continue
          gradient[w2 + h]! += error * active[h]!
          const back = error * w[w2 + h]!
          gradient[b1 + h]! += back
          for (let i = 0; i < width; i++) gradient[h * width + i]! += back * data[n * width + i]!
        }
      }
      step++
      const rate = 0.003 * 0.5 * (1 + Math.cos((Math.PI * step) / (epochs * batches))) + 1e-5
      for (let i = 0; i < size; i++) {
        const g = gradient[i]! / (end - batch * 64)
        m[i] = 0.9 * m[i]! + 0.1 * g
        v[i] = 0.999 * v[i]! + 0.001 * g * g
        w[i]! -= (rate * (m[i]! / (1 - 0.9 ** step))) / (Math.sqrt(v[i]! / (1 - 0.999 ** step)) + 1e-8)
      }
    }
    console.log(`   epoch ${epoch + 1}: loss ${(loss / count).toFixed(4)} over ${count}`)
  }
  const f = (from: number, to: number) => Float32Array.from(w.subarray(from, to))
  return {
    inputs: width,
    hidden,
    mean,
    scale,
    hiddenWeights: f(0, b1),
    hiddenBias: f(b1, w2),
    outputWeights: f(w2, b2),
    outputBias: w[b2]!,
  }
}
