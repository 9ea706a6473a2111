// The port through which pictures come in: what a file holds, its frames made small, its sound.

/** Frames are analysed at this size, whatever the shape of the picture. */
export const FRAME_WIDTH = 160
export const FRAME_HEIGHT = 90
export const FRAME_PIXELS = FRAME_WIDTH * FRAME_HEIGHT

/** Rate at which a clip's own sound is read. */
export const CLIP_AUDIO_RATE_HZ = 16_000

export interface Frame {
  /** Luma, 0..255, row by row. */
  readonly luma: Uint8Array
  /** Means over the frame, 0..1. */
  readonly red: number
  readonly green: number
  readonly blue: number
}

/** What a file says of itself. */
export interface ClipFacts {
  readonly durationMs: number
  /** Length of the picture alone: the sound may go on longer. */
  readonly pictureMs: number
  readonly width: number
  readonly height: number
  /** The rate at which its frames are delivered; a clip of variable rate is put on an even grid. */
  readonly framesPerSecond: number
  readonly hasAudio: boolean
}

export type Inspection =
  | { readonly ok: true; readonly facts: ClipFacts }
  | {
      readonly ok: false
      /** `unsupported`: another kind of file or codec; `broken`: the right kind, but it cannot be read. */
      readonly problem: 'unsupported' | 'broken'
      readonly message: string
    }

/** A part of a clip, in ms from its start. */
export interface ClipWindow {
  readonly startMs: number
  readonly durationMs: number
}

/** Decodes pictures. Every method rejects with the signal's reason once that is aborted. */
export interface FrameSource {
  inspect(path: string, signal: AbortSignal): Promise<Inspection>
  /**
   * The frames of a window, at the clip's rate, the first at its start. Fewer come where the file ends early.
   * @throws PictureUnreadable where decoding breaks
   */
  frames(path: string, facts: ClipFacts, window: ClipWindow, signal: AbortSignal): AsyncIterable<Frame>
  /** The clip's own sound in a window, mono at 16 kHz; empty where it has none. */
  audio(path: string, facts: ClipFacts, window: ClipWindow, signal: AbortSignal): Promise<Float32Array>
  /**
   * The clip's own sound in a window, mono at another rate, good enough to be heard. Absent where sound is read for analysis alone.
   * @throws PictureUnreadable where decoding breaks
   */
  readonly soundAt?: (
    path: string,
    window: ClipWindow,
    rateHz: number,
    signal: AbortSignal,
  ) => Promise<Float32Array>
}

/** A picture that could be inspected and then not be decoded. */
export class PictureUnreadable extends Error {
  override name = 'PictureUnreadable'
}

/** A frame from packed 8-bit RGB, by the weights of BT.601. */
export function frameOfRgb(rgb: Uint8Array): Frame {
  const luma = new Uint8Array(FRAME_PIXELS)
  let red = 0
  let green = 0
  let blue = 0
  for (let pixel = 0, at = 0; pixel < FRAME_PIXELS; pixel++, at += 3) {
    const r = rgb[at]!
    const g = rgb[at + 1]!
    const b = rgb[at + 2]!
    red += r
    green += g
    blue += b
    luma[pixel] = (r * 77 + g * 150 + b * 29 + 128) >> 8
  }
  const whole = FRAME_PIXELS * 255
  return { luma, red: red / whole, green: green / whole, blue: blue / whole }
}
