// What a decoding page is asked for and what it answers, as the main process checks both (src-main/decode/picture-port.ts).

/** A part of the clip, in ms from its start. */
export interface Span {
  readonly startMs: number
  readonly durationMs: number
}
export interface FramesWork extends Span {
  readonly kind: 'frames'
  readonly width: number
  readonly height: number
  readonly framesPerSecond: number
}
export interface SoundWork extends Span {
  readonly kind: 'sound'
  readonly rateHz: number
}
export type Work = { readonly kind: 'facts' } | FramesWork | SoundWork

export interface Facts {
  readonly durationMs: number
  readonly pictureMs: number
  readonly width: number
  readonly height: number
  readonly framesPerSecond: number
  readonly hasAudio: boolean
}
export type Outcome =
  | { readonly ok: true; readonly facts: Facts | null }
  | { readonly ok: false; readonly problem: 'unsupported' | 'broken'; readonly message: string }

/** Sends bytes on; resolves when they were taken, and throws when nobody wants more. */
export type Send = (bytes: Uint8Array<ArrayBuffer>) => Promise<void>

export const unsupported = (message: string): Outcome => ({ ok: false, problem: 'unsupported', message })
export const broken = (message: string): Outcome => ({ ok: false, problem: 'broken', message })
