// Guards the arguments of the clips' entries.
import { z } from 'zod'
import type { clipDrops, clipRequests } from './clips.ts'
import type { SchemasOf } from './entry.ts'

export const clipSchemas: SchemasOf<typeof clipRequests> = {
  'clips.choose': z.undefined(),
  'clips.address': z.strictObject({ address: z.string().min(1).max(4_000) }),
  'clips.recent': z.strictObject({ limit: z.int().min(1).max(50) }),
}
export const clipDropSchemas: SchemasOf<typeof clipDrops> = {
  'clips.drop': z.strictObject({ paths: z.array(z.string().min(1).max(32_768)).min(1).max(1) }),
}
