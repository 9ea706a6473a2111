// What is known of a clip: told by its file, or by the person where the app cannot read it (pure).
import type { ClipFacts } from '../../bridge.ts'

export interface KnownFacts extends Omit<ClipFacts, 'hasAudio' | 'codec'> {
  /** Null: nobody knows. */
  readonly hasAudio: boolean | null
}

/** Of a clip that only the service reads: as long as the person says, null until then. Its size is not known: 0. */
export const toldFacts = (lengthS: number | null): KnownFacts | null =>
  lengthS === null || lengthS <= 0
    ? null
    : { durationMs: Math.round(lengthS * 1000), width: 0, height: 0, framesPerSecond: null, hasAudio: null }
