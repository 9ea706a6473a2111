// A small model of the service and its network for seeded schedules: what it takes, charges, remembers and forgets. Pure.
import type { ExchangeFailure, JobReading, MachineEvent } from '../../../src-main/generations/machine.ts'
import { backoffMs } from '../../../src-main/service-client/index.ts'

const HOUR_MS = 3_600_000
/** As the service has it: a key is remembered for 24 h, a job is told of for 24 h. */
const MEMORY_MS = 24 * HOUR_MS

interface ModelJob {
  readonly id: string
  readonly createdAtMs: number
  readonly readyAtMs: number
  readonly ending: 'succeeded' | 'partially_succeeded' | 'failed' | 'marinating'
  readonly takes: number
}

export interface ServiceModel {
  /** Credits taken, one entry a job. */
  readonly charges: () => number
  /** Sounds that were made and paid for. */
  readonly takesMade: () => number
  create(key: string, isReplay: boolean, nowMs: number): MachineEvent
  poll(jobId: string, nowMs: number): MachineEvent
  /** A try to fetch what is missing: how many of the takes arrive. */
  collect(
    jobId: string,
    missing: number,
    nowMs: number,
  ): { readonly event: MachineEvent; readonly arrived: number }
}

const failure = (over: Partial<ExchangeFailure>): ExchangeFailure => ({
  error: { code: 'model', message: 'the model says so', retryable: true },
  status: null,
  isFromService: false,
  mayHaveArrived: true,
  isFateUnknown: true,
  isAborted: false,
  retryAfterMs: null,
  unreadAnswer: null,
  ...over,
})
const clearNo = (status: number, retryAfterMs: number | null): ExchangeFailure =>
  failure({ status, isFromService: true, isFateUnknown: false, retryAfterMs })

/** `trouble` is the chance, 0..1, that an exchange goes wrong. */
export function createServiceModel(random: () => number, trouble: number): ServiceModel {
  const jobs = new Map<string, ModelJob>()
  const remembered = new Map<string, { readonly jobId: string; readonly atMs: number }>()
  const pick = <T>(...choices: readonly [T, ...T[]]): T =>
    choices[Math.floor(random() * choices.length)] ?? choices[0]

  const accept = (key: string, nowMs: number): ModelJob => {
    const known = remembered.get(key)
    const kept = known === undefined || nowMs - known.atMs >= MEMORY_MS ? undefined : jobs.get(known.jobId)
    if (kept !== undefined) return kept
    const job: ModelJob = {
      id: `job_${jobs.size + 1}`,
      createdAtMs: nowMs,
      readyAtMs: nowMs + random() * 60_000,
      ending: pick('succeeded', 'succeeded', 'succeeded', 'partially_succeeded', 'failed', 'marinating'),
      takes: 2,
    }
    jobs.set(job.id, job)
    remembered.set(key, { jobId: job.id, atMs: nowMs })
    return job
  }
  const statusOf = (job: ModelJob, nowMs: number): string => {
    if (nowMs > job.createdAtMs + MEMORY_MS) return 'expired'
    if (job.ending === 'marinating') return 'marinating'
    return nowMs < job.readyAtMs ? 'running' : job.ending
  }
  const reading = (job: ModelJob, nowMs: number): JobReading => {
    const status = statusOf(job, nowMs)
    const isPaid = status === 'succeeded' || status === 'partially_succeeded' || job.ending !== 'failed'
    return {
      id: job.id,
      url: null,
      status,
      seed: 1,
      credits: isPaid && status !== 'running' && status !== 'marinating' ? 10 : null,
      createdAtMs: job.createdAtMs,
      expiresAtMs: job.createdAtMs + MEMORY_MS,
      progress: null,
      estimatedMs: null,
      errors: [],
      raw: '{}',
    }
  }
  const lost = (): ExchangeFailure =>
    pick(
      failure({ retryAfterMs: backoffMs(3, random()) }),
      failure({ status: 503, isFromService: true, retryAfterMs: 4_000 }),
      failure({ status: 500, isFromService: true }),
      failure({ status: 200, retryAfterMs: 2_000 }),
      failure({ status: 200, isFromService: true, unreadAnswer: '{}' }),
    )

  return {
    charges: () => [...jobs.values()].filter(({ ending }) => ending !== 'failed').length,
    takesMade: () =>
      [...jobs.values()].reduce(
        (sum, { ending, takes }) =>
          sum + (ending === 'succeeded' ? takes : ending === 'partially_succeeded' ? takes - 1 : 0),
        0,
      ),
    create(key, isReplay, nowMs) {
      if (random() >= trouble)
        return { kind: 'job-read', job: reading(accept(key, nowMs), nowMs), pollAfterMs: 1_500 }
      const fate = random()
      // It is taken, and the answer is lost.
      if (fate < 0.5) {
        accept(key, nowMs)
        return { kind: 'send-failed', failure: lost(), isReplay }
      }
      // It is not taken, and nobody can tell.
      if (fate < 0.8) return { kind: 'send-failed', failure: lost(), isReplay }
      const refused = pick(
        clearNo(429, 7_000),
        clearNo(401, null),
        // Judged before the key is looked up: also where an earlier send was taken.
        clearNo(pick(402, 403, 404, 409), null),
        failure({ mayHaveArrived: false, isFateUnknown: false, retryAfterMs: 500 }),
      )
      return { kind: 'send-failed', failure: refused, isReplay }
    },
    poll(jobId, nowMs) {
      const job = jobs.get(jobId)
      if (job === undefined) throw new Error(`the machine polls ${jobId}, which never was`)
      if (random() < trouble) {
        const failed = pick(lost(), clearNo(401, null), clearNo(429, 3_000))
        return { kind: 'poll-failed', failure: failed }
      }
      if (nowMs > job.createdAtMs + 2 * MEMORY_MS) return { kind: 'poll-failed', failure: clearNo(404, null) }
      return { kind: 'job-read', job: reading(job, nowMs), pollAfterMs: 1_500 }
    },
    collect(jobId, missing, nowMs) {
      const job = jobs.get(jobId)
      if (job === undefined) throw new Error(`the machine collects ${jobId}, which never was`)
      const isOver = nowMs > job.createdAtMs + MEMORY_MS
      if (!isOver && random() >= trouble)
        return { event: { kind: 'collected', savedSounds: missing, remarks: [] }, arrived: missing }
      const arrived = Math.floor(random() * missing)
      const failed = isOver ? clearNo(404, null) : lost()
      const isDisk = !isOver && random() < 0.2
      return { event: { kind: 'collect-failed', failure: failed, isDisk, remarks: [] }, arrived }
    },
  }
}
