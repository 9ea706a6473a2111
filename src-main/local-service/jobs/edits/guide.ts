// What a picture says about the new audio of an edit: when something happens in it, and what is made for that.

import type { Impact, PictureEvents } from '../../picture/events.ts'

/** An event that the new audio is to have. */
export interface GuidedOnset {
  /** In samples from the start of the new audio. */
  readonly at: number
  /** Against the hardest one of the picture, in dB: 0 or below. */
  readonly gainDb: number
}

/** How an edit follows a picture. */
export interface EditGuide {
  /** Where the recording's own events fall; null where the prompt names others for them. */
  readonly onsets: readonly GuidedOnset[] | null
  /** What is made for the picture beside them, as long as the new audio; null where there is nothing to add. */
  readonly made: (hasOwnEvents: boolean) => Float32Array | null
}

/** The faintest hit is this much softer than the hardest. */
const FAINTEST_DB = -12
/** Hits closer than this are one event, as they are in a recording. */
const SAME_EVENT_MS = 150

/** Where the picture has its hits. A flash of light moves nothing, so that nothing of a recording answers it. */
export function guidedOnsets({ impacts }: PictureEvents, sampleRateHz: number): readonly GuidedOnset[] {
  const hits = apart(impacts.filter(({ cause }) => cause !== 'light'))
  const hardest = hits.reduce((most, { strength }) => Math.max(most, strength), 0)
  return hits.map(({ atMs, strength }) => ({
    at: Math.round((atMs * sampleRateHz) / 1000),
    gainDb: FAINTEST_DB * (hardest - strength),
  }))
}

/** Of hits that are one event the first, as hard as the hardest of them. */
function apart(hits: readonly Impact[]): readonly Impact[] {
  const kept: Impact[] = []
  for (const hit of hits) {
    const last = kept.at(-1)
    if (!last || hit.atMs - last.atMs >= SAME_EVENT_MS) kept.push(hit)
    else kept[kept.length - 1] = { ...last, strength: Math.max(last.strength, hit.strength) }
  }
  return kept
}
