/** The module of the thread that listens to recordings, as source. */
export const TRANSCRIPTION_WORKER_URL = new URL(
  '../src-main/local-service/transcription/transcription-worker.ts',
  import.meta.url,
)
