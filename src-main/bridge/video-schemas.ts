// Guards the arguments of the video's entries.
import { z } from 'zod'
import { asked } from './asked-schema.ts'
import type { SchemasOf } from './entry.ts'
import { quoteRequest } from './quote-schema.ts'
import type { videoRequests } from './video.ts'

const TEN_HOURS_MS = 36_000_000
const time = z.number().min(0).max(TEN_HOURS_MS)

export const videoSchemas: SchemasOf<typeof videoRequests> = {
  'video.facts': z.strictObject({ clipId: z.uuid() }),
  'video.plan': quoteRequest.extend(asked.shape),
  'video.results': z.strictObject({ clipId: z.uuid(), limit: z.int().min(1).max(200) }),
  'video.export': z.strictObject({
    clipId: z.uuid(),
    kind: z.enum(['stems', 'mix', 'clip', 'edit-list', 'edit-list-drop']),
    sounds: z
      .array(
        z.strictObject({
          soundId: z.int().positive(),
          label: z.string().max(200),
          startMs: time,
          fadeInMs: time,
          fadeOutMs: time,
          gainDb: z.number().min(-120).max(24),
        }),
      )
      .min(1)
      .max(200),
  }),
}
