// A question that a service is asked before an intent, as the window follows it.
import type { AskingView, UploadProgress } from '../../bridge.ts'

export interface Asking {
  readonly id: string
  /** Null: nothing is being uploaded. */
  readonly upload: UploadProgress | null
}

/** How far it is; news of another question change nothing. */
export const withProgress = <A extends Asking>(asking: A, { askingId, upload }: AskingView): A =>
  asking.id === askingId ? { ...asking, upload } : asking
