// The local service on its own: `node src-main/local-service/serve.ts [--port N] [--data DIR] [--sandbox]`.

import './small-heap.ts'

import { readFileSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { newApiKey } from './accounts/account-store.ts'
import { createLocalService } from './service.ts'
import { MCP_PATH } from './tool-server/oauth/metadata.ts'

const USAGE = `usage: node src-main/local-service/serve.ts [--port N] [--data DIR] [--sandbox]

  --port N     listen on this port of 127.0.0.1 (default: a free one)
  --data DIR   keep database, files and key in this folder
  --sandbox    metered accounts, a ledger, a movable clock and faults on request, under /sandbox
`

interface ServeOptions {
  readonly port: number
  readonly dataDir: string
  readonly sandbox: boolean
}

function parseOptions(args: readonly string[]): ServeOptions | string {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { port: { type: 'string' }, data: { type: 'string' }, sandbox: { type: 'boolean' } },
    })
    const port = values.port ?? '0'
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) return `--port ${port} is not a port (0 to 65535)`
    const sandbox = values.sandbox ?? false
    return { port: Number(port), dataDir: resolve(values.data ?? defaultDataDir(sandbox)), sandbox }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function defaultDataDir(isSandbox: boolean): string {
  const base = process.env.XDG_DATA_HOME || join(homedir(), '.local', 'share')
  return join(base, 'foleyroom', isSandbox ? 'service-sandbox' : 'service')
}

/** The key kept with the data, so that a connection set up once keeps working; made on the first start. */
function keptApiKey(dataDir: string, isSandbox: boolean): string {
  const path = join(dataDir, isSandbox ? 'sandbox-api-key' : 'api-key')
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    const apiKey = newApiKey()
    writeFileSync(path, `${apiKey}\n`, { mode: 0o600 })
    return apiKey
  }
}

async function serve({ port, dataDir, sandbox }: ServeOptions): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  const apiKey = keptApiKey(dataDir, sandbox)
  const service = createLocalService({
    dataDir,
    apiKey,
    sandbox,
    now: Date.now,
    random: Math.random,
    renderWorkerUrl: new URL('./jobs/render-worker.ts', import.meta.url),
    transcriptionWorkerUrl: new URL('./transcription/transcription-worker.ts', import.meta.url),
    log: (line) => process.stderr.write(`${line}\n`),
  })
  const { baseUrl } = await service.listen(port)
  const mcpUrl = baseUrl + MCP_PATH
  process.stdout.write(
    `${JSON.stringify({ base_url: baseUrl, api_key: apiKey, mcp_url: mcpUrl, sandbox })}\n`,
  )
  process.stderr.write(`listening on ${baseUrl}, data in ${dataDir}\n`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      service.close().then(() => process.exit(0))
    })
  }
}

const options = parseOptions(process.argv.slice(2))
if (typeof options === 'string') {
  process.stderr.write(`${options}\n\n${USAGE}`)
  process.exitCode = 2
} else {
  serve(options).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  })
}
