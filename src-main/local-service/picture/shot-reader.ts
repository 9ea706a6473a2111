// Reads the frames of one shot after another: things and their hits, the camera, how much moves (pure).

import { backgroundOf, blobsOf } from './background.ts'
import { type CameraShift, cameraShift } from './camera.ts'
import { createDissolveJudge } from './dissolves.ts'
import { FRAME_HEIGHT, FRAME_PIXELS, FRAME_WIDTH } from './frame-source.ts'
import type { JudgedFrame } from './jumps.ts'
import { type Anchor, anchorOf, isShift, laidBack, type Shift, shiftFrom } from './steadying.ts'
import type { Liveliness } from './stops.ts'
import { createTracker, type Track } from './tracks.ts'

/** How one frame moves. */
export interface FrameMotion {
  /** Mean absolute difference to the frame before; null across a cut and within a flash. */
  readonly difference: number | null
  /** Share of the picture that moves. */
  readonly movingShare: number
  readonly camera: CameraShift | null
  /** Share of the picture that single things cover; 0 where none were told apart. */
  readonly thingsShare: number
  /** Null where all of the picture moves, and where it cannot be compared. */
  readonly liveliness: Liveliness | null
}

export interface ShotReader {
  /** Takes the frames in order. */
  push(judged: JudgedFrame): void
  end(): void
}

/** Frames are read in stretches of this length, each with a background of its own and what was seen shortly before. */
const STRETCH_MS = 3000
const SAMPLES_PER_STRETCH = 13
const SAMPLES_KEPT = 12
/** Where the camera moves in so much of a stretch, there is no still background. */
const CAMERA_SHARE = 0.25
/** Where so many blocks change at once and no camera moves, the picture itself fades, or changes over to another. */
const FADING_SHARE = 0.5
/** A hand that shakes keeps nearly all frames within reach. */
const PLACED_SHARE = 0.9
/** A moving camera moves at least so much of the picture. */
const CAMERA_MOVING_SHARE = 0.04

/** Gives what it reads to `onTracks` (paths that are over) and `onMotion` (frame by frame, in order). */
export function createShotReader(
  framesPerSecond: number,
  onTracks: (tracks: readonly Track[]) => void,
  onMotion: (motion: FrameMotion) => void,
): ShotReader {
  const stretchFrames = Math.max(4, Math.round((STRETCH_MS / 1000) * framesPerSecond))
  const tracker = createTracker()
  let stretch: (JudgedFrame & { readonly isDissolving: boolean })[] = []
  let samples: Uint8Array[] = []
  let previous: Uint8Array | null = null
  let anchor: Anchor | null = null
  /** As it was laid. */
  let lastLuma: Uint8Array | null = null
  const dissolves = createDissolveJudge(framesPerSecond)
  let frameIndex = 0
  let ordinal = 0

  function push(judged: JudgedFrame): void {
    const isDissolving = dissolves.push(judged)
    const wasDissolving = stretch.at(-1)?.isDissolving ?? false
    if (judged.jump === 'cut' || (wasDissolving && !isDissolving)) {
      readStretch()
      onTracks(tracker.end())
      samples = []
      previous = null
      anchor = null
      lastLuma = null
    }
    stretch.push({ ...judged, isDissolving })
    if (stretch.length >= stretchFrames) readStretch()
  }

  function readStretch(): void {
    if (stretch.length === 0) return
    const cameras = stretch.map(({ frame, change, jump }) => {
      const before = previous
      previous = frame.luma
      const isComparable =
        before !== null && change !== null && jump === null && change.movingShare > CAMERA_MOVING_SHARE
      return isComparable ? cameraShift(before, frame.luma) : null
    })
    const repeats = repeatsOf(stretch)
    const steady = steadied()
    const moved = cameras.filter((camera) => camera !== null).length
    const background = steady === null && moved > CAMERA_SHARE * stretch.length ? null : stillPicture(steady)
    if (!background) onTracks(tracker.end())
    stretch.forEach(({ frame, change, jump, isDissolving }, index) => {
      const isLit = jump === 'flash' || jump === 'after-flash'
      const isFading = change !== null && change.movingShare > FADING_SHARE
      const luma = steady?.[index] ?? frame.luma
      const blobs = background && !isLit && !isFading && !isDissolving ? blobsOf(luma, background) : null
      if (blobs && !repeats.has(index)) onTracks(tracker.follow({ frame: frameIndex, ordinal }, blobs))
      onMotion({
        difference: jump === null && change ? change.difference : null,
        movingShare: jump === null && change ? change.movingShare : 0,
        camera: cameras[index] ?? null,
        thingsShare: (blobs ?? []).reduce((sum, blob) => sum + blob.area, 0) / FRAME_PIXELS,
        liveliness: blobs && lastLuma !== null ? livelinessBetween(lastLuma, luma) : null,
      })
      lastLuma = luma
      frameIndex++
      if (!repeats.has(index)) ordinal++
    })
    stretch = []
  }

  /** The frames of the stretch without the unrest of a hand; null where there is none, or where the camera goes further than a hand shakes. */
  function steadied(): readonly Uint8Array[] | null {
    const lumas = stretch.map(({ frame }) => frame.luma)
    anchor ??= anchorOf(lumas[0]!)
    const shifts: (Shift | null)[] = lumas.map((luma) => shiftFrom(anchor!, luma))
    const placed = shifts.filter((shift) => shift !== null)
    if (placed.length < PLACED_SHARE * shifts.length) {
      // Elsewhere by now: what comes next is laid on what is seen there.
      anchor = null
      lastLuma = null
      return null
    }
    if (!placed.some(isShift)) return null
    let last: Shift = { x: 0, y: 0 }
    return lumas.map((luma, index) => {
      last = shifts[index] ?? last
      return laidBack(luma, last, samples.at(-1) ?? lumas[0]!)
    })
  }

  /** The background of the stretch, out of samples of it and of what came before it in the shot. */
  function stillPicture(steady: readonly Uint8Array[] | null): Uint8Array {
    const lumas = stretch.map(({ frame, jump }, index) => ({
      luma: steady?.[index] ?? frame.luma,
      isLit: jump === 'flash' || jump === 'after-flash',
    }))
    const unlit = lumas.filter(({ isLit }) => !isLit)
    const usable = unlit.length > 0 ? unlit : lumas
    const step = Math.max(1, usable.length / SAMPLES_PER_STRETCH)
    for (let at = 0; at < usable.length; at += step) samples.push(usable[Math.floor(at)]!.luma)
    const background = backgroundOf(samples)
    samples = samples.slice(-SAMPLES_KEPT)
    return background
  }

  return {
    push,
    end() {
      readStretch()
      onTracks(tracker.end())
    },
  }
}

/** A frame that differs by less, and by so small a share of what those around it do, shows nothing new. */
const REPEAT_DIFFERENCE = 0.3
const REPEAT_SHARE = 0.2
/** A rate is put on one of up to three times as much; what stands longer stands still. */
const MOST_REPEATS = 2
/** Fewer of them are chance: a thing that turns in the air may lie in two frames alike. */
const LEAST_REPEATS_SHARE = 0.1

/** The indices of frames that only fill up a rate: a clip whose own rate is lower, or varies, shows each of its frames some times. */
function repeatsOf(frames: readonly JudgedFrame[]): ReadonlySet<number> {
  const repeats = new Set<number>()
  const differenceAt = (index: number): number => frames[index]?.change?.difference ?? 0
  for (let from = 0; from < frames.length; from++) {
    if (differenceAt(from) >= REPEAT_DIFFERENCE) continue
    let to = from
    while (to + 1 < frames.length && differenceAt(to + 1) < REPEAT_DIFFERENCE) to++
    const around = Math.min(differenceAt(from - 1), differenceAt(to + 1))
    for (let index = from; index <= to && to - from < MOST_REPEATS; index++)
      if (differenceAt(index) < REPEAT_SHARE * around) repeats.add(index)
    from = to
  }
  return repeats.size < LEAST_REPEATS_SHARE * frames.length ? new Set() : repeats
}

/** Differences below this are grain. */
const LIVELY_DIFFERENCE = 18
const EDGE = 4

function livelinessBetween(before: Uint8Array, after: Uint8Array): Liveliness {
  let energy = 0
  let edge = 0
  for (let y = 0, at = 0; y < FRAME_HEIGHT; y++) {
    for (let x = 0; x < FRAME_WIDTH; x++, at++) {
      const difference = Math.abs(after[at]! - before[at]!)
      if (difference < LIVELY_DIFFERENCE) continue
      energy += difference
      if (x < EDGE || y < EDGE || x >= FRAME_WIDTH - EDGE || y >= FRAME_HEIGHT - EDGE) edge += difference
    }
  }
  return { energy, edgeShare: energy === 0 ? 0 : edge / energy }
}
