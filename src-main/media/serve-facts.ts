// Answers the tasks of a facts service: computes, writes the peaks, and reports. A bug in here ends the worker, which the service survives.
import type { MessagePort } from 'node:worker_threads'
import type { Facts, FactsErrorCode } from './facts.ts'
import { computeFacts } from './facts.ts'
import { fileFailure, type Outcome, succeeded } from './outcome.ts'
import { writePeaks } from './peaks-cache.ts'
import type { FromWorker, ToWorker } from './worker-messages.ts'

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
    void compute(message.path, message.peaksPath, abort.signal).then((outcome) => {
      running = null
      const answer: FromWorker = { taskId: message.taskId, outcome }
      port.postMessage(answer)
    })
  })
}

async function compute(
  path: string,
  peaksPath: string,
  signal: AbortSignal,
): Promise<Outcome<Facts, FactsErrorCode | 'canceled'>> {
  try {
    const computed = await computeFacts(path, signal)
    if (!computed.ok) return computed
    await writePeaks(peaksPath, computed.value.peaks)
    return succeeded(computed.value.facts)
  } catch (error) {
    if (signal.aborted)
      return { ok: false, error: { code: 'canceled', message: 'Canceled.', retryable: true } }
    return fileFailure(error, 'compute the facts of the file')
  }
}
