// Whether the app is open already: asked of it without bringing it to the front.
import type { App } from 'electron'

/** What the asking process says of itself. */
const QUESTION = { isQuestion: true }

/** Two processes would carry out the same generations, and share one engine's jobs. Leaves the lock free. */
export function isAppOpen(
  app: Pick<App, 'requestSingleInstanceLock' | 'releaseSingleInstanceLock'>,
): boolean {
  if (!app.requestSingleInstanceLock(QUESTION)) return true
  app.releaseSingleInstanceLock()
  return false
}

/** Of the data of a `second-instance`: it only asked. */
export const isQuestion = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'isQuestion' in data
