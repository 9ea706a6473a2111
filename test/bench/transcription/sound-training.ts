// How networks learn what notes sound like, whatever is asked of them.

import { INSTRUMENTS } from '../../../src-main/contract/index.ts'
import type { LayerTraining } from './layer-trainer.ts'
import type { PartTake } from './part-takes.ts'

/** Networks whose mean decides. */
export const MEMBERS = 3
export const SOUND_NAMES: LayerTraining = {
  outputs: INSTRUMENTS.length,
  hidden: 64,
  epochs: 12,
  rate: 0.003,
  weightDecay: 0.3,
  leftOut: 0.3,
}
/** A piece of many notes teaches no more than one of so many. */
const NOTES_OF_A_PIECE = 120

export const weightOf = ({ notes }: PartTake): number => Math.min(1, NOTES_OF_A_PIECE / notes.length)
