// The real worker, but for files named "crash": there the thread ends as a native decoder would end it.
import { parentPort } from 'node:worker_threads'
import { serveFacts } from '../../../src-main/media/serve-facts.ts'
import type { ToWorker } from '../../../src-main/media/worker-messages.ts'

parentPort!.on('message', (message: ToWorker) => {
  if (message.kind === 'compute' && message.path.includes('crash')) process.exit(9)
})
serveFacts(parentPort!)
