// Drives every unfinished generation to its end: reads the next step from the machine, does it, makes the outcome durable.
import type { Connections } from '../connections/connections.ts'
import { DEFAULT_CONCURRENCY } from '../contract/index.ts'
import type { WritableDatabase } from '../library/database.ts'
import { insertSounds } from '../library/sound-store.ts'
import type { ServiceClient } from '../service-client/index.ts'
import type { Collected, Collector } from './collect.ts'
import type { ExchangeTools } from './exchange.ts'
import { poll, send } from './exchange.ts'
import type { Generation } from './generation.ts'
import { holdsSlot } from './generation.ts'
import { changeGeneration, getGeneration, unfinishedGenerations } from './generation-store.ts'
import type { MachineEvent, Step } from './machine.ts'
import { decide, nextStep } from './machine.ts'
import type { Slots } from './slots.ts'
import { createSlots } from './slots.ts'
import { removeTransfer } from './transfer-store.ts'
import type { Waiter } from './waiter.ts'

export interface Runner {
  /** Takes up everything that is not finished. Once, at the start. */
  start(): void
  /** Drives one more that is stored. */
  add(generationId: string): void
  /** Looks again now at everything that waits: a key was given, the network or the lid is open again. */
  wake(): void
  /** Ends the driving, not the generations: they go on at the next start. */
  stop(): Promise<void>
  /** Resolves when a generation has come to rest. For work without a window. */
  settled(generationId: string): Promise<void>
}

interface Drive {
  readonly done: Promise<void>
  /** Gives the connection's place back; null while none is held. */
  release: (() => void) | null
}

/** Makes the runner. `onChange` is told after each durable change. */
export function createRunner(options: {
  readonly db: WritableDatabase
  readonly connections: Pick<Connections, 'client'>
  readonly collector: Collector
  readonly waiter: Waiter
  readonly now: () => number
  readonly random: () => number
  readonly onChange: (generation: Generation) => void
  readonly reportBug: (where: string, error: unknown) => void
}): Runner {
  const { db, connections, collector, waiter, now, random, onChange, reportBug } = options
  const drives = new Map<string, Drive>()
  const slotsByConnection = new Map<string, Slots>()
  const quitting = new AbortController()

  const slotsOf = (connectionId: string): Slots => {
    const known = slotsByConnection.get(connectionId)
    if (known !== undefined) return known
    const made = createSlots(DEFAULT_CONCURRENCY)
    slotsByConnection.set(connectionId, made)
    return made
  }

  /** Writes the outcome of an event; what was saved becomes visible in the same transaction. */
  const apply = (
    generation: Generation,
    event: MachineEvent,
    collected: Collected | null = null,
  ): Generation => {
    const { changes } = decide(generation, event, now())
    const changed = db.transaction(() => {
      if (collected !== null) {
        insertSounds(db, collected.sounds)
        for (const key of collected.keys) removeTransfer(db, key)
      }
      return changeGeneration(db, generation, changes)
    })
    onChange(changed)
    return changed
  }

  const waitForSlot = async (generation: Generation, drive: Drive): Promise<Generation | null> => {
    const slots = slotsOf(generation.connectionId)
    const place = slots.take(quitting.signal)
    const immediate = await Promise.race([place, Promise.resolve('later' as const)])
    if (immediate === 'later') {
      onChange(changeGeneration(db, generation, { waitingFor: 'slot' }))
      drive.release = await place
    } else drive.release = immediate
    if (drive.release === null) return null
    // It may have been cancelled while it stood in the queue.
    return getGeneration(db, generation.id)
  }

  /** Tries one exchange; where the connection cannot be used nothing is tried. */
  const withClient = async (
    generation: Generation,
    run: (client: ServiceClient) => Promise<Generation>,
  ): Promise<Generation> => {
    const found = await connections.client(generation.connectionId)
    if (!found.ok)
      return apply(generation, { kind: 'held', waitingFor: found.waitingFor, error: found.error })
    return run(found.client)
  }
  const toolsOf = (generation: Generation): ExchangeTools => ({
    now,
    random,
    noteCeiling: (ceiling) => slotsOf(generation.connectionId).setCeiling(ceiling),
  })
  const sendDurably = (generation: Generation): Promise<Generation> =>
    withClient(generation, async (client) => {
      const sending = apply(generation, { kind: 'about-to-send' })
      if (sending.state !== 'sending') return sending
      return apply(sending, await send(client, sending, toolsOf(sending), quitting.signal))
    })

  const perform = async (generation: Generation, step: Step, drive: Drive): Promise<Generation | null> => {
    switch (step.kind) {
      case 'rest':
        return null
      case 'send': {
        const current = drive.release === null ? await waitForSlot(generation, drive) : generation
        if (current === null || nextStep(current, now()).kind !== 'send') return current
        return sendDurably(current)
      }
      case 'poll':
        return withClient(generation, async (client) =>
          apply(generation, await poll(client, generation, toolsOf(generation), quitting.signal)),
        )
      case 'collect': {
        const collected = await collector.collect(generation, quitting.signal)
        return apply(generation, collected.event, collected)
      }
    }
  }

  const run = async (generationId: string, drive: Drive): Promise<void> => {
    let generation = getGeneration(db, generationId)
    while (generation !== null && !quitting.signal.aborted) {
      const step = nextStep(generation, now())
      if (step.kind === 'rest') break
      if (step.atMs > now()) {
        await waiter.until(step.atMs)
        if (quitting.signal.aborted) break
        // What waited may have been cancelled meanwhile; a wake-up also ends the wait before its time.
        const awake = getGeneration(db, generationId)
        generation = awake === null ? null : { ...awake, nextAttemptAtMs: null }
        continue
      }
      generation = await perform(generation, step, drive)
      if (generation !== null && !holdsSlot(generation)) {
        drive.release?.()
        drive.release = null
      }
    }
  }

  const begin = (generationId: string, release: (() => void) | null): void => {
    if (drives.has(generationId) || quitting.signal.aborted) return
    // The drive is handed to its own run: `done` is set before anything else can look at it.
    const drive: { done: Promise<void>; release: (() => void) | null } = { done: Promise.resolve(), release }
    drives.set(generationId, drive)
    drive.done = run(generationId, drive)
      .catch((error: unknown) => reportBug(`generation ${generationId}`, error))
      .finally(() => {
        drive.release?.()
        drives.delete(generationId)
      })
  }

  return {
    start() {
      for (const generation of unfinishedGenerations(db)) {
        begin(generation.id, holdsSlot(generation) ? slotsOf(generation.connectionId).occupy() : null)
      }
    },
    add: (generationId) => begin(generationId, null),
    wake: () => waiter.wake(),
    async stop() {
      quitting.abort()
      waiter.stop()
      await Promise.all([...drives.values()].map(({ done }) => done))
    },
    settled: (generationId) => drives.get(generationId)?.done ?? Promise.resolve(),
  }
}
