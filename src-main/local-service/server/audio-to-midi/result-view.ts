// Transcriptions as the wire shows them, with fresh links.

import type { TranscriptionPoll, TranscriptionResult } from '../../../contract/index.ts'
import { TRANSCRIPTION_MODEL } from '../../transcription/transcription.ts'
import type { ListeningProgress } from '../../transcription/transcription-pool.ts'
import { filePath, isoOf } from '../job-view.ts'
import { LINK_LIFETIME_MS, type LinkSigner } from '../links.ts'
import type { AudioJob } from './transcription-store.ts'

export interface ResultViewOptions {
  readonly baseUrl: string
  readonly nowMs: number
  readonly links: LinkSigner
}

/** The result of a job that succeeded; null for any other. Its links are timed from this read. */
export function viewResult(
  job: AudioJob,
  { baseUrl, nowMs, links }: ResultViewOptions,
): TranscriptionResult | null {
  if (job.result === null) return null
  const { transcription, midiFileId, musicXmlFileId, scores } = job.result
  const expiresMs = nowMs + LINK_LIFETIME_MS
  const linkTo = (fileId: string) => baseUrl + links.sign(filePath(fileId), expiresMs)
  const { requested, applied, fallbackReason } = transcription.timing
  return {
    midi_url: linkTo(midiFileId),
    musicxml_url: linkTo(musicXmlFileId),
    urls_expire_at: isoOf(expiresMs),
    notes: [...transcription.notes],
    tempo_map: [...transcription.tempoMap],
    timing: { requested, applied, ...(fallbackReason !== null && { fallback_reason: fallbackReason }) },
    rhythm: {
      bpm: transcription.bpm,
      time_signature: { ...transcription.timeSignature },
      pickup_quarters: transcription.pickupQuarters,
    },
    instruments: [...transcription.instruments],
    model: TRANSCRIPTION_MODEL,
    musicxml_optimized: transcription.isMusicXmlOptimized,
    ...(scores && {
      score_bundle_url: linkTo(scores.bundleFileId),
      score_manifest_url: linkTo(scores.manifestFileId),
      score_pdfs: scores.pdfs.map(({ fileId, filename, kind, part, sha256 }) => ({
        url: linkTo(fileId),
        filename,
        kind,
        ...(part !== null && { part }),
        sha256,
      })),
    }),
    duration_ms: transcription.durationMs,
    credits: job.credits,
  }
}

/** A job as it is polled. While it runs, `result.notes` holds what is decoded so far. */
export function viewPoll(
  job: AudioJob,
  progress: ListeningProgress | null,
  options: ResultViewOptions,
): TranscriptionPoll {
  const head = { job_id: job.id, status: job.status, credits: job.credits, expires_at: isoOf(job.expiresMs) }
  switch (job.status) {
    case 'queued':
      return { ...head, progress_percent: 0, estimated_ms: job.estimatedMs }
    case 'running':
      return {
        ...head,
        // The last hundredth is the result's.
        progress_percent: Math.min(99, Math.floor((progress?.share ?? 0) * 100)),
        estimated_ms: job.estimatedMs,
        ...(progress && { result: { notes: [...progress.notes] } }),
      }
    case 'succeeded':
      return { ...head, progress_percent: 100, result: viewResult(job, options) }
    case 'failed':
    case 'expired':
      return {
        ...head,
        ...(job.error && {
          error: { code: job.error.code, message: job.error.message, retryable: job.error.isRetryable },
        }),
      }
  }
}
