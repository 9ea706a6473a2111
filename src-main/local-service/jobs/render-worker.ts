// Worker thread: renders one variant at a time and writes it to disk, so that the server's thread stays free for polls.

import { parentPort, workerData } from 'node:worker_threads'
import { encodedPieces, writePieces } from '../codecs/encode.ts'
import { PROBE_FORMATS, workingFormats } from '../codecs/working-formats.ts'
import { answerSpeechTask, isSpeechTask } from '../speech/hear-speech.ts'
import type { RenderReply, RenderTask } from './render-pool.ts'
import { createScratch } from './scratch.ts'

const port = parentPort
if (!port) throw new Error('render-worker runs as a worker thread only')

if (workerData === PROBE_FORMATS) workingFormats().then((formats) => port.postMessage(formats))
if (isSpeechTask(workerData)) answerSpeechTask(workerData).then((reply) => port.postMessage(reply))

// RenderPool alone posts here, and it posts RenderTasks.
port.on('message', (task: RenderTask) => render(task).then((reply) => port.postMessage(reply)))

async function render(task: RenderTask): Promise<RenderReply> {
  const scratch = createScratch()
  try {
    // Loaded with the first task: the probe of the formats does without the engine.
    const { renderWork } = await import('./render-work.ts')
    const startedMs = performance.now()
    const samples = await renderWork(task, scratch.take)
    const { path, seed, variantIndex } = task
    const { format, sampleRateHz, loop } = task.work
    const pieces = encodedPieces(format, samples, { sampleRateHz, loop, ditherSeed: seed + variantIndex })
    return {
      ok: true,
      ...(await writePieces(path, pieces)),
      durationMs: Math.round((samples.length / sampleRateHz) * 1000),
      renderMs: performance.now() - startedMs,
    }
  } catch (error) {
    return {
      ok: false,
      code: 'generation_failed',
      message: error instanceof Error ? error.message : String(error),
    }
  } finally {
    scratch.close()
  }
}
