// Runs a request that a person asked for, and says so when it was refused.
import { useCallback } from 'react'
import { errorOf, type Reply, unwrap } from '../bridge.ts'
import { announce, useWindow } from '../window-state.ts'
import { errorSentence } from '../wording/errors.ts'

export type Act = <T>(reply: Promise<Reply<T>>, done?: (value: T) => string | null) => Promise<T | null>

/** @returns a function that awaits a reply; `done` may answer with a sentence to announce. Null when it was refused */
export function useAct(): Act {
  const state = useWindow()
  return useCallback(
    async (reply, done) => {
      try {
        const value = await unwrap(reply)
        const message = done?.(value) ?? null
        if (message !== null) announce(state, { tone: 'info', message })
        return value
      } catch (thrown) {
        announce(state, { tone: 'error', message: errorSentence(errorOf(thrown)) })
        return null
      }
    },
    [state],
  )
}
