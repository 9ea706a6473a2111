// Extend and inpaint: what a checked request asks of the engine.

import {
  type ContractViolation,
  checkExtendSource,
  checkRegionAgainstSource,
  DEFAULT_FORMAT,
  type ExtendRequest,
  type InpaintRequest,
  type MediaSource,
  type Model,
} from '../../contract/index.ts'
import type { Account } from '../accounts/account-store.ts'
import type { ExtendWork, InpaintWork, PictureGuide } from '../jobs/job.ts'
import type { ClipWindow } from '../picture/frame-source.ts'
import { describeScene, type Scene } from '../synthesis/index.ts'
import type { ServiceParts } from './context.ts'
import { type MediaParts, openAudioSource } from './media/sources.ts'
import { accept, type Outcome, refuse, refuseViolation } from './refusal.ts'
import { openVideo } from './video/video-source.ts'
import { readWords } from './words.ts'

type EditParts = MediaParts & Pick<ServiceParts, 'video'>
type EditMaterial = Required<Pick<ExtendWork, 'source' | 'guide' | 'scene' | 'avoid'>>

/** Where the picture of a guide lies under the new audio, and which field says so. */
interface GuideWindow extends ClipWindow {
  readonly startParam: 'start_offset_ms' | null
}

/** The work of an extend. The source must be at least 3 s long; a guide is as long as the new audio, from `start_offset_ms` on. */
export async function planExtend(
  parts: EditParts,
  body: ExtendRequest,
  model: Model,
  account: Account,
): Promise<Outcome<ExtendWork>> {
  const { start_offset_ms: startMs = 0, append_duration_ms: durationMs } = body
  const window = { startMs, durationMs, startParam: 'start_offset_ms' } as const
  const material = await readMaterial(parts, body, account, checkExtendSource, window)
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

/** The work of an inpaint. The region must lie within the source; a guide runs along with the source. */
export async function planInpaint(
  parts: EditParts,
  body: InpaintRequest,
  model: Model,
  account: Account,
): Promise<Outcome<InpaintWork>> {
  const { start_ms: startMs, end_ms: endMs } = body.region
  const window = { startMs, durationMs: endMs - startMs, startParam: null }
  const checkLength = (sourceMs: number) => checkRegionAgainstSource(body.region, sourceMs)
  const material = await readMaterial(parts, body, account, checkLength, window)
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

/** The words are read before anything is fetched; the picture itself is read by the job. */
async function readMaterial(
  parts: EditParts,
  { input }: ExtendRequest | InpaintRequest,
  account: Account,
  checkLength: (sourceMs: number) => ContractViolation | null,
  window: GuideWindow,
): Promise<Outcome<EditMaterial>> {
  const words = readWords(input)
  if (!words.ok) return words
  const source = await openAudioSource(parts, input.audio, account, 'input.audio')
  if (!source.ok) return source
  const violation = checkLength(source.value.durationMs)
  if (violation) return refuseViolation(violation)
  const guide = input.video ? await openGuide(parts, input.video, account, window) : accept(null)
  return guide.ok ? accept({ source: source.value, guide: guide.value, ...words.value }) : guide
}

async function openGuide(
  parts: EditParts,
  video: MediaSource,
  account: Account,
  { startParam, ...window }: GuideWindow,
): Promise<Outcome<PictureGuide>> {
  const { reader } = parts.video
  if (!reader)
    return refuse('capability_unsupported', 'Nothing here decodes pictures', { param: 'input.video' })
  const opened = await openVideo(parts, reader, video, account, window, startParam)
  return opened.ok ? accept({ ...opened.value, startMs: window.startMs, events: null }) : opened
}

/** The whole edited file is a mix; what the prompt added names it. */
function outputOf(scene: Scene | null): ExtendWork['output'] {
  return { type: 'mix', label: scene ? describeScene(scene).label : null }
}
