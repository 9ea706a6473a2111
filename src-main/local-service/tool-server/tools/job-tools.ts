// The tools that read work: a job now, a job when it has ended, the notes of a transcription.

import { z } from 'zod'
import {
  FAMILIES,
  isFinalStatus,
  isKnownErrorCode,
  Job,
  jobPath,
  Milliseconds,
  midiUrlOf,
  Note,
  outputsOf,
  type PartialTranscriptionResult,
  TranscriptionPoll,
  transcriptionPath,
  transcriptionPhase,
  WAIT_SECONDS_MAX,
  WAIT_SECONDS_MIN,
} from '../../../contract/index.ts'
import { refuse } from '../../server/refusal.ts'
import type { AccountSession, ToolOutcome } from '../account-session.ts'
import { defineTool, READS, type Tool } from './tool.ts'

/** A job of any kind. Beyond these fields it carries all that the service's own poll answers. */
const JobView = Job.partial().extend({
  job_id: z.string().min(1),
  status: z.string().min(1).describe('Final: succeeded, partially_succeeded, failed, canceled, expired'),
  estimated_ms: Milliseconds.nullish(),
  download_urls: z
    .array(z.string())
    .describe(
      'Every file made, in the order of outputs and variants; temporary links that need no key. Reading the job again renews them',
    ),
  notes_total: z.int().min(0).optional().describe('Of a transcription: get_transcription_notes reads them'),
})
type JobView = z.infer<typeof JobView>

const NOTES_PER_PAGE = 200
const NOTES_PER_PAGE_MAX = 500
/** Pause between two looks at a transcription, whose poll does not wait itself. */
const LOOK_EVERY_MS = 1000

const jobId = z.string().min(1).max(200).describe('From the tool that started the work')

const getJob = defineTool({
  name: 'get_job',
  title: 'Read a job',
  description: () =>
    'Reads a job as it stands: its status and, when it has succeeded, download_urls. Use wait_job to wait for its end. Costs nothing.',
  input: z.strictObject({ job_id: jobId }),
  output: JobView,
  annotations: READS,
  run: ({ job_id }, session) => readJob(session, job_id, 0),
})

const waitJob = defineTool({
  name: 'wait_job',
  title: 'Wait for a job',
  description: () =>
    `Waits until a job has ended, at most ${WAIT_SECONDS_MAX} seconds, and reads it. Where it is still queued or running after that, call it again. Costs nothing.`,
  input: z.strictObject({
    job_id: jobId,
    timeout_seconds: z
      .int()
      .min(WAIT_SECONDS_MIN)
      .max(WAIT_SECONDS_MAX)
      .optional()
      .meta({ default: WAIT_SECONDS_MAX })
      .describe('How long to wait at most'),
  }),
  output: JobView,
  annotations: READS,
  run: ({ job_id, timeout_seconds }, session) =>
    readJob(session, job_id, timeout_seconds ?? WAIT_SECONDS_MAX),
})

const getNotes = defineTool({
  name: 'get_transcription_notes',
  title: 'Read the notes of a transcription',
  description: () =>
    'Reads the notes of an audio_to_midi job page by page, in order of their start; while it runs, those decoded so far. Times are in seconds. Costs nothing.',
  input: z.strictObject({
    job_id: jobId,
    offset: z
      .int()
      .min(0)
      .optional()
      .meta({ default: 0 })
      .describe('Notes to skip: next_offset of the page before'),
    limit: z.int().min(1).max(NOTES_PER_PAGE_MAX).optional().meta({ default: NOTES_PER_PAGE }),
  }),
  output: z.object({
    job_id: z.string(),
    status: z.string(),
    total: z.int().min(0),
    notes: z.array(Note),
    next_offset: z.int().nullable().describe('Where the next page starts; null after the last'),
  }),
  annotations: READS,
  async run({ job_id, offset = 0, limit = NOTES_PER_PAGE }, session) {
    const poll = await readTranscription(session, job_id)
    if (!poll.ok) return poll
    const all = poll.value.result?.notes ?? []
    const notes = all.slice(offset, offset + limit)
    const end = offset + notes.length
    return {
      ok: true,
      value: {
        job_id,
        status: poll.value.status,
        total: all.length,
        notes,
        next_offset: end < all.length && notes.length > 0 ? end : null,
      },
    }
  },
})

export const JOB_TOOLS: readonly Tool[] = [getNotes, getJob, waitJob]

/** A job of whatever kind; the service keeps the key's jobs apart by family, callers of tools know only the id. */
async function readJob(
  session: AccountSession,
  id: string,
  waitSeconds: number,
): Promise<ToolOutcome<JobView>> {
  const stored = session.parts.jobs.get(id)
  const family = FAMILIES.find((candidate) => candidate === stored?.family)
  if (family === undefined) return readTranscriptionJob(session, id, waitSeconds)
  const query = waitSeconds > 0 ? `?wait=${waitSeconds}` : ''
  const outcome = await session.call({ method: 'GET', path: jobPath(family, id) + query })
  return outcome.ok ? { ok: true, value: viewJob(Job.parse(outcome.value)) } : outcome
}

function viewJob(job: Job): JobView {
  const urls = outputsOf(job).flatMap(({ variants }) =>
    variants.flatMap(({ files }) => (files ? [files.audio.url] : [])),
  )
  return { ...job, job_id: job.id, download_urls: urls }
}

async function readTranscriptionJob(
  session: AccountSession,
  id: string,
  waitSeconds: number,
): Promise<ToolOutcome<JobView>> {
  const { clock } = session.parts
  const untilMs = clock.now() + waitSeconds * 1000
  for (;;) {
    const poll = await readTranscription(session, id)
    if (!poll.ok) return poll
    const { status } = poll.value
    // Transcriptions have a word of their own for failing.
    const isOver = isFinalStatus(status) || transcriptionPhase(status) === 'failed'
    if (isOver || session.signal.aborted || clock.now() + LOOK_EVERY_MS > untilMs) {
      return { ok: true, value: viewTranscription(poll.value) }
    }
    await new Promise<void>((resolve) => clock.after(LOOK_EVERY_MS, resolve))
  }
}

async function readTranscription(
  session: AccountSession,
  id: string,
): Promise<ToolOutcome<TranscriptionPoll>> {
  const outcome = await session.call({ method: 'GET', path: transcriptionPath(id) })
  if (outcome.ok) return { ok: true, value: TranscriptionPoll.parse(outcome.value) }
  const { code } = outcome.error
  // A service that transcribes nothing has no such job either: what was asked for is the job.
  if (!isKnownErrorCode(code) || (code !== 'not_found' && code !== 'capability_unsupported')) return outcome
  return session.refuse(
    refuse('not_found', `There is no job ${JSON.stringify(id)} of this account`, { param: 'job_id' }),
  )
}

/** Without the notes, which have a tool of their own: there may be thousands. */
function viewTranscription({ result, ...poll }: TranscriptionPoll): JobView {
  if (!result) return { ...poll, result: null, download_urls: [] }
  const { notes, ...rest } = result
  return { ...poll, result: rest, download_urls: scoreUrls(result), notes_total: notes?.length ?? 0 }
}

function scoreUrls(result: PartialTranscriptionResult): string[] {
  const { musicxml_url, score_bundle_url, score_manifest_url, score_pdfs } = result
  const urls = [midiUrlOf(result), musicxml_url, score_bundle_url, score_manifest_url]
  return [...urls, ...(score_pdfs ?? []).map(({ url }) => url)].filter((url) => typeof url === 'string')
}
