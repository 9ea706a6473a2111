// Worker thread: performs listening tasks, or reads windows beside the thread that does.

import { availableParallelism } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { serveWindows, startSecondReader } from './listening/second-reader.ts'

const port = parentPort
if (!port) throw new Error('transcription-worker runs as a worker thread only')

// Only what is started below has data; TranscriptionPool starts it without.
if (workerData) await serveWindows(workerData)

const second = availableParallelism() > 1 ? startSecondReader(new URL(import.meta.url)) : undefined
// Not loaded where windows are read: it is most of the service's code.
const { performTasks } = await import('./perform-tasks.ts')
performTasks(port, second)
