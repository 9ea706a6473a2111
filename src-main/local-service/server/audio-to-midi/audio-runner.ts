// Runs transcriptions and detections: hands them to the worker, keeps the sandbox's pace, settles them with their charge.

import { randomUUID } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { creditsForTranscription, ERROR_RULES, type ErrorCode } from '../../../contract/index.ts'
import type { AccountStore } from '../../accounts/account-store.ts'
import type { ServiceClock } from '../../jobs/clock.ts'
import type { JobFault } from '../../jobs/job.ts'
import type { Pace } from '../../jobs/job-runner.ts'
import type { FileRecord } from '../../jobs/job-store.ts'
import type {
  ListeningProgress,
  ListeningReply,
  ListeningTask,
  TranscriptionPool,
  WrittenFile,
  WrittenScores,
} from '../../transcription/transcription-pool.ts'
import { GIVEN_UP, scorePath } from '../../transcription/transcription-pool.ts'
import type { DetectionStore } from './detection-store.ts'
import {
  type AudioEnding,
  type AudioJob,
  DETECTION_FAMILY,
  type StoredScores,
  TRANSCRIPTION_FAMILY,
  type TranscriptionError,
  type TranscriptionStore,
} from './transcription-store.ts'

export interface AudioRunner {
  /** Starts a job that lies queued in the store; resolves once it has ended, well or not. @param signal gives it up: it fails, free */
  start(job: AudioJob, how?: StartOptions): Promise<void>
  /** How far a running job has come; null before its first notes. */
  progress(jobId: string): ListeningProgress | null
  /** Expected run time of work accepted now, in ms from its creation. */
  estimateMs(audioMs: number): number
  /** The sandbox has changed how long work takes, or whether it ends. */
  paceChanged(): void
  /** After a restart: what the service died with, or was waited for, has failed; what was queued starts. */
  recover(): void
  close(): Promise<void>
}

export interface StartOptions {
  readonly faults?: readonly JobFault[]
  readonly signal?: AbortSignal
}

export interface AudioRunnerOptions {
  readonly store: TranscriptionStore
  readonly detections: DetectionStore
  readonly accounts: AccountStore
  readonly pool: TranscriptionPool
  readonly clock: ServiceClock
  readonly pace: () => Pace
  /** Folder of the written files. */
  readonly filesDir: string
  readonly atomically: <T>(work: () => T) => T
  readonly log: (line: string) => void
}

/** First guess of the engine's pace: eight times real time, worth as much as a minute of heard audio. */
const FIRST_AUDIO_MS = 60_000
const FIRST_WORK_MS = 7_500
/** The model's load, the files. */
const OVERHEAD_MS = 1_500
/** How much of the pace learnt before stays with each new recording. */
const MEMORY = 0.7

interface Files {
  readonly midi: FileRecord
  readonly musicXml: FileRecord
  /** Name of the scores, without their endings. */
  readonly scoresName: string
}

/** A runner with nothing in work; call `recover` once before the first request. */
export function createAudioRunner(options: AudioRunnerOptions): AudioRunner {
  const { store, detections, accounts, pool, clock, filesDir, atomically, log } = options
  const progress = new Map<string, ListeningProgress>()
  const held = new Set<() => void>()
  let audioMsHeard = FIRST_AUDIO_MS
  let workMsSpent = FIRST_WORK_MS
  let audioMsInWork = 0
  let isClosed = false

  async function run(job: AudioJob, { faults = [], signal }: StartOptions): Promise<void> {
    const { durationMs } = job.work.source
    const midi = newFile(job, 'mid', 'audio/midi')
    const musicXml = newFile(job, 'musicxml', 'application/vnd.recordare.musicxml+xml')
    const files: Files = { midi, musicXml, scoresName: randomUUID() }
    audioMsInWork += durationMs
    let startedMs = clock.now()
    const reply = await pool.run(taskOf(job, files), durationMs, {
      onStart: () => {
        // What begins while the service closes is not done any more: its next start does it.
        if (isClosed) return
        startedMs = clock.now()
        store.markRunning(job.id, startedMs)
      },
      onProgress: (latest) => progress.set(job.id, latest),
      ...(signal && { signal }),
    })
    audioMsInWork -= durationMs
    if (isClosed) return
    if (reply.ok) {
      // Weighed by length, so that the fixed cost of a short recording does not pass for slowness.
      audioMsHeard = MEMORY * audioMsHeard + durationMs
      workMsSpent = MEMORY * workMsSpent + reply.workMs
    }
    await untilDue(startedMs, signal)
    if (!isClosed) end(job, signal?.aborted ? GIVEN_UP : reply, files, faults)
    progress.delete(job.id)
  }

  function newFile(job: AudioJob, extension: string, contentType: string): FileRecord {
    const id = randomUUID()
    const name = `${id}.${extension}`
    return { id, jobId: job.id, name, contentType, bytes: 0, sha256: '', createdMs: clock.now() }
  }

  function taskOf({ work }: AudioJob, { midi, musicXml, scoresName }: Files): ListeningTask {
    const { path } = work.source
    if (work.request === null) return { kind: 'detect', path }
    return {
      kind: 'transcribe',
      path,
      request: work.request,
      midiPath: join(filesDir, midi.name),
      musicXmlPath: join(filesDir, musicXml.name),
      scoresPath: join(filesDir, scoresName),
    }
  }

  /** Resolves once the sandbox lets work that started then end, or it is given up. */
  async function untilDue(startedMs: number, signal: AbortSignal | undefined): Promise<void> {
    for (;;) {
      const { runMs, isHeld } = options.pace()
      const remainingMs = runMs === null ? 0 : startedMs + runMs - clock.now()
      if (isClosed || signal?.aborted || (!isHeld && remainingMs <= 0)) return
      await new Promise<void>((resolve) => {
        const wake = () => {
          held.delete(wake)
          cancel()
          resolve()
        }
        const cancel = isHeld ? () => {} : clock.after(remainingMs, wake)
        held.add(wake)
        signal?.addEventListener('abort', wake, { once: true })
      })
    }
  }

  function paceChanged(): void {
    for (const wake of [...held]) wake()
  }

  function end(job: AudioJob, reply: ListeningReply, files: Files, faults: readonly JobFault[]): void {
    try {
      const ending = endingOf(job, reply, files, faults)
      if (!settle(job, ending) || ending.files.length === 0) discard(files)
    } catch (error) {
      log(`job ${job.id} broke: ${error instanceof Error ? error.stack : String(error)}`)
      discard(files)
      settle(job, failed(job, failure('server_error', 'The service broke while doing this job')))
    }
  }

  function endingOf(
    job: AudioJob,
    reply: ListeningReply,
    files: Files,
    faults: readonly JobFault[],
  ): AudioEnding {
    const { midi, musicXml } = files
    const fault = faults[0]
    if (fault) {
      const code = CODE_BY_FAULT[fault.kind]
      const error = failure(code, `The sandbox was asked to let this job meet ${fault.kind}`)
      const ending = failed(job, { ...error, isRetryable: fault.isRetryable ?? error.isRetryable })
      // What was made and cannot be read is charged.
      return fault.kind === 'unreadable' ? { ...ending, credits: job.quotedCredits } : ending
    }
    if (!reply.ok) {
      log(`job ${job.id} failed: ${reply.message}`)
      const isAbout = reply.code === 'invalid_audio'
      return failed(job, failure(reply.code, isAbout ? reply.message : 'The engine could not do this job'))
    }
    const { quotedCredits } = job
    const done = { status: 'succeeded', error: null, instruments: null } as const
    if (reply.kind === 'detect') {
      return { ...done, credits: quotedCredits, result: null, files: [], instruments: reply.instruments }
    }
    const printed = reply.scores === null ? null : scoresOf(job, files.scoresName, reply.scores)
    return {
      ...done,
      credits: quotedCredits !== null && accounts.isMetered(job.accountId) ? priceOf(job) : quotedCredits,
      result: {
        transcription: reply.transcription,
        midiFileId: midi.id,
        musicXmlFileId: musicXml.id,
        ...(printed && { scores: printed.stored }),
      },
      files: [written(midi, reply.midi), written(musicXml, reply.musicXml), ...(printed?.files ?? [])],
    }
  }

  /** What a transcription that succeeds now costs: a detection that it uses may have been used by another since it was quoted. */
  function priceOf({ work: { request, source } }: AudioJob): number {
    const detectionId = request?.instrument_detection_id
    const taken = detectionId === undefined ? 0 : detections.deduction(detectionId, clock.now())
    return Math.max(0, creditsForTranscription(source.durationMs) - taken)
  }

  /** Ends the job, debits it and uses up its detection, all in one transaction. False when it had expired. */
  function settle(job: AudioJob, ending: AudioEnding): boolean {
    return atomically(() => {
      const nowMs = clock.now()
      const isEnded = store.finish(job.id, ending, nowMs)
      if (job.family === DETECTION_FAMILY) {
        if (isEnded && ending.instruments) detections.finish(job.id, ending.instruments, ending.credits ?? 0)
        else detections.abandon(job.id)
      }
      if (!isEnded) return false
      const detectionId = job.work.request?.instrument_detection_id
      if (ending.status === 'succeeded' && detectionId !== undefined) detections.markUsed(detectionId, nowMs)
      if (ending.credits !== null && ending.credits > 0) {
        const { id: jobId, family, idempotencyKey } = job
        accounts.debit(job.accountId, { jobId, family, idempotencyKey, credits: ending.credits, atMs: nowMs })
      }
      return true
    })
  }

  function discard({ midi, musicXml, scoresName }: Files): void {
    const scores = readdirSync(filesDir).filter((name) => name.startsWith(`${scoresName}.`))
    for (const name of [midi.name, musicXml.name, ...scores]) rmSync(join(filesDir, name), { force: true })
  }

  /** The printed scores as files of the job, and how the result names them. */
  function scoresOf(
    job: AudioJob,
    scoresName: string,
    { pdfs, manifest, bundle }: WrittenScores,
  ): { readonly stored: StoredScores; readonly files: readonly FileRecord[] } {
    const record = (ending: string, contentType: string, file: WrittenFile): FileRecord => ({
      ...written(newFile(job, ending, contentType), file),
      name: scorePath(scoresName, ending),
    })
    const bundleFile = record('zip', 'application/zip', bundle)
    const manifestFile = record('json', 'application/json', manifest)
    const pdfFiles = pdfs.map(({ file }, index) => record(`${index}.pdf`, 'application/pdf', file))
    return {
      stored: {
        bundleFileId: bundleFile.id,
        manifestFileId: manifestFile.id,
        pdfs: pdfs.map(({ kind, part, filename, file }, index) => ({
          fileId: pdfFiles[index]?.id ?? '',
          filename,
          kind,
          part,
          sha256: file.sha256,
        })),
      },
      files: [bundleFile, manifestFile, ...pdfFiles],
    }
  }

  /** Never rejects: what even the database refuses is settled by the next start. */
  async function start(job: AudioJob, how: StartOptions = {}): Promise<void> {
    try {
      await run(job, how)
    } catch (error) {
      log(`job ${job.id} could not be ended: ${error instanceof Error ? error.stack : String(error)}`)
    }
  }

  return {
    start,
    paceChanged,
    progress: (jobId) => progress.get(jobId) ?? null,
    estimateMs(audioMs) {
      const workMs = ((audioMsInWork + audioMs) * workMsSpent) / audioMsHeard
      return options.pace().runMs ?? Math.ceil(OVERHEAD_MS + workMs)
    },
    recover() {
      for (const job of store.unfinished()) {
        if (job.status === 'queued' && job.family === TRANSCRIPTION_FAMILY && !job.work.isSync) {
          void start(job)
          continue
        }
        const message = 'The service stopped while doing this job; nothing was charged'
        settle(job, failed(job, failure('temporarily_unavailable', message)))
      }
    },
    async close() {
      isClosed = true
      paceChanged()
      await pool.close()
    },
  }
}

function written(file: FileRecord, { bytes, sha256 }: WrittenFile): FileRecord {
  return { ...file, bytes, sha256 }
}

function failure(code: ErrorCode, message: string): TranscriptionError {
  return { code, message, isRetryable: ERROR_RULES[code].retryable }
}

function failed(job: AudioJob, error: TranscriptionError): AudioEnding {
  const credits = job.quotedCredits === null ? null : 0
  return { status: 'failed', credits, error, result: null, files: [], instruments: null }
}

const CODE_BY_FAULT = {
  variant_failed: 'generation_failed',
  failed: 'generation_failed',
  unreadable: 'result_unreadable',
  moderation: 'moderation_blocked',
} as const satisfies Readonly<Record<JobFault['kind'], ErrorCode>>
