// The thread that receives files: each order is a download of its own, with its sockets, its hash, its writes and syncs.
import type { MessagePort } from 'node:worker_threads'
import { downloadFile } from '../download.ts'
import { resolveBySystem } from '../guarded-lookup.ts'
import { startSystemTimer } from '../timer.ts'
import { createTransport } from '../transport.ts'
import type { DownloadOrder, DownloadProgress, FromReceiver, ToReceiver } from './order.ts'
import { judgementOfLinks, type StorageAccess } from './storage-access.ts'

/** Progress is told so often; under which ETag the bytes come is told at once. */
const TOLD_EVERY_MS = 100

/** Takes orders from `port` until it closes. */
export function serveDownloads(port: MessagePort): void {
  const transport = createTransport()
  const running = new Map<number, AbortController>()
  const tell = (message: FromReceiver): void => port.postMessage(message)

  const receive = async (id: number, order: DownloadOrder, signal: AbortSignal): Promise<void> => {
    const { link, baseUrl, userAgent, deadlines, ...file } = order
    const access: StorageAccess = {
      ports: { endpoint: { baseUrl }, transport, startTimer: startSystemTimer, deadlines, userAgent },
      ...judgementOfLinks(baseUrl, resolveBySystem),
    }
    const onProgress = spaced((progress) => tell({ kind: 'progress', id, progress }))
    const result = await downloadFile(access, link, { ...file, onProgress, signal })
    running.delete(id)
    tell({ kind: 'ended', id, result })
  }

  port.on('message', (message: ToReceiver) => {
    if (message.kind === 'abort') {
      running.get(message.id)?.abort()
      return
    }
    const abort = new AbortController()
    running.set(message.id, abort)
    // What rejects here is a bug: it ends the thread, whose owner tells every order of it.
    void receive(message.id, message.order, abort.signal)
  })
  port.once('close', () => transport.close())
}

/** Passes on the first progress of each ETag, then one now and then. */
function spaced(tell: (progress: DownloadProgress) => void): (progress: DownloadProgress) => void {
  let toldEtag: string | null | undefined
  let toldAtMs = Number.NEGATIVE_INFINITY
  return (progress) => {
    const nowMs = performance.now()
    if (progress.etag === toldEtag && nowMs - toldAtMs < TOLD_EVERY_MS) return
    toldEtag = progress.etag
    toldAtMs = nowMs
    tell(progress)
  }
}
