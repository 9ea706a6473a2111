// What a generator family is: a texture that goes on, or events that happen at times.

import type { SceneLayer } from '../scene.ts'
import type { Random } from '../signal/random.ts'
import type { Span } from '../signal/span.ts'

export interface Voice {
  readonly layer: SceneLayer
  readonly random: Random
  readonly sampleRate: number
}

/** How the events of a family recur where the prompt gives no count. */
export type Rhythm =
  /**
   * Happens once. Where nothing else is to happen, a stretch holds a few takes one after another, as closely as about one
   * and a half times `apartSeconds`; in a story it happens again after `gapSeconds` at the earliest.
   */
  | { readonly kind: 'once'; readonly gapSeconds: number; readonly apartSeconds: number }
  /** Comes in groups of so many, `gapSeconds` apart inside, with pauses between: knocks, barks. */
  | {
      readonly kind: 'groups'
      readonly gapSeconds: number
      readonly sway: number
      readonly least: number
      readonly most: number
      readonly pauseSeconds: number
    }
  /** Recurs evenly; `sway` is the share by which intervals stray. */
  | { readonly kind: 'pulse'; readonly gapSeconds: number; readonly sway: number }
  /** Recurs at random, on average every `gapSeconds`, never closer than `leastSeconds`. */
  | { readonly kind: 'scatter'; readonly gapSeconds: number; readonly leastSeconds: number }

export interface Occasion {
  /** Position in the series, from 0. */
  readonly index: number
  /** Level relative to the series, about 0.6..1. */
  readonly accent: number
  /** Seconds there are for it; the event fits its gesture into them. */
  readonly budgetSeconds: number
  /** Seconds until nothing of it is heard any more, because the sound ends. */
  readonly roomSeconds: number
}

interface Common {
  readonly name: string
  readonly type: 'sfx' | 'ambience' | 'music'
  /** Level in a mix against other layers. */
  readonly levelDb: number
  /** What it does where the prompt names no action; the first of its actions. */
  readonly actions: readonly string[]
}

export interface EventFamily extends Common {
  readonly kind: 'event'
  /** Its rhythm, which may follow the action. */
  readonly rhythm: (layer: SceneLayer) => Rhythm
  /** Actions whose sound is held or rolls: where several are counted, each only sinks after its attack. */
  readonly held?: readonly string[]
  /** One event from its onset to its natural end. */
  readonly strike: (voice: Voice, occasion: Occasion) => Float32Array
}

export interface TextureFamily extends Common {
  readonly kind: 'texture'
  /** Exactly `span.length` samples, seamless where the span is circular. */
  readonly render: (voice: Voice, span: Span) => Float32Array
}

export type Family = EventFamily | TextureFamily

/** Keeps a family's type and says which kind it is, so that each is one constant. */
export function eventFamily(family: Omit<EventFamily, 'kind'>): EventFamily {
  return { kind: 'event', ...family }
}

export function textureFamily(family: Omit<TextureFamily, 'kind'>): TextureFamily {
  return { kind: 'texture', ...family }
}

/** −1 … 1 from a 0 … 1 dial whose middle is the usual. */
export function around(dial: number): number {
  return (dial - 0.5) * 2
}

/** A frequency of a body by size: twice as large sounds an octave lower; dial 0..1 spans `octaves` both ways. */
export function bySize(hertz: number, size: number, octaves = 1): number {
  return hertz * 2 ** (-around(size) * octaves)
}
