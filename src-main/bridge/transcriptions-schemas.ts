// Guards the arguments of the transcriptions' entries.
import { z } from 'zod'
import { asked } from './asked-schema.ts'
import type { SchemasOf } from './entry.ts'
import type { transcriptionCommands, transcriptionRequests } from './transcriptions.ts'

const id = z.int().positive()
const fileIds = z.array(id).min(1).max(500)
const connectionId = z.string().min(1).max(64)
const timing = z.enum(['performance', 'quantized'])
const subdivision = z.enum([
  'automatic',
  'straight_sixteenths',
  'eighth_triplets',
  'sixteenth_triplets',
  'swing_eighths',
])
const pageSize = z.enum(['a4', 'letter'])
/** Checked against the contract in the main process; here the shape is bounded. */
const options = z.strictObject({
  timing: timing.optional(),
  subdivision: subdivision.optional(),
  time_signature: z.strictObject({ numerator: z.int(), denominator: z.int() }).optional(),
  tempo: z.strictObject({ mode: z.literal('fixed'), bpm: z.number().optional() }).optional(),
  optimize_musicxml: z.boolean().optional(),
  page_size: pageSize.optional(),
  score_pdfs: z.boolean().optional(),
  instruments: z.array(z.string().max(60)).max(35).optional(),
  instrument_detection_id: z.string().min(1).max(200).optional(),
})

/** Options of habit, as settings keep them. */
export const transcribeHabits = z.strictObject({
  timing,
  subdivision,
  pageSize,
  hasScorePdfs: z.boolean(),
  isReadable: z.boolean(),
})

export const transcriptionSchemas: SchemasOf<typeof transcriptionRequests> = {
  'transcriptions.quote': z.strictObject({ connectionId, soundId: id }),
  'transcriptions.detect': asked.extend({
    connectionId,
    soundId: id,
    maxCredits: z.int().min(0).nullable(),
  }),
  'transcriptions.detected': z.strictObject({ connectionId, soundId: id }),
  'transcriptions.start': z.strictObject({
    connectionId,
    soundId: id,
    options,
    generationId: z.uuid(),
    quotedCredits: z.int().min(0).nullable(),
    approvedCredits: z.int().min(0).nullable().optional(),
  }),
  'transcriptions.list': z.strictObject({ soundId: id.nullable(), limit: z.int().min(1).max(200) }),
  'transcriptions.get': z.strictObject({ generationId: z.uuid() }),
  'transcriptions.export': z.strictObject({ fileIds }),
  'transcriptions.copyFiles': z.strictObject({ fileIds }),
  'transcriptions.reveal': z.strictObject({ fileId: id }),
  'transcriptions.partFiles': z.strictObject({ generationId: z.uuid() }),
  'transcriptions.exportNotes': z.strictObject({ generationId: z.uuid(), format: z.enum(['json', 'csv']) }),
  'transcriptions.scorePage': z.strictObject({
    generationId: z.uuid(),
    part: z.string().min(1).max(100).nullable(),
    page: z.int().min(1).max(10_000),
  }),
}

export const transcriptionCommandSchemas: SchemasOf<typeof transcriptionCommands> = {
  'transcriptions.drag': z.strictObject({ fileIds }),
}
