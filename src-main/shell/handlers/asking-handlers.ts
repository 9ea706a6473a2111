// What is asked before an intent, given up by the window.
import type { HandlersOf } from '../../bridge/dispatcher.ts'
import { success } from '../../bridge/reply.ts'
import type { Askings } from '../../generations/askings.ts'

/** Handlers of `askings.*`. */
export const askingHandlers = (askings: Askings): HandlersOf<'askings'> => ({
  'askings.cancel': async ({ askingId }) => {
    askings.cancel(askingId)
    return success(null)
  },
})
