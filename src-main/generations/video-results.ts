// What was made for a clip, on the clip's own time: outputs of the job, with the sounds of the library that they became.
import type { GenerationView } from '../bridge/types.ts'
import type { VideoResult, VideoTrack } from '../bridge/video.ts'
import { Job, outputsOf } from '../contract/index.ts'
import type { ReadableDatabase } from '../library/database.ts'
import { byGeneration } from '../library/sound-store.ts'
import { type Generation, requestBody } from './generation.ts'
import { generationsOfAddress, generationsOfClip } from './generation-store.ts'
import { plannedSound } from './plans.ts'
import { addressOf, getClip } from './source-store.ts'

/** Newest first; those that are on their way too, without tracks. */
export function videoResults(
  db: ReadableDatabase,
  clipId: string,
  limit: number,
  view: (generation: Generation) => GenerationView,
): readonly VideoResult[] {
  const clip = getClip(db, clipId)
  const address = clip === null ? null : addressOf(clip)
  const generations =
    address === null ? generationsOfClip(db, clipId, limit) : generationsOfAddress(db, address.href, limit)
  return generations.map((generation) => {
    const { start_offset_ms: offset, controls } = requestBody(generation)
    const startMs = typeof offset === 'number' ? offset : 0
    const hasControl = (name: 'multi_stem' | 'preserve_speech'): boolean =>
      typeof controls === 'object' &&
      controls !== null &&
      // Only asked whether it is true.
      (controls as Readonly<Record<string, unknown>>)[name] === true
    return {
      generation: view(generation),
      isStems: hasControl('multi_stem'),
      keepsSpeech: hasControl('preserve_speech'),
      startMs,
      durationMs: generation.durationMs,
      tracks: tracksOf(db, generation, startMs),
    }
  })
}

function tracksOf(db: ReadableDatabase, generation: Generation, startMs: number): readonly VideoTrack[] {
  const job = generation.jobJson === null ? null : Job.safeParse(JSON.parse(generation.jobJson))
  if (job?.success !== true) return []
  const sounds = byGeneration(db, generation.id)
  const window = { start_ms: startMs, end_ms: startMs + generation.durationMs }
  return outputsOf(job.data).map((output) => {
    const placed = output.start_ms == null ? { ...output, ...window } : output
    return {
      ...plannedSound(placed),
      gainDb: output.gain_db ?? 0,
      isFailed: output.status === 'failed',
      takes: sounds.filter(({ outputIndex }) => outputIndex === output.index),
    }
  })
}
