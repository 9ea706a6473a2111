// The local service on its own, in its sandbox mode: what a hosted service is to the specs, with a ledger to read.
import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { makeTemporaryFolder } from '../temporary-folder.ts'

const ROOT = join(import.meta.dirname, '../..')

export interface LedgerEntry {
  readonly job_id: string
  readonly credits: number
  readonly kind: 'debit' | 'refund'
}
export interface Sandbox {
  readonly baseUrl: string
  readonly apiKey: string
  /** Speaks to a sandbox route under the bearer key. */
  call(method: 'GET' | 'POST' | 'DELETE', route: string, body?: object): Promise<unknown>
  ledger(): Promise<{ readonly balance: number | null; readonly entries: readonly LedgerEntry[] }>
  stop(): Promise<void>
}

/** Starts one on a free port, with a data folder of its own. */
export async function startSandbox(): Promise<Sandbox> {
  const data = makeTemporaryFolder('sandbox')
  const child = spawn(
    join(ROOT, 'node_modules/.bin/node'),
    ['src-main/local-service/serve.ts', '--sandbox', '--data', data],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const line = await firstLine(child)
  // Its one line is JSON, as the README says.
  const { base_url: baseUrl, api_key: apiKey } = JSON.parse(line) as { base_url: string; api_key: string }
  const call: Sandbox['call'] = async (method, route, body) => {
    const answer = await fetch(`${baseUrl}/sandbox/${route}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} /sandbox/${route}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  return {
    baseUrl,
    apiKey,
    call,
    // The sandbox's own shape, documented in the README.
    ledger: () => call('GET', 'ledger') as ReturnType<Sandbox['ledger']>,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill()
      await ended
      rmSync(data, { recursive: true, force: true })
    },
  }
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('the sandbox has no output')
  for await (const line of createInterface({ input: child.stdout })) return line
  throw new Error('the sandbox ended before it was ready')
}
