// The number under which a question is asked.
import { z } from 'zod'
import type { askingRequests } from './askings.ts'
import type { SchemasOf } from './entry.ts'

export const asked = z.strictObject({ askingId: z.uuid() })

export const askingSchemas: SchemasOf<typeof askingRequests> = { 'askings.cancel': asked }
