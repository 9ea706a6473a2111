// Updates, as the window asks for them.
import type { HandlersOf } from '../../bridge/dispatcher.ts'
import { success } from '../../bridge/reply.ts'
import type { Updates } from '../updates.ts'

/** Handlers of `updates.*`. */
export function updatesHandlers(updates: Updates): HandlersOf<'updates'> {
  return {
    'updates.state': async () => success(updates.state()),
    'updates.allow': async ({ isAllowed }) => success(await updates.allow(isAllowed)),
    'updates.check': async () => success(await updates.check()),
    'updates.install': async () => updates.install(),
  }
}
