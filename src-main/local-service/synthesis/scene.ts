// The scene: what was heard in a prompt, as plain JSON data that is stored on the job and shown to the person.

/** Stuff that things are made of, and grounds that are stepped or fallen on. */
export const MATERIALS = [
  'wood',
  'metal',
  'glass',
  'stone',
  'ceramic',
  'plastic',
  'rubber',
  'paper',
  'cloth',
  'leather',
  'earth',
  'gravel',
  'sand',
  'snow',
  'ice',
  'leaves',
  'grass',
  'mud',
  'water',
  'carpet',
] as const
export type Material = (typeof MATERIALS)[number]

/** Places with a sound of their own; `dry` adds nothing. */
export const SPACES = [
  'dry',
  'outdoors',
  'forest',
  'small-room',
  'room',
  'bathroom',
  'corridor',
  'hall',
  'stone-hall',
  'cathedral',
  'cave',
  'tunnel',
  'underwater',
  'canyon',
] as const
export type SpaceKind = (typeof SPACES)[number]

export interface SceneSpace {
  readonly kind: SpaceKind
  /** Share of reflected sound, 0 (none) to 1 (mostly reflections). */
  readonly wetness: number
}

/** How a source or its level moves while it sounds: it comes, goes, goes by; it grows louder or fades. */
export const MOVEMENTS = ['approach', 'leave', 'pass', 'swell', 'fade'] as const
export type Movement = (typeof MOVEMENTS)[number]

/** One source that sounds. Sources of the same stage sound together; stages follow one another. */
export interface SceneLayer {
  /** The word of the lexicon that named it: "door", "church bell". */
  readonly source: string
  /** The generator that makes it. */
  readonly family: string
  /** What it does: "slam", "creak"; null is the family's usual behaviour. */
  readonly action: string | null
  readonly material: Material | null
  /** 0 tiny … 0.5 usual … 1 huge. */
  readonly size: number
  /** 0 barely there … 0.5 usual … 1 as violent as it gets. */
  readonly intensity: number
  /** 0 dull and dark … 0.5 usual … 1 bright. */
  readonly brightness: number
  /** Factor on the natural pace of its events: 0.5 half as fast, 2 twice. */
  readonly tempo: number
  /** Exactly this many events; null leaves it to the duration. */
  readonly count: number | null
  /** One of it was asked for, and no number said: "a door slam". */
  readonly isOnce?: true
  /** Absent where it stays as it is. A loop stays as it is, too. */
  readonly movement?: Movement
  /** Seconds for which a texture goes on; absent where it fills its part of the scene. */
  readonly lastsSeconds?: number
  /** Distance from the listener in metres. */
  readonly distanceMetres: number
  /** Whether it lies under the others. */
  readonly isBackground: boolean
  /** Position in the order of happening, from 0. */
  readonly stage: number
}

export interface Scene {
  readonly layers: readonly SceneLayer[]
  readonly space: SceneSpace
  /** Words of mood that shaped the layers, as understood: "eerie", "calm". */
  readonly moods: readonly string[]
  /** What the prompt asked to leave out. */
  readonly excluded: readonly string[]
  /** Words of the prompt that changed nothing because they are not known. */
  readonly notUnderstood: readonly string[]
}

/** A prompt that was heard as a scene, or the nearest known things where it was not. */
export type Understanding =
  | { readonly ok: true; readonly scene: Scene }
  | { readonly ok: false; readonly nearest: readonly string[]; readonly message: string }

export interface RenderRequest {
  readonly scene: Scene
  readonly durationMs: number
  /** 0..4294967295. */
  readonly seed: number
  /** Which take of the request, from 0. */
  readonly variantIndex: number
  /** Whether the end runs seamlessly into the start. */
  readonly loop: boolean
  readonly sampleRate: number
}
