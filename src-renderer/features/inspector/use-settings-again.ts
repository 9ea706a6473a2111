// Puts the settings of a sound back into the omnibar and its controls.
import type { SoundDetail } from '../../bridge.ts'
import { useSettings } from '../../data/use-settings.ts'
import { useWindow } from '../../window-state.ts'
import { settingsOf } from '../create/settings-of.ts'

/** @returns the act, or null for a sound that was not made from text */
export function useSettingsAgain(detail: SoundDetail): (() => void) | null {
  const { searchText } = useWindow()
  const [settings, changeSettings] = useSettings()
  const { request } = detail
  if (request === null || detail.prompt === '') return null
  return () => {
    const create = settingsOf(request, detail.seed, settings.create)
    const connectionId = detail.generation?.connectionId
    const modelByConnection =
      connectionId === undefined
        ? create.modelByConnection
        : { ...create.modelByConnection, [connectionId]: detail.model }
    changeSettings({ create: { ...create, modelByConnection } })
    searchText.set(detail.prompt)
  }
}
