// The tools that start work: each generate and edit tool, and audio-to-MIDI.

import { z } from 'zod'
import {
  AudioToMidiRequest,
  COLLECTION_BY_FAMILY,
  IDEMPOTENCY_KEY_HEADER,
  Job,
  Milliseconds,
  ROUTES,
  TranscriptionAccepted,
} from '../../../contract/index.ts'
import type { AccountSession, ToolOutcome } from '../account-session.ts'
import { flatParam, Media } from './flat-fields.ts'
import { GENERATORS, type Generator } from './generators.ts'
import { describeModels, modelFor } from './model-facts.ts'
import { defineTool, type Tool } from './tool.ts'

/** What every tool answers that starts work. */
const StartedJob = z.object({
  job_id: z.string().min(1).describe('For get_job and wait_job'),
  status: z.string().min(1),
  estimated_ms: Milliseconds.describe(
    'Expected whole run time from creation, in milliseconds; 0 where the job is already over or nothing is known',
  ),
  model: z.string().optional().describe('The model release used'),
  seed: Job.shape.seed,
})

const ASYNCHRONOUS =
  'Asynchronous: answers a job_id at once; wait_job waits for the result and get_job reads it.'

/** Starts work that costs credits: never read-only, never destroys anything. */
const STARTS_WORK = { readOnlyHint: false, destructiveHint: false, openWorldHint: true } as const

/** Every tool that starts work, in the order of the service's document. */
export const CREATE_TOOLS: readonly Tool[] = [...GENERATORS.map(generateTool), transcribeTool()]

/** Sends a request whose errors name fields of a v3 or v2 body, and gives them their flat names. */
export async function callWithFlatErrors(
  session: AccountSession,
  request: Parameters<AccountSession['call']>[0],
): Promise<ToolOutcome<unknown>> {
  const outcome = await session.call(request)
  if (outcome.ok || !outcome.error.param) return outcome
  return { ok: false, error: { ...outcome.error, param: flatParam(outcome.error.param) } }
}

function generateTool({ name, title, family, does, billed, input, body }: Generator): Tool {
  return defineTool({
    name,
    title,
    description: (models) =>
      `${does} ${ASYNCHRONOUS} Costs credits: ${billed}; preflight quotes it for nothing. ${describeModels(family, models)}`,
    input,
    output: StartedJob,
    // Only with an idempotency_key is a repeat free.
    annotations: { ...STARTS_WORK, idempotentHint: false },
    async run(args, session) {
      const { idempotency_key: key, model } = Identified.parse(args)
      const outcome = await callWithFlatErrors(session, {
        method: 'POST',
        path: COLLECTION_BY_FAMILY[family],
        body: body(args, model ?? modelFor(family, session.parts.models)),
        ...(key !== undefined && { headers: { [IDEMPOTENCY_KEY_HEADER]: key } }),
      })
      if (!outcome.ok) return outcome
      const job = Job.parse(outcome.value)
      return {
        ok: true,
        value: {
          job_id: job.id,
          status: job.status,
          estimated_ms: job.estimated_ms ?? 0,
          model: job.model,
          seed: job.seed,
        },
      }
    },
  })
}

/** The fields that go beside the body. Checked with the rest before; read here without knowing which tool's they are. */
const Identified = z.object({ idempotency_key: z.string().optional(), model: z.string().optional() })

function transcriptionSettings() {
  const { audio: _, ...settings } = AudioToMidiRequest.shape
  return {
    ...settings,
    timing: settings.timing.describe(
      'performance keeps the take as played; quantized snaps notes to the beat where the beat is certain',
    ),
    subdivision: settings.subdivision.describe('The grid of MIDI and MusicXML'),
    time_signature: settings.time_signature.describe('Without it the detected pulse is kept, as N/4'),
    tempo: settings.tempo.describe('One constant tempo; without it the pacing of the take is kept'),
    optimize_musicxml: settings.optimize_musicxml.describe('More readable sheet music; takes longer'),
    page_size: settings.page_size.describe('Of MusicXML and PDFs'),
    score_pdfs: settings.score_pdfs.describe('Also engraved PDFs; implies optimize_musicxml'),
    instruments: settings.instruments.describe(
      'Every instrument in the recording: a partial list is worse than none',
    ),
    instrument_detection_id: settings.instrument_detection_id.describe('Of a detection of the same audio'),
  }
}

function transcribeTool(): Tool {
  return defineTool({
    name: 'audio_to_midi',
    title: 'Transcribe audio to MIDI',
    description: () =>
      `Transcribes audio into MIDI, notes and MusicXML, and into engraved PDF scores where score_pdfs is set. ${ASYNCHRONOUS} get_transcription_notes reads the notes. Costs max(1, round(seconds × 2.5)) credits of the measured audio. It takes no idempotency key: sent again, it can create and charge a second job. A service that transcribes nothing answers capability_unsupported.`,
    input: z.strictObject({ audio: Media.describe('The recording'), ...transcriptionSettings() }),
    output: StartedJob,
    annotations: { ...STARTS_WORK, idempotentHint: false },
    async run({ audio, ...settings }, session) {
      const source =
        'asset_id' in audio
          ? { type: 'asset', asset_id: audio.asset_id }
          : { type: 'url', audio_url: audio.url }
      const outcome = await callWithFlatErrors(session, {
        method: 'POST',
        path: ROUTES.createTranscription.path,
        body: { ...settings, audio: source },
      })
      if (!outcome.ok) return outcome
      const accepted = TranscriptionAccepted.parse(outcome.value)
      const { job_id, estimated_ms } = accepted
      return { ok: true, value: { job_id, status: 'queued', estimated_ms: estimated_ms ?? 0 } }
    },
  })
}
