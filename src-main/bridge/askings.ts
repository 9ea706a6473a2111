// Questions that come before an intent and take their time, as a plan or a detection does: told of while a file is uploaded, and given up.

import { entry } from './entry.ts'
import type { UploadProgress } from './types.ts'

/** What every such question carries. */
export interface Asked {
  /** The window's number for it, so that it can be told of and given up. Given up, it answers `canceled`: that is no error to show. */
  readonly askingId: string
}
/** How far it is: a file goes to the service first, where that does not have it. */
export interface AskingView extends Asked {
  /** Null: nothing is being uploaded; the file is read, or the service looks at it. */
  readonly upload: UploadProgress | null
}

export const askingRequests = {
  /** Stops the upload and what follows it. Nothing happens where it is over. */
  'askings.cancel': entry<Asked, null>(),
} as const

/** Sent at most four times a second, and once when an upload is over. */
export const askingEvents = {
  asking: entry<AskingView, never>(),
} as const
