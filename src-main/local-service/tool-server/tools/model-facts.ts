// What the published models say about a family, in a tool's words (pure).

import { type Family, type Model, type Operation, takesInput } from '../../../contract/index.ts'

/** The model that a tool uses where none is named: the newest that serves the family, else the first, which will refuse. */
export function modelFor(family: Family, models: readonly Model[]): string {
  const serving = servingModels(family, models)
  const newest = serving.toSorted((a, b) => (b.release_date ?? '').localeCompare(a.release_date ?? ''))[0]
  return (newest ?? models[0])?.id ?? ''
}

/** Whether a model publishes the family. */
export function isServed(family: Family, models: readonly Model[]): boolean {
  return servingModels(family, models).length > 0
}

/** Price and limits of every model that serves the family; what to expect where none does. */
export function describeModels(family: Family, models: readonly Model[]): string {
  const serving = servingModels(family, models)
  if (serving.length === 0)
    return 'No model of this service serves this today: it answers capability_unsupported.'
  return serving.map((model) => describeModel(family, model, model.operations[family] ?? {})).join(' ')
}

function servingModels(family: Family, models: readonly Model[]): readonly Model[] {
  return models.filter(({ operations }) => Object.hasOwn(operations, family))
}

function describeModel(family: Family, model: Model, operation: Operation): string {
  const facts = [
    `${model.credits_per_second} credits per second`,
    ...describeLimits(operation),
    `formats ${model.formats.join(', ')}`,
    `prompt of up to ${model.max_prompt_chars} characters`,
    model.max_negative_prompt_chars === 0
      ? 'no negative prompt'
      : `negative prompt of up to ${model.max_negative_prompt_chars} characters`,
    ...(isEdit(family) ? [takesInput(operation, 'video') ? 'may follow a video' : 'follows no video'] : []),
  ]
  return `Model ${model.id}: ${facts.join('; ')}.`
}

function isEdit(family: Family): boolean {
  return family === 'extend' || family === 'inpaint'
}

function describeLimits(operation: Operation): readonly string[] {
  const { duration_ms, append_duration_ms, region_start_ms, region_width_ms, num_variants } = operation
  const limits: string[] = []
  if (duration_ms) {
    const { min, max, min_with_loop, max_with_loop, max_with_preserve_speech } = duration_ms
    limits.push(`duration_ms ${min} to ${max}`)
    if (max_with_loop !== undefined) limits.push(`with loop ${min_with_loop ?? min} to ${max_with_loop}`)
    if (max_with_preserve_speech !== undefined)
      limits.push(`with preserve_speech up to ${max_with_preserve_speech}`)
  }
  if (append_duration_ms)
    limits.push(`append_duration_ms ${append_duration_ms.min} to ${append_duration_ms.max}`)
  if (region_start_ms) limits.push(`start_ms from ${region_start_ms.min}`)
  if (region_width_ms) limits.push(`region of ${region_width_ms.min} to ${region_width_ms.max} ms`)
  if (num_variants) limits.push(`num_variants ${num_variants.min} to ${num_variants.max}`)
  return limits
}
