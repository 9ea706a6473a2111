// Plans of separated stems: what would be made, looked at before anything is paid. A plan belongs to the very body that it was asked with.
import { failure, success } from '../bridge/reply.ts'
import type { QuoteRequest, Reply } from '../bridge/types.ts'
import type { PlannedSound, VideoPlan } from '../bridge/video.ts'
import { bridgeErrorOf } from '../connections/bridge-error.ts'
import type { Connections } from '../connections/connections.ts'
import type { PlannedOutput } from '../contract/index.ts'
import { attach, withPlaceholders } from './attach.ts'
import { type Asker, type BringPorts, bringSources } from './bring-source.ts'
import { checkRequest } from './intent.ts'

export type PlanPorts = BringPorts & { readonly connections: Connections }

/** Asks for the plan of a body. @param given of a create, without its plan */
export async function planOf(
  given: QuoteRequest,
  ports: PlanPorts,
  asker?: Asker,
): Promise<Reply<VideoPlan>> {
  const request = ports.files.withAddresses(given)
  const { connections, now } = ports
  const { connectionId, family } = request
  const models = await connections.models(connectionId)
  if (!models.ok) return models
  const body = withPlaceholders(request.body, request.sources ?? {})
  const checked = checkRequest({ family, body }, models.value.models, 'preflight')
  if (!checked.ok) return failure(checked.error)
  if (checked.request.family !== 'video-to-sfx' || checked.request.body.controls?.multi_stem !== true) {
    const message = 'Only separated stems of a video have a plan.'
    return failure({ code: 'invalid_request', message, retryable: false, param: 'controls.multi_stem' })
  }
  const found = await connections.client(connectionId)
  if (!found.ok) return failure(found.error)
  const assets = await bringSources(request.sources, { connectionId, found }, ports, asker)
  if (!assets.ok) return assets
  const { video } = assets.value
  const complete =
    video === undefined
      ? checked.request.body
      : attach(checked.request.body, { video: { type: 'asset', id: video } })
  const { client } = found
  // Only its medium was put into a body that its schema has passed.
  const asked = complete as typeof checked.request.body
  const signal = asker?.signal
  const quoted = await client.retryRead(() => client.preflight('video-to-sfx', asked, { signal }), { signal })
  if (!quoted.ok) return failure(bridgeErrorOf(quoted.error))
  const { credits, plan_id: planId, plan_expires_at: expiresAt, outputs, credit_recovery } = quoted.value
  if (planId === undefined || outputs === undefined) {
    const message = 'The service answered without a plan: it may not separate stems.'
    return failure({ code: 'no_plan', message, retryable: false })
  }
  // The charge scales with the number of variants, and that may change after the plan: kept for one of them.
  const variants = checked.request.body.num_variants ?? 1
  const serviceNowMs = found.time.nowMs() ?? now()
  const lastsMs = expiresAt === undefined ? PLAN_HOLDS_MS : Date.parse(expiresAt) - serviceNowMs
  return success({
    planId,
    expiresAtMs: now() + Math.max(0, Number.isFinite(lastsMs) ? lastsMs : PLAN_HOLDS_MS),
    credits: credits / variants,
    isMetered: connections.view(connectionId)?.account?.billing_mode === 'metered',
    sounds: outputs.map(plannedSound).map((sound) => ({
      ...sound,
      credits: sound.credits === null ? null : sound.credits / variants,
    })),
    ...(credit_recovery === undefined ? {} : { creditRecovery: credit_recovery }),
  })
}

/** Source: SERVICE.md, a plan is valid 24 hours. */
const PLAN_HOLDS_MS = 24 * 60 * 60_000

/** What is left open lies where the window lies. */
export function plannedSound(output: PlannedOutput): PlannedSound {
  const startMs = output.start_ms ?? output.sound_start_ms ?? 0
  const endMs = output.end_ms ?? output.sound_end_ms ?? startMs
  return {
    index: output.index,
    label: output.label ?? output.type,
    type: output.type,
    category: output.category ?? null,
    startMs,
    endMs,
    soundStartMs: output.sound_start_ms ?? startMs,
    soundEndMs: output.sound_end_ms ?? endMs,
    credits: output.credits ?? null,
  }
}
