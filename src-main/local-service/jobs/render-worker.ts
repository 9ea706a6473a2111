// Worker thread: renders one variant at a time and writes it to disk, so that the server's thread stays free for polls.

import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { wavByteLength, wavChunks } from '../codecs/wav.ts'
import type { RenderReply, RenderTask } from './render-pool.ts'
import { renderWork } from './render-work.ts'

const port = parentPort
if (!port) throw new Error('render-worker runs as a worker thread only')

// RenderPool alone posts here, and it posts RenderTasks.
port.on('message', (task: RenderTask) => port.postMessage(render(task)))

function render(task: RenderTask): RenderReply {
  const startedMs = performance.now()
  try {
    const samples = renderWork(task)
    const sha256 = writeWav(samples, task)
    return {
      ok: true,
      bytes: wavByteLength(samples.length, task.work.loop),
      durationMs: Math.round((samples.length / task.work.sampleRateHz) * 1000),
      sha256,
      renderMs: performance.now() - startedMs,
    }
  } catch (error) {
    return {
      ok: false,
      code: 'generation_failed',
      message: error instanceof Error ? error.message : String(error),
    }
  }
}

/** Writes beside the final name, syncs, then renames: a file under its name is whole. Returns its SHA-256 in hex. */
function writeWav(samples: Float32Array, { path, work, seed, variantIndex }: RenderTask): string {
  const { sampleRateHz, loop } = work
  const partialPath = `${path}.partial`
  const hash = createHash('sha256')
  try {
    const descriptor = openSync(partialPath, 'w')
    try {
      for (const chunk of wavChunks(samples, { sampleRateHz, loop, ditherSeed: seed + variantIndex })) {
        hash.update(chunk)
        for (let written = 0; written < chunk.length; ) written += writeSync(descriptor, chunk, written)
      }
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    renameSync(partialPath, path)
  } catch (error) {
    rmSync(partialPath, { force: true })
    throw error
  }
  return hash.digest('hex')
}
