// The worker thread that listens to recordings, one after the other, so that the server's thread stays free.

import { Worker } from 'node:worker_threads'
import type { AudioToMidiRequest, Instrument } from '../../contract/index.ts'
import type { HeardInstrument, TranscribedNote, Transcription } from './transcription.ts'

export type ListeningTask =
  | {
      readonly kind: 'transcribe'
      readonly path: string
      readonly request: AudioToMidiRequest
      readonly midiPath: string
      readonly musicXmlPath: string
      /** Where scores lie, each with an ending of its own (`scorePath`); used where they are asked for. */
      readonly scoresPath: string
    }
  | { readonly kind: 'detect'; readonly path: string }

/** A file that the worker wrote, whole and synced. */
export interface WrittenFile {
  readonly bytes: number
  readonly sha256: string
}

/** The printed scores of a transcription. */
export interface WrittenScores {
  readonly pdfs: readonly {
    readonly kind: 'score' | 'part' | 'tablature'
    readonly part: Instrument | null
    readonly filename: string
    readonly file: WrittenFile
  }[]
  readonly manifest: WrittenFile
  readonly bundle: WrittenFile
}
/** `ending`: `0.pdf`, `1.pdf`, …, `json`, `zip`. */
export const scorePath = (scoresPath: string, ending: string): string => `${scoresPath}.${ending}`

export type TaskFailure = {
  readonly ok: false
  readonly code: 'invalid_audio' | 'generation_failed' | 'generation_timeout'
  readonly message: string
}

export type ListeningReply =
  | {
      readonly ok: true
      readonly kind: 'transcribe'
      readonly transcription: Transcription
      readonly midi: WrittenFile
      readonly musicXml: WrittenFile
      /** Null where they were not asked for, or could not be printed. */
      readonly scores: WrittenScores | null
      readonly workMs: number
    }
  | {
      readonly ok: true
      readonly kind: 'detect'
      readonly instruments: readonly HeardInstrument[]
      readonly workMs: number
    }
  | TaskFailure

/** How far a transcription has come: `notes` are all that are decoded so far. */
export interface ListeningProgress {
  readonly share: number
  readonly notes: readonly TranscribedNote[]
}

export type WorkerMessage =
  | { readonly kind: 'progress'; readonly progress: ListeningProgress }
  | { readonly kind: 'reply'; readonly reply: ListeningReply }

export interface TaskWatcher {
  readonly onStart: () => void
  readonly onProgress: (progress: ListeningProgress) => void
  /** Whoever waits for it is gone: it is given up, wherever it is, and fails. */
  readonly signal?: AbortSignal
}

export interface TranscriptionPool {
  /** Runs when the worker is free. A crash of the worker is a failed reply. */
  run(task: ListeningTask, audioMs: number, watcher: TaskWatcher): Promise<ListeningReply>
  close(): Promise<void>
}

interface Waiting extends TaskWatcher {
  readonly task: ListeningTask
  readonly audioMs: number
  readonly resolve: (reply: ListeningReply) => void
}

/** What takes longer than four times the recording, and five minutes, hangs. */
const DEADLINE_BASE_MS = 5 * 60_000
const DEADLINE_PER_AUDIO = 4

/** The end of what nobody waits for. */
export const GIVEN_UP: TaskFailure = {
  ok: false,
  code: 'generation_failed',
  message: 'nobody waits for it any more',
}

/** One worker from `workerUrl`, started when it is first needed: with its second reader it keeps two cores busy. */
export function createTranscriptionPool(workerUrl: URL): TranscriptionPool {
  const queue: Waiting[] = []
  let current: Waiting | null = null
  let worker: Worker | null = null
  let deadline: NodeJS.Timeout | undefined
  let isClosed = false

  function startNext(): void {
    if (current || isClosed) return
    current = queue.shift() ?? null
    if (!current) return
    const patienceMs = DEADLINE_BASE_MS + DEADLINE_PER_AUDIO * current.audioMs
    deadline = setTimeout(() => {
      abandon({ ok: false, code: 'generation_timeout', message: `it took over ${patienceMs} ms` })
    }, patienceMs)
    deadline.unref()
    current.onStart()
    worker ??= startWorker()
    worker.postMessage(current.task)
  }

  function startWorker(): Worker {
    const started = new Worker(workerUrl)
    // An idle worker does not keep the process alive; the listening server does.
    started.unref()
    started.on('message', (message: WorkerMessage) => {
      if (message.kind === 'reply') finish(message.reply)
      else current?.onProgress(message.progress)
    })
    const isCurrent = () => worker === started && !isClosed
    started.on('error', (error) => {
      if (isCurrent()) abandon({ ok: false, code: 'generation_failed', message: error.message })
    })
    started.on('exit', (exitCode) => {
      if (isCurrent())
        abandon({ ok: false, code: 'generation_failed', message: `the worker ended with ${exitCode}` })
    })
    return started
  }

  function abandon(reply: TaskFailure): void {
    const given = worker
    worker = null
    void given?.terminate()
    finish(reply)
  }

  function giveUp(waiting: Waiting): void {
    const place = queue.indexOf(waiting)
    if (current === waiting) abandon(GIVEN_UP)
    else if (place >= 0) {
      queue.splice(place, 1)
      waiting.resolve(GIVEN_UP)
    }
  }

  function finish(reply: ListeningReply): void {
    const done = current
    current = null
    clearTimeout(deadline)
    done?.resolve(reply)
    startNext()
  }

  return {
    run(task, audioMs, watcher) {
      if (watcher.signal?.aborted) return Promise.resolve(GIVEN_UP)
      return new Promise((resolve) => {
        const waiting = { task, audioMs, resolve, ...watcher }
        watcher.signal?.addEventListener('abort', () => giveUp(waiting), { once: true })
        queue.push(waiting)
        startNext()
      })
    },
    async close() {
      isClosed = true
      queue.length = 0
      clearTimeout(deadline)
      await worker?.terminate()
    },
  }
}
