// Guards the arguments of the updates' entries.
import { z } from 'zod'
import type { SchemasOf } from './entry.ts'
import type { updatesRequests } from './updates.ts'

export const updatesSchemas: SchemasOf<typeof updatesRequests> = {
  'updates.state': z.undefined(),
  'updates.allow': z.strictObject({ isAllowed: z.boolean() }),
  'updates.check': z.undefined(),
  'updates.install': z.undefined(),
}
