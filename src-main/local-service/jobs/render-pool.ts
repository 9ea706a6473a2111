// A pool of worker threads that render variants, first come first served.

import { Worker } from 'node:worker_threads'
import type { WorkPart } from './job.ts'

export interface RenderTask {
  readonly work: WorkPart
  readonly seed: number
  readonly variantIndex: number
  /** Where the file is to lie. */
  readonly path: string
}

export type RenderReply =
  | {
      readonly ok: true
      readonly bytes: number
      readonly durationMs: number
      readonly sha256: string
      /** How long it took, on the machine's clock. */
      readonly renderMs: number
    }
  | {
      readonly ok: false
      readonly code: 'generation_failed' | 'generation_timeout'
      readonly message: string
    }

export interface RenderPool {
  /** Renders when a worker is free; `onStart` is called at that moment. A crash of the worker is a failed reply. */
  render(task: RenderTask, onStart: () => void): Promise<RenderReply>
  close(): Promise<void>
}

interface Waiting {
  readonly task: RenderTask
  readonly onStart: () => void
  readonly resolve: (reply: RenderReply) => void
}

interface Slot {
  worker: Worker | null
  current: Waiting | null
  deadline: NodeJS.Timeout | undefined
}

/** Far beyond the slowest render (ten minutes of sound take well under one); what takes longer hangs. */
const RENDER_DEADLINE_MS = 5 * 60_000

/** Starts up to `size` workers from `workerUrl`, each when it is first needed. */
export function createRenderPool(workerUrl: URL, size: number): RenderPool {
  const slots: Slot[] = Array.from({ length: size }, () => ({
    worker: null,
    current: null,
    deadline: undefined,
  }))
  const queue: Waiting[] = []
  let isClosed = false

  function fill(): void {
    for (const slot of slots) {
      if (slot.current) continue
      const next = queue.shift()
      if (!next) return
      slot.current = next
      slot.deadline = setTimeout(
        () =>
          abandon(slot, {
            ok: false,
            code: 'generation_timeout',
            message: 'the render took over five minutes',
          }),
        RENDER_DEADLINE_MS,
      )
      slot.deadline.unref()
      next.onStart()
      slot.worker ??= startWorker(slot)
      slot.worker.postMessage(next.task)
    }
  }

  function startWorker(slot: Slot): Worker {
    const worker = new Worker(workerUrl)
    // An idle worker does not keep the process alive; the listening server does.
    worker.unref()
    worker.on('message', (reply: RenderReply) => finish(slot, reply))
    worker.on('error', (error) => {
      if (slot.worker === worker)
        abandon(slot, { ok: false, code: 'generation_failed', message: error.message })
    })
    worker.on('exit', (exitCode) => {
      if (isClosed || slot.worker !== worker) return
      abandon(slot, { ok: false, code: 'generation_failed', message: `the worker ended with ${exitCode}` })
    })
    return worker
  }

  /** Gives up on the slot's worker and answers for what it was doing. */
  function abandon(slot: Slot, reply: RenderReply): void {
    const worker = slot.worker
    slot.worker = null
    void worker?.terminate()
    finish(slot, reply)
  }

  function finish(slot: Slot, reply: RenderReply): void {
    const done = slot.current
    clearTimeout(slot.deadline)
    slot.current = null
    done?.resolve(reply)
    if (!isClosed) fill()
  }

  return {
    render(task, onStart) {
      return new Promise((resolve) => {
        queue.push({ task, onStart, resolve })
        fill()
      })
    },
    async close() {
      isClosed = true
      queue.length = 0
      await Promise.all(slots.map((slot) => slot.worker?.terminate()))
    },
  }
}
