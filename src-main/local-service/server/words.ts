// What the words of a request ask for: the scene of its prompt, without what its negative prompt names.

import {
  type Avoidance,
  leaveOut,
  type Scene,
  understandAvoidance,
  understandPrompt,
} from '../synthesis/index.ts'
import { accept, type Outcome, refuse } from './refusal.ts'

export interface Words {
  /** Null without a prompt. */
  readonly scene: Scene | null
  /** Null without a negative prompt. */
  readonly avoid: Avoidance | null
}

/**
 * Reads the words of a request.
 * Refuses a prompt in which nothing is understood, with the nearest things that are known, and a negative prompt that leaves
 * nothing of it.
 */
export function readWords(input: {
  readonly prompt?: string
  readonly negative_prompt?: string
}): Outcome<Words> {
  const avoid = input.negative_prompt === undefined ? null : understandAvoidance(input.negative_prompt)
  if (input.prompt === undefined) return accept({ scene: null, avoid })
  const understood = understandPrompt(input.prompt)
  if (!understood.ok) return refuse('capability_unsupported', understood.message, { param: 'input.prompt' })
  if (avoid === null) return accept({ scene: understood.scene, avoid })
  const scene = leaveOut(understood.scene, avoid)
  if (scene.layers.length > 0) return accept({ scene, avoid })
  const message = `input.negative_prompt leaves nothing of what input.prompt asks for: ${avoid.words.join(', ')}`
  return refuse('invalid_request', message, { param: 'input.negative_prompt' })
}
