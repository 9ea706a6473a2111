// A worker thread of the media pool, or one that reads the library beside the app: entry of its own in the build, told by its role.
import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { serveFacts } from './serve-facts.ts'

if (!parentPort) throw new Error('media/worker.ts runs as a worker thread only')
const reader = z
  .object({ role: z.enum(['similar', 'check']), databasePath: z.string() })
  .safeParse(workerData)
if (!reader.success) serveFacts(parentPort)
else if (reader.data.role === 'check') {
  const { serveCheck } = await import('../library/background-check.ts')
  serveCheck(parentPort, reader.data.databasePath)
} else {
  // Loaded for this role alone: workers of the pool open no database.
  const { serveSimilar } = await import('../library/similar-worker.ts')
  serveSimilar(parentPort, reader.data.databasePath)
}
