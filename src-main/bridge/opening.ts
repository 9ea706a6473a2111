// The end of the window's start: from here on it hears events.
import { entry } from './entry.ts'

/** Entries that the shell answers. */
export const openingRequests = {
  /** The window listens now: what waits for it (files to open, a crash to tell) is handed over. */
  'opening.ready': entry<undefined, null>(),
} as const
