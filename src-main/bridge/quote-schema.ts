// Guards what a quote, a plan or a create is asked with. Bodies are checked against the contract and the model in the main process; here only size and depth are bounded.
import { z } from 'zod'

const MAX_BODY_BYTES = 65_536
const MAX_BODY_DEPTH = 8

const body = z
  .record(z.string().max(100), z.unknown())
  .refine((value) => isBoundedJson(value), 'a JSON object of at most 64 KiB')
const mediaRef = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('sound'), soundId: z.int().positive() }),
  z.strictObject({ kind: z.literal('clip'), clipId: z.uuid() }),
  z.strictObject({ kind: z.literal('url'), url: z.string().min(1).max(4_000) }),
])

export const quoteRequest = z.strictObject({
  connectionId: z.string().min(1).max(64),
  family: z.enum(['text-to-sfx', 'video-to-sfx', 'extend', 'inpaint']),
  body,
  sources: z.strictObject({ audio: mediaRef.optional(), video: mediaRef.optional() }).optional(),
})

function isBoundedJson(value: unknown): boolean {
  const isShallow = (part: unknown, depth: number): boolean =>
    part === null ||
    typeof part !== 'object' ||
    (depth < MAX_BODY_DEPTH && Object.values(part).every((inner) => isShallow(inner, depth + 1)))
  return isShallow(value, 0) && JSON.stringify(value).length <= MAX_BODY_BYTES
}
