// One flow of the main process without a window, made to be killed: opens the library, asks for one sound, waits for it, checks what it has.
// Arguments: folder, address of the service, key, id of the intent. Run again over the same folder it goes on where it was.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as realTime } from 'node:timers/promises'
import { isUnfinished } from '../../src-main/generations/generation.ts'
import { getGeneration } from '../../src-main/generations/generation-store.ts'
import { openApp } from '../faults/app.ts'

const [, , userData = '', baseUrl = '', apiKey = '', generationId = ''] = process.argv

/** What the sweep reads of a flow that came to its end. */
export interface FlowReport {
  readonly state: string
  readonly isTold: boolean
  readonly integrity: string
  readonly sounds: number
  /** Rows whose file is not there or is another one. */
  readonly torn: number
  /** Files in the folder that no row names. */
  readonly stray: number
  readonly bugs: readonly string[]
}

const app = openApp({
  userData,
  time: {
    now: Date.now,
    monotonicMs: () => performance.now(),
    timer(ms, fire) {
      const handle = setTimeout(fire, ms)
      return () => clearTimeout(handle)
    },
  },
  keychain: {
    getPassword: async () => apiKey,
    setPassword: async () => {},
    deletePassword: async () => true,
  },
  random: Math.random,
})

let connectionId = app.connections.list().find(({ kind }) => kind === 'service')?.id
if (connectionId === undefined) {
  const saved = await app.connections.save({ id: null, name: '', baseUrl, headerPrefix: 'Service', apiKey })
  if (!saved.ok) throw new Error(saved.error.message)
  connectionId = saved.value.id
}
app.begin()
if (getGeneration(app.db, generationId) === null) {
  const models = await app.connections.models(connectionId)
  if (!models.ok) throw new Error(models.error.message)
  const model = models.value.models.find(({ operations }) => 'text-to-sfx' in operations)?.id ?? ''
  const input = { prompt: 'a door slams' }
  const body = { model, duration_ms: 200, num_variants: 2, input }
  const started = await app.generations.start({
    connectionId,
    family: 'text-to-sfx',
    body,
    generationId,
    quotedCredits: null,
  })
  if (!started.ok) throw new Error(started.error.message)
}
while (isUnfinished(app.row(generationId))) await realTime(5)
await app.rescue.look()

const files = app.files(generationId)
const rows = app.db
  .statement('SELECT sha256 FROM sounds WHERE generation_id = ? ORDER BY id')
  .all([generationId])
const report: FlowReport = {
  state: app.row(generationId).state,
  isTold: app.row(generationId).error !== null,
  integrity: String(app.db.driver.pragma('integrity_check', { simple: true })),
  sounds: files.length,
  torn: files.filter((path, index) => hashOf(path) !== (rows[index] as { readonly sha256: string }).sha256)
    .length,
  stray: readdirSync(app.libraryRoot, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !files.includes(join(entry.parentPath, entry.name)),
  ).length,
  bugs: app.bugs.map(String),
}
await app.close()
process.stdout.write(JSON.stringify(report))
// Idle sockets of the client would hold the process for a while.
process.exit(0)

function hashOf(path: string): string | null {
  return existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('hex') : null
}
