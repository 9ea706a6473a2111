// `POST …/instruments`: the cache, the free allowance, the caller's ceiling, then the detector.

import { randomUUID } from 'node:crypto'
import {
  creditsForDetection,
  FREE_DETECTIONS,
  type InstrumentDetection,
  InstrumentDetectionRequest,
} from '../../../contract/index.ts'
import { DETECTOR_REVISION } from '../../transcription/transcription.ts'
import type { Handler, ServiceContext, ServiceParts } from '../context.ts'
import { answerRefusal } from '../guards.ts'
import { accept, type Outcome, refuse } from '../refusal.ts'
import { readJsonBody } from '../request-body.ts'
import type { OpenAudio } from './audio-source.ts'
import type { AudioToMidiParts } from './audio-to-midi.ts'
import type { Detection } from './detection-store.ts'
import { takeIn } from './orders.ts'
import { type AudioFacts, type AudioJob, DETECTION_FAMILY } from './transcription-store.ts'

/** What names an instrument worth recommending: more than half of one window's listens. */
const RECOMMENDED_AGREEMENT = 0.5

/** The handler of instrument detection. */
export function detectInstruments(parts: ServiceParts, midi: AudioToMidiParts, open: OpenAudio): Handler {
  const { detections, store, runner } = midi

  return async (c) => {
    const parsed = await readJsonBody(c.req.raw, InstrumentDetectionRequest)
    if (!parsed.ok) return answerRefusal(c, parsed)
    const { audio, max_credits: maxCredits } = parsed.value.value
    const { account } = c.get('apiKey')
    const source = await open(audio, account)
    if (!source.ok) return answerRefusal(c, source)
    const known = detections.cached(account.id, source.value.content, DETECTOR_REVISION)
    if (known) return c.json(view(known, source.value.assetId, 0))
    const begun = begin(c, source.value, maxCredits)
    if (!begun.ok) return answerRefusal(c, begun)
    // A detection has no job that could be asked for later: one that nobody waits for only keeps others waiting.
    await runner.start(begun.value, { signal: c.req.raw.signal })
    const detection = detections.get(begun.value.id)
    if (detection) return c.json(view(detection, source.value.assetId, detection.credits))
    return answerRefusal(c, failureOf(store.get(begun.value.id)))
  }

  /** Takes the detection in, unless it costs more than the caller allows. */
  function begin(c: ServiceContext, source: AudioFacts, maxCredits: number | undefined): Outcome<AudioJob> {
    const { account } = c.get('apiKey')
    const nowMs = parts.clock.now()
    const isFree = detections.countUnused(account.id, nowMs) < FREE_DETECTIONS
    const credits = isFree ? 0 : creditsForDetection(source.durationMs)
    if (maxCredits !== undefined && credits > maxCredits) {
      const message = `This detection costs ${credits} credits; max_credits allows ${maxCredits}`
      return refuse('max_credits_exceeded', message, { param: 'max_credits' })
    }
    const id = randomUUID()
    const work = { source, request: null, isSync: true }
    const job = takeIn(parts, midi, c, { id, family: DETECTION_FAMILY, work, credits, idempotencyKey: null })
    if (!job.ok) return job
    const { content } = source
    detections.begin({ id, accountId: account.id, content, revision: DETECTOR_REVISION, createdMs: nowMs })
    return accept(job.value)
  }

  function view(
    { id, accountId, instruments }: Detection,
    assetId: string,
    creditsCharged: number,
  ): InstrumentDetection {
    return {
      instrument_detection_id: id,
      asset_id: assetId,
      recommended_instruments: recommendedOf(instruments).map(({ name }) => name),
      instruments: [...instruments],
      credits_charged: creditsCharged,
      free_detections_remaining: Math.max(
        0,
        FREE_DETECTIONS - detections.countUnused(accountId, parts.clock.now()),
      ),
      detector_revision: DETECTOR_REVISION,
    }
  }
}

/** What many listens named. A list of drums alone would leave every other note out: the first of the others goes with them. */
function recommendedOf(instruments: Detection['instruments']): Detection['instruments'] {
  const named = instruments.filter(({ agreement }) => agreement > RECOMMENDED_AGREEMENT)
  const other = instruments.find(({ name }) => name !== 'drums')
  const isDrumsAlone = named.length > 0 && named.every(({ name }) => name === 'drums')
  return isDrumsAlone && other !== undefined ? [...named, other] : named
}

/** Why work that was waited for has no result, as this request's refusal. */
export function failureOf(job: AudioJob | null) {
  const error = job?.error
  if (error) return refuse(error.code, error.message, { isRetryable: error.isRetryable })
  return refuse('generation_timeout', 'The job expired before it was done')
}
