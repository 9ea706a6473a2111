// Guards the arguments of the library's entries beyond its table.
import { z } from 'zod'
import type { SchemasOf } from './entry.ts'
import type {
  exportRequests,
  importDrops,
  importRequests,
  likenessRequests,
  organiseRequests,
} from './library.ts'

const id = z.int().positive()
const soundIds = z.array(id).min(1).max(10_000)
const name = z.string().trim().min(1).max(200)
const query = z.string().max(1_000)
const page = z.strictObject({
  offset: z.int().min(0).max(100_000_000),
  limit: z.int().min(1).max(200),
})
const tag = z.string().trim().min(1).max(60)
const place = z.int().min(0).max(10_000_000)
const fadeMs = z.number().min(0).max(60_000)
const speed = z.number().min(0.25).max(4)

const exportOptions = z.strictObject({
  format: z.enum(['original', 'wav-16', 'wav-24', 'wav-32f', 'flac-16', 'flac-24', 'mp3-192', 'mp3-320']),
  sampleRate: z.int().min(8_000).max(192_000).nullable(),
  channels: z.enum(['keep', 'mono', 'stereo']),
  loudnessLufs: z.number().min(-60).max(0).nullable(),
  ceilingDbtp: z.number().min(-20).max(0),
  fadeInMs: fadeMs,
  fadeOutMs: fadeMs,
  nameTemplate: z.string().min(1).max(300),
  folderTemplate: z.string().max(300),
  creator: z.string().max(60),
  source: z.string().max(60),
})

export const organiseSchemas: SchemasOf<typeof organiseRequests> = {
  'library.tags': z.strictObject({ prefix: z.string().max(60), limit: z.int().min(1).max(200) }),
  'library.renameTag': z.strictObject({ from: tag, to: tag }),
  'library.history': z.undefined(),
  'library.undo': z.undefined(),
  'library.redo': z.undefined(),
  'library.trashed': page,
  'library.restore': z.strictObject({ soundIds }),
  'library.emptyTrash': z.undefined(),
  'library.duplicates': page,
  'library.category': z.strictObject({ soundId: id }),
  'library.categories': z.strictObject({ text: z.string().max(100), limit: z.int().min(1).max(200) }),
  'library.setCategory': z.strictObject({
    soundIds,
    catId: z
      .string()
      .regex(/^[A-Za-z]{2,20}$/)
      .nullable(),
  }),
  'library.checkFiles': z.undefined(),
  'library.relink': z.undefined(),
  'library.facets': z.undefined(),
  'collections.list': z.undefined(),
  'collections.create': z.strictObject({ name, parentId: id.nullable(), query: query.nullable() }),
  'collections.change': z.strictObject({
    collectionId: id,
    name: name.optional(),
    query: query.optional(),
  }),
  'collections.move': z.strictObject({ collectionId: id, parentId: id.nullable(), index: place }),
  'collections.remove': z.strictObject({ collectionId: id }),
  'collections.add': z.strictObject({ collectionId: id, soundIds, index: place.nullable() }),
  'collections.order': z.strictObject({
    collectionId: id,
    soundIds,
    to: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('between'), above: id.nullable(), below: id.nullable() }),
      z.strictObject({ kind: z.enum(['start', 'end', 'up', 'down']) }),
    ]),
  }),
  'collections.take': z.strictObject({ collectionId: id, soundIds }),
}

export const likenessSchemas: SchemasOf<typeof likenessRequests> = {
  'library.similar': z.strictObject({ soundId: id, limit: z.int().min(1).max(200) }),
}

export const importSchemas: SchemasOf<typeof importRequests> = {
  'imports.current': z.undefined(),
  'imports.choose': z.strictObject({ what: z.enum(['files', 'folder']) }),
  'imports.cancel': z.undefined(),
  'imports.watched': z.undefined(),
  'imports.watch': z.undefined(),
  'imports.unwatch': z.strictObject({ folderId: id }),
}

export const exportSchemas: SchemasOf<typeof exportRequests> = {
  'exports.names': z.strictObject({ soundIds, options: exportOptions }),
  'exports.write': z.strictObject({ soundIds, options: exportOptions }),
  'exports.cancel': z.undefined(),
  'exports.region': z.strictObject({
    soundId: id,
    startMs: z.number().min(0).max(86_400_000),
    endMs: z.number().min(0).max(86_400_000),
    handleMs: z.number().min(0).max(60_000),
    speed,
  }),
  'exports.atSpeed': z.strictObject({ soundIds, speed }),
}

/** What the preload made of the files that were dropped. */
export const importDropSchemas: SchemasOf<typeof importDrops> = {
  'imports.drop': z.strictObject({ paths: z.array(z.string().min(1).max(32_768)).min(1).max(10_000) }),
}
