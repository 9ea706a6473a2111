// Text-to-sfx: what a checked request asks of the engine.

import { DEFAULT_FORMAT, type Model, type RequestOf } from '../../contract/index.ts'
import type { JobWork } from '../jobs/job.ts'
import { describeScene, understandPrompt } from '../synthesis/index.ts'
import { accept, type Outcome, refuse } from './refusal.ts'

/** The work behind a request. A prompt in which nothing is understood is refused, with the nearest things that are known. */
export function planTextToSfx(body: RequestOf<'text-to-sfx'>, model: Model): Outcome<JobWork> {
  const understood = understandPrompt(body.input.prompt)
  if (!understood.ok) return refuse('capability_unsupported', understood.message, { param: 'input.prompt' })
  const { scene } = understood
  const { label, type } = describeScene(scene)
  return accept({
    kind: 'text',
    scene,
    generatedMs: body.duration_ms,
    loop: body.controls?.loop ?? false,
    sampleRateHz: model.audio.sample_rate,
    format: body.output?.format ?? DEFAULT_FORMAT,
    output: { type, label },
  })
}
