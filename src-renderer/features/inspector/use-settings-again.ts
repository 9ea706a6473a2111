// Puts the settings of a sound back into the omnibar and its controls.
import type { Settings, SoundDetail } from '../../bridge.ts'
import { useSettings } from '../../data/use-settings.ts'
import { useWindow } from '../../window-state.ts'

type Request = NonNullable<SoundDetail['request']>

/** The settings that a request was made with, over the ones that stand. Foreign or absent fields leave what stands. */
export function settingsOf(
  request: Request,
  seed: number | null,
  standing: Settings['create'],
): Settings['create'] {
  const controls = recordOf(request.controls)
  const output = recordOf(request.output)
  return {
    ...standing,
    isOpen: true,
    durationMs: numberOf(request.duration_ms) ?? standing.durationMs,
    variants: numberOf(request.num_variants) ?? 1,
    // The seed that was used, also where the service picked it: the same settings are the same seed.
    lockedSeed: numberOf(request.seed) ?? seed,
    isLoop: controls.loop === true,
    format: typeof output.format === 'string' ? output.format : standing.format,
  }
}

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

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  // An object that is not null has string keys; what they hold stays unknown.
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
