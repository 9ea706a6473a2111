// The state of making a sound: the choice inside of the model's limits, its live quote, and the one act of sending it.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import {
  type BridgeError,
  type ConnectionView,
  errorOf,
  type Model,
  type Quote,
  type Settings,
} from '../../bridge.ts'
import { models, quote } from '../../data/queries.ts'
import { useDelayed, useSettled } from '../../data/use-delayed.ts'
import { useAppState, useSettings } from '../../data/use-settings.ts'
import { useStart } from '../../data/use-start.ts'
import {
  blockedBy,
  type CreateChoice,
  type CreateLimits,
  chooseWithin,
  createLimits,
  requestBody,
  TEXT_TO_SFX,
  textModels,
} from './limits.ts'

/** Typing pauses this long before a price is asked for. */
const QUOTE_AFTER_MS = 250
/** Asking for the models starts the engine, which would take a processor from the window while it draws its first rows. */
const AT_REST_AFTER_MS = 1500

export interface CreateForm {
  readonly connection: ConnectionView | null
  readonly models: readonly Model[]
  readonly model: Model | null
  readonly limits: CreateLimits | null
  readonly choice: CreateChoice | null
  /** Price of the choice as it stands; null while it is being asked for. */
  readonly quote: Quote | null
  /** Why there is no price although it can be sent: the service does not answer now. */
  readonly noQuote: BridgeError | null
  /** The limits are the last known ones: the service does not answer now. */
  readonly isStale: boolean
  /** The models were read, and there may be none for this. */
  readonly isRead: boolean
  /** Why it cannot be sent or was refused; null when nothing is in the way. */
  readonly refusal: BridgeError | null
  readonly isSending: boolean
  readonly isOpen: boolean
  readonly negativePrompt: string
  setNegativePrompt(text: string): void
  change(part: Partial<Settings['create']>): void
  chooseModel(modelId: string): void
  generate(): void
  /** Sends what was refused for its price, once, for what the refusal says that it takes. */
  approve(): void
}

/** @param prompt the words of the omnibar @param onStarted hears of a stored intent */
export function useCreate(prompt: string, onStarted: () => void): CreateForm {
  const client = useQueryClient()
  const app = useAppState()
  const [settings, changeSettings] = useSettings()
  const [negativePrompt, setNegativePrompt] = useState('')
  const connection = app.connections.find((each) => each.id === app.activeConnectionId) ?? null
  const isAtRest = useDelayed(true, AT_REST_AFTER_MS)
  const isWanted = connection !== null && (prompt !== '' || isAtRest)
  const list = useQuery({ ...models(connection?.id ?? ''), enabled: isWanted })
  const usable = useMemo(() => textModels(list.data?.models ?? []), [list.data])
  const { create } = settings
  const model =
    usable.find((each) => each.id === create.modelByConnection[connection?.id ?? '']) ?? usable[0] ?? null
  const limits = useMemo(
    () => (model === null ? null : createLimits(model, create.isLoop)),
    [model, create.isLoop],
  )
  const choice = useMemo(
    () => (limits === null ? null : chooseWithin(limits, create, prompt, negativePrompt)),
    [limits, create, prompt, negativePrompt],
  )
  const blocked = limits === null || choice === null ? null : blockedBy(limits, choice)
  const request = useMemo(
    () =>
      connection === null || model === null || choice === null || prompt === ''
        ? null
        : ({ connectionId: connection.id, family: TEXT_TO_SFX, body: requestBody(model, choice) } as const),
    [connection, model, choice, prompt],
  )
  const settled = useSettled(request, QUOTE_AFTER_MS)
  const asked = useQuery({
    // While nothing can be asked the query is off, and the empty request is never sent.
    ...quote(settled ?? { connectionId: '', family: TEXT_TO_SFX, body: {} }),
    enabled: settled !== null && blocked === null,
    retry: false,
  })
  const isSettled = settled === request
  const quoteError = isSettled && asked.error !== null ? errorOf(asked.error) : null
  const send = useStart(onStarted)
  const quoted = request !== null && isSettled ? (asked.data ?? null) : null
  const refused = send.isFor(request) ? send.refusal : null
  return {
    connection,
    models: usable,
    model,
    limits,
    choice,
    quote: quoted,
    noQuote: quoteError?.retryable === true ? quoteError : null,
    isRead: list.isSuccess,
    isStale: list.data?.isStale === true,
    refusal: refused ?? refusalBefore(prompt, blocked, list.error, quoteError),
    isSending: send.isSending,
    isOpen: create.isOpen,
    negativePrompt,
    setNegativePrompt,
    change: (part) => changeSettings({ create: { ...create, ...part } }),
    chooseModel: (modelId) => {
      if (connection === null) return
      changeSettings({
        create: { ...create, modelByConnection: { ...create.modelByConnection, [connection.id]: modelId } },
      })
    },
    generate: () => {
      if (request === null || blocked !== null) return
      const known = client.getQueryData(quote(request).queryKey)
      // Where nothing is metered the person agreed to no price.
      send.start(request, known?.isMetered === true ? known.credits : null)
    },
    approve: send.approve,
  }
}

/** What stands in the way before anything was sent. */
function refusalBefore(
  prompt: string,
  blocked: string | null,
  modelsError: unknown,
  quoteError: BridgeError | null,
): BridgeError | null {
  if (prompt === '') return null
  if (blocked !== null) return { code: 'invalid_request', message: blocked, retryable: false }
  if (modelsError !== null) return errorOf(modelsError)
  // An intent can be stored while the service does not answer: it is sent when it does.
  return quoteError === null || quoteError.retryable ? null : quoteError
}
