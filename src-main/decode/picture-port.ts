// What the local service and the app say to each other when the app's hidden window decodes a clip.
import { z } from 'zod'

const ms = z.number().nonnegative()

/** What is wanted of a clip: its facts, its frames made small, or its sound in mono. */
export const pictureWork = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('facts') }),
  z.object({
    kind: z.literal('frames'),
    width: z.int().min(1).max(640),
    height: z.int().min(1).max(640),
    framesPerSecond: z.number().min(1).max(60),
    startMs: ms,
    durationMs: ms,
  }),
  z.object({ kind: z.literal('sound'), rateHz: z.int().min(8000).max(48_000), startMs: ms, durationMs: ms }),
])
export type PictureWork = z.infer<typeof pictureWork>

const pictureFacts = z.object({
  durationMs: z.number().positive(),
  pictureMs: z.number().positive(),
  width: z.int().positive(),
  height: z.int().positive(),
  framesPerSecond: z.number().min(1).max(60),
  hasAudio: z.boolean(),
})

/** How a piece of work ended. `unavailable`: nothing was found out about the clip, the decoder itself failed. */
export const pictureOutcome = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), facts: pictureFacts.nullable() }),
  z.object({
    ok: z.literal(false),
    problem: z.enum(['unsupported', 'broken', 'unavailable']),
    message: z.string().max(1000),
  }),
])
export type PictureOutcome = z.infer<typeof pictureOutcome>

const id = z.int().positive()

/** From the service. `more` takes the next part: none is sent before the one ahead of it was taken. */
export const toDecoder = z.discriminatedUnion('type', [
  z.object({ type: z.literal('picture.ask'), id, path: z.string().min(1), work: pictureWork }),
  z.object({ type: z.literal('picture.more'), id }),
  z.object({ type: z.literal('picture.drop'), id }),
])
export type ToDecoder = z.infer<typeof toDecoder>

/**
 * From the app. The bytes of `frames` are whole frames, each its luma row by row and then the means of red, green and
 * blue (0..1) as three floats; those of `sound` are floats. Both little-endian.
 */
export const fromDecoder = z.discriminatedUnion('type', [
  z.object({ type: z.literal('picture.part'), id, bytes: z.instanceof(Uint8Array) }),
  z.object({ type: z.literal('picture.end'), id, outcome: pictureOutcome }),
])
export type FromDecoder = z.infer<typeof fromDecoder>

/** Largest part that is passed on. */
export const MOST_PART_BYTES = 4 * 1024 * 1024
