// Assets: the upload ticket and the rules of its request.
import { z } from 'zod'
import { Timestamp } from './primitives.ts'

/** A plain `audio/*` or `video/*` type: no `charset`, no `codecs`, no parameters at all. */
export const PlainMediaType = z.string().regex(/^(audio|video)\/[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}$/, {
  message: 'must be a plain audio/* or video/* type without parameters',
})

/** Body of `POST /v3/assets`. */
export const AssetRequest = z.looseObject({ content_type: PlainMediaType })
export type AssetRequest = z.infer<typeof AssetRequest>

/** Answer (201) of `POST /v3/assets`: send every entry of `fields`, then the file as `file`, last. */
export const UploadTicket = z.looseObject({
  id: z.uuid(),
  upload_url: z.string().min(1),
  upload_expires_at: Timestamp,
  max_bytes: z.int().min(1),
  fields: z.record(z.string(), z.string()),
})
export type UploadTicket = z.infer<typeof UploadTicket>
