// The way on from a failed generation: a new intent with the same request, or its settings put back into the omnibar.
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { bridge, type GenerationView } from '../../bridge.ts'
import { useAct } from '../../data/use-act.ts'
import { putGeneration } from '../../data/use-bridge-events.ts'
import { useSettings } from '../../data/use-settings.ts'
import { useWindow } from '../../window-state.ts'

export interface WayOn {
  readonly title: 'Try again' | 'Use these settings'
  readonly run: () => void
}

/** @returns null where the error says that trying again does not help */
export function useWayOn(generation: GenerationView): WayOn | null {
  const client = useQueryClient()
  const act = useAct()
  const state = useWindow()
  const [settings, changeSettings] = useSettings()
  const isUnderway = useRef(false)
  if (generation.error?.retryable !== true) return null
  const request = state.sentRequests.get(generation.id)
  if (request === undefined) {
    // Sent by an earlier window: the person looks at the settings once more before they are paid for again.
    const reuse = (): void => {
      state.view.set('library')
      state.searchText.set(generation.label)
      const { durationMs, variantsRequested: variants, seed: lockedSeed } = generation
      const modelByConnection = {
        ...settings.create.modelByConnection,
        [generation.connectionId]: generation.model,
      }
      changeSettings({
        create: { ...settings.create, durationMs, variants, lockedSeed, modelByConnection, isOpen: true },
      })
    }
    return { title: 'Use these settings', run: reuse }
  }
  const retry = (): void => {
    if (isUnderway.current) return
    isUnderway.current = true
    const generationId = crypto.randomUUID()
    state.sentRequests.set(generationId, request)
    const intent = { ...request, generationId, quotedCredits: generation.quotedCredits }
    void act(bridge.generations.start(intent), (started) => {
      putGeneration(client, started)
      void act(bridge.generations.dismiss({ generationId: generation.id }))
      return null
    }).finally(() => {
      isUnderway.current = false
    })
  }
  return { title: 'Try again', run: retry }
}
