// Guards the arguments of the storage's entries.
import { z } from 'zod'
import type { SchemasOf } from './entry.ts'
import type { storageRequests } from './storage.ts'

export const storageSchemas: SchemasOf<typeof storageRequests> = {
  'storage.use': z.undefined(),
  'storage.move': z.undefined(),
  'storage.startMove': z.undefined(),
  'storage.resumeMove': z.undefined(),
  'storage.cancelMove': z.undefined(),
  'storage.archive': z.undefined(),
  'storage.exportLibrary': z.undefined(),
  'storage.importLibrary': z.undefined(),
  'storage.stopArchive': z.undefined(),
  'storage.emptyCache': z.undefined(),
  'storage.deleteAll': z.strictObject({ confirmation: z.literal('delete'), withSounds: z.boolean() }),
}
