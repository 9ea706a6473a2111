// Text-to-sfx: what a checked request asks of the engine.

import { DEFAULT_FORMAT, type Model, type RequestOf } from '../../contract/index.ts'
import type { JobWork } from '../jobs/job.ts'
import { describeScene } from '../synthesis/index.ts'
import { accept, type Outcome } from './refusal.ts'
import { readWords } from './words.ts'

/** The work behind a request, or why its words give none. */
export function planTextToSfx(body: RequestOf<'text-to-sfx'>, model: Model): Outcome<JobWork> {
  const words = readWords(body.input)
  if (!words.ok) return words
  const { scene } = words.value
  if (scene === null) throw new Error('the contract takes no text-to-sfx without a prompt')
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
