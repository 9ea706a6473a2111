// Settings: read from the app's state, changed at once in the window and then in the main process.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { type AppState, bridge, errorOf, type Settings, unwrap } from '../bridge.ts'
import { announce, useWindow } from '../window-state.ts'
import { appState } from './queries.ts'

/** The app's state. @throws Error before it was read: `App` shows nothing that needs it until then */
export function useAppState(): AppState {
  const { data } = useQuery(appState)
  if (data === undefined) throw new Error('the state of the app is not read yet')
  return data
}

/** The settings and how to change them; a refused change is taken back and said. */
export function useSettings(): readonly [Settings, (change: Partial<Settings>) => void] {
  const client = useQueryClient()
  const state = useWindow()
  const { settings } = useAppState()
  const change = useCallback(
    (part: Partial<Settings>): void => {
      const put = (next: (settings: Settings) => Settings): void => {
        client.setQueryData(appState.queryKey, (app) => app && { ...app, settings: next(app.settings) })
      }
      const before = client.getQueryData(appState.queryKey)?.settings
      put((now) => ({ ...now, ...part }))
      unwrap(bridge.settings.change(part)).catch((thrown: unknown) => {
        if (before !== undefined) put(() => before)
        announce(state, { tone: 'error', message: errorOf(thrown).message })
      })
    },
    [client, state],
  )
  return [settings, change]
}
