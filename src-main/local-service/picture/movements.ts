// Fast movements of things and of the camera, and motion that goes on (pure).

import type { FastMovement, SteadyTexture } from './events.ts'
import { FRAME_WIDTH } from './frame-source.ts'
import type { FrameMotion } from './shot-reader.ts'
import type { Track } from './tracks.ts'

/** Widths of the picture a second from which something is fast. */
const FAST_WIDTHS = 1.25
/** As fast as it gets. */
const FASTEST_WIDTHS = 3
/** How much of the width something must cross to have swept by: what only falls or bounces does not. */
const LEAST_SWEEP = 0.5
const CAMERA_FAST_WIDTHS = 0.6
const LEAST_CAMERA_FRAMES = 3
/** Share of the picture that must move, and for how long, to be a texture; pauses this short are part of it. */
const TEXTURE_SHARE = 0.06
const TEXTURE_LEAST_MS = 1000
const TEXTURE_PAUSE_MS = 400
/** Blocks that a thing touches, against its area: its edges and the place where it was. */
const THING_AND_TRAIL = 3
const CURVE_STEP_MS = 200
/** Mean difference of luma from one frame to the next at which motion counts as full. */
const FULL_MOTION = 30

/** The sweep of a thing across the picture; null where it was not fast, or did not get far. */
export function fastPathOf({ points }: Track, framesPerSecond: number): FastMovement | null {
  const least = (FAST_WIDTHS * FRAME_WIDTH) / framesPerSecond
  const speeds = points.map((point, index) => {
    const before = points[index - 1]
    return before ? Math.hypot(point.x - before.x, point.y - before.y) / (point.frame - before.frame) : 0
  })
  let best: { from: number; to: number; length: number } | null = null
  for (let from = 1; from < points.length; ) {
    if (speeds[from]! < least) {
      from++
      continue
    }
    let to = from
    while (to + 1 < points.length && speeds[to + 1]! >= least) to++
    const start = points[from - 1]!
    const end = points[to]!
    const length = Math.hypot(end.x - start.x, end.y - start.y)
    if (!best || length > best.length) best = { from, to, length }
    from = to + 1
  }
  if (!best || best.length < LEAST_SWEEP * FRAME_WIDTH) return null
  const frameMs = 1000 / framesPerSecond
  const swept = points.slice(best.from - 1, best.to + 1)
  const fastest = Math.max(...speeds.slice(best.from, best.to + 1))
  // Nearest to the middle is nearest to the eye.
  const peak = swept.reduce((a, b) =>
    Math.abs(b.x - FRAME_WIDTH / 2) < Math.abs(a.x - FRAME_WIDTH / 2) ? b : a,
  )
  return {
    startMs: Math.round(swept[0]!.frame * frameMs),
    endMs: Math.round((swept[swept.length - 1]!.frame + 1) * frameMs),
    peakMs: Math.round(peak.frame * frameMs),
    strength: strengthOf((fastest * framesPerSecond) / FRAME_WIDTH),
    by: 'thing',
  }
}

/** Stretches in which the camera moved fast. */
export function cameraMovements(
  motions: readonly FrameMotion[],
  framesPerSecond: number,
): readonly FastMovement[] {
  const frameMs = 1000 / framesPerSecond
  const speeds = motions.map(({ camera }) =>
    camera ? (Math.hypot(camera.x, camera.y) * framesPerSecond) / FRAME_WIDTH : 0,
  )
  return runsOf(speeds, (speed) => speed >= CAMERA_FAST_WIDTHS, 1)
    .filter(({ from, to }) => to - from >= LEAST_CAMERA_FRAMES)
    .map(({ from, to }) => {
      const run = speeds.slice(from, to)
      const fastest = Math.max(...run)
      return {
        startMs: Math.round((from - 1) * frameMs),
        endMs: Math.round(to * frameMs),
        peakMs: Math.round((from + run.indexOf(fastest)) * frameMs),
        strength: strengthOf(fastest),
        by: 'camera',
      }
    })
}

/** Stretches in which much of the picture goes on moving, and not by single things alone. */
export function texturesOf(
  motions: readonly FrameMotion[],
  framesPerSecond: number,
  durationMs: number,
): readonly SteadyTexture[] {
  const frameMs = 1000 / framesPerSecond
  // What a thing covers, and the place that it leaves, move with it; what the camera moves is no texture.
  const shares = motions.map(({ movingShare, thingsShare, camera }) =>
    camera ? 0 : movingShare - THING_AND_TRAIL * thingsShare,
  )
  const pause = Math.ceil(TEXTURE_PAUSE_MS / frameMs)
  return runsOf(shares, (share) => share >= TEXTURE_SHARE, pause)
    .filter(({ from, to }) => (to - from) * frameMs >= TEXTURE_LEAST_MS)
    .map(({ from, to }) => {
      const startMs = Math.max(0, Math.round((from - 1) * frameMs))
      const endMs = Math.min(durationMs, Math.round(to * frameMs))
      const levels = motions.slice(from, to).map(({ difference }) => difference ?? 0)
      return {
        startMs,
        endMs,
        strength: Math.min(1, meanOf(levels) / FULL_MOTION),
        curve: curveOf(levels, Math.max(1, Math.round(CURVE_STEP_MS / frameMs))),
        stepMs: Math.max(1, Math.round(CURVE_STEP_MS / frameMs)) * frameMs,
      }
    })
    .filter(({ startMs, endMs }) => endMs > startMs)
}

/** Motion in steps, each against the liveliest: 0..1. */
function curveOf(levels: readonly number[], step: number): readonly number[] {
  const steps: number[] = []
  for (let at = 0; at < levels.length; at += step) steps.push(meanOf(levels.slice(at, at + step)))
  const top = Math.max(...steps, 1e-6)
  return steps.map((level) => Math.round((level / top) * 100) / 100)
}

/** Stretches of indices [from, to) that hold, with gaps of up to `gap`. */
function runsOf(
  values: readonly number[],
  holds: (value: number) => boolean,
  gap: number,
): readonly { readonly from: number; readonly to: number }[] {
  const runs: { from: number; to: number }[] = []
  values.forEach((value, index) => {
    if (!holds(value)) return
    const last = runs[runs.length - 1]
    if (last && index - last.to <= gap) last.to = index + 1
    else runs.push({ from: index, to: index + 1 })
  })
  return runs
}

function strengthOf(widthsPerSecond: number): number {
  return Math.max(0.1, Math.min(1, widthsPerSecond / FASTEST_WIDTHS))
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}
