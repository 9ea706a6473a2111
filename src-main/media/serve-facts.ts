// Answers the tasks of a facts service: computes, writes the peaks, does jobs, and reports. A bug in here ends the worker, which the service survives.
import type { MessagePort } from 'node:worker_threads'
import type { Facts, FactsErrorCode } from './facts.ts'
import { computeFacts } from './facts.ts'
import { type JobName, type JobOutcome, MEDIA_JOBS } from './media-jobs.ts'
import { failed, fileFailure, type Outcome, succeeded } from './outcome.ts'
import { writePeaks } from './peaks-cache.ts'
import type { FromWorker, JobOrder, ToWorker } from './worker-messages.ts'

/** Takes tasks from `port` until it closes. */
export function serveFacts(port: MessagePort): void {
  let running: { readonly taskId: number; readonly abort: AbortController } | null = null
  port.on('message', (message: ToWorker) => {
    if (message.kind === 'cancel') {
      if (running?.taskId === message.taskId) running.abort.abort()
      return
    }
    const abort = new AbortController()
    running = { taskId: message.taskId, abort }
    const work =
      message.kind === 'job'
        ? runJob(message.order, abort.signal)
        : compute(message.path, message.peaksPath, abort.signal)
    const canceled = (error: unknown): FromWorker['outcome'] => {
      if (!abort.signal.aborted) throw error
      return failed('canceled', 'Canceled.', true)
    }
    void work.catch(canceled).then((outcome) => {
      running = null
      const answer: FromWorker = { taskId: message.taskId, outcome }
      port.postMessage(answer)
    })
  })
}

function runJob(order: JobOrder, signal: AbortSignal): Promise<JobOutcome<JobName>> {
  // Name and arguments are paired by JobOrder; the compiler cannot pair them again through the table.
  const run = MEDIA_JOBS[order.name] as (
    args: JobOrder['args'],
    signal: AbortSignal,
  ) => Promise<JobOutcome<JobName>>
  return run(order.args, signal)
}

async function compute(
  path: string,
  peaksPath: string,
  signal: AbortSignal,
): Promise<Outcome<Facts, FactsErrorCode>> {
  try {
    const computed = await computeFacts(path, signal)
    if (!computed.ok) return computed
    await writePeaks(peaksPath, computed.value.peaks)
    return succeeded(computed.value.facts)
  } catch (error) {
    signal.throwIfAborted()
    return fileFailure(error, 'compute the facts of the file')
  }
}
