// Reads the frames of one shot after another: things and their hits, the camera, how much moves (pure).

import { backgroundOf, blobsOf } from './background.ts'
import { type CameraShift, cameraShift } from './camera.ts'
import { FRAME_PIXELS } from './frame-source.ts'
import type { JudgedFrame } from './jumps.ts'
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
  let stretch: JudgedFrame[] = []
  let samples: Uint8Array[] = []
  let previous: Uint8Array | null = null
  let frameIndex = 0

  function push(judged: JudgedFrame): void {
    if (judged.jump === 'cut') {
      readStretch()
      onTracks(tracker.end())
      samples = []
      previous = null
    }
    stretch.push(judged)
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
    const moved = cameras.filter((camera) => camera !== null).length
    const background = moved > CAMERA_SHARE * stretch.length ? null : stillPicture()
    if (!background) onTracks(tracker.end())
    stretch.forEach(({ frame, change, jump }, index) => {
      const isLit = jump === 'flash' || jump === 'after-flash'
      const blobs = background && !isLit ? blobsOf(frame.luma, background) : null
      if (blobs) onTracks(tracker.follow(frameIndex, blobs))
      onMotion({
        difference: jump === null && change ? change.difference : null,
        movingShare: jump === null && change ? change.movingShare : 0,
        camera: cameras[index] ?? null,
        thingsShare: (blobs ?? []).reduce((sum, blob) => sum + blob.area, 0) / FRAME_PIXELS,
      })
      frameIndex++
    })
    stretch = []
  }

  /** The background of the stretch, out of samples of it and of what came before it in the shot. */
  function stillPicture(): Uint8Array {
    const unlit = stretch.filter(({ jump }) => jump !== 'flash' && jump !== 'after-flash')
    const usable = unlit.length > 0 ? unlit : stretch
    const step = Math.max(1, usable.length / SAMPLES_PER_STRETCH)
    for (let at = 0; at < usable.length; at += step) samples.push(usable[Math.floor(at)]!.frame.luma)
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
