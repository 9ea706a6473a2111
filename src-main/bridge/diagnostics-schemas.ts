// Guards the arguments of the diagnostics' entries.
import { z } from 'zod'
import type { diagnosticsRequests } from './diagnostics.ts'
import type { SchemasOf } from './entry.ts'

export const diagnosticsSchemas: SchemasOf<typeof diagnosticsRequests> = {
  'diagnostics.copy': z.strictObject({ includePrompts: z.boolean() }),
  'diagnostics.openLogs': z.undefined(),
  'diagnostics.notices': z.strictObject({ fromLine: z.int().min(0).max(1_000_000) }),
}
