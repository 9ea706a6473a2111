// A worker thread that computes the facts of one file at a time, away from the main thread. Entry of its own in the build.
import { parentPort } from 'node:worker_threads'
import { serveFacts } from './serve-facts.ts'

if (!parentPort) throw new Error('media/worker.ts runs as a worker thread only')
serveFacts(parentPort)
