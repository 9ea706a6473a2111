// What was seen and heard in a clip, as plain data: times in ms from the start of the window that was read.

/** Something met something: a moving thing turned or stopped at once, or the light jumped. */
export interface Impact {
  readonly atMs: number
  /** 0 faint … 1 as hard as it gets. */
  readonly strength: number
  /** 0 a dot … 1 a good part of the picture. */
  readonly size: number
  readonly cause: 'motion' | 'light' | 'motion-and-sound'
  /** The moving thing that did it: hits of one thing share a number. Null where none was followed. */
  readonly thing: number | null
}

/** Something, or the camera, moved fast. */
export interface FastMovement {
  readonly startMs: number
  readonly endMs: number
  /** Where it was fastest. */
  readonly peakMs: number
  readonly strength: number
  readonly by: 'thing' | 'camera'
}

/** Motion that goes on over much of the picture. */
export interface SteadyTexture {
  readonly startMs: number
  readonly endMs: number
  readonly strength: number
  /** Its motion over time, 0..1, in even steps of `stepMs`. */
  readonly curve: readonly number[]
  readonly stepMs: number
}

/** The picture as a whole. */
export interface Look {
  /** 0 black … 1 white. */
  readonly brightness: number
  /** −1 blue … 1 red. */
  readonly warmth: number
}

export interface PictureEvents {
  readonly durationMs: number
  readonly cutsMs: readonly number[]
  readonly impacts: readonly Impact[]
  readonly movements: readonly FastMovement[]
  readonly textures: readonly SteadyTexture[]
  /** Attacks in the clip's own sound. */
  readonly soundOnsetsMs: readonly number[]
  readonly look: Look
}
