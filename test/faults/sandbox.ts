// A sandbox service for fault tests, and the words to it: accounts, ledger, clock, pace, faults.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { makeTemporaryFolder } from '../temporary-folder.ts'

const ledgerSchema = z.object({
  balance: z.number().nullable(),
  entries: z.array(
    z.object({
      job_id: z.string(),
      family: z.string(),
      credits: z.number(),
      kind: z.enum(['debit', 'refund']),
      idempotency_key: z.string().nullable(),
    }),
  ),
})
export type Ledger = z.infer<typeof ledgerSchema>

export interface Sandbox {
  readonly baseUrl: string
  /** Its clock. */
  readonly now: () => number
  newKey(account?: object): Promise<string>
  ledger(apiKey: string): Promise<Ledger>
  /** A fault as /sandbox/faults takes it. */
  fault(rule: object): Promise<void>
  clearFaults(): Promise<void>
  /** `isAgain`: it has forgotten what it was told before. */
  advance(ms: number, isAgain?: boolean): Promise<void>
  pace(pace: { readonly run_ms?: number | null; readonly hold?: boolean }): Promise<void>
  /** Dies as by kill -9, and is started again over its files at the same address. */
  crash(): Promise<void>
  close(): Promise<void>
}

/** `FOLEYROOM_SANDBOX_ENTRY` names the entry of another one, such as an older release's. */
const OWN_ENTRY = join(import.meta.dirname, '../../src-main/local-service/serve.ts')
const readySchema = z.object({ base_url: z.string(), api_key: z.string() })

/**
 * Starts a sandbox as anybody would, in a process and over a folder of its own.
 * `niceness`: of that process, where what is measured beside it must not share the processors with a service that would be elsewhere.
 */
export async function openSandbox({ niceness = 0 }: { niceness?: number } = {}): Promise<Sandbox> {
  const dataDir = makeTemporaryFolder('sandbox')
  const entry = process.env.FOLEYROOM_SANDBOX_ENTRY ?? OWN_ENTRY
  const start = async (port: string) => {
    const service = spawn(process.execPath, [entry, '--sandbox', '--data', dataDir, '--port', port], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    if (service.pid !== undefined) setPriority(service.pid, niceness)
    const line = await new Promise<string>((resolve, reject) => {
      createInterface(service.stdout).once('line', resolve)
      service.once('exit', (code) => reject(new Error(`the sandbox ended with ${code} before it was ready`)))
    })
    return { service, ready: readySchema.parse(JSON.parse(line)) }
  }
  let { service, ready } = await start('0')
  const { base_url: baseUrl, api_key: ownKey } = ready
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const gone = once(service, 'exit')
    service.kill(signal)
    await gone
  }
  const sandbox = sandboxAt(baseUrl, ownKey)
  return {
    ...sandbox,
    async crash() {
      await end('SIGKILL')
      ;({ service, ready } = await start(new URL(baseUrl).port))
      // Its clock began anew with it.
      await sandbox.advance(sandbox.now() - Date.now(), true)
    },
    async close() {
      await end('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The words to a sandbox that runs already. */
export function sandboxAt(baseUrl: string, ownKey: string): Omit<Sandbox, 'close' | 'crash'> {
  const call = async (method: string, path: string, body?: object, key = ownKey): Promise<unknown> => {
    const response = await fetch(`${baseUrl}/sandbox/${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok)
      throw new Error(`${method} /sandbox/${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  let advancedMs = 0
  return {
    baseUrl,
    now: () => Date.now() + advancedMs,
    newKey: async (account = {}) =>
      z.object({ api_key: z.string() }).parse(await call('POST', 'keys', account)).api_key,
    ledger: async (apiKey) => ledgerSchema.parse(await call('GET', 'ledger', undefined, apiKey)),
    fault: async (rule) => void (await call('POST', 'faults', rule)),
    clearFaults: async () => void (await call('DELETE', 'faults')),
    async advance(ms, isAgain = false) {
      const wholeMs = Math.round(ms)
      if (!isAgain) advancedMs += wholeMs
      await call('POST', 'clock', { advance_ms: wholeMs })
    },
    pace: async (pace) => void (await call('POST', 'jobs', pace)),
  }
}
