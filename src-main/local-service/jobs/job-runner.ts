// Runs jobs: hands their variants to the render pool, keeps the sandbox's pace, settles them with their charge.

import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ErrorCode } from '../../contract/index.ts'
import type { AccountStore } from '../accounts/account-store.ts'
import { contentTypeOf } from '../codecs/formats.ts'
import type { ServiceClock } from './clock.ts'
import { createEngineSpeed } from './engine-speed.ts'
import {
  isUnfinished,
  type JobFault,
  type JobWork,
  type PictureWork,
  partsOf,
  readsPicture,
  type Settlement,
  type StoredJob,
  settle,
  settleAsFailed,
  type VariantReply,
  variantsOf,
  type WorkPart,
} from './job.ts'
import type { FileRecord, JobStore } from './job-store.ts'
import { createJobWaiters } from './job-waiters.ts'
import type { RenderPool } from './render-pool.ts'

/** What the sandbox makes of the time that work takes. */
export interface Pace {
  /** How long each job runs from its start at least, by the service's clock; null: as long as it takes. */
  readonly runMs: number | null
  /** Nothing ends while this is set. */
  readonly isHeld: boolean
}

export interface JobRunner {
  /** Starts a job that lies queued in the store. `faults` is what the sandbox lets it meet. */
  start(job: StoredJob, faults?: readonly JobFault[]): void
  /** Resolves when the job has ended or `waitMs` have passed. */
  untilFinal(jobId: string, waitMs: number): Promise<void>
  /** Tells who waits that a job ended outside of the runner (it expired). */
  announce(jobIds: readonly string[]): void
  /** Expected run time of a job accepted now, in ms from its creation, over all its variants. */
  estimateMs(work: JobWork, variants: number): number
  pace(): Pace
  setPace(pace: Pace): void
  /** After a restart: what the service died with has failed, what was queued starts. */
  recover(): void
  close(): Promise<void>
}

export interface JobRunnerOptions {
  readonly store: JobStore
  readonly accounts: AccountStore
  readonly pool: RenderPool
  readonly clock: ServiceClock
  /** Folder of the rendered files. */
  readonly filesDir: string
  /** Runs its argument in one database transaction. */
  readonly atomically: <T>(work: () => T) => T
  /** Reads the picture that a sound is made for. */
  readonly readVideo: ReadVideo
  readonly log: (line: string) => void
}

/** The work with what was seen in its picture, or why that cannot be. */
export type ReadVideo = (
  work: PictureWork,
) => Promise<
  | { readonly ok: true; readonly work: PictureWork }
  | { readonly ok: false; readonly code: ErrorCode; readonly message: string }
>

interface Rendered {
  readonly job: StoredJob
  readonly startedMs: number
  readonly results: readonly RenderedVariant[]
  readonly faults: readonly JobFault[]
}

interface RenderedVariant {
  readonly reply: VariantReply
  readonly file: FileRecord | null
}

/** A picture is read so many times faster than it plays: 720p on two cores, at the slow end. */
const PICTURE_SPEED = 10
/** Speech is looked for so many times faster than it is spoken. */
const SPEECH_SPEED = 15

/** A runner with nothing in work; call `recover` once before the first request. */
export function createJobRunner(options: JobRunnerOptions): JobRunner {
  const { store, accounts, pool, clock, filesDir, log } = options
  const waiters = createJobWaiters(clock)
  const waitingToSettle = new Map<string, Rendered>()
  let pace: Pace = { runMs: null, isHeld: false }
  const speed = createEngineSpeed()
  let audioMsInWork = 0
  let isClosed = false

  async function run(job: StoredJob, faults: readonly JobFault[]): Promise<void> {
    let startedMs: number | null = null
    const onStart = () => {
      // What begins while the service closes is not done any more: its next start does it.
      if (isClosed) return
      startedMs ??= clock.now()
      store.markRunning(job.id, startedMs)
    }
    const work = await preparedWork(job, onStart)
    if (!work) return
    const audioMs = job.work.generatedMs * job.variantsRequested
    audioMsInWork += audioMs
    const results = await Promise.all(
      partsOf(work).flatMap((part) =>
        Array.from({ length: variantsOf(part, job.variantsRequested) }, (_, index) =>
          renderVariant(job, part, index, onStart),
        ),
      ),
    )
    audioMsInWork -= audioMs
    if (isClosed || startedMs === null) return
    settleWhenDue({ job: { ...job, work }, startedMs, results, faults })
  }

  /** The job's work, ready to be rendered; null where the job is over before. */
  async function preparedWork(job: StoredJob, onStart: () => void): Promise<JobWork | null> {
    const { work } = job
    // A plan in which nothing was detected has no part whose render would start the job.
    if (readsPicture(work) || work.kind === 'stems') onStart()
    if (!readsPicture(work)) return work
    try {
      const prepared = await options.readVideo(work)
      if (isClosed) return null
      if (prepared.ok) return prepared.work
      log(`job ${job.id} has no readable picture: ${prepared.message}`)
      const settlement = settleAsFailed(prepared.code, prepared.message, job.quotedCredits)
      options.atomically(() => end(job, settlement))
      announce([job.id])
    } catch (error) {
      // What was given up because the service closes is begun again by its next start.
      if (!isClosed) throw error
    }
    return null
  }

  async function renderVariant(
    job: StoredJob,
    work: WorkPart,
    variantIndex: number,
    onStart: () => void,
  ): Promise<RenderedVariant> {
    const { sampleRateHz, format, generatedMs } = work
    const id = randomUUID()
    const name = `${id}.${format}`
    const reply = await pool.render(
      { work, seed: job.seed, variantIndex, path: join(filesDir, name) },
      onStart,
    )
    if (!reply.ok) {
      log(`job ${job.id} variant ${variantIndex} failed: ${reply.message}`)
      return { reply: { ...reply, message: 'The engine could not render this variant' }, file: null }
    }
    // Speech is only written, not rendered.
    if (work.kind !== 'speech') speed.learn(reply.renderMs, generatedMs)
    const { bytes, sha256 } = reply
    return {
      reply: {
        ok: true,
        file: { fileId: id, bytes, format, sampleRateHz, channels: 1, durationMs: reply.durationMs },
      },
      file: {
        id,
        jobId: job.id,
        name,
        contentType: contentTypeOf(format),
        bytes,
        sha256,
        createdMs: clock.now(),
      },
    }
  }

  function settleWhenDue(rendered: Rendered): void {
    waitingToSettle.delete(rendered.job.id)
    const remainingMs = pace.runMs === null ? 0 : rendered.startedMs + pace.runMs - clock.now()
    if (!pace.isHeld && remainingMs <= 0) {
      finishOrGiveUp(rendered)
      return
    }
    waitingToSettle.set(rendered.job.id, rendered)
    if (pace.isHeld) return
    clock.after(remainingMs, () => {
      if (waitingToSettle.get(rendered.job.id) === rendered) settleWhenDue(rendered)
    })
  }

  function finishOrGiveUp(rendered: Rendered): void {
    try {
      finish(rendered)
    } catch (error) {
      discard(rendered.results)
      giveUp(rendered.job, error)
    }
  }

  function finish({ job, results, faults }: Rendered): void {
    const settlement = settle(
      job,
      results.map((result) => result.reply),
      faults,
      randomUUID(),
    )
    const keptIds = new Set(
      settlement.outputs?.flatMap((output) => output.variants.map((v) => v.file?.fileId)),
    )
    const kept = results.filter(({ file }) => file && keptIds.has(file.id))
    const isEnded = options.atomically(() => {
      if (!end(job, settlement)) return false
      for (const { file } of kept) if (file) store.insertFile(file)
      return true
    })
    discard(isEnded ? results.filter((result) => !kept.includes(result)) : results)
    announce([job.id])
  }

  function discard(results: readonly RenderedVariant[]): void {
    for (const { file } of results) if (file) rmSync(join(filesDir, file.name), { force: true })
  }

  /** Ends the job and debits it, in the caller's transaction. False when it had ended already (it expired). */
  function end(job: StoredJob, settlement: Settlement): boolean {
    const atMs = clock.now()
    if (!store.finish(job.id, settlement, atMs)) return false
    if (settlement.credits !== null && settlement.credits > 0) {
      const { id: jobId, family, idempotencyKey } = job
      accounts.debit(job.accountId, { jobId, family, idempotencyKey, credits: settlement.credits, atMs })
    }
    return true
  }

  function announce(jobIds: readonly string[]): void {
    for (const id of jobIds) {
      const rendered = waitingToSettle.get(id)
      waitingToSettle.delete(id)
      if (rendered) discard(rendered.results)
      waiters.wake(id)
    }
  }

  function start(job: StoredJob, faults: readonly JobFault[] = []): void {
    run(job, faults).catch((error: unknown) => giveUp(job, error))
  }

  /** For what should not happen, such as a full disk under the database. Where not even that can be stored, a restart settles the job. */
  function giveUp(job: StoredJob, error: unknown): void {
    log(`job ${job.id} broke: ${explain(error)}`)
    try {
      const message = 'The service broke while doing this job'
      options.atomically(() => end(job, settleAsFailed('server_error', message, job.quotedCredits)))
    } catch (second) {
      log(`job ${job.id} could not be ended: ${explain(second)}`)
    }
    announce([job.id])
  }

  return {
    start,
    announce,
    async untilFinal(jobId, waitMs) {
      const job = store.get(jobId)
      if (job && isUnfinished(job)) await waiters.wait(jobId, waitMs)
    },
    estimateMs(work, variants) {
      const isWithSpeech = work.kind === 'video' && work.speech !== undefined
      const pictureMs = readsPicture(work) ? work.generatedMs / PICTURE_SPEED : 0
      const speechMs = isWithSpeech ? work.generatedMs / SPEECH_SPEED : 0
      // With speech the generated sound is rendered twice: alone, and under it.
      const audioMs = work.generatedMs * variants * (isWithSpeech ? 2 : 1)
      return pace.runMs ?? Math.ceil(pictureMs + speechMs) + speed.estimateMs(audioMsInWork + audioMs)
    },
    pace: () => pace,
    setPace(next) {
      pace = next
      for (const rendered of [...waitingToSettle.values()]) settleWhenDue(rendered)
    },
    recover() {
      for (const job of store.unfinished()) {
        if (job.status === 'queued') {
          start(job)
          continue
        }
        const message = 'The service stopped while doing this job; nothing was charged'
        options.atomically(() =>
          end(job, settleAsFailed('temporarily_unavailable', message, job.quotedCredits)),
        )
      }
    },
    async close() {
      isClosed = true
      waiters.wakeAll()
      await pool.close()
    },
  }
}

function explain(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
