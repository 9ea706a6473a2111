// The plans that are being asked for: each can be told of while its clip is uploaded, and given up.
import { failure } from '../bridge/reply.ts'
import type { Reply, UploadProgress } from '../bridge/types.ts'
import type { PlanningView, PlanQuestion, VideoPlan } from '../bridge/video.ts'
import { type PlanPorts, planOf } from './plans.ts'

export interface Plannings {
  /** Uploads and detection of one plan. Given up, it answers `canceled`: that is no error to show. */
  ask(question: PlanQuestion): Promise<Reply<VideoPlan>>
  /** Ends it wherever it is. Nothing happens where it is over, or was never asked. */
  cancel(planningId: string): void
  /** Gives up everything, and waits until it is over. */
  close(): Promise<void>
}

/** The window is told of an upload's progress this often. */
const PROGRESS_EVERY_MS = 250

/** Opens the room. `onProgress` is told a few times a second, and once when an upload is over. */
export function createPlannings(
  ports: PlanPorts & {
    readonly monotonicMs: () => number
    readonly onProgress: (view: PlanningView) => void
  },
): Plannings {
  const { monotonicMs, onProgress } = ports
  const underway = new Map<string, { readonly stop: AbortController; readonly over: Promise<unknown> }>()

  const run = async ({ planningId, ...request }: PlanQuestion, signal: AbortSignal) => {
    let toldAtMs = Number.NEGATIVE_INFINITY
    const tell = (upload: UploadProgress): void => {
      const isOver = upload.doneBytes >= upload.totalBytes
      if (!isOver && monotonicMs() - toldAtMs < PROGRESS_EVERY_MS) return
      toldAtMs = monotonicMs()
      onProgress({ planningId, upload: isOver ? null : upload })
    }
    const planned = await planOf(request, ports, { signal, onProgress: tell })
    return !planned.ok && signal.aborted ? canceled() : planned
  }

  return {
    ask(question) {
      const stop = new AbortController()
      const over = run(question, stop.signal).finally(() => underway.delete(question.planningId))
      underway.set(question.planningId, { stop, over })
      return over
    },
    cancel: (planningId) => underway.get(planningId)?.stop.abort(),
    async close() {
      const all = [...underway.values()]
      for (const { stop } of all) stop.abort()
      await Promise.allSettled(all.map(({ over }) => over))
    },
  }
}

const canceled = (): Reply<never> =>
  failure({ code: 'canceled', message: 'No plan was made: it was given up.', retryable: true })
