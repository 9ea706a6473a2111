// The state of making sound for a clip: what the model allows, a price for each of the three ways, the plan, and what was made.
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  type BridgeError,
  bridge,
  type ClipView,
  type ConnectionView,
  errorOf,
  type Model,
  type Quote,
  type QuoteRequest,
  unwrap,
  type VideoPlan,
  type VideoResult,
} from '../../bridge.ts'
import { models, quote } from '../../data/queries.ts'
import { useSettled } from '../../data/use-delayed.ts'
import { useNow } from '../../data/use-now.ts'
import { useAppState } from '../../data/use-settings.ts'
import { useStart } from '../../data/use-start.ts'
import { clamp } from '../../player/time-math.ts'
import { useStore } from '../../store.ts'
import { useWindow } from '../../window-state.ts'
import { type KnownFacts, toldFacts } from './known-facts.ts'
import { toFrame } from './timecode.ts'
import { usePlan } from './use-plan.ts'
import {
  ceilingMs,
  VIDEO_TO_SFX,
  type VideoChoice,
  type VideoLimits,
  type VideoMode,
  videoBody,
  videoLimits,
  videoModels,
  videoProblem,
} from './video-request.ts'
import { hasSpeechTrack, mixesOf, type Planning, type VideoState, withEdge } from './video-state.ts'

/** Dragging and typing pause this long before a price is asked for. */
const QUOTE_AFTER_MS = 250

/** One of the three ways: its price, and what is in its way. */
export interface Way {
  readonly mode: VideoMode
  readonly problem: string | null
  readonly quote: Quote | null
  readonly error: BridgeError | null
}

export interface Video {
  readonly clip: ClipView
  readonly state: VideoState
  readonly facts: KnownFacts | null
  readonly factsError: BridgeError | null
  /** Only the service reads it: its picture is not shown here, its length is told by the person. */
  readonly isUnseen: boolean
  /** Why not, in one sentence. */
  readonly unseenReason: string | null
  readonly connection: ConnectionView | null
  readonly model: Model | null
  readonly limits: VideoLimits | null
  readonly isRead: boolean
  /** In and out, inside of the clip. Seconds. */
  readonly inS: number
  readonly outS: number
  readonly ceilingS: number
  readonly ways: readonly Way[]
  /** Of the body as it stands; null where it has to be asked for again. */
  readonly plan: VideoPlan | null
  /** While the plan is asked for. */
  readonly planning: Planning | null
  readonly planError: BridgeError | null
  readonly refusal: BridgeError | null
  readonly isSending: boolean
  readonly results: readonly VideoResult[]
  readonly shown: VideoResult | null
  readonly isClipSoundHeard: boolean
  change(part: Partial<VideoState> | ((now: VideoState) => Partial<VideoState>)): void
  /** In or out, to a time of the clip in seconds. */
  setEdge(edge: 'in' | 'out', atS: number): void
  /** Looks into the picture for sounds: costs nothing. */
  findSounds(): void
  /** Gives that up, upload and all. */
  stopFinding(): void
  /** Makes what is chosen: a mix is sent, stems need their plan first. */
  run(): void
  approve(): void
}

export function useVideo(clip: ClipView): Video {
  const { video } = useWindow()
  const state = useStore(video)
  const nowMs = useNow()
  const app = useAppState()
  const connection = app.connections.find((each) => each.id === app.activeConnectionId) ?? null
  const list = useQuery({ ...models(connection?.id ?? ''), enabled: connection !== null })
  const model = useMemo(() => videoModels(list.data?.models ?? [])[0] ?? null, [list.data])
  const limits = useMemo(() => (model === null ? null : videoLimits(model)), [model])
  const read = useQuery({
    queryKey: ['clip-facts', clip.id],
    queryFn: () => unwrap(bridge.video.facts({ clipId: clip.id })),
    retry: false,
  })
  const factsError = read.error === null ? null : errorOf(read.error)
  // What a file of this machine is wrong with is wrong for the service, too; an address may be open to the service alone.
  const isUnseen = clip.host !== null && factsError?.code === 'address_unreadable'
  const facts = isUnseen ? toldFacts(state.toldLengthS) : (read.data ?? null)
  const durationS = (facts?.durationMs ?? 0) / 1000
  const mode = limits === null || limits.modes.includes(state.mode) ? state.mode : 'mix'
  const ceilingS = limits === null ? durationS : ceilingMs(limits, mode) / 1000
  const inS = mode === 'stems' ? 0 : clamp(state.inS ?? 0, 0, durationS)
  const outS = clamp(state.outS ?? Math.min(durationS, inS + ceilingS), inS, durationS)

  const choiceOf = (way: VideoMode): VideoChoice => ({
    mode: way,
    inMs: inS * 1000,
    outMs: outS * 1000,
    prompt: state.prompt,
    negativePrompt: state.negativePrompt,
    variants: state.variants,
    seed: state.lockedSeed,
  })
  const requestOf = (way: VideoMode): QuoteRequest | null => {
    if (connection === null || model === null || limits === null || facts === null) return null
    return {
      connectionId: connection.id,
      family: VIDEO_TO_SFX,
      body: videoBody(model, choiceOf(way), limits),
      sources: {
        video: { kind: 'clip', clipId: clip.id },
        ...(way === 'speech' && state.speech !== null
          ? { audio: { kind: 'sound' as const, soundId: state.speech.soundId } }
          : {}),
      },
    }
  }
  const modes = limits?.modes ?? []
  const offers = modes.map((way) => {
    const problem =
      limits === null || facts === null
        ? null
        : videoProblem(choiceOf(way), limits, facts, state.speech !== null)
    return { mode: way, problem, request: problem === null ? requestOf(way) : null }
  })
  const key = JSON.stringify(offers.map(({ request }) => request))
  const isSettled = useSettled(key, QUOTE_AFTER_MS) === key
  const quotes = useQueries({
    queries: offers.map(({ mode: way, request }) => ({
      ...quote(request ?? { connectionId: '', family: VIDEO_TO_SFX, body: {} }),
      // What stems cost is said by their plan: detection is asked for, not run by every drag.
      enabled: request !== null && isSettled && way !== 'stems',
      retry: false,
    })),
  })
  const stemsRequest = offers.find(({ mode: way }) => way === 'stems')?.request ?? null
  const plans = usePlan(clip, stemsRequest)
  const send = useStart((generation) => video.set((now) => ({ ...now, generationId: generation.id })))
  const withPlan = (planId: string): QuoteRequest | null =>
    stemsRequest === null ? null : { ...stemsRequest, body: { ...stemsRequest.body, plan: planId } }
  const { last } = plans
  // What the service calls spent is asked for anew.
  const isSpent = last !== null && send.refusal?.code === 'plan_expired' && send.isFor(withPlan(last.planId))
  const held = last !== null && !isSpent && last.expiresAtMs > nowMs ? last : null
  const { data: results = [] } = useQuery({
    queryKey: ['made', 'for-clip', clip.id],
    queryFn: () => unwrap(bridge.video.results({ clipId: clip.id, limit: 50 })),
  })
  const ways = offers.map(({ mode: way, problem }, index): Way => {
    const asked = quotes[index]
    const error = asked?.error == null ? null : errorOf(asked.error)
    if (way !== 'stems') return { mode: way, problem, quote: asked?.data ?? null, error }
    return { mode: way, problem, quote: held === null ? null : quoteOf(held, state.variants), error: null }
  })
  const active = offers.find(({ mode: way }) => way === mode)
  const sent: QuoteRequest | null =
    mode !== 'stems' ? (active?.request ?? null) : held === null ? null : withPlan(held.planId)
  const activeWay = ways.find((way) => way.mode === mode)
  const problem: BridgeError | null =
    activeWay?.problem == null
      ? null
      : { code: 'invalid_request', message: activeWay.problem, retryable: false }
  const shown = results.find(({ generation }) => generation.id === state.generationId) ?? results[0] ?? null
  return {
    clip,
    state: { ...state, mode, mixes: mixesOf(state.mixes, shown) },
    facts,
    factsError: isUnseen ? null : factsError,
    isUnseen,
    unseenReason: isUnseen ? (factsError?.message ?? null) : null,
    connection,
    model,
    limits,
    isRead: list.isSuccess || connection === null,
    inS,
    outS,
    ceilingS,
    ways,
    plan: held,
    planning: plans.underway,
    planError: plans.error,
    refusal: problem ?? (isSpent || send.isFor(sent) ? send.refusal : null) ?? activeWay?.error ?? null,
    isSending: send.isSending,
    results,
    shown,
    isClipSoundHeard: state.isClipSoundHeard ?? (shown === null || !hasSpeechTrack(shown)),
    change: (part) => video.set((now) => ({ ...now, ...(typeof part === 'function' ? part(now) : part) })),
    setEdge: (edge, atS) => {
      // Stems begin at the first frame, whatever is pressed.
      if (edge === 'in' && mode === 'stems') return
      video.set((now) => ({ ...now, ...withEdge(now, edge, toFrame(atS, facts?.framesPerSecond ?? null)) }))
    },
    findSounds: plans.ask,
    stopFinding: plans.cancel,
    run: () => {
      if (mode === 'stems' && held === null) return plans.ask()
      if (sent === null || (mode === 'stems' && held?.sounds.length === 0)) return
      const price = activeWay?.quote ?? null
      send.start(sent, price?.isMetered === true ? price.credits : null)
    },
    approve: send.approve,
  }
}

/** A plan is quoted for one variant of each sound. */
const quoteOf = ({ credits, isMetered, creditRecovery }: VideoPlan, variants: number): Quote => ({
  credits: credits * variants,
  estimatedMs: null,
  isEstimate: false,
  isUpperBound: false,
  isMetered,
  ...(creditRecovery === undefined ? {} : { creditRecovery }),
})
