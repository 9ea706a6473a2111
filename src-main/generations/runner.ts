// Drives every unfinished generation to its end: reads the next step from the machine, does it, makes the outcome durable.
import type { BridgeError, UploadProgress } from '../bridge/types.ts'
import type { ClientOrReason, Connections } from '../connections/connections.ts'
import type { WritableDatabase } from '../library/database.ts'
import { databaseFailure } from '../library/database-failure.ts'
import { insertSounds } from '../library/sound-store.ts'
import type { Collected, Collector } from './collected.ts'
import type { ExchangeTools } from './exchange.ts'
import { askTime, poll, price, send } from './exchange.ts'
import { exchangeFailure } from './exchange-failure.ts'
import type { Gate } from './gates.ts'
import { createGates } from './gates.ts'
import type { Generation } from './generation.ts'
import { holdsSlot } from './generation.ts'
import { changeGeneration, getGeneration, unfinishedGenerations } from './generation-store.ts'
import type { ExchangeFailure, MachineEvent, Step } from './machine.ts'
import { decide, nextStep } from './machine.ts'
import { LOOK_AGAIN_MS } from './machine-waits.ts'
import { insertTranscriptionFiles } from './midi-files.ts'
import type { Admission } from './traffic.ts'
import { removeTransfer } from './transfer-store.ts'
import type { Uploader } from './uploader.ts'
import type { Waiter } from './waiter.ts'

export interface Runner {
  /** Takes up everything that is not finished. Once, at the start. */
  start(): void
  /** Drives one more that is unfinished. */
  add(generationId: string): void
  /** Looks again now at what waits for this connection, or for any: a key was given, the network or the lid is open again. */
  wake(connectionId?: string): void
  /** Ends the driving, not the generations: they go on at the next start. */
  stop(): Promise<void>
  /** Ends what is being done for it on this machine, such as an upload: the person cancelled it. */
  interrupt(generationId: string): void
  /** How far the upload of its media is; null while none runs. */
  uploadOf(generationId: string): UploadProgress | null
  /** Why nothing of it can be written down at present; null where the disk takes it. The row itself cannot say so. */
  stalledBy(generationId: string): BridgeError | null
  /** Resolves when a generation has come to rest. For work without a window. */
  settled(generationId: string): Promise<void>
}

interface Drive {
  readonly done: Promise<void>
  /** Gives the connection's place back; null while none is held. */
  release: (() => void) | null
  readonly interruption: AbortController
}
type Found = Extract<ClientOrReason, { ok: true }>

/** The window is told of an upload's progress this often. */
const PROGRESS_EVERY_MS = 250

/** A price that was confirmed so shortly before is not asked for again. */
const PRICE_HOLDS_MS = 60_000

/** Makes the runner. `onChange` is told after each durable change. */
export function createRunner(options: {
  readonly db: WritableDatabase
  readonly connections: Pick<Connections, 'client' | 'view' | 'noteRefusedKey'>
  readonly collector: Collector
  readonly uploader: Uploader
  readonly waiter: Waiter
  readonly now: () => number
  /** Paces a connection in trouble: a clock that is set must not prolong its pauses. */
  readonly monotonicMs: () => number
  readonly random: () => number
  readonly onChange: (generation: Generation) => void
  readonly reportBug: (where: string, error: unknown) => void
}): Runner {
  const { db, connections, collector, uploader, waiter, now, monotonicMs, random, onChange, reportBug } =
    options
  const drives = new Map<string, Drive>()
  const uploads = new Map<string, UploadProgress>()
  const stalls = new Map<string, BridgeError>()
  const gateOf = createGates(monotonicMs)
  const quitting = new AbortController()
  const { signal } = quitting

  /** A write that the disk refuses is told, and its next try waited for. Throws what is no refusal of the disk. */
  const waitForDisk = async (generationId: string, error: unknown): Promise<void> => {
    const refusal = databaseFailure(error)
    // At the end of the app the row stays as it is: the next start does the step again.
    if (refusal === null || !refusal.retryable || signal.aborted) throw error
    stalls.set(generationId, refusal)
    const generation = getGeneration(db, generationId)
    if (generation !== null) onChange(generation)
    await waiter.until(now() + LOOK_AGAIN_MS)
  }

  /** Writes, as often as it takes: what was learnt from the service is not lost because the disk is full. */
  const durably = async (generationId: string, write: () => Generation): Promise<Generation> => {
    let changed: Generation | null = null
    while (changed === null) {
      try {
        changed = write()
      } catch (error) {
        await waitForDisk(generationId, error)
      }
    }
    stalls.delete(generationId)
    onChange(changed)
    return changed
  }

  /** Writes the outcome of an event; what was saved becomes visible in the same transaction. */
  const apply = (
    generation: Generation,
    event: MachineEvent,
    serviceNowMs: number | null = null,
    collected: Collected | null = null,
  ): Promise<Generation> =>
    durably(generation.id, () =>
      db.transaction(() => {
        // The person may have said something meanwhile: the row as it is now is what the event meets.
        const current = getGeneration(db, generation.id) ?? generation
        if (collected !== null) {
          insertSounds(db, collected.sounds)
          insertTranscriptionFiles(db, collected.files)
          for (const key of collected.keys) removeTransfer(db, key)
        }
        const { changes } = decide(current, event, { nowMs: now(), serviceNowMs })
        return changeGeneration(db, current, changes)
      }),
    )

  const noteOutcome = (generation: Generation, found: Found, failure: ExchangeFailure | null): void => {
    const { connectionId } = generation
    if (failure?.isFromService === true && failure.status === 401)
      connections.noteRefusedKey(connectionId, found.keyId, failure.error)
    // A key of the past says nothing of the connection's present one.
    const present = generation.keyId === null || generation.keyId === found.presentKeyId
    if (present && gateOf(connectionId).noteOutcome(failure)) waiter.wake(connectionId)
  }

  const waitForSlot = async (
    generation: Generation,
    gate: Gate,
    drive: Drive,
  ): Promise<Generation | null> => {
    const place = gate.slots.take(signal, generation.family)
    const immediate = await Promise.race([place, Promise.resolve('later' as const)])
    if (immediate === 'later') {
      await durably(generation.id, () => changeGeneration(db, generation, { waitingFor: 'slot' }))
      drive.release = await place
    } else drive.release = immediate
    if (drive.release === null) return null
    // It may have been cancelled while it stood in the queue.
    return getGeneration(db, generation.id)
  }

  /** Says why nothing goes out, durably where it is news, and waits. */
  const pause = async (
    generation: Generation,
    { untilMs, waitingFor, error }: Extract<Admission, { isAdmitted: false }>,
    drive: Drive,
  ): Promise<Generation | null> => {
    if (generation.state === 'stored') {
      drive.release?.()
      drive.release = null
    }
    const delayMs = untilMs - monotonicMs()
    if (generation.waitingFor !== waitingFor)
      await apply(generation, { kind: 'held', waitingFor, error, delayMs })
    await waiter.until(now() + delayMs, generation.connectionId)
    return awakened(generation.id)
  }
  /** The row after a wait, free to act: what waited may have been cancelled, and a wake-up ends a wait before its time. */
  const awakened = (generationId: string): Generation | null => {
    const row = signal.aborted ? null : getGeneration(db, generationId)
    return row === null ? null : { ...row, nextAttemptAtMs: null }
  }

  const toolsOf = (generation: Generation, { time }: Found): ExchangeTools => ({
    random,
    time,
    noteCeiling: (ceiling) => gateOf(generation.connectionId).slots.setCeiling(ceiling),
  })

  /** One exchange, its outcome noted and made durable. */
  const exchange = async (
    generation: Generation,
    found: Found,
    run: (tools: ExchangeTools) => Promise<MachineEvent>,
  ): Promise<Generation> => {
    const event = await run(toolsOf(generation, found))
    noteOutcome(generation, found, 'failure' in event ? event.failure : null)
    return apply(generation, event, found.time.nowMs())
  }

  /** Learns the service's clock where it is not known. @returns the generation as it then waits; null when the clock is known */
  const learnTime = async (generation: Generation, found: Found): Promise<Generation | null> => {
    const { client, time } = found
    if (time.nowMs() !== null) return null
    const problem = await askTime(client, time, signal)
    if (problem === null) return null
    const tries = { rule: 'safe' as const, attempt: 1, elapsedMs: 0, random: random() }
    const failure = exchangeFailure(problem, tries)
    noteOutcome(generation, found, failure)
    if (failure.isAborted) return generation
    return apply(generation, { kind: 'held', waitingFor: 'connection', error: failure.error })
  }

  const upload = async (generation: Generation, found: Found, drive: Drive): Promise<Generation> => {
    const waits = await learnTime(generation, found)
    const serviceNowMs = found.time.nowMs()
    if (waits !== null || serviceNowMs === null) return waits ?? generation
    let toldAtMs = Number.NEGATIVE_INFINITY
    const context = {
      client: found.client,
      keyId: found.keyId,
      serviceNowMs,
      random,
      signal: AbortSignal.any([signal, drive.interruption.signal]),
      onProgress: (progress: UploadProgress): void => {
        uploads.set(generation.id, progress)
        if (monotonicMs() - toldAtMs < PROGRESS_EVERY_MS) return
        toldAtMs = monotonicMs()
        onChange(generation)
      },
    }
    const event = await uploader.upload(generation, context)
    uploads.delete(generation.id)
    noteOutcome(generation, found, event.kind === 'upload-failed' && !event.isFile ? event.failure : null)
    return apply(generation, event, found.time.nowMs())
  }

  const sendDurably = async (generation: Generation, found: Found): Promise<Generation> => {
    const { client, time, keyId } = found
    const waits = await learnTime(generation, found)
    if (waits !== null) return waits
    if (areAssetsOver(generation, time.nowMs()))
      return apply(generation, { kind: 'about-to-send', keyId, balance: null }, time.nowMs())
    if (needsPrice(generation)) {
      const priced = await exchange(generation, found, (tools) => price(client, generation, tools, signal))
      if (priced.state !== 'stored' || priced.pricedAtMs === generation.pricedAtMs) return priced
    }
    const balance = connections.view(generation.connectionId)?.account?.credits_available ?? null
    const sending = await apply(generation, { kind: 'about-to-send', keyId, balance }, time.nowMs())
    if (sending.state !== 'sending' || sending.attempts === generation.attempts) return sending
    // As the row stood before this send: whatever went out earlier and was not clearly refused is open.
    const isReplay = generation.firstSentAtMs !== null
    return exchange(sending, found, (tools) => send(client, sending, isReplay, tools, signal))
  }
  /** The machine then asks for another upload before it is priced or sent. */
  const areAssetsOver = (
    { firstSentAtMs, assetsUntilMs }: Generation,
    serviceNowMs: number | null,
  ): boolean =>
    firstSentAtMs === null && assetsUntilMs !== null && serviceNowMs !== null && serviceNowMs > assetsUntilMs
  /** Something paid for that was never sent, whose price is not fresh. */
  const needsPrice = ({ isMetered, firstSentAtMs, pricedAtMs }: Generation): boolean =>
    isMetered &&
    firstSentAtMs === null &&
    (pricedAtMs === null || Math.abs(now() - pricedAtMs) > PRICE_HOLDS_MS)

  const perform = async (generation: Generation, step: Step, drive: Drive): Promise<Generation | null> => {
    if (step.kind === 'rest') return null
    if (step.kind === 'collect') {
      const collected = await collector.collect(generation, signal)
      return apply(generation, collected.event, collected.serviceNowMs, collected)
    }
    const gate = gateOf(generation.connectionId)
    const isRepetition = generation.attempts > 0
    let current: Generation | null = generation
    if (step.kind === 'send' && drive.release === null) {
      const outlook = gate.look(isRepetition)
      if (!outlook.isAdmitted) return pause(generation, outlook, drive)
      current = await waitForSlot(generation, gate, drive)
      if (current === null || nextStep(current, now()).kind !== 'send') return current
    }
    const admission = gate.admit(isRepetition)
    if (!admission.isAdmitted) return pause(current, admission, drive)
    const found = await connections.client(current.connectionId, current.keyId)
    if (!found.ok) return apply(current, { kind: 'held', waitingFor: found.waitingFor, error: found.error })
    if (step.kind === 'upload') return upload(current, found, drive)
    if (step.kind === 'send') return sendDurably(current, found)
    const polled = current
    return exchange(polled, found, (tools) => poll(found.client, polled, tools, signal))
  }

  const run = async (generationId: string, drive: Drive): Promise<void> => {
    let generation = getGeneration(db, generationId)
    while (generation !== null && !signal.aborted) {
      const step = nextStep(generation, now())
      if (step.kind === 'rest') break
      if (step.atMs > now()) {
        await waiter.until(step.atMs, channelOf(generation))
        generation = awakened(generationId)
        continue
      }
      // What a step itself writes (a transfer, an upload) it writes again: until its outcome is written it has not been done.
      generation = await perform(generation, step, drive).catch(async (error: unknown) => {
        await waitForDisk(generationId, error)
        return awakened(generationId)
      })
      if (generation !== null && !holdsSlot(generation)) {
        drive.release?.()
        drive.release = null
      }
    }
  }

  const begin = (generationId: string, release: (() => void) | null): void => {
    if (drives.has(generationId) || signal.aborted) return
    // The drive is handed to its own run: `done` is set before anything else can look at it.
    const drive: {
      done: Promise<void>
      release: (() => void) | null
      readonly interruption: AbortController
    } = {
      done: Promise.resolve(),
      release,
      interruption: new AbortController(),
    }
    drives.set(generationId, drive)
    drive.done = run(generationId, drive)
      .catch((error: unknown) => {
        if (!signal.aborted || databaseFailure(error) === null) reportBug(`generation ${generationId}`, error)
      })
      .finally(() => {
        stalls.delete(generationId)
        drive.release?.()
        drives.delete(generationId)
      })
  }

  return {
    start() {
      for (const generation of unfinishedGenerations(db)) {
        const isInFlight = holdsSlot(generation)
        begin(generation.id, isInFlight ? gateOf(generation.connectionId).slots.occupy() : null)
      }
    },
    add: (generationId) => begin(generationId, null),
    wake(connectionId) {
      waiter.lookAgain()
      if (connectionId !== undefined && connections.view(connectionId)?.status.kind === 'online')
        gateOf(connectionId).clearTrouble()
      waiter.wake(connectionId)
    },
    interrupt: (generationId) => drives.get(generationId)?.interruption.abort(),
    uploadOf: (generationId) => uploads.get(generationId) ?? null,
    stalledBy: (generationId) => stalls.get(generationId) ?? null,
    async stop() {
      quitting.abort()
      waiter.stop()
      await Promise.all([...drives.values()].map(({ done }) => done))
    },
    settled: (generationId) => drives.get(generationId)?.done ?? Promise.resolve(),
  }
}

/** What may end a wait before its time: news of the connection. What the service has asked for is waited out. */
const channelOf = ({ waitingFor, connectionId }: Generation): string | null =>
  waitingFor === 'connection' || waitingFor === 'key' ? connectionId : null
