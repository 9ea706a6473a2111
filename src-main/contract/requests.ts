// The create and preflight body of each family in one table.
import type { z } from 'zod'
import { ExtendRequest, InpaintRequest } from './edits.ts'
import type { Family } from './families.ts'
import { TextToSfxRequest } from './text-to-sfx.ts'
import { VideoToSfxRequest } from './video-to-sfx.ts'

/** Request schema by family. */
export const REQUEST_BY_FAMILY = {
  'text-to-sfx': TextToSfxRequest,
  'video-to-sfx': VideoToSfxRequest,
  extend: ExtendRequest,
  inpaint: InpaintRequest,
} as const satisfies Readonly<Record<Family, z.ZodType>>

/** Request type by family: `RequestOf<'extend'>`. */
export type RequestOf<F extends Family> = z.infer<(typeof REQUEST_BY_FAMILY)[F]>
