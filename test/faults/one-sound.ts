// One sound from intent to file in a process of its own, made to be traced. What it waits for comes at once: its clock jumps there.
// Arguments: folder, address of the service, key, id of the intent. Prints what the person was told on the way, and what there is at the end.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { isUnfinished } from '../../src-main/generations/generation.ts'
import { getGeneration } from '../../src-main/generations/generation-store.ts'
import { openApp } from './app.ts'
import { keychainOf, realTime } from './real-world.ts'

const [, , userData = '', baseUrl = '', apiKey = '', generationId = ''] = process.argv

/** What the test reads. */
export interface OneSound {
  readonly state: string
  /** Codes that the person was told while it was not done, in order. */
  readonly told: readonly string[]
  readonly integrity: string
  readonly files: number
  /** Files that are another than their row says. */
  readonly torn: number
  readonly bugs: readonly string[]
}

const JUMP_MS = 31_000
let jumpedMs = 0
const told: string[] = []
const app = openApp({
  userData,
  time: realTime(() => jumpedMs),
  keychain: keychainOf(apiKey),
  random: Math.random,
})

let connectionId = app.connections.list().find(({ kind }) => kind === 'service')?.id
if (connectionId === undefined) {
  const draft = { id: null, name: '', baseUrl, headerPrefix: 'Service', apiKey }
  connectionId = await again(async () => {
    const saved = await app.connections.save(draft)
    if (!saved.ok) throw new Error(saved.error.message)
    return saved.value.id
  })
}
app.begin()
const models = await app.connections.models(connectionId)
if (!models.ok) throw new Error(models.error.message)
const model = models.value.models.find(({ operations }) => 'text-to-sfx' in operations)?.id ?? ''
const body = { model, duration_ms: 200, num_variants: 1, input: { prompt: 'a door slams' } }
const intent = { connectionId, family: 'text-to-sfx', body, generationId, quotedCredits: null } as const
await again(async () => {
  const started = await app.generations.start(intent)
  if (!started.ok) throw new Error(started.error.message)
})
while (isUnfinished(app.row(generationId))) {
  const code = app.view(generationId).error?.code
  if (code !== undefined && told.at(-1) !== code) told.push(code)
  if (code !== undefined) {
    jumpedMs += JUMP_MS
    app.runner.wake()
  }
  await sleep(2)
}
await again(() => app.rescue.look())

const files = app.files(generationId)
const rows = app.db
  .statement('SELECT sha256 FROM sounds WHERE generation_id = ? ORDER BY id')
  .all([generationId])
const report: OneSound = {
  state: getGeneration(app.db, generationId)?.state ?? 'none',
  told,
  integrity: String(app.db.driver.pragma('integrity_check', { simple: true })),
  files: files.length,
  torn: files.filter((path, index) => hashOf(path) !== (rows[index] as { readonly sha256: string }).sha256)
    .length,
  bugs: app.bugs.map(String),
}
await app.close()
process.stdout.write(JSON.stringify(report))
process.exit(0)

/** As a person does who is told that the disk reports an error. */
async function again<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    told.push(error instanceof Error && 'code' in error ? String(error.code) : String(error))
    return work()
  }
}

function hashOf(path: string): string | null {
  return existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('hex') : null
}
