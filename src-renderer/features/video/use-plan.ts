// The plan of separated stems: asked for, told of while the clip is uploaded, given up, held as long as it is good for the body that stands.
import { useEffect } from 'react'
import {
  type BridgeError,
  bridge,
  type ClipView,
  errorOf,
  type QuoteRequest,
  unwrap,
  type VideoPlan,
} from '../../bridge.ts'
import { useStore } from '../../store.ts'
import { useWindow } from '../../window-state.ts'
import type { Planning, VideoState } from './video-state.ts'

export interface StemsPlan {
  /** Of the body as it stands, by this machine's clock; null where it has to be asked for. */
  readonly last: VideoPlan | null
  /** While it is being asked for. */
  readonly underway: Planning | null
  /** Why the last question about this body has no answer. */
  readonly error: BridgeError | null
  ask(): void
  cancel(): void
}

/** @param request of the stems; null where nothing can be asked */
export function usePlan(clip: ClipView, request: QuoteRequest | null): StemsPlan {
  const { video } = useWindow()
  const { plan, planning, refusedPlan } = useStore(video)
  // Another number of variants is the same plan: it scales the charge.
  const bodyKey =
    request === null ? '' : JSON.stringify({ ...request, body: { ...request.body, num_variants: 1 } })
  const cancel = (): void => {
    const asked = video.get().planning
    if (asked === null) return
    video.set((now) => ({ ...now, planning: null }))
    void bridge.askings.cancel({ askingId: asked.id })
  }
  const isOfAnother = planning !== null && planning.clipId !== clip.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: cancel reads the store alone
  useEffect(() => {
    if (isOfAnother) cancel()
  }, [isOfAnother])
  const ask = (): void => {
    if (request === null || video.get().planning !== null) return
    const id = crypto.randomUUID()
    video.set((now) => ({ ...now, planning: { id, clipId: clip.id, upload: null }, refusedPlan: null }))
    // Given up meanwhile, whatever it says is not wanted any more.
    const end = (change: Partial<VideoState>): void =>
      video.set((now) => (now.planning?.id === id ? { ...now, planning: null, ...change } : now))
    void unwrap(bridge.video.plan({ ...request, askingId: id })).then(
      // What was found is looked at, not what was made before.
      (found) => end({ plan: { bodyKey, plan: found }, generationId: null }),
      (thrown: unknown) => end({ refusedPlan: { bodyKey, error: errorOf(thrown) } }),
    )
  }
  return {
    last: plan?.bodyKey === bodyKey ? plan.plan : null,
    underway: isOfAnother ? null : planning,
    error: refusedPlan?.bodyKey === bodyKey ? refusedPlan.error : null,
    ask,
    cancel,
  }
}
