// What the facts service and its workers say to each other.
import type { Facts, FactsErrorCode } from './facts.ts'
import type { JobName, JobOutcome, MediaJobs } from './media-jobs.ts'
import type { Outcome } from './outcome.ts'

/** A job with its arguments, paired by name. */
export type JobOrder = {
  readonly [N in JobName]: { readonly name: N; readonly args: MediaJobs[N]['args'] }
}[JobName]

export type ToWorker =
  | { readonly kind: 'compute'; readonly taskId: number; readonly path: string; readonly peaksPath: string }
  | { readonly kind: 'job'; readonly taskId: number; readonly order: JobOrder }
  | { readonly kind: 'cancel'; readonly taskId: number }

export interface FromWorker {
  readonly taskId: number
  /** 'canceled' comes back only for a task whose caller has gone. */
  readonly outcome: Outcome<Facts, FactsErrorCode> | JobOutcome<JobName> | Outcome<never, 'canceled'>
}
