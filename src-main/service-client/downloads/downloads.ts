// Receives files in a thread of its own: whatever comes in, and however fast, the main thread only hears of it.
import { Worker } from 'node:worker_threads'
import type { DownloadOptions, DownloadResult } from '../receive-file.ts'
import { failed } from '../result.ts'
import type { DownloadOrder, DownloadProgress, FromReceiver, ToReceiver } from './order.ts'

export interface Downloads {
  /** As `downloadFile`, elsewhere. Once it is settled nobody has the file open. Rejects with what `onProgress` threw, which ends the download. */
  readonly receive: (
    order: DownloadOrder,
    watching: Pick<DownloadOptions, 'onProgress' | 'signal'>,
  ) => Promise<DownloadResult>
  /** Ends the thread; what it was receiving is told as interrupted. */
  readonly close: () => Promise<void>
}

/**
 * What a socket has handed over lies outside of the heap and goes with the next small collection, which comes the sooner the smaller the heap's
 * young part is: without a bound some 64 MiB gather first.
 */
const HEAP = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 64 }

interface Open {
  readonly progressed: (progress: DownloadProgress) => void
  readonly settle: (result: DownloadResult) => void
}

/** @param workerUrl the built `media-worker.js`, or `media/worker.ts` where types are stripped. The thread starts at the first order. */
export function createDownloads(options: {
  readonly workerUrl: URL
  readonly log: (message: string) => void
}): Downloads {
  const { workerUrl, log } = options
  const open = new Map<number, Open>()
  let receiver: Worker | null = null
  let isClosed = false
  let lastId = 0

  const start = (): Worker => {
    const started = new Worker(workerUrl, { workerData: { role: 'downloads' }, resourceLimits: HEAP })
    started.on('message', (message: FromReceiver) => {
      const order = open.get(message.id)
      if (message.kind === 'progress') return order?.progressed(message.progress)
      open.delete(message.id)
      if (open.size === 0) started.unref()
      order?.settle(message.result)
    })
    started.on('error', (error) => log(`the thread that receives files ended: ${String(error)}`))
    started.on('exit', () => {
      receiver = null
      const left = [...open.values()]
      open.clear()
      for (const { settle } of left) settle(interrupted())
    })
    return started
  }
  const tell = (worker: Worker, message: ToReceiver): void => worker.postMessage(message)

  return {
    receive: (order, { onProgress, signal }) =>
      new Promise((resolve, reject) => {
        if (isClosed) return resolve(interrupted())
        receiver ??= start()
        const worker = receiver
        const id = ++lastId
        // Only asked to stop: the file is still being closed, which the answer tells.
        const onAbort = (): void => tell(worker, { kind: 'abort', id })
        let thrown: { readonly error: unknown } | null = null
        open.set(id, {
          progressed(progress) {
            try {
              if (thrown === null) onProgress?.(progress)
            } catch (error) {
              // Whoever listens could not write it down, as on a full disk.
              thrown = { error }
              onAbort()
            }
          },
          settle(result) {
            signal?.removeEventListener('abort', onAbort)
            if (thrown === null) resolve(result)
            else reject(thrown.error)
          },
        })
        worker.ref()
        tell(worker, { kind: 'receive', id, order })
        if (signal?.aborted === true) onAbort()
        else signal?.addEventListener('abort', onAbort, { once: true })
      }),
    async close() {
      isClosed = true
      await receiver?.terminate()
    },
  }
}

/** What arrived lies in the partial file, and the next try goes on with it. */
const interrupted = (): DownloadResult => ({
  ...failed({
    kind: 'offline',
    code: 'download_interrupted',
    message:
      'The part of Foleyroom that receives files ended in the middle of this one; it is received again',
    retryable: true,
    bytesMayHaveLeft: true,
  }),
  partial: null,
})
