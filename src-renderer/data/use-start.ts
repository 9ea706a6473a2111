// Sending an intent: once, whatever is clicked twice, and again only for what the person agreed to.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import {
  type BridgeError,
  bridge,
  errorOf,
  type GenerationView,
  type QuoteRequest,
  type Reply,
  unwrap,
} from '../bridge.ts'
import { currentGenerations } from './queries.ts'
import { putGeneration } from './use-bridge-events.ts'

/** What a sender adds to a request to make it an intent. */
interface Agreement {
  readonly generationId: string
  readonly quotedCredits: number | null
  readonly approvedCredits?: number
}

export interface Start<Request> {
  readonly isSending: boolean
  readonly refusal: BridgeError | null
  /** Whether this is the request that was sent last, by its content: with another one its refusal is gone. */
  isFor(request: Request | null): boolean
  start(request: Request, quotedCredits: number | null): void
  /** The same intent again, now agreed to; nothing where it was not refused for its price. */
  approve(): void
}

/** A second click or key within this time is the first one's echo: one job (FAULTS 19). */
const DOUBLE_CLICK_MS = 600

/** Sends what makes sounds. */
export const useStart = (onStarted: (generation: GenerationView) => void): Start<QuoteRequest> =>
  useIntent(bridge.generations.start, onStarted)

/** Sends an intent once: until its answer is here, and so shortly after the act, another act is the same act. */
export function useIntent<Request extends object>(
  send: (intent: Request & Agreement) => Promise<Reply<GenerationView>>,
  onStarted: (generation: GenerationView) => void,
): Start<Request> {
  const client = useQueryClient()
  const isUnderway = useRef(false)
  const lastActMs = useRef(Number.NEGATIVE_INFINITY)
  const [started, setStarted] = useState<{
    readonly request: Request
    readonly intent: Request & Agreement
  } | null>(null)
  const isFor = (request: Request | null): boolean =>
    started !== null && JSON.stringify(request) === JSON.stringify(started.request)
  const { data: current } = useQuery(currentGenerations)
  const answered =
    current?.find((each) => each.id === started?.intent.generationId && each.state === 'refused')?.error ??
    null
  const mutation = useMutation({
    mutationFn: (intent: Request & Agreement) => unwrap(send(intent)),
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
