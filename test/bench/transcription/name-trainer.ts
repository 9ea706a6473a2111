// Trains a network to name: of all instruments, those that a piece lists stand to choose from.

import type { Network } from '../../../src-main/local-service/transcription/notes/network.ts'
import { type LayerTraining, learnOneLayer } from './layer-trainer.ts'
import type { Random } from './pieces.ts'

/** One note: what is listed of the outputs, and what is right of those. */
export interface Naming {
  readonly row: Float32Array
  readonly listed: readonly number[]
  readonly right: readonly number[]
  readonly weight: number
}

/** Learns the log likelihood that softmax over the listed outputs gives the right ones. */
export const learnToName = (namings: readonly Naming[], training: LayerTraining, random: Random): Network =>
  learnOneLayer(namings, training, addErrors, random)

/** The error of each listed output of one note: its chance, less its share among the right ones. */
function addErrors(
  { listed, right, weight }: Naming,
  scoreOf: (output: number) => number,
  errors: Float32Array,
  offset: number,
): void {
  const highest = listed.reduce((most, output) => Math.max(most, scoreOf(output)), Number.NEGATIVE_INFINITY)
  const power = (output: number) => Math.exp(scoreOf(output) - highest)
  const all = listed.reduce((sum, output) => sum + power(output), 0)
  const rights = right.reduce((sum, output) => sum + power(output), 1e-9)
  for (const output of listed) {
    const share = right.includes(output) ? power(output) / rights : 0
    errors[offset + output] = weight * (power(output) / all - share)
  }
}
