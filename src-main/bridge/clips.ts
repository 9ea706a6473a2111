// Video files that the person chose or dropped: the window knows an id and a name, where they lie stays in the main process.
import { entry } from './entry.ts'
import type { ClipView } from './types.ts'

export const clipRequests = {
  /** Asks for a video file. Null when the person cancels. */
  'clips.choose': entry<undefined, ClipView | null>(),
  /** A video at an address, which the service reads there: nothing is uploaded. Refuses what no service could be given. */
  'clips.address': entry<{ address: string }, ClipView>(),
  'clips.recent': entry<{ limit: number }, readonly ClipView[]>(),
} as const

/** Given by the page as `File` objects, to main as their paths. */
export const clipDrops = {
  'clips.drop': entry<{ paths: readonly string[] }, ClipView>(),
} as const

/** Path below the origin, for a media element. */
export const clipPath = (clipId: string): string => `/clip/${clipId}`
