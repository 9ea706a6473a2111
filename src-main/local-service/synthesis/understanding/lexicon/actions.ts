// The verbs: what a source does, by the family that can do it.

import { MACHINE_ACTIONS } from './actions-of-machines.ts'
import { NATURE_ACTIONS } from './actions-of-nature.ts'
import { THING_ACTIONS } from './actions-on-things.ts'
import type { ActionMeaning } from './entries.ts'

export interface NamedAction extends ActionMeaning {
  readonly verb: string
}

/** Every verb with its meaning; the words of a row are synonyms. */
export const ACTIONS: readonly NamedAction[] = [
  ...THING_ACTIONS,
  ...MACHINE_ACTIONS,
  ...NATURE_ACTIONS,
].flatMap(([verbs, byFamily, otherwiseNoun]) =>
  verbs.split('|').map((verb) => ({ verb, byFamily, otherwiseNoun: otherwiseNoun ?? null })),
)
