// Outputs, variants and audio files of a finished job, and the planned outputs of a preflight.
import { z } from 'zod'
import { AudioFormat } from './media.ts'
import { Credits, Milliseconds, Timestamp } from './primitives.ts'

/** Known output types; the list is open. */
export const OUTPUT_TYPES = ['mix', 'speech', 'music', 'sfx', 'ambience'] as const

/** Known categories of separated sounds; the list is open. */
export const OUTPUT_CATEGORIES = ['foreground', 'background', 'swoosh'] as const

/** Status of an output; closed. */
export const OUTPUT_STATUSES = ['succeeded', 'partially_succeeded', 'failed'] as const
export const OutputStatus = z.enum(OUTPUT_STATUSES)
export type OutputStatus = z.infer<typeof OutputStatus>

/** Status of a variant; closed. */
export const VARIANT_STATUSES = ['succeeded', 'failed'] as const
export const VariantStatus = z.enum(VARIANT_STATUSES)
export type VariantStatus = z.infer<typeof VariantStatus>

/** One downloadable file. The link is temporary and never gets the key. */
export const AudioFile = z.looseObject({
  url: z.string().min(1),
  url_expires_at: Timestamp,
  bytes: z.int().min(0),
  format: AudioFormat,
  sample_rate: z.int().min(1),
  channels: z.int().min(1),
  duration_ms: Milliseconds,
})
export type AudioFile = z.infer<typeof AudioFile>

/** One alternative of an output. `files` is null when it failed. */
export const Variant = z.looseObject({
  index: z.int().min(0),
  status: VariantStatus,
  files: z.looseObject({ audio: AudioFile }).nullish(),
})
export type Variant = z.infer<typeof Variant>

const plannedFields = {
  index: z.int().min(0),
  type: z.string(),
  label: z.string().nullish(),
  start_ms: Milliseconds.nullish(),
  end_ms: Milliseconds.nullish(),
  category: z.string().nullish(),
  sound_start_ms: Milliseconds.nullish(),
  sound_end_ms: Milliseconds.nullish(),
  credits: Credits.nullish(),
  variants_requested: z.int().min(1).optional(),
}

/** An output as a plan promises it: no audio, no status. */
export const PlannedOutput = z.looseObject(plannedFields)
export type PlannedOutput = z.infer<typeof PlannedOutput>

/** An output of a job. Read `status`, never the length of `variants`. */
export const Output = z.looseObject({
  ...plannedFields,
  status: OutputStatus,
  gain_db: z.number().nullish(),
  generation_id: z.string().nullish(),
  variants: z.array(Variant),
})
export type Output = z.infer<typeof Output>
