// Diagnostics, as the window asks for them.
import { entry } from './entry.ts'

/** Entries that the diagnostics' handlers answer. */
export const diagnosticsRequests = {
  /** Puts versions, counts and the last log lines on the clipboard: no key, no signed link, no path; prompts only where chosen. */
  'diagnostics.copy': entry<{ includePrompts: boolean }, { lines: number }>(),
  'diagnostics.openLogs': entry<undefined, null>(),
  /** The licences of everything inside, for About: one page of lines. */
  'diagnostics.notices': entry<{ fromLine: number }, { lines: readonly string[]; total: number }>(),
} as const
