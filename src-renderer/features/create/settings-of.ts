// The settings that a request was made with, read back from its body.
import type { Settings, SoundDetail } from '../../bridge.ts'

type Request = NonNullable<SoundDetail['request']>

/** The settings that a request was made with, over the ones that stand. Foreign or absent fields leave what stands. */
export function settingsOf(
  request: Request,
  seed: number | null,
  standing: Settings['create'],
): Settings['create'] {
  const controls = recordOf(request.controls)
  const output = recordOf(request.output)
  return {
    ...standing,
    isOpen: true,
    durationMs: numberOf(request.duration_ms) ?? standing.durationMs,
    variants: numberOf(request.num_variants) ?? 1,
    // The seed that was used, also where the service picked it: the same settings are the same seed.
    lockedSeed: numberOf(request.seed) ?? seed,
    isLoop: controls.loop === true,
    format: typeof output.format === 'string' ? output.format : standing.format,
  }
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  // An object that is not null has string keys; what they hold stays unknown.
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
