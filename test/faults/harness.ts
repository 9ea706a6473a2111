// The world of a fault test: a sandbox account, a network that can break, a clock that can jump, and the app's main process over its files.
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { setTimeout as realTime } from 'node:timers/promises'
import { expect, onTestFinished, vi } from 'vitest'
import type { GenerationView } from '../../src-main/bridge/types.ts'
import type { KeytarLike } from '../../src-main/connections/keychain.ts'
import { isUnfinished } from '../../src-main/generations/generation.ts'
import type { HashFile } from '../../src-main/media/hash-file.ts'
import type { Downloads } from '../../src-main/service-client/index.ts'
import { makeTemporaryFolder } from '../temporary-folder.ts'
import type { App, ApprovedIntent, StartReply } from './app.ts'
import { openApp } from './app.ts'
import type { Network } from './network.ts'
import { openNetwork } from './network.ts'
import type { Ledger, Sandbox } from './sandbox.ts'
import { seeded } from './seeded.ts'
import type { VirtualTime } from './virtual-time.ts'
import { createVirtualTime } from './virtual-time.ts'

export interface World {
  readonly sandbox: Sandbox
  readonly network: Network
  readonly time: VirtualTime
  readonly keychain: MemoryKeychain
  readonly apiKey: string
  readonly connectionId: string
  /** The present app: another one after `restart`. */
  readonly app: App
  /** Starts the app anew over the same files, after a kill or a quit. It takes up what is unfinished. */
  restart(): Promise<App>
  intent(changes?: IntentChanges): ApprovedIntent
  start(changes?: IntentChanges): Promise<StartReply>
  /** Starts, and answers with the generation's id. */
  begin(changes?: IntentChanges): Promise<string>
  /** Lets time pass until the generation is over; then how it ended. */
  untilOver(generationId: string): Promise<GenerationView>
  /** For a job that the sandbox holds: until the create's own wait is over and it is polled. */
  untilAccepted(generationId: string): Promise<void>
  /** Lets time pass until this holds. */
  until(what: string, holds: () => boolean): Promise<void>
  /** Waits in real time, without letting virtual time pass, until this holds. */
  soon(what: string, holds: () => boolean): Promise<void>
  ledger(apiKey?: string): Promise<Ledger>
  debits(apiKey?: string): Promise<number>
}
export type MemoryKeychain = KeytarLike & { readonly entries: Map<string, string> }
export interface IntentChanges {
  readonly prompt?: string
  readonly durationMs?: number
  readonly variants?: number
  readonly seed?: number
  readonly format?: string
  readonly quotedCredits?: number | null
  readonly approvedCredits?: number
  readonly generationId?: string
}

export const CREATE = /^\/v3\/text-to-sfx\/generations(\?|$)/
export const POLL = /^\/v3\/text-to-sfx\/generations\/(?!preflight)[^/]+$/
export const PREFLIGHT = /^\/v3\/text-to-sfx\/generations\/preflight/
export const ACCOUNT = /^\/v3\/me/
export const STORAGE = /^\/storage\//

/** Real milliseconds that anything may take on a busy machine before a test gives up. */
const PATIENCE_MS = 90_000
// A busy machine is no fault: what never comes is told by the waits below, with its name.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

/** Virtual time that a test may spend waiting: two days. */
const SPAN_MS = 48 * 3_600_000

/** Opens a world over a sandbox that several tests share; everything else is this test's own. */
export async function openWorld(
  sandbox: Sandbox,
  options: {
    readonly account?: object
    readonly seed?: number
    /** Makes the app's data folder ready before the app opens it: a disk of its own, a file that is broken. */
    readonly prepare?: (userData: string) => void
    /** Reads long sources. By default on this thread. */
    readonly hashLong?: HashFile
    /** Receives files in a thread of its own, as the app does. By default on this thread. */
    readonly downloads?: Downloads
  } = {},
): Promise<World> {
  const folder = makeTemporaryFolder('world')
  // Before the hooks that unmount what is mounted: hooks that were added last run first.
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  options.prepare?.(folder)
  const time = createVirtualTime((ms) => sandbox.advance(ms))
  const network = await openNetwork(sandbox.baseUrl, { now: time.now, serviceNow: sandbox.now })
  const keychain = memoryKeychain()
  const random = seeded(options.seed ?? 1)
  const apiKey = await sandbox.newKey(options.account)
  const open = (): App =>
    openApp({
      userData: folder,
      time,
      keychain,
      random,
      hashLong: options.hashLong,
      downloads: options.downloads,
    })
  let app = open()
  const saved = await app.connections.save({
    id: null,
    name: 'the service',
    baseUrl: network.baseUrl,
    headerPrefix: 'Service',
    apiKey,
  })
  if (!saved.ok) throw new Error(saved.error.message)
  const connectionId = saved.value.id
  app.begin()
  onTestFinished(async () => {
    await app.close()
    await network.close()
    await sandbox.clearFaults()
    await sandbox.pace({ run_ms: null, hold: false })
    expect(app.bugs).toEqual([])
  })

  const model = 'model of the service'
  const intent = (changes: IntentChanges = {}): ApprovedIntent => ({
    connectionId,
    family: 'text-to-sfx',
    body: {
      model: modelOf(app, connectionId) ?? model,
      duration_ms: changes.durationMs ?? 500,
      num_variants: changes.variants ?? 1,
      input: { prompt: changes.prompt ?? 'heavy rain on a tin roof' },
      ...(changes.seed === undefined ? {} : { seed: changes.seed }),
      ...(changes.format === undefined ? {} : { output: { format: changes.format } }),
    },
    generationId: changes.generationId ?? randomUUID(),
    quotedCredits: changes.quotedCredits === undefined ? null : changes.quotedCredits,
    ...(changes.approvedCredits === undefined ? {} : { approvedCredits: changes.approvedCredits }),
  })
  /** One turn of the world: real work first, then, where nothing is under way, time passes to the next timer. */
  const turn = async (): Promise<number> => {
    await realTime(2)
    if (app.inFlight() > 0) return 0
    await realTime(1)
    const nextMs = time.nextMs()
    if (app.inFlight() > 0 || nextMs === null) return 0
    await time.pass(nextMs)
    return nextMs
  }
  const until = async (what: string, holds: () => boolean): Promise<void> => {
    const giveUpAt = Date.now() + PATIENCE_MS
    let passedMs = 0
    while (!holds()) {
      passedMs += await turn()
      if (Date.now() > giveUpAt) throw new Error(`${what}: not within ${PATIENCE_MS} ms`)
      if (passedMs > SPAN_MS) throw new Error(`${what}: not within ${SPAN_MS} ms of virtual time`)
    }
  }

  /** Lets time pass while something is done that may have to wait, for its pace or for another try. */
  const during = async <T>(work: Promise<T>): Promise<T> => {
    let isOver = false
    const ended = work.finally(() => {
      isOver = true
    })
    while (!isOver) await Promise.race([ended, turn()])
    return ended
  }

  return {
    sandbox,
    network,
    time,
    keychain,
    apiKey,
    connectionId,
    get app() {
      return app
    },
    async restart() {
      await app.close()
      app = open()
      app.begin()
      return app
    },
    intent,
    start: (changes) => during(app.generations.start(intent(changes))),
    async begin(changes) {
      const started = await during(app.generations.start(intent(changes)))
      if (!started.ok) throw new Error(`${started.error.code}: ${started.error.message}`)
      return started.value.id
    },
    async untilOver(generationId) {
      await until(`the end of ${generationId}`, () => !isUnfinished(app.row(generationId)))
      return app.view(generationId)
    },
    until,
    async untilAccepted(generationId) {
      // The service waits by its own clock before it answers that there is nothing yet.
      while (app.row(generationId).state !== 'accepted') {
        await sandbox.advance(5_000)
        await realTime(5)
      }
    },
    async soon(what, holds) {
      const giveUpAt = Date.now() + PATIENCE_MS
      while (!holds()) {
        await realTime(2)
        if (Date.now() > giveUpAt) throw new Error(`${what}: not within ${PATIENCE_MS} ms`)
      }
    },
    ledger: (key = apiKey) => sandbox.ledger(key),
    debits: async (key = apiKey) =>
      (await sandbox.ledger(key)).entries.filter(({ kind }) => kind === 'debit').length,
  }
}

function modelOf(app: App, connectionId: string): string | null {
  // What the connection remembers of its models: one text of JSON.
  const row = app.db
    .statement('SELECT value_json FROM settings WHERE key = ?')
    .get([`connection-facts:${connectionId}`]) as { readonly value_json: string } | undefined
  const facts: unknown = row === undefined ? null : JSON.parse(row.value_json)
  // Written by connections.ts: { account, models: [{ id, operations }] }.
  const { models } = facts as {
    readonly models: readonly { readonly id: string; readonly operations: object }[]
  }
  return models.find(({ operations }) => 'text-to-sfx' in operations)?.id ?? null
}

/** A keychain that lasts as long as the world. */
export function memoryKeychain(): MemoryKeychain {
  const entries = new Map<string, string>()
  return {
    entries,
    getPassword: async (_service, account) => entries.get(account) ?? null,
    setPassword: async (_service, account, password) => void entries.set(account, password),
    deletePassword: async (_service, account) => entries.delete(account),
  }
}
