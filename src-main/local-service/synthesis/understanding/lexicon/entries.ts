// What a word of a prompt can mean: the shapes of the lexicon's entries.

import type { Material, Movement, SpaceKind } from '../../scene.ts'

/** What a noun brings with it. */
export interface SourceTraits {
  readonly action?: string
  readonly material?: Material
  readonly size?: number
  readonly intensity?: number
  readonly brightness?: number
  readonly tempo?: number
  readonly distanceMetres?: number
  readonly space?: SpaceKind
  /** Nouns that sound with it: a storm is rain, wind and thunder. */
  readonly alsoNouns?: readonly string[]
}

export interface SourceMeaning {
  readonly noun: string
  readonly family: string
  readonly traits: SourceTraits
}

/** Nouns of one meaning, separated by `|`, the family that makes them, and what they bring with them. */
export type SourceRow = readonly [nouns: string, family: string, traits?: SourceTraits]

/** Verbs of one meaning, separated by `|`, what they mean by family, and the noun that they imply alone. */
export type ActionRow = readonly [
  verbs: string,
  byFamily: Readonly<Record<string, string>>,
  otherwiseNoun?: string,
]

/** What a verb does: for each family the action it means, or another family and action ("knock/bang"). */
export interface ActionMeaning {
  readonly byFamily: Readonly<Record<string, string>>
  /** The noun it implies where nothing else sounds: "someone knocks". */
  readonly otherwiseNoun: string | null
}

/** Shifts of a layer's dials; `times` factors, the others added. */
export interface Shift {
  readonly size?: number
  readonly intensity?: number
  readonly brightness?: number
  readonly tempoTimes?: number
  readonly distanceMetres?: number
  readonly isBackground?: boolean
  /** Seconds after which a texture ends. */
  readonly lastsSeconds?: number
  readonly movement?: Movement
}

/** One word or phrase and its possible roles; context decides among them. */
export interface Entry {
  readonly words: string
  readonly source?: SourceMeaning
  readonly action?: ActionMeaning
  readonly material?: Material
  readonly shift?: Shift
  readonly isMood?: boolean
  readonly space?: SpaceKind
  readonly count?: number
  readonly connector?: 'layer' | 'or' | 'then' | 'after'
  readonly isNegation?: boolean
  /** Strengthens or weakens the next describing word. */
  readonly degree?: number
  readonly isPreposition?: boolean
  readonly isFiller?: boolean
}
