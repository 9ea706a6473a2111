// Sending an intent: once, whatever is clicked twice, and again only for what the person agreed to.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import {
  type BridgeError,
  bridge,
  errorOf,
  type GenerationIntent,
  type GenerationView,
  type QuoteRequest,
  unwrap,
} from '../bridge.ts'
import { currentGenerations } from './queries.ts'
import { putGeneration } from './use-bridge-events.ts'

export interface Start {
  readonly isSending: boolean
  readonly refusal: BridgeError | null
  /** Whether this is the request that was sent last, by its content: with another one its refusal is gone. */
  isFor(request: QuoteRequest | null): boolean
  start(request: QuoteRequest, quotedCredits: number | null): void
  /** The same intent again, now agreed to; nothing where it was not refused for its price. */
  approve(): void
}

/** A second click or key within this time is the first one's echo: one job (FAULTS 19). */
const DOUBLE_CLICK_MS = 600

/** Sends an intent once: until its answer is here, and so shortly after the act, another act is the same act. */
export function useStart(onStarted: (generation: GenerationView) => void): Start {
  const client = useQueryClient()
  const isUnderway = useRef(false)
  const lastActMs = useRef(Number.NEGATIVE_INFINITY)
  const [started, setStarted] = useState<{
    readonly request: QuoteRequest
    readonly intent: GenerationIntent
  } | null>(null)
  const isFor = (request: QuoteRequest | null): boolean =>
    started !== null && JSON.stringify(request) === JSON.stringify(started.request)
  const { data: current } = useQuery(currentGenerations)
  const answered =
    current?.find((each) => each.id === started?.intent.generationId && each.state === 'refused')?.error ??
    null
  const mutation = useMutation({
    mutationFn: (intent: GenerationIntent) => unwrap(bridge.generations.start(intent)),
    onSuccess: (generation) => {
      putGeneration(client, generation)
      void client.invalidateQueries({ queryKey: ['generations'] })
      onStarted(generation)
    },
    onSettled: () => {
      isUnderway.current = false
    },
  })
  return {
    isSending: mutation.isPending,
    refusal: mutation.error === null ? answered : errorOf(mutation.error),
    isFor,
    start: (request, quotedCredits) => {
      const isEcho = isFor(request) && performance.now() - lastActMs.current < DOUBLE_CLICK_MS
      if (isUnderway.current || isEcho) return
      isUnderway.current = true
      lastActMs.current = performance.now()
      const generationId = crypto.randomUUID()
      const intent = { ...request, generationId, quotedCredits }
      setStarted({ request, intent })
      mutation.mutate(intent)
    },
    approve: () => {
      const approval = mutation.error === null ? undefined : errorOf(mutation.error).approval
      if (started === null || approval === undefined || isUnderway.current) return
      isUnderway.current = true
      mutation.mutate({ ...started.intent, approvedCredits: approval.credits })
    },
  }
}
