// Jobs of every v3 family: what a create or a poll answers.
import { z } from 'zod'
import { Output } from './outputs.ts'
import { Credits, Milliseconds, Seed, Timestamp } from './primitives.ts'

/** Known job states; the list is open and a client handles an unknown one (it polls on). */
export const JOB_STATUSES = [
  'queued',
  'running',
  'succeeded',
  'partially_succeeded',
  'failed',
  'canceled',
  'expired',
] as const
export type KnownJobStatus = (typeof JOB_STATUSES)[number]

/** States after which nothing changes any more. */
export const FINAL_JOB_STATUSES = [
  'succeeded',
  'partially_succeeded',
  'failed',
  'canceled',
  'expired',
] as const
export type FinalJobStatus = (typeof FINAL_JOB_STATUSES)[number]

/** Whether a job in this state is over. An unknown state is not. */
export function isFinalStatus(status: string): status is FinalJobStatus {
  return FINAL_JOB_STATUSES.some((final) => final === status)
}

/** What went wrong with the job or with one variant of it; arrives inside a 200. */
export const JobError = z.looseObject({
  output_index: z.int().min(0).nullable(),
  variant_index: z.int().min(0).nullable(),
  code: z.string(),
  message: z.string(),
  retryable: z.boolean(),
})
export type JobError = z.infer<typeof JobError>

/** `output` for text-to-sfx and the edits, `outputs` for video-to-sfx. Use {@link outputsOf} to read either. */
export const JobResult = z.looseObject({
  output: Output.optional(),
  outputs: z.array(Output).optional(),
})
export type JobResult = z.infer<typeof JobResult>

/** A job of any v3 family. */
export const Job = z.looseObject({
  id: z.string().min(1),
  object: z.string(),
  status: z.string().min(1),
  model: z.string(),
  seed: Seed.nullish(),
  created_at: Timestamp,
  completed_at: Timestamp.nullable(),
  expires_at: Timestamp,
  progress: z.number().min(0).max(1).optional(),
  estimated_ms: Milliseconds.optional(),
  credits: Credits.nullable(),
  errors: z.array(JobError),
  urls: z.looseObject({ self: z.string().min(1) }),
  result: JobResult.nullable(),
})
export type Job = z.infer<typeof Job>

/** The outputs of a job whatever its family; empty while there is no result. */
export function outputsOf(job: Pick<Job, 'result'>): readonly Output[] {
  if (job.result === null) return []
  if (job.result.outputs !== undefined) return job.result.outputs
  return job.result.output === undefined ? [] : [job.result.output]
}
