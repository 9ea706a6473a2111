// The way on from something that failed: a new intent with the same request, made from what the main process has stored.
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type BridgeError, bridge, errorOf, type GenerationView, unwrap } from '../../bridge.ts'
import { useAct } from '../../data/use-act.ts'
import { putGeneration } from '../../data/use-bridge-events.ts'
import { announce, useWindow } from '../../window-state.ts'
import { errorSentence } from '../../wording/errors.ts'
import { texts } from '../../wording/texts.ts'

export interface WayOn {
  /** "Try again", or what it takes where that passes a bound. */
  readonly title: string
  readonly run: () => void
}

/** Sends the request of an intent again as a new one. The old one is put away once the new one is stored. */
export function useAgain(generation: GenerationView, title: string): WayOn {
  const client = useQueryClient()
  const act = useAct()
  const state = useWindow()
  const isUnderway = useRef(false)
  const newGenerationId = useRef<string>(crypto.randomUUID())
  const [refusal, setRefusal] = useState<BridgeError | null>(null)
  const approval = refusal?.approval
  return {
    title: approval === undefined ? title : texts.quotes.allowOnce(approval.credits),
    run: () => {
      if (isUnderway.current) return
      isUnderway.current = true
      const agreed = approval === undefined ? {} : { approvedCredits: approval.credits }
      unwrap(
        bridge.generations.again({
          generationId: generation.id,
          newGenerationId: newGenerationId.current,
          ...agreed,
        }),
      )
        .then((started) => {
          putGeneration(client, started)
          void act(bridge.generations.dismiss({ generationId: generation.id }))
          newGenerationId.current = crypto.randomUUID()
          setRefusal(null)
        })
        .catch((thrown: unknown) => {
          const error = errorOf(thrown)
          setRefusal(error)
          announce(state, { tone: 'error', message: errorSentence(error) })
        })
        .finally(() => {
          isUnderway.current = false
        })
    },
  }
}

/** @returns null where the error says that trying again does not help */
export function useWayOn(generation: GenerationView): WayOn | null {
  const again = useAgain(generation, texts.create.tryAgain)
  return generation.error?.retryable === true ? again : null
}
