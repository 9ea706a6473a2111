// The generations room from outside: quote, start, cancel, look.
import { failure, success } from '../bridge/reply.ts'
import type { GenerationIntent, GenerationView, Quote, QuoteRequest, Reply } from '../bridge/types.ts'
import { bridgeErrorOf } from '../connections/bridge-error.ts'
import type { Connections } from '../connections/connections.ts'
import type { WritableDatabase } from '../library/database.ts'
import { byGeneration } from '../library/sound-store.ts'
import type { Generation } from './generation.ts'
import {
  changeGeneration,
  currentGenerations,
  getGeneration,
  insertGeneration,
  recentGenerations,
} from './generation-store.ts'
import { generationView } from './generation-view.ts'
import { checkRequest, generationOf } from './intent.ts'
import { decide } from './machine.ts'
import type { Runner } from './runner.ts'

export interface Generations {
  /** What it would cost. Charges nothing. */
  quote(request: QuoteRequest): Promise<Reply<Quote>>
  /** Stores the intent durably and begins to send it. The same id again answers with the same generation. */
  start(intent: GenerationIntent): Promise<Reply<GenerationView>>
  /** Only what was not sent yet. */
  cancel(generationId: string): Reply<GenerationView>
  /** Takes an ended one out of the list of what needs the person's eye; it is kept. */
  dismiss(generationId: string): Reply<null>
  get(generationId: string): Reply<GenerationView>
  current(): readonly GenerationView[]
  recent(limit: number): readonly GenerationView[]
  view(generation: Generation): GenerationView
}

/** Opens the room. */
export function createGenerations(options: {
  readonly db: WritableDatabase
  readonly connections: Connections
  readonly runner: Runner
  readonly newId: () => string
  readonly now: () => number
  readonly onChange: (generation: Generation) => void
}): Generations {
  const { db, connections, runner, newId, now, onChange } = options

  const view = (generation: Generation): GenerationView => {
    const name = connections.view(generation.connectionId)?.name ?? generation.connectionId
    const sounds = byGeneration(db, generation.id)
    return generationView(
      generation,
      name,
      sounds.map(({ id }) => id),
    )
  }
  const check = async (request: QuoteRequest, purpose: 'create' | 'preflight') => {
    if (connections.view(request.connectionId) === null) {
      const message = `There is no connection ${request.connectionId}.`
      return failure({ code: 'not_found', message, retryable: false })
    }
    const models = await connections.models(request.connectionId)
    return models.ok ? checkRequest(request, models.value.models, purpose) : models
  }
  const notFound = (
    generationId: string,
  ): { readonly ok: false; readonly error: Parameters<typeof failure>[0] } =>
    failure({ code: 'not_found', message: `There is no generation ${generationId}.`, retryable: false })

  return {
    view,
    async quote(request) {
      const checked = await check(request, 'preflight')
      if (!checked.ok) return failure(checked.error)
      const found = await connections.client(request.connectionId)
      if (!found.ok) return failure(found.error)
      const { family, body } = checked.request
      const quoted = await found.client.retryRead(() => found.client.preflight(family, body))
      if (!quoted.ok) return failure(bridgeErrorOf(quoted.error))
      const { credits, estimated_ms: estimatedMs, credit_recovery: creditRecovery } = quoted.value
      const isMetered = connections.view(request.connectionId)?.account?.billing_mode === 'metered'
      return success({
        credits,
        estimatedMs,
        isMetered,
        ...(creditRecovery === undefined ? {} : { creditRecovery }),
      })
    },
    async start(intent) {
      const same = getGeneration(db, intent.generationId)
      if (same !== null) return success(view(same))
      const checked = await check(intent, 'create')
      if (!checked.ok) return failure(checked.error)
      const made = generationOf(intent, checked.request, { idempotencyKey: newId(), nowMs: now() })
      // Two clicks may both have passed the look above: the row's own id decides.
      const isNew = insertGeneration(db, made)
      const stored = isNew ? made : (getGeneration(db, intent.generationId) ?? made)
      if (isNew) {
        onChange(stored)
        runner.add(stored.id)
      }
      return success(view(stored))
    },
    cancel(generationId) {
      const generation = getGeneration(db, generationId)
      if (generation === null) return notFound(generationId)
      const { changes } = decide(generation, { kind: 'canceled' }, now())
      if (changes.state !== 'canceled') {
        const message = 'This was sent already: the service has no way to stop it.'
        return failure({ code: 'already_sent', message, retryable: false })
      }
      const canceled = changeGeneration(db, generation, changes)
      onChange(canceled)
      return success(view(canceled))
    },
    dismiss(generationId) {
      const generation = getGeneration(db, generationId)
      if (generation === null) return notFound(generationId)
      onChange(changeGeneration(db, generation, { dismissedAtMs: now() }))
      return success(null)
    },
    get(generationId) {
      const generation = getGeneration(db, generationId)
      return generation === null ? notFound(generationId) : success(view(generation))
    },
    current: () => currentGenerations(db).map(view),
    recent: (limit) => recentGenerations(db, limit).map(view),
  }
}
