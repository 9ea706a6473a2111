// A sound that a picture asks for: what it is called, where it lies, and what is rendered for it.

import type { Scene } from '../synthesis/index.ts'

/** One attack of a sound. */
export interface Hit {
  /** From the start of the window, in ms. */
  readonly atMs: number
  /** 0..1. */
  readonly strength: number
}

/** How a sound follows the picture. */
export type Course =
  /** Its attacks fall on these moments. */
  | { readonly kind: 'hits'; readonly hits: readonly Hit[] }
  /** It swells to its loudest at this moment. */
  | { readonly kind: 'swell'; readonly peakMs: number }
  /** It goes on, as loud as the motion is lively: `curve` in 0..1 in even steps; an empty one is even. */
  | { readonly kind: 'bed'; readonly curve: readonly number[]; readonly stepMs: number }

/** All times are in ms from the start of the window that was read. */
export interface PlannedSound {
  /** Only what was recognised: "impact", never "door". */
  readonly label: string
  readonly type: 'sfx' | 'ambience'
  readonly category: 'foreground' | 'background' | 'swoosh'
  /** The sound itself. */
  readonly soundStartMs: number
  readonly soundEndMs: number
  /** What is generated: up to a second more on either side. */
  readonly startMs: number
  readonly endMs: number
  readonly scene: Scene
  readonly course: Course
}
