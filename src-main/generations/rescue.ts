// Looks, at every start and every hour, after what was charged and is not here: fetched where the service still has it, told where not.
import type { Connections } from '../connections/connections.ts'
import type { WritableDatabase } from '../library/database.ts'
import { databaseFailure } from '../library/database-failure.ts'
import type { LibraryFolder } from '../library/folder.ts'
import type { ExchangeTools } from './exchange.ts'
import { poll } from './exchange.ts'
import type { Generation } from './generation.ts'
import { isUnfinished } from './generation.ts'
import {
  changeGeneration,
  generationsWithoutBalance,
  getGeneration,
  rescuableGenerations,
  unfinishedGenerations,
} from './generation-store.ts'
import type { MachineEvent } from './machine.ts'
import { decide } from './machine.ts'
import type { Runner } from './runner.ts'
import type { Waiter } from './waiter.ts'

export interface RescueReport {
  /** Found again at the service: their sounds are being fetched. */
  readonly found: readonly string[]
  /** Looked for and not found, or not finished yet: they stay as they were told. */
  readonly open: readonly string[]
}
export interface Rescue {
  /** Now, and every hour until stopped. */
  start(): void
  stop(): Promise<void>
  /** One round. */
  look(): Promise<RescueReport>
}

const EVERY_MS = 60 * 60_000
/** Of its own waits; a wake-up of everything is a good moment to look, too. */
const CHANNEL = 'rescue'

/** Makes the rescue. */
export function createRescue(options: {
  readonly db: WritableDatabase
  readonly folder: () => LibraryFolder
  readonly connections: Pick<Connections, 'client' | 'forgetOldKeys' | 'refresh'>
  readonly runner: Pick<Runner, 'add'>
  readonly waiter: Waiter
  readonly now: () => number
  readonly random: () => number
  readonly onChange: (generation: Generation) => void
  readonly reportBug: (where: string, error: unknown) => void
}): Rescue {
  const { db, folder, connections, runner, waiter, now, random, onChange, reportBug } = options
  const quitting = new AbortController()
  const { signal } = quitting
  const quit = new Promise<null>((resolve) => {
    signal.addEventListener('abort', () => resolve(null), { once: true })
  })
  let running: Promise<void> = Promise.resolve()

  const apply = (generation: Generation, event: MachineEvent, serviceNowMs: number | null): Generation => {
    const changed = db.transaction(() => {
      const current = getGeneration(db, generation.id) ?? generation
      return changeGeneration(db, current, decide(current, event, { nowMs: now(), serviceNowMs }).changes)
    })
    onChange(changed)
    return changed
  }

  /** Asks once what became of a job. */
  const ask = async (generation: Generation): Promise<boolean> => {
    const found = await connections.client(generation.connectionId, generation.keyId)
    if (!found.ok || signal.aborted) return false
    const tools: ExchangeTools = { random, time: found.time, noteCeiling: () => {} }
    const event = await poll(found.client, generation, tools, signal)
    if (event.kind !== 'job-read') return false
    const changed = apply(generation, { kind: 'rescued', job: event.job }, found.time.nowMs())
    if (!isUnfinished(changed)) return changed.state !== 'unknown'
    runner.add(changed.id)
    return true
  }

  /** Notes what the accounts hold now, beside what is of unknown fate: before and after are a hint to the person. */
  const noteBalances = async (): Promise<void> => {
    const unclear = generationsWithoutBalance(db)
    for (const connectionId of new Set(unclear.map((generation) => generation.connectionId))) {
      // It tries for minutes where the service does not answer: quitting does not wait for that.
      const refreshed = await Promise.race([connections.refresh(connectionId), quit])
      if (refreshed === null) return
      const credits = refreshed.ok ? (refreshed.value.account?.credits_available ?? null) : null
      if (credits === null || signal.aborted) continue
      for (const generation of unclear) {
        if (generation.connectionId === connectionId)
          apply(generation, { kind: 'balance-heard', credits }, null)
      }
    }
  }

  /** Removes what is left of downloads whose generation is over. Their keys begin with its id. */
  const removeLeftovers = async (): Promise<void> => {
    const place = folder()
    const leftovers = await place.leftovers()
    if (!leftovers.ok) return
    for (const { key } of leftovers.value) {
      const generation = getGeneration(db, key.slice(0, UUID_CHARS))
      if (generation !== null && !isUnfinished(generation) && generation.state !== 'unknown')
        await place.discardPartial(key)
    }
  }

  const look = async (): Promise<RescueReport> => {
    const found: string[] = []
    const open: string[] = []
    // Whatever a bug has left without a drive goes on.
    for (const { id } of unfinishedGenerations(db)) runner.add(id)
    for (const generation of rescuableGenerations(db, now())) {
      if (signal.aborted) break
      const list = (await ask(generation)) ? found : open
      list.push(generation.id)
    }
    if (!signal.aborted) await noteBalances()
    if (!signal.aborted) await connections.forgetOldKeys()
    if (!signal.aborted) await removeLeftovers()
    return { found, open }
  }

  return {
    look,
    start() {
      const rounds = async (): Promise<void> => {
        while (!signal.aborted) {
          await look().catch((error: unknown) => {
            // A disk that is full now may have room in an hour.
            if (databaseFailure(error) === null) reportBug('rescue', error)
          })
          if (!signal.aborted) await waiter.until(now() + EVERY_MS, CHANNEL)
        }
      }
      running = rounds()
    },
    async stop() {
      quitting.abort()
      waiter.wake(CHANNEL)
      await running
    },
  }
}

const UUID_CHARS = 36
