// Puts audio-to-MIDI together: its stores, its worker, its runner.

import type { Database } from 'better-sqlite3'
import type { JobStore } from '../../jobs/job-store.ts'
import { createTranscriptionPool } from '../../transcription/transcription-pool.ts'
import type { AudioRunner } from './audio-runner.ts'
import { type AudioRunnerOptions, createAudioRunner } from './audio-runner.ts'
import { createDetectionStore, type DetectionStore } from './detection-store.ts'
import { createSyncKeys, type SyncKeys } from './sync-keys.ts'
import { createTranscriptionStore, type TranscriptionStore } from './transcription-store.ts'

/** The parts of the service that only these routes work with. */
export interface AudioToMidiParts {
  readonly database: Database
  readonly store: TranscriptionStore
  readonly detections: DetectionStore
  readonly syncKeys: SyncKeys
  readonly runner: AudioRunner
}

/** Work that a crash cut off is settled here. */
export function createAudioToMidi(
  options: Omit<AudioRunnerOptions, 'store' | 'detections' | 'pool'> & {
    readonly database: Database
    readonly jobs: JobStore
    /** The module of `transcription/transcription-worker.ts`, as it is built or as source. */
    readonly workerUrl: URL
  },
): AudioToMidiParts {
  const { database, jobs } = options
  const store = createTranscriptionStore(database, (file) => jobs.insertFile(file))
  const detections = createDetectionStore(database)
  const syncKeys = createSyncKeys(database)
  const pool = createTranscriptionPool(options.workerUrl)
  const runner = createAudioRunner({ ...options, store, detections, pool })
  runner.recover()
  return { database, store, detections, syncKeys, runner }
}
