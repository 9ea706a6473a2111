// The families of work that the v3 service offers.
import { z } from 'zod'

/** Families of v3, as they stand in paths and in a model's `operations`. */
export const FAMILIES = ['text-to-sfx', 'video-to-sfx', 'extend', 'inpaint'] as const

/** A family of v3 work. */
export const Family = z.enum(FAMILIES)
export type Family = z.infer<typeof Family>

/** `object` values by family. For showing and for the local service only: a client never branches on them. */
export const OBJECT_BY_FAMILY: Readonly<Record<Family, string>> = {
  'text-to-sfx': 'text_to_sfx.generation',
  'video-to-sfx': 'video_to_sfx.generation',
  extend: 'extend.edit',
  inpaint: 'inpaint.edit',
}
