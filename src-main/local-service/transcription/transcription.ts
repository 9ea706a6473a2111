// What the engine gives back: the words that the worker, the service and the writers of files share.

import type { Instrument, TimeSignature } from '../../contract/index.ts'

/** The release that results name. A change that lets the same audio give other notes gets a new name. */
export const TRANSCRIPTION_MODEL = 'foleyroom-notes-0.9'
/** The detector's revision: a detection is remembered for the same audio under the same revision. */
export const DETECTOR_REVISION = 'presence-0.6'

/** One note; times in seconds from the start of the recording. */
export type TranscribedNote = {
  readonly pitch: number
  readonly start: number
  readonly end: number
  /** 1..127. */
  readonly velocity: number
  readonly instrument: Instrument
}

/** From this time on, this tempo. */
export type TempoChange = {
  /** Seconds from the start. */
  readonly time: number
  /** Quarter notes a minute. */
  readonly bpm: number
}

export type Timing = 'performance' | 'quantized'

export interface Transcription {
  readonly durationMs: number
  readonly notes: readonly TranscribedNote[]
  readonly tempoMap: readonly TempoChange[]
  readonly timing: {
    readonly requested: Timing
    readonly applied: Timing
    readonly fallbackReason: string | null
  }
  readonly bpm: number
  readonly timeSignature: TimeSignature | { readonly numerator: number; readonly denominator: number }
  /** Quarter notes before the first bar begins: of a bar that is not whole. */
  readonly pickupQuarters: number
  readonly instruments: readonly Instrument[]
  /** Whether the readable score was delivered; false where it was not asked for. */
  readonly isMusicXmlOptimized: boolean
}

/** An instrument that the detector admits. */
export type HeardInstrument = {
  readonly name: Instrument
  /** Largest share of one window's independent listens that named it, 0..1. */
  readonly agreement: number
}
