// Separated stems: what a plan was quoted for, and the work and the quote that come of its sounds.

import {
  DEFAULT_NUM_VARIANTS,
  type Model,
  PLAN_VALID_MS,
  type PlannedOutput,
  type Preflight,
  type RequestOf,
} from '../../../contract/index.ts'
import { fingerprintOf } from '../../jobs/accept-job.ts'
import type { StemsWork, StemWork } from '../../jobs/job.ts'
import type { PlannedSound } from '../../plans/planned-sound.ts'
import { isoOf } from '../job-view.ts'

type VideoRequest = RequestOf<'video-to-sfx'>

/** Stands for everything in a body that must be the same in the create as it was in the preflight. */
export function planFingerprint(body: VideoRequest): Buffer {
  const { plan: _, num_variants: __, seed: ___, output: ____, controls, ...rest } = body
  return fingerprintOf({
    ...rest,
    // What is left out is the same as its default.
    start_offset_ms: body.start_offset_ms ?? 0,
    controls: Object.fromEntries(Object.entries(controls ?? {}).filter(([, value]) => value !== false)),
  })
}

/** The work that renders these sounds, each over its own window. */
export function stemsWork(planId: string, sounds: readonly PlannedSound[], model: Model): StemsWork {
  const sampleRateHz = model.audio.sample_rate
  const stems = sounds.map((sound, index): StemWork => {
    const generatedMs = sound.endMs - sound.startMs
    const { type, label, category, startMs, endMs, soundStartMs, soundEndMs } = sound
    // Each output's share is whole, so that the shares add up to the charge.
    const creditsPerVariant = Math.ceil((generatedMs * model.credits_per_second) / 1000)
    const place = { startMs, endMs, soundStartMs, soundEndMs, category, creditsPerVariant }
    const output = { type, label, place }
    return { kind: 'stem', index, sound, generatedMs, sampleRateHz, format: 'wav', loop: false, output }
  })
  const generatedMs = stems.reduce((sum, stem) => sum + stem.generatedMs, 0)
  return { kind: 'stems', planId, scene: null, stems, generatedMs, sampleRateHz, format: 'wav', loop: false }
}

/** SERVICE.md: "the plan's quote, scaled by `num_variants`". */
export function stemsCredits({ stems }: StemsWork, variants: number): number {
  return variants * stems.reduce((sum, { output }) => sum + (output.place?.creditsPerVariant ?? 0), 0)
}

/** The plan as its preflight tells it. */
export function quotePlan(
  { planId, stems }: StemsWork,
  body: VideoRequest,
  createdMs: number,
): Partial<Preflight> {
  const variants = body.num_variants ?? DEFAULT_NUM_VARIANTS
  return {
    plan_id: planId,
    plan_expires_at: isoOf(createdMs + PLAN_VALID_MS),
    outputs: stems.map((stem): PlannedOutput => {
      const { sound, output } = stem
      return {
        index: stem.index,
        type: output.type,
        label: output.label,
        start_ms: sound.startMs,
        end_ms: sound.endMs,
        category: sound.category,
        sound_start_ms: sound.soundStartMs,
        sound_end_ms: sound.soundEndMs,
        credits: variants * (output.place?.creditsPerVariant ?? 0),
        variants_requested: variants,
      }
    }),
  }
}
