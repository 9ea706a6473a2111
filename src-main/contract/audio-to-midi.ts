// Audio-to-MIDI (v2): the request, the jobs and the result.
import { z } from 'zod'
import { Instrument } from './instruments.ts'
import { INSTRUMENTS_MAX } from './limits.ts'
import { CreditRecovery } from './preflight.ts'
import { Credits, HttpUrl, Milliseconds } from './primitives.ts'

/** Audio of a v2 request. */
export const AudioSource = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('url'), audio_url: HttpUrl }),
  z.strictObject({ type: z.literal('asset'), asset_id: z.uuid() }),
])
export type AudioSource = z.infer<typeof AudioSource>

export const TIMINGS = ['performance', 'quantized'] as const
export const SUBDIVISIONS = [
  'automatic',
  'straight_sixteenths',
  'eighth_triplets',
  'sixteenth_triplets',
  'swing_eighths',
] as const
export const PAGE_SIZES = ['a4', 'letter'] as const

/** Numerators over 4 and over 8 that the service takes. */
export const NUMERATORS_OVER_4 = [2, 3, 4, 5, 6, 7, 9, 12] as const
export const NUMERATORS_OVER_8 = [6, 9, 12] as const

/** Time signature of a request; no extra properties. */
export const TimeSignature = z.discriminatedUnion('denominator', [
  z.strictObject({ denominator: z.literal(4), numerator: z.literal(NUMERATORS_OVER_4) }),
  z.strictObject({ denominator: z.literal(8), numerator: z.literal(NUMERATORS_OVER_8) }),
])
export type TimeSignature = z.infer<typeof TimeSignature>

/** Body of `POST …/sync` and `POST …/jobs`; no extra properties. */
export const AudioToMidiRequest = z.strictObject({
  audio: AudioSource,
  timing: z.enum(TIMINGS).optional().meta({ default: 'performance' }),
  subdivision: z.enum(SUBDIVISIONS).optional(),
  time_signature: TimeSignature.optional(),
  tempo: z.strictObject({ mode: z.literal('fixed'), bpm: z.number().min(30).max(300).optional() }).optional(),
  optimize_musicxml: z.boolean().optional().meta({ default: false }),
  page_size: z.enum(PAGE_SIZES).optional().meta({ default: 'a4' }),
  score_pdfs: z.boolean().optional().meta({ default: false }),
  instruments: z.array(Instrument).max(INSTRUMENTS_MAX).optional(),
  instrument_detection_id: z.string().min(1).optional(),
})
export type AudioToMidiRequest = z.infer<typeof AudioToMidiRequest>

/** One transcribed note; times in seconds. */
export const Note = z.looseObject({
  pitch: z.int().min(0).max(127),
  start: z.number().min(0),
  end: z.number().min(0),
  velocity: z.int().min(1).max(127),
  instrument: z.string(),
})
export type Note = z.infer<typeof Note>

/** Known kinds of score files; read tolerantly. */
export const SCORE_KINDS = ['score', 'part', 'tablature'] as const

/** One engraved file. `url` is temporary as every file link is. */
export const ScorePdf = z.looseObject({
  url: z.string().min(1),
  filename: z.string(),
  kind: z.string(),
  part: z.string().nullish(),
  sha256: z.string().nullish(),
})
export type ScorePdf = z.infer<typeof ScorePdf>

const resultFields = {
  midi_url: z.string().min(1).nullish(),
  midi: z.looseObject({ url: z.string().min(1) }).nullish(),
  musicxml_url: z.string().min(1).nullish(),
  notes: z.array(Note),
  tempo_map: z.array(z.looseObject({ time: z.number().min(0), bpm: z.number().positive() })).nullish(),
  timing: z
    .looseObject({
      requested: z.string().optional(),
      applied: z.string().optional(),
      fallback_reason: z.string().nullish(),
    })
    .nullish(),
  rhythm: z
    .looseObject({
      bpm: z.number().positive().nullish(),
      time_signature: z.looseObject({ numerator: z.int().min(1), denominator: z.int().min(1) }).nullish(),
      /** Quarter notes before the first whole bar; the local service tells them. */
      pickup_quarters: z.number().min(0).nullish(),
    })
    .nullish(),
  instruments: z.array(z.string()).nullish(),
  model: z.string().nullish(),
  musicxml_optimized: z.boolean().nullish(),
  score_bundle_url: z.string().min(1).nullish(),
  score_manifest_url: z.string().min(1).nullish(),
  score_pdfs: z.array(ScorePdf).nullish(),
  duration_ms: Milliseconds.nullish(),
  credits: Credits.nullish(),
}

/** A finished transcription: the body of a sync answer and the `result` of a succeeded job. */
export const TranscriptionResult = z.looseObject(resultFields)
export type TranscriptionResult = z.infer<typeof TranscriptionResult>

/** What a running job may already hold: the notes decoded so far. */
export const PartialTranscriptionResult = z.looseObject({
  ...resultFields,
  notes: resultFields.notes.optional(),
})
export type PartialTranscriptionResult = z.infer<typeof PartialTranscriptionResult>

/** Where the MIDI file lies, in either of the two spellings; null when the answer names none. */
export function midiUrlOf(result: PartialTranscriptionResult): string | null {
  return result.midi_url ?? result.midi?.url ?? null
}

/** Answer (202) of `POST …/jobs`. `job_url` may be relative to the base URL. */
export const TranscriptionAccepted = z.looseObject({
  job_id: z.string().min(1),
  job_url: z.string().min(1).nullish(),
  estimated_ms: Milliseconds.nullish(),
})
export type TranscriptionAccepted = z.infer<typeof TranscriptionAccepted>

/** Answer of `GET …/jobs/{job_id}`. */
export const TranscriptionPoll = z.looseObject({
  job_id: z.string().min(1),
  status: z.string().min(1),
  progress_percent: z.number().min(0).max(100).nullish(),
  estimated_ms: Milliseconds.nullish(),
  result: PartialTranscriptionResult.nullish(),
  error: z.looseObject({ code: z.string(), message: z.string(), retryable: z.boolean().nullish() }).nullish(),
})
export type TranscriptionPoll = z.infer<typeof TranscriptionPoll>

/** A transcription job's state with the spellings seen in the wild folded; `unknown` is polled on. */
export type TranscriptionPhase = 'queued' | 'running' | 'succeeded' | 'failed' | 'expired' | 'unknown'

const PHASE_BY_STATUS: ReadonlyMap<string, TranscriptionPhase> = new Map([
  ['queued', 'queued'],
  ['pending', 'queued'],
  ['running', 'running'],
  ['processing', 'running'],
  ['succeeded', 'succeeded'],
  ['failed', 'failed'],
  ['errored', 'failed'],
  ['expired', 'expired'],
])

/** Folds a polled `status` into a phase. */
export function transcriptionPhase(status: string): TranscriptionPhase {
  return PHASE_BY_STATUS.get(status) ?? 'unknown'
}

/** Answer of `GET …/preflight?duration_ms=…`. */
export const TranscriptionPreflight = z.looseObject({
  credits: Credits,
  estimated_ms: Milliseconds.nullish(),
  credit_recovery: CreditRecovery.nullish(),
})
export type TranscriptionPreflight = z.infer<typeof TranscriptionPreflight>
