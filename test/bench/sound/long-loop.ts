// A loop of ten minutes in a process of its own: how long it takes, and what memory it takes at most.

import '../../../src-main/local-service/small-heap.ts'

import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { RenderReply } from '../../../src-main/local-service/jobs/render-pool.ts'
import { understandPrompt } from '../../../src-main/local-service/synthesis/index.ts'

/** Rain, thunder and a hall: a texture in pieces, events that ring long, and a tail. */
const PROMPT = 'rain with distant thunder in a hall'
const DURATION_MS = 600_000

const heard = understandPrompt(PROMPT)
if (!heard.ok) throw new Error(heard.message)
const path = join(tmpdir(), `long-loop-${process.pid}.wav`)
const worker = new Worker(new URL('../../../src-main/local-service/jobs/render-worker.ts', import.meta.url))
worker.on('message', (reply: RenderReply) => {
  rmSync(path, { force: true })
  if (!reply.ok) throw new Error(reply.message)
  const { user, system } = process.cpuUsage()
  // Of 1024 bytes each.
  const peakMb = (process.resourceUsage().maxRSS * 1024) / 1e6
  console.log(JSON.stringify({ times: (DURATION_MS * 1000) / (user + system), peakMb }))
  process.exit()
})
worker.postMessage({
  work: {
    kind: 'text',
    scene: heard.scene,
    generatedMs: DURATION_MS,
    loop: true,
    sampleRateHz: 44_100,
    format: 'wav',
  },
  seed: 5,
  variantIndex: 0,
  path,
})
