// From frames and the clip's own sound to events: cuts, hits, fast movements, steady textures (pure, frame by frame).

import type { FastMovement, Impact, PictureEvents } from './events.ts'
import type { Frame } from './frame-source.ts'
import { createJumpJudge, type JudgedFrame } from './jumps.ts'
import { kinksOf } from './kinks.ts'
import { cameraMovements, fastPathOf, texturesOf } from './movements.ts'
import { createShotReader, type FrameMotion } from './shot-reader.ts'
import { soundBackedHits } from './sound-backed.ts'
import { stepsOf } from './steps.ts'
import { stopsOf } from './stops.ts'
import type { Track } from './tracks.ts'
import { turnsOf } from './turns.ts'

export interface PictureAnalysis {
  push(frame: Frame): void
  /** Call it once, when all frames are in. */
  end(soundOnsetsMs: readonly number[]): PictureEvents
}

/** A path this short is noise. */
const LEAST_POINTS = 5
/** Pixels a frame at 25 frames a second at which a hit is as hard as it gets. */
const HARDEST_CHANGE = 22
const LARGEST_AREA = 2500
/** A step is no blow. */
const STEP_STRENGTH = 0.35
/** Differences that end at once when something is as hard as it gets: a tenth of the picture from dark to bright. */
const HARDEST_STOP = 0.1 * 14_400 * 150
/** Two hits this close are one, seen twice. */
const SAME_HIT_FRAMES = 1.5

/**
 * An analysis of frames that come at an even rate. It keeps three seconds of them and a few numbers for each.
 * @param durationMs length of the window that the frames are of
 */
export function createAnalysis(framesPerSecond: number, durationMs: number): PictureAnalysis {
  const frameMs = 1000 / framesPerSecond
  const judge = createJumpJudge(framesPerSecond)
  const motions: FrameMotion[] = []
  const cuts: number[] = []
  const impacts: Impact[] = []
  const movements: FastMovement[] = []
  const light = { frames: 0, red: 0, green: 0, blue: 0 }
  const reader = createShotReader(framesPerSecond, takeTracks, (motion) => motions.push(motion))
  let frameIndex = 0

  function takeTracks(tracks: readonly Track[]): void {
    for (const track of tracks) {
      if (track.points.length < LEAST_POINTS) continue
      const steps = stepsOf(track, framesPerSecond)
      for (const step of steps) {
        const size = clamp(Math.sqrt(step.area / LARGEST_AREA))
        impacts.push({
          atMs: Math.round(step.frame * frameMs),
          strength: STEP_STRENGTH,
          size,
          cause: 'motion',
          thing: track.id,
        })
      }
      // Where somebody walks, what turns are limbs.
      for (const turn of steps.length > 0 ? [] : [...turnsOf(track), ...kinksOf(track)]) {
        impacts.push({
          atMs: Math.round(turn.frame * frameMs),
          strength: clamp((turn.change * framesPerSecond) / 25 / HARDEST_CHANGE),
          size: clamp(Math.sqrt(turn.area / LARGEST_AREA)),
          cause: 'motion',
          thing: track.id,
        })
      }
      const fast = fastPathOf(track, framesPerSecond)
      if (fast) movements.push(fast)
    }
  }

  function take(judged: JudgedFrame): void {
    const { frame, change, jump } = judged
    const atMs = Math.round(frameIndex * frameMs)
    if (jump === 'cut') cuts.push(atMs)
    if (jump === 'flash' && change) {
      const strength = clamp(change.difference / 120)
      impacts.push({ atMs, strength, size: 1, cause: 'light', thing: null })
    }
    light.frames++
    light.red += frame.red
    light.green += frame.green
    light.blue += frame.blue
    reader.push(judged)
    frameIndex++
  }

  return {
    push(frame) {
      for (const judged of judge.push(frame)) take(judged)
    },
    end(soundOnsetsMs) {
      for (const judged of judge.end()) take(judged)
      reader.end()
      movements.push(...cameraMovements(motions, framesPerSecond))
      for (const stop of stopsOf(
        motions.map(({ liveliness }) => liveliness),
        framesPerSecond,
      )) {
        impacts.push({
          atMs: Math.round(stop.frame * frameMs),
          strength: clamp(stop.energy / HARDEST_STOP),
          size: clamp(Math.sqrt(stop.energy / 255 / LARGEST_AREA)),
          cause: 'motion',
          thing: null,
        })
      }
      const backed = soundBackedHits(motions, soundOnsetsMs, framesPerSecond)
      const hits = withoutRepeats([...impacts, ...backed], frameMs)
      const whole = Math.max(1, light.frames)
      return {
        durationMs,
        cutsMs: cuts,
        impacts: hits.filter(({ atMs }) => atMs < durationMs),
        movements: movements.sort((a, b) => a.startMs - b.startMs),
        textures: texturesOf(motions, framesPerSecond, durationMs),
        soundOnsetsMs,
        look: {
          brightness: (0.299 * light.red + 0.587 * light.green + 0.114 * light.blue) / whole,
          warmth: (light.red - light.blue) / whole,
        },
      }
    },
  }
}

/** In order of time; of hits that fall together the hardest. */
function withoutRepeats(impacts: readonly Impact[], frameMs: number): readonly Impact[] {
  const kept: Impact[] = []
  for (const impact of impacts.toSorted((a, b) => a.atMs - b.atMs)) {
    const last = kept[kept.length - 1]
    if (!last || impact.atMs - last.atMs > SAME_HIT_FRAMES * frameMs) kept.push(impact)
    else if (impact.strength > last.strength) kept[kept.length - 1] = impact
  }
  return kept
}

function clamp(value: number): number {
  return Math.max(0, Math.min(1, value))
}
