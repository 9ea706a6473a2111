// Guards the arguments of the entries for MIDI files.
import { z } from 'zod'
import type { SchemasOf } from './entry.ts'
import type { midiRequests } from './midi.ts'

const midiId = z.uuid()

export const midiSchemas: SchemasOf<typeof midiRequests> = {
  'midi.choose': z.undefined(),
  'midi.list': z.strictObject({
    text: z.string().max(2_000),
    offset: z.int().min(0).max(1_000_000),
    limit: z.int().min(1).max(200),
  }),
  'midi.get': z.strictObject({ midiId }),
  'midi.remove': z.strictObject({ midiId }),
  'midi.partFiles': z.strictObject({ midiId }),
  'midi.exportNotes': z.strictObject({ midiId, format: z.enum(['json', 'csv']) }),
}
