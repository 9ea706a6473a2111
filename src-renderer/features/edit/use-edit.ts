// The state of editing a sound: the source, what the model lets one do with it, both quotes, and the variants that came back.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  type BridgeError,
  type ConnectionView,
  errorOf,
  type GenerationView,
  type Model,
  type Quote,
  type QuoteRequest,
  type SoundDetail,
  type SoundRow,
} from '../../bridge.ts'
import { currentGenerations, models, quote } from '../../data/queries.ts'
import { useSettled } from '../../data/use-delayed.ts'
import { useAppState } from '../../data/use-settings.ts'
import { useStart } from '../../data/use-start.ts'
import { type LoudnessMatch, matchLoudness } from '../../player/loudness-match.ts'
import type { Region } from '../../player/time-math.ts'
import { useStore } from '../../store.ts'
import { useWindow } from '../../window-state.ts'
import { isInFlight } from '../../wording/generations.ts'
import {
  type EditChoice,
  type ExtendLimits,
  editingModels,
  extendBody,
  extendLimits,
  fittingAppendMs,
  type InpaintLimits,
  inpaintBody,
  inpaintLimits,
  promptProblem,
  regionProblem,
  type Tool,
} from './edit-limits.ts'
import type { EditState } from './edit-state.ts'
import { fitted, type Viewport, within } from './viewport.ts'

/** Dragging pauses this long before a price is asked for. */
const QUOTE_AFTER_MS = 250

/** One of the two tools: what can be sent, its price, and why not. */
export interface ToolForm<Limits> {
  readonly limits: Limits
  readonly quote: Quote | null
  /** Why there is no price although it can be sent. */
  readonly noQuote: BridgeError | null
  /** Why it cannot be sent or was refused. */
  readonly refusal: BridgeError | null
  readonly isSending: boolean
  run(): void
  /** Sends what was refused for its price, once. */
  approve(): void
}

export interface Edit {
  readonly detail: SoundDetail
  readonly state: EditState
  readonly connection: ConnectionView | null
  readonly models: readonly Model[]
  readonly model: Model | null
  readonly isRead: boolean
  readonly appendMs: number
  /** All that can be shown, and what is. */
  readonly longest: Viewport
  readonly viewport: Viewport
  readonly inpaint: ToolForm<InpaintLimits> | null
  readonly extend: ToolForm<ExtendLimits> | null
  /** Edits of this sound that are on their way, or ended without a sound, newest first. */
  readonly jobs: readonly GenerationView[]
  /** What came back of the edit that is compared, by variant. */
  readonly variants: readonly SoundRow[]
  readonly match: LoudnessMatch | null
  /** Drawn and heard: the source, or the variant that is loaded. */
  readonly shown: SoundRow
  change(part: Partial<EditState>): void
  changeTool(tool: Tool, part: Partial<EditState[Tool]>): void
  chooseModel(modelId: string): void
}

/** @param region of the player while it holds this sound, else of the state */
export function useEdit(detail: SoundDetail, region: Region | null): Edit {
  const { edit, player, editModels } = useWindow()
  const state = useStore(edit)
  const app = useAppState()
  const connection = app.connections.find((each) => each.id === app.activeConnectionId) ?? null
  const list = useQuery({ ...models(connection?.id ?? ''), enabled: connection !== null })
  const usable = useMemo(() => editingModels(list.data?.models ?? []), [list.data])
  const chosen = useStore(editModels, (byConnection) => byConnection.get(connection?.id ?? ''))
  const model = usable.find(({ id }) => id === chosen) ?? usable[0] ?? null
  const { data: current = [] } = useQuery(currentGenerations)
  const loadedId = useStore(player.state, ({ sound }) => sound?.id ?? null)

  const limits = useMemo(
    () =>
      model === null
        ? { inpaint: null, extend: null }
        : { inpaint: inpaintLimits(model), extend: extendLimits(model) },
    [model],
  )
  const guides = {
    inpaint: limits.inpaint?.takesVideo === true ? state.inpaint.guide : null,
    extend: limits.extend?.takesVideo === true ? state.extend.guide : null,
  }
  const guideStartMs = guides.extend === null ? null : state.extend.guideStartMs
  // What follows a picture does not loop.
  const isLoop = state.isLoop && limits.extend?.hasLoop === true && guideStartMs === null
  const appendMs =
    limits.extend === null ? state.appendMs : fittingAppendMs(state.appendMs, limits.extend, isLoop)
  const bodies = useMemo(() => {
    const choice = (tool: Tool): EditChoice => ({ ...state[tool], seed: state.lockedSeed })
    return {
      inpaint:
        model === null || limits.inpaint === null || region === null
          ? null
          : inpaintBody(model, bounded(choice('inpaint'), limits.inpaint), region, detail.durationMs),
      extend:
        model === null || limits.extend === null
          ? null
          : extendBody(model, bounded(choice('extend'), limits.extend), appendMs, isLoop, guideStartMs),
    }
  }, [model, limits, state, region, detail.durationMs, appendMs, isLoop, guideStartMs])

  const problems: Record<Tool, string | null> = {
    inpaint:
      limits.inpaint === null
        ? null
        : (regionProblem(region, limits.inpaint, detail.durationMs) ??
          promptProblem(state.inpaint.prompt, limits.inpaint, state.inpaint.negativePrompt)),
    extend:
      limits.extend === null
        ? null
        : promptProblem(state.extend.prompt, limits.extend, state.extend.negativePrompt),
  }
  const started = (generation: GenerationView): void =>
    edit.set((now) => ({ ...now, generationId: generation.id }))
  const requestOf = (tool: Tool): QuoteRequest | null =>
    connection === null || bodies[tool] === null || problems[tool] !== null
      ? null
      : {
          connectionId: connection.id,
          family: tool,
          body: bodies[tool],
          sources: {
            audio: { kind: 'sound', soundId: detail.id },
            ...(guides[tool] !== null && { video: { kind: 'clip' as const, clipId: guides[tool].id } }),
          },
        }
  const inpaint = useTool('inpaint', requestOf('inpaint'), problems.inpaint, started)
  const extend = useTool('extend', requestOf('extend'), problems.extend, started)

  const edits = current.filter((job) => job.parentSoundId === detail.id)
  const generationId = state.generationId ?? newestOf(detail.children)
  const variants = detail.children
    .filter((child) => child.generationId !== null && child.generationId === generationId)
    .toSorted((a, b) => (a.variantIndex ?? 0) - (b.variantIndex ?? 0))
  const shown = variants.find(({ id }) => id === loadedId) ?? detail
  const longest = fitted(
    Math.max(detail.durationMs, ...variants.map(({ durationMs }) => durationMs)) / 1000,
    limits.extend === null ? 0 : (detail.durationMs + appendMs) / 1000,
  )
  return {
    detail,
    state,
    longest,
    viewport: state.viewport === null ? longest : within(state.viewport, longest),
    connection,
    models: usable,
    model,
    isRead: list.isSuccess,
    appendMs,
    inpaint: limits.inpaint === null ? null : { ...inpaint, limits: limits.inpaint },
    extend: limits.extend === null ? null : { ...extend, limits: limits.extend },
    jobs: edits.filter((job) => isInFlight(job) || job.soundIds.length === 0),
    variants,
    match: matchLoudness([detail, ...variants]),
    shown,
    change: (part) => edit.set((now) => ({ ...now, ...part })),
    changeTool: (tool, part) => edit.set((now) => ({ ...now, tool, [tool]: { ...now[tool], ...part } })),
    chooseModel: (modelId) =>
      editModels.set((all) => (connection === null ? all : new Map(all).set(connection.id, modelId))),
  }
}

/** As many variants as the model makes. */
const bounded = (
  choice: EditChoice,
  limits: { readonly minVariants: number; readonly maxVariants: number },
): EditChoice => ({
  ...choice,
  variants: Math.min(limits.maxVariants, Math.max(limits.minVariants, choice.variants)),
})

/** The edit that was made last of a sound. */
function newestOf(children: readonly SoundRow[]): string | null {
  const edits = children.filter(({ generationId }) => generationId !== null)
  return edits.toSorted((a, b) => b.createdAtMs - a.createdAtMs)[0]?.generationId ?? null
}

/** The price of a request, and sending it. @param request null while it cannot be sent */
function useTool(
  tool: Tool,
  request: QuoteRequest | null,
  problem: string | null,
  onStarted: (generation: GenerationView) => void,
): Omit<ToolForm<never>, 'limits'> {
  // Two requests of the same content are one: the price stands while nothing changes.
  const key = JSON.stringify(request)
  const settledKey = useSettled(key, QUOTE_AFTER_MS)
  const asked = useQuery({
    ...quote(request ?? { connectionId: '', family: tool, body: {} }),
    enabled: request !== null && settledKey === key,
    retry: false,
  })
  const send = useStart(onStarted)
  const error = asked.error === null ? null : errorOf(asked.error)
  const quoted = request === null ? null : (asked.data ?? null)
  const refused = send.isFor(request) ? send.refusal : null
  return {
    quote: quoted,
    noQuote: error?.retryable === true ? error : null,
    refusal:
      problem !== null
        ? { code: 'invalid_request', message: problem, retryable: false }
        : (refused ?? (error === null || error.retryable ? null : error)),
    isSending: send.isSending,
    run: () => {
      if (request !== null) send.start(request, quoted?.isMetered === true ? quoted.credits : null)
    },
    approve: send.approve,
  }
}
