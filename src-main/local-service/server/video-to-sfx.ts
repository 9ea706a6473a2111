// Video-to-sfx: what a checked request asks of the engine, as one mix or as separated stems by a plan.

import { randomUUID } from 'node:crypto'
import {
  creditsFor,
  DEFAULT_FORMAT,
  DEFAULT_NUM_VARIANTS,
  type Model,
  REQUEST_BY_FAMILY,
  type RequestOf,
  type RequestPurpose,
} from '../../contract/index.ts'
import type { Account } from '../accounts/account-store.ts'
import type { StemsWork, VideoWork } from '../jobs/job.ts'
import { PictureUnreadable } from '../picture/frame-source.ts'
import type { PictureReader } from '../picture/picture-reader.ts'
import { detectedSounds } from '../plans/plan-sounds.ts'
import { type Avoidance, understandAvoidance } from '../synthesis/index.ts'
import type { FamilyRules } from './collections.ts'
import type { ServiceParts } from './context.ts'
import type { MediaParts } from './media/sources.ts'
import { accept, type Outcome, refuse } from './refusal.ts'
import { speechSource } from './video/speech-source.ts'
import { planFingerprint, quotePlan, stemsCredits, stemsWork } from './video/stems.ts'
import { openVideo } from './video/video-source.ts'
import { readWords } from './words.ts'

type Request = RequestOf<'video-to-sfx'>
type Parts = MediaParts & Pick<ServiceParts, 'video'>

/** How this family plans, prices and quotes. */
export function videoToSfxRules(parts: Parts): FamilyRules<'video-to-sfx'> {
  return {
    family: 'video-to-sfx',
    schema: REQUEST_BY_FAMILY['video-to-sfx'],
    plan: (body, model, account, purpose, signal) =>
      planVideoToSfx(parts, body, model, account, purpose, signal),
    price: (body, model, work) =>
      work.kind === 'stems'
        ? stemsCredits(work, body.num_variants ?? DEFAULT_NUM_VARIANTS)
        : creditsFor('video-to-sfx', body, model),
    quote: (body, work, account) => (work.kind === 'stems' ? keepPlan(parts, body, work, account) : {}),
  }
}

async function planVideoToSfx(
  parts: Parts,
  body: Request,
  model: Model,
  account: Account,
  purpose: RequestPurpose,
  signal: AbortSignal,
): Promise<Outcome<VideoWork | StemsWork>> {
  const { reader } = parts.video
  if (!reader) return refuse('capability_unsupported', 'Nothing here decodes pictures', { param: 'model' })
  if (body.input.audio && body.controls?.preserve_speech !== true) {
    const message = 'input.audio is the sound of which speech is preserved: it needs controls.preserve_speech'
    return refuse('invalid_request', message, { param: 'input.audio' })
  }
  if (body.controls?.multi_stem !== true) return planMix(parts, reader, body, model, account)
  return purpose === 'preflight' && body.plan === undefined
    ? detectStems(parts, reader, body, model, account, signal)
    : plannedStems(parts, body, model, account)
}

/** The prompt is understood before anything is fetched; the picture itself is read by the job. */
async function planMix(
  parts: Parts,
  reader: PictureReader,
  body: Request,
  model: Model,
  account: Account,
): Promise<Outcome<VideoWork>> {
  const words = readWords(body.input)
  if (!words.ok) return words
  const { scene, avoid } = words.value
  const window = windowOf(body)
  const opened = await openVideo(parts, reader, body.input.video, account, window)
  if (!opened.ok) return opened
  const { path, facts } = opened.value
  const speech = await speechSource(parts, body, model, account, opened.value)
  if (!speech.ok) return speech
  return accept({
    kind: 'video',
    source: { path, durationMs: facts.durationMs },
    facts,
    startMs: window.startMs,
    scene,
    avoid,
    sounds: null,
    generatedMs: window.durationMs,
    sampleRateHz: model.audio.sample_rate,
    format: body.output?.format ?? DEFAULT_FORMAT,
    loop: false,
    output: { type: 'mix', label: null },
    ...(speech.value && { speech: speech.value }),
  })
}

async function detectStems(
  parts: Parts,
  reader: PictureReader,
  body: Request,
  model: Model,
  account: Account,
  signal: AbortSignal,
): Promise<Outcome<StemsWork>> {
  const window = windowOf(body)
  const opened = await openVideo(parts, reader, body.input.video, account, window)
  if (!opened.ok) return opened
  const { path, facts } = opened.value
  try {
    const avoid = avoidanceOf(body)
    const sounds = detectedSounds(await reader.read(path, facts, window, signal), avoid)
    return accept({ ...stemsWork(randomUUID(), sounds, model), avoid })
  } catch (error) {
    if (error instanceof PictureUnreadable) {
      return refuse('invalid_video', error.message, { param: 'input.video' })
    }
    if (signal.aborted) return refuse('server_error', 'Nobody waits for this plan any more')
    throw error
  }
}

/** The stems of a plan of this account, for exactly the body that it was quoted for. */
function plannedStems(parts: Parts, body: Request, model: Model, account: Account): Outcome<StemsWork> {
  const { plan: id = '' } = body
  const plan = parts.video.plans.find(id, account.id, parts.clock.now())
  if (!plan) {
    const message = `There is no plan ${JSON.stringify(id)} of this account, or it is older than 24 hours`
    return refuse('not_found', message, { param: 'plan' })
  }
  if (!plan.fingerprint.equals(planFingerprint(body))) {
    const message = 'This body is not the one that the plan was quoted for; ask for a new plan'
    return refuse('invalid_request', message, { param: 'plan' })
  }
  return accept({ ...stemsWork(plan.id, plan.sounds, model), avoid: avoidanceOf(body) })
}

/** What the picture's sounds are not to be; the prompt of stems is the picture alone. */
function avoidanceOf({ input: { negative_prompt: negativePrompt } }: Request): Avoidance | null {
  return negativePrompt === undefined ? null : understandAvoidance(negativePrompt)
}

/** Keeps what a preflight detected, so that a create can name it; a plan that is quoted again is kept already. */
function keepPlan({ video, clock }: Parts, body: Request, work: StemsWork, account: Account) {
  const nowMs = clock.now()
  const kept = video.plans.find(work.planId, account.id, nowMs)
  if (!kept) {
    video.plans.insert({
      id: work.planId,
      accountId: account.id,
      fingerprint: planFingerprint(body),
      sounds: work.stems.map(({ sound }) => sound),
      createdMs: nowMs,
    })
  }
  return quotePlan(work, body, kept?.createdMs ?? nowMs)
}

function windowOf(body: Request) {
  return { startMs: body.start_offset_ms ?? 0, durationMs: body.duration_ms }
}
