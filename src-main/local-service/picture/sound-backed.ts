// Hits that the picture alone does not prove: motion that breaks off just where the clip's own sound has an attack (pure).

import type { Impact } from './events.ts'
import type { FrameMotion } from './shot-reader.ts'

/** Motion is usual against its median over so much time. */
const AROUND_MS = 500
/** It must stand out of what is usual by this factor, and of a still picture by so much. */
const STANDS_OUT = 2
const LEAST_DIFFERENCE = 0.4
/** How far sound and picture may lie apart: a frame and a half, and 20 ms of the onset's own error. */
const FRAMES_APART = 1.5
const ONSET_ERROR_MS = 20

/** Attacks beside a peak of motion, as hits at the time of the attack: the ear is the better clock. */
export function soundBackedHits(
  motions: readonly FrameMotion[],
  soundOnsetsMs: readonly number[],
  framesPerSecond: number,
): readonly Impact[] {
  const frameMs = 1000 / framesPerSecond
  const reachMs = FRAMES_APART * frameMs + ONSET_ERROR_MS
  const around = Math.max(3, Math.round(AROUND_MS / frameMs))
  return soundOnsetsMs.flatMap((onsetMs): Impact[] => {
    const first = Math.max(1, Math.ceil((onsetMs - reachMs) / frameMs))
    const last = Math.min(motions.length - 2, Math.floor((onsetMs + reachMs) / frameMs))
    for (let index = first; index <= last; index++) {
      const here = motions[index]!.difference
      if (here === null || here < LEAST_DIFFERENCE) continue
      const usual = medianAround(motions, index, around)
      const isPeak =
        here >= (motions[index - 1]!.difference ?? 0) && here > (motions[index + 1]!.difference ?? 0)
      if (!isPeak || here < STANDS_OUT * usual) continue
      const strength = Math.max(0.2, Math.min(1, here / 12))
      return [{ atMs: onsetMs, strength, size: 0.4, cause: 'motion-and-sound', thing: null }]
    }
    return []
  })
}

function medianAround(motions: readonly FrameMotion[], index: number, around: number): number {
  const values = motions
    .slice(Math.max(0, index - around), index + around + 1)
    .map(({ difference }) => difference ?? 0)
    .sort((a, b) => a - b)
  return values[values.length >> 1] ?? 0
}
