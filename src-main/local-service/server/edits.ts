// Extend and inpaint: what a checked request asks of the engine.

import {
  type ContractViolation,
  checkExtendSource,
  checkRegionAgainstSource,
  DEFAULT_FORMAT,
  type ExtendRequest,
  type InpaintRequest,
  type Model,
} from '../../contract/index.ts'
import type { Account } from '../accounts/account-store.ts'
import type { ExtendWork, InpaintWork, SourceMedia } from '../jobs/job.ts'
import { describeScene, type Scene, understandPrompt } from '../synthesis/index.ts'
import { type MediaParts, openAudioSource } from './media/sources.ts'
import { accept, type Outcome, refuse, refuseViolation } from './refusal.ts'

interface EditMaterial {
  readonly source: SourceMedia
  readonly scene: Scene | null
}

/** The work of an extend. The source must be at least 3 s long. */
export async function planExtend(
  parts: MediaParts,
  body: ExtendRequest,
  model: Model,
  account: Account,
): Promise<Outcome<ExtendWork>> {
  const material = await readMaterial(parts, body, account, checkExtendSource)
  if (!material.ok) return material
  return accept({
    kind: 'extend',
    ...material.value,
    generatedMs: body.append_duration_ms,
    sampleRateHz: model.audio.sample_rate,
    format: body.output?.format ?? DEFAULT_FORMAT,
    loop: body.controls?.loop ?? false,
    output: outputOf(material.value.scene),
  })
}

/** The work of an inpaint. The region must lie within the source. */
export async function planInpaint(
  parts: MediaParts,
  body: InpaintRequest,
  model: Model,
  account: Account,
): Promise<Outcome<InpaintWork>> {
  const { start_ms: startMs, end_ms: endMs } = body.region
  const material = await readMaterial(parts, body, account, (sourceMs) =>
    checkRegionAgainstSource(body.region, sourceMs),
  )
  if (!material.ok) return material
  return accept({
    kind: 'inpaint',
    ...material.value,
    startMs,
    generatedMs: endMs - startMs,
    sampleRateHz: model.audio.sample_rate,
    format: body.output?.format ?? DEFAULT_FORMAT,
    loop: false,
    output: outputOf(material.value.scene),
  })
}

/** The prompt is understood before anything is fetched; a video as a guide is beyond this engine. */
async function readMaterial(
  parts: MediaParts,
  { input }: ExtendRequest | InpaintRequest,
  account: Account,
  checkLength: (sourceMs: number) => ContractViolation | null,
): Promise<Outcome<EditMaterial>> {
  if (input.video) {
    return refuse('capability_unsupported', 'This service edits without a video', { param: 'input.video' })
  }
  const understood = input.prompt === undefined ? null : understandPrompt(input.prompt)
  if (understood && !understood.ok) {
    return refuse('capability_unsupported', understood.message, { param: 'input.prompt' })
  }
  const source = await openAudioSource(parts, input.audio, account, 'input.audio')
  if (!source.ok) return source
  const violation = checkLength(source.value.durationMs)
  return violation
    ? refuseViolation(violation)
    : accept({ source: source.value, scene: understood?.scene ?? null })
}

/** The whole edited file is a mix; what the prompt added names it. */
function outputOf(scene: Scene | null): ExtendWork['output'] {
  return { type: 'mix', label: scene ? describeScene(scene).label : null }
}
