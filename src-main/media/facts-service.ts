// Computes facts of files, and does other work on them, in a small pool of worker threads. A file that kills its worker costs that file only.
import { statSync } from 'node:fs'
import { access, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Facts, FactsErrorCode } from './facts.ts'
import type { JobName, MediaJobs } from './media-jobs.ts'
import { failed, type Outcome } from './outcome.ts'
import { peaksFile } from './peaks-cache.ts'
import type { FromWorker, JobOrder, ToWorker } from './worker-messages.ts'

export type { Facts } from './facts.ts'
export type ComputeErrorCode = FactsErrorCode | 'analysis_crashed'

export interface FactsService {
  /**
   * Facts of the file at `path` (absolute); its peaks are then in the cache under `uid`. Waits for a free worker.
   * @throws the signal's reason when it is aborted, an Error when the service is closed
   */
  readonly compute: (
    file: { readonly path: string; readonly uid: string },
    signal?: AbortSignal,
  ) => Promise<Outcome<Facts, ComputeErrorCode>>
  /** Does a job in a free worker. @throws as `compute` does */
  readonly run: <N extends JobName>(
    name: N,
    args: MediaJobs[N]['args'],
    signal?: AbortSignal,
  ) => Promise<Outcome<MediaJobs[N]['result'], MediaJobs[N]['errors'] | 'analysis_crashed'>>
  /** Where the peaks of a sound are, or null where they have to be computed (again). */
  readonly peaksPath: (uid: string) => Promise<string | null>
  readonly forgetPeaks: (uid: string) => Promise<void>
  /** How many files are computed at once. */
  readonly workers: number
  /** Ends the workers; what waits is rejected. */
  readonly close: () => Promise<void>
}

/** Jobs alone. */
export type RunMedia = FactsService['run']

interface Task {
  readonly id: number
  readonly message: Exclude<ToWorker, { readonly kind: 'cancel' }>
  readonly settle: (outcome: FromWorker['outcome'] | Outcome<never, 'analysis_crashed'>) => void
  readonly reject: (reason: unknown) => void
}
interface Seat {
  worker: Worker | null
  task: Task | null
  /** Takes back the limit of the task's time. */
  stopLimit: () => void
}

const MOST_WORKERS = 4
/** A file that needs more than this is refused by its worker's death, not by the app's. */
const WORKER_HEAP_MIB = 256
/** A reader may run in a circle over a damaged file. The slowest that is right reads some MiB a second. */
const LIMIT_MS = 60_000
const LIMIT_MS_A_MIB = 4_000
/** A limit that is told of so late was over while the machine slept, and the work with it. */
const SLEPT_MS = 5_000

export function createFactsService(options: {
  /** The built `media-worker.js`, or `media/worker.ts` where types are stripped. */
  readonly workerUrl: URL
  readonly cacheDir: string
  /** By default one fewer than there are cores, at least 1 and at most 4. */
  readonly workers?: number
  /** Answers with what cancels it. By default real time. */
  readonly timer?: (ms: number, fire: () => void) => () => void
  /** By default the process's own. */
  readonly monotonicMs?: () => number
  /** Told when a worker died, with the file that it worked on. */
  readonly log?: (message: string) => void
}): FactsService {
  const workers = options.workers ?? Math.min(MOST_WORKERS, Math.max(1, availableParallelism() - 1))
  const seats: readonly Seat[] = Array.from({ length: workers }, () => ({
    worker: null,
    task: null,
    stopLimit: () => {},
  }))
  const timer = options.timer ?? realTimer
  const monotonicMs = options.monotonicMs ?? (() => performance.now())
  const waiting: Task[] = []
  let lastId = 0
  let isClosed = false

  const begin = (): void => {
    for (const seat of seats) {
      if (seat.task) continue
      const task = waiting.shift()
      if (!task) return
      seat.task = task
      seat.worker ??= startWorker(seat)
      // An idle worker does not keep the process from ending, a busy one does.
      seat.worker.ref()
      limit(seat, limitOf(task.message))
      tell(seat.worker, task.message)
    }
  }

  const limit = (seat: Seat, ms: number): void => {
    const beganAtMs = monotonicMs()
    seat.stopLimit = timer(ms, () => {
      if (monotonicMs() - beganAtMs > ms + SLEPT_MS) limit(seat, ms)
      else void seat.worker?.terminate()
    })
  }

  const startWorker = (seat: Seat): Worker => {
    const worker = new Worker(options.workerUrl, {
      resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MIB },
    })
    worker.on('message', (message: FromWorker) => {
      const { task } = seat
      if (task?.id !== message.taskId) return
      seat.stopLimit()
      seat.task = null
      worker.unref()
      const { outcome } = message
      if (outcome.ok || outcome.error.code !== 'canceled') task.settle(outcome)
      begin()
    })
    let reason = ''
    worker.on('error', (error) => {
      reason = String(error)
    })
    worker.on('exit', (exitCode) => {
      if (seat.worker === worker) seat.worker = null
      const { task } = seat
      seat.stopLimit()
      seat.task = null
      if (isClosed) return
      if (task) {
        options.log?.(
          `A media worker ended (${reason || `exit code ${exitCode}`}) on ${nameOf(task.message)}`,
        )
        task.settle(
          failed('analysis_crashed', 'The file could not be read: what reads it crashed, or found no end.'),
        )
      }
      begin()
    })
    return worker
  }

  /** Where a task waits: what somebody waits for goes before the work that nobody watches, and is over soon. */
  const placeOf = (task: Task): number => {
    const behind = isAwaited(task) ? waiting.findIndex((other) => !isAwaited(other)) : -1
    return behind < 0 ? waiting.length : behind
  }

  const cancel = (task: Task): void => {
    const at = waiting.indexOf(task)
    if (at >= 0) waiting.splice(at, 1)
    // The worker stops at its next block and is free again with its answer.
    const seat = seats.find((each) => each.task === task)
    if (seat?.worker) tell(seat.worker, { kind: 'cancel', taskId: task.id })
  }

  /** `Result` is what the worker answers to this kind of message. */
  const submit = <Result>(
    message: (taskId: number) => Task['message'],
    signal: AbortSignal | undefined,
  ): Promise<Result> =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      if (isClosed) throw new Error('the facts service is closed')
      const onAbort = (): void => {
        cancel(task)
        reject(signal?.reason)
      }
      const id = ++lastId
      const task: Task = {
        id,
        message: message(id),
        settle: (outcome) => {
          signal?.removeEventListener('abort', onAbort)
          // The worker answers each kind of message with its own kind of outcome.
          resolve(outcome as Result)
        },
        reject,
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      waiting.splice(placeOf(task), 0, task)
      begin()
    })

  return {
    workers,
    compute: ({ path, uid }, signal) =>
      submit(
        (taskId) => ({ kind: 'compute', taskId, path, peaksPath: peaksFile(options.cacheDir, uid) }),
        signal,
      ),
    run: (name, args, signal) =>
      // Name and arguments belong together by the signature of `run`.
      submit((taskId) => ({ kind: 'job', taskId, order: { name, args } as JobOrder }), signal),
    peaksPath: async (uid) => {
      const path = peaksFile(options.cacheDir, uid)
      const isThere = await access(path).then(
        () => true,
        () => false,
      )
      return isThere ? path : null
    },
    forgetPeaks: (uid) => rm(peaksFile(options.cacheDir, uid), { force: true }),
    close: async () => {
      isClosed = true
      const open = [...waiting.splice(0), ...seats.flatMap((seat) => seat.task ?? [])]
      await Promise.all(seats.map((seat) => seat.worker?.terminate()))
      for (const task of open) task.reject(new Error('the facts service is closed'))
    },
  }
}

/** A file on its way into the library, out of it to the service, or to somebody's ears. */
const AWAITED: ReadonlySet<JobName> = new Set(['hash', 'tag', 'listen'])
const isAwaited = ({ message }: Task): boolean => message.kind === 'job' && AWAITED.has(message.order.name)

function realTimer(ms: number, fire: () => void): () => void {
  const handle = setTimeout(fire, ms)
  return () => clearTimeout(handle)
}

/** How long a task may take, by the size of what it reads. */
function limitOf(message: Task['message']): number {
  const args = message.kind === 'compute' ? message : message.order.args
  const paths =
    'path' in args ? [args.path] : 'from' in args ? [args.from] : args.sounds.map(({ path }) => path)
  const bytes = paths.reduce((sum, path) => sum + sizeOf(path), 0)
  return LIMIT_MS + (bytes / (1 << 20)) * LIMIT_MS_A_MIB
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size
  } catch {
    // Whoever reads it says why.
    return 0
  }
}

const nameOf = (message: Task['message']): string =>
  message.kind === 'compute' ? message.path : `${message.order.name} ${JSON.stringify(message.order.args)}`

function tell(worker: Worker, message: ToWorker): void {
  worker.postMessage(message)
}
