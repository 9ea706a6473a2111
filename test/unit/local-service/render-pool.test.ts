// The pool of render threads: order, parallel work, a worker that dies.

import { afterEach, describe, expect, test } from 'vitest'
import {
  createRenderPool,
  type RenderPool,
  type RenderTask,
} from '../../../src-main/local-service/jobs/render-pool.ts'

/** A worker that renders nothing: it fails, dies or answers as the path of its task says. */
const WORKER = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ({ path, seed }) => {
      if (path === 'throw') throw new Error('the worker broke')
      if (path === 'exit') process.exit(3)
      parentPort.postMessage({ ok: true, bytes: seed, durationMs: 1, sha256: path, renderMs: 1 })
    })
  `)}`,
)

const pools: RenderPool[] = []
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())))

function poolOf(size: number): RenderPool {
  const pool = createRenderPool(WORKER, size)
  pools.push(pool)
  return pool
}

function task(path: string, seed = 0): RenderTask {
  const work: RenderTask['work'] = {
    kind: 'text',
    scene: { layers: [], space: { kind: 'dry', wetness: 0 }, moods: [], excluded: [], notUnderstood: [] },
    generatedMs: 1,
    sampleRateHz: 44_100,
    format: 'wav',
    loop: false,
    output: { type: 'sfx', label: null },
  }
  return { work, seed, variantIndex: 0, path }
}

describe('createRenderPool', () => {
  test('starts tasks in the order in which they came, and answers each with its own result', async () => {
    const pool = poolOf(1)
    const started: number[] = []
    const seeds = [3, 1, 2]
    const replies = await Promise.all(
      seeds.map((seed) => pool.render(task('made', seed), () => started.push(seed))),
    )
    expect(started).toEqual(seeds)
    expect(replies.map((reply) => reply.ok && reply.bytes)).toEqual(seeds)
  })

  test.each(['throw', 'exit'])(
    'a worker that dies (%s) fails its task alone; the next gets a new worker',
    async (how) => {
      const pool = poolOf(1)
      const [dead, alive] = await Promise.all([
        pool.render(task(how), () => {}),
        pool.render(task('made', 7), () => {}),
      ])
      expect(dead).toMatchObject({ ok: false, code: 'generation_failed' })
      expect(alive).toMatchObject({ ok: true, bytes: 7 })
    },
  )
})
