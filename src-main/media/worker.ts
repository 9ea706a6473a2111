// A worker thread of the media pool, or the one that knows what sounds alike: entry of its own in the build, told by its role.
import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { serveFacts } from './serve-facts.ts'

if (!parentPort) throw new Error('media/worker.ts runs as a worker thread only')
const similar = z.object({ role: z.literal('similar'), databasePath: z.string() }).safeParse(workerData)
if (similar.success) {
  // Loaded for this role alone: workers of the pool open no database.
  const { serveSimilar } = await import('../library/similar-worker.ts')
  serveSimilar(parentPort, similar.data.databasePath)
} else serveFacts(parentPort)
