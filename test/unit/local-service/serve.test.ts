// The service on its own: what it prints, what it refuses, and what a crash leaves.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { makeTemporaryFolder } from '../../temporary-folder.ts'

const SERVE = fileURLToPath(new URL('../../../src-main/local-service/serve.ts', import.meta.url))
const Ready = z.strictObject({
  base_url: z.url(),
  api_key: z.string().startsWith('sk-'),
  mcp_url: z.url(),
  sandbox: z.boolean(),
})

let folder: string
const children: ChildProcess[] = []
beforeEach(async () => {
  folder = makeTemporaryFolder('serve')
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

function serve(...args: string[]) {
  const child = spawn(process.execPath, [SERVE, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  return child
}

async function ready(...args: string[]) {
  const child = serve('--data', folder, ...args)
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  return { child, ...Ready.parse(JSON.parse(line)) }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const ended = once(child, 'exit')
  child.kill(signal)
  const [code] = await ended
  return code
}

describe('node src-main/local-service/serve.ts', () => {
  test('prints one line of JSON when it is ready, keeps its key, and ends cleanly', async () => {
    const first = await ready()
    expect(first.sandbox).toBe(false)
    const headers = { authorization: `Bearer ${first.api_key}` }
    expect((await fetch(`${first.base_url}/v3/models`, { headers })).status).toBe(200)
    expect(await end(first.child, 'SIGTERM')).toBe(0)
    expect((await ready()).api_key).toBe(first.api_key)
  }, 20_000)

  test.each([['--prot', '1'], ['--port', 'eighty'], ['--port', '70000'], ['extra']])(
    'a wrong option gets the usage and exit 2: %s %s',
    async (...args) => {
      const child = serve(...args)
      const output: string[] = []
      child.stderr.on('data', (chunk) => output.push(String(chunk)))
      const [code] = await once(child, 'exit')
      expect(code).toBe(2)
      expect(output.join('')).toContain('usage:')
    },
    20_000,
  )

  test('killed in mid-job, it comes back with that job failed, retryable, and nothing charged', async () => {
    const first = await ready('--sandbox')
    const headers = { authorization: `Bearer ${first.api_key}`, 'content-type': 'application/json' }
    const post = async (path: string, body: object) =>
      (await fetch(first.base_url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json()
    await post('/sandbox/jobs', { hold: true })
    const { data } = Object(await (await fetch(`${first.base_url}/v3/models`, { headers })).json())
    const job = Object(
      await post('/v3/text-to-sfx/generations', {
        model: data[0].id,
        duration_ms: 500,
        input: { prompt: 'rain' },
      }),
    )
    await end(first.child, 'SIGKILL')

    const second = await ready('--sandbox')
    const again = await fetch(`${second.base_url}/v3/text-to-sfx/generations/${job.id}`, { headers })
    expect(await again.json()).toMatchObject({
      status: 'failed',
      credits: 0,
      errors: [{ code: 'temporarily_unavailable', retryable: true }],
    })
    const ledger = await fetch(`${second.base_url}/sandbox/ledger`, { headers })
    expect(await ledger.json()).toMatchObject({ balance: 50_000, entries: [] })
  }, 20_000)
})
