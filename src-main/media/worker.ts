// A worker thread of the media pool, or one that reads the library or receives files beside the app: entry of its own in the build, told by its role.
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'

/** A third of the main thread's share where both want a core: work that may take its time. */
const NICE = 5

if (!parentPort) throw new Error('media/worker.ts runs as a worker thread only')
const roleSchema = z
  .discriminatedUnion('role', [
    z.object({ role: z.literal('similar'), databasePath: z.string() }),
    z.object({ role: z.literal('check'), databasePath: z.string(), isSearched: z.boolean() }),
    z.object({ role: z.literal('copy'), databasePath: z.string(), to: z.string() }),
    z.object({ role: z.literal('downloads') }),
  ])
  .nullish()
const work = roleSchema.parse(workerData)
// Each role loads what it needs alone: workers of the pool open no database, the one that receives files decodes nothing.
switch (work?.role) {
  case undefined: {
    // Linux gives each thread a priority of its own; elsewhere it would be that of the whole app.
    if (process.platform === 'linux') setPriority(NICE)
    const { serveFacts } = await import('./serve-facts.ts')
    serveFacts(parentPort)
    break
  }
  case 'downloads': {
    const { serveDownloads } = await import('../service-client/downloads/serve-downloads.ts')
    serveDownloads(parentPort)
    break
  }
  case 'check': {
    if (process.platform === 'linux') setPriority(NICE)
    const { serveCheck } = await import('../library/background-work.ts')
    serveCheck(parentPort, work.databasePath, work.isSearched)
    break
  }
  case 'copy': {
    if (process.platform === 'linux') setPriority(NICE)
    const { serveCopy } = await import('../library/background-work.ts')
    await serveCopy(parentPort, work.databasePath, work.to)
    break
  }
  case 'similar': {
    const { serveSimilar } = await import('../library/similar-worker.ts')
    serveSimilar(parentPort, work.databasePath)
  }
}
