// What collecting the result of a job leads to: rows to be written now, and an event for the machine.
import type { NewSound } from '../library/sound-store.ts'
import type { Generation } from './generation.ts'
import type { MachineEvent } from './machine-types.ts'
import type { NewTranscriptionFile } from './midi-files.ts'
import type { TakeKey } from './transfer-store.ts'

export interface Collected {
  /** Whose files lie in the folder and whose rows are to be written now. */
  readonly sounds: readonly NewSound[]
  /** Files of a transcription, as well. */
  readonly files: readonly NewTranscriptionFile[]
  /** Their transfers, which end with the rows. */
  readonly keys: readonly TakeKey[]
  readonly event: MachineEvent
  /** By the service's clock, as its answers told it; null where none came. */
  readonly serviceNowMs: number | null
}
export interface Collector {
  collect(generation: Generation, signal: AbortSignal): Promise<Collected>
}
