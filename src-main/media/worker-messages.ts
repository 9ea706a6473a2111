// What the facts service and its workers say to each other.
import type { Facts, FactsErrorCode } from './facts.ts'
import type { Outcome } from './outcome.ts'

export type ToWorker =
  | { readonly kind: 'compute'; readonly taskId: number; readonly path: string; readonly peaksPath: string }
  | { readonly kind: 'cancel'; readonly taskId: number }

export interface FromWorker {
  readonly taskId: number
  readonly outcome: Outcome<Facts, FactsErrorCode | 'canceled'>
}
