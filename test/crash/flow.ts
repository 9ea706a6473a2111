// One flow of the main process without a window, made to be killed: opens the library, runs the flow to its end, checks what there is.
// Arguments: name of the flow, folder, address of the service, key, ids of two intents. Run again over the same folder it goes on.
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createDownloads } from '../../src-main/service-client/index.ts'
import { type App, openApp } from '../faults/app.ts'
import { keychainOf, realTime } from '../faults/real-world.ts'
import type { Flow, FlowEnd } from './flow-world.ts'
import { FLOWS, hashOf } from './flows.ts'

const [, , name = '', userData = '', baseUrl = '', apiKey = '', first = '', second = ''] = process.argv
const flow = flowOf(name)

/** What the sweep reads of a flow that came to its end. */
export interface FlowReport {
  /** What is not as it must be. */
  readonly wrong: readonly string[]
  readonly isTold: boolean
}

const downloads = createDownloads({
  workerUrl: new URL('../../src-main/media/worker.ts', import.meta.url),
  log: (message) => process.stderr.write(`${message}\n`),
})
const open = (): App =>
  openApp({
    userData,
    time: realTime(),
    keychain: keychainOf(apiKey),
    random: Math.random,
    downloads,
  })

function flowOf(wanted: string): Flow {
  const found = FLOWS[wanted]
  if (found === undefined) throw new Error(`there is no flow ${wanted}`)
  return found
}

/** One start of the app, with the flow to its end or to where another start is wanted. */
async function start(): Promise<{ readonly app: App; readonly end: FlowEnd }> {
  await flow.prepare?.(userData)
  const app = open()
  const known = app.connections.list().find(({ kind }) => kind === 'service')?.id ?? null
  const save = async (id: string | null): Promise<string> => {
    const saved = await app.connections.save({ id, name: '', baseUrl, headerPrefix: 'Service', apiKey })
    if (!saved.ok) throw new Error(saved.error.message)
    return saved.value.id
  }
  const connectionId = known ?? (await save(null))
  app.begin()
  const end = await flow.run({
    app,
    userData,
    connectionId,
    saveKey: async () => void (await save(connectionId)),
    ids: [first, second],
  })
  if (end !== 'start again') return { app, end }
  await app.close()
  return start()
}
const { app, end } = await start()
await app.rescue.look()

// Columns of text that are never null.
const rows = app.db
  .statement(
    'SELECT relative_path, sha256 FROM sounds UNION ALL SELECT relative_path, sha256 FROM transcription_files',
  )
  .all([]) as readonly { readonly relative_path: string; readonly sha256: string }[]
const paths = rows.map(({ relative_path: path }) => join(app.libraryRoot, path))
const hashes = await Promise.all(paths.map((path) => hashOf(path, readFile)))
const torn = rows.filter(({ sha256 }, index) => hashes[index] !== sha256).length
const stray = readdirSync(app.libraryRoot, { recursive: true, withFileTypes: true }).filter(
  (entry) => entry.isFile() && !paths.includes(join(entry.parentPath, entry.name)),
)
const integrity = String(app.db.driver.pragma('integrity_check', { simple: true }))
const wanted = end.sounds + end.otherFiles
const report: FlowReport = {
  wrong: [
    ...end.wrong,
    ...(integrity === 'ok' ? [] : [integrity]),
    ...(torn === 0 ? [] : [`${torn} torn files`]),
    ...(rows.length === wanted ? [] : [`${rows.length} of ${wanted} files have a row`]),
    ...stray.map((entry) => `a file that no row names: ${entry.name}`),
    ...app.bugs.map(String),
  ],
  isTold: end.isTold,
}
await app.close()
process.stdout.write(JSON.stringify(report))
// Idle sockets of the client would hold the process for a while.
process.exit(0)
