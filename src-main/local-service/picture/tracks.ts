// Follows the things that move from frame to frame (pure).

import type { Blob } from './background.ts'

export interface TrackPoint extends Blob {
  /** Index of the frame in the window. */
  readonly frame: number
  /** Its number among the frames that show something new. */
  readonly ordinal: number
  /** False where it was hidden, and is taken to be on its way. */
  readonly isSeen: boolean
}

/** The path of one thing: a point for each frame that shows something new, from its first to its last. */
export interface Track {
  readonly id: number
  readonly points: TrackPoint[]
}

/** How far a thing may be from where its motion would have it: a new one has no motion to go by. */
const GATE = 7
const GATE_BY_SPEED = 1.2
const GATE_OF_NEW = 26
/** How much its size may change from one frame to the next. */
const AREA_RATIO = 3
/** Frames that a thing may be hidden for. */
const PATIENCE = 2

/** Follows blobs; `end` (a cut, the end) lets go of everything. Both give the tracks that are over. */
export function createTracker(): {
  follow(at: Pick<TrackPoint, 'frame' | 'ordinal'>, blobs: readonly Blob[]): readonly Track[]
  end(): readonly Track[]
} {
  let tracks: Track[] = []
  let nextId = 0

  function follow(at: Pick<TrackPoint, 'frame' | 'ordinal'>, blobs: readonly Blob[]): readonly Track[] {
    const pairs = tracks.flatMap((track) =>
      blobs.flatMap((blob) => {
        const distance = distanceFrom(track, blob, at.ordinal)
        return distance === null ? [] : [{ track, blob, distance }]
      }),
    )
    const usedTracks = new Set<Track>()
    const usedBlobs = new Set<Blob>()
    for (const { track, blob } of pairs.sort((a, b) => a.distance - b.distance)) {
      if (usedTracks.has(track) || usedBlobs.has(blob)) continue
      usedTracks.add(track)
      usedBlobs.add(blob)
      addPoint(track, { ...blob, ...at, isSeen: true })
    }
    const over = tracks.filter((track) => at.ordinal - lastOf(track).ordinal > PATIENCE)
    tracks = tracks.filter((track) => !over.includes(track))
    for (const blob of blobs) {
      if (!usedBlobs.has(blob)) tracks.push({ id: nextId++, points: [{ ...blob, ...at, isSeen: true }] })
    }
    return over
  }

  return {
    follow,
    end() {
      const over = tracks
      tracks = []
      return over
    },
  }
}

/** Distance of a blob from where the track is expected; null where it cannot be the same thing. */
function distanceFrom({ points }: Track, blob: Blob, ordinal: number): number | null {
  const last = points[points.length - 1]!
  const before = points[points.length - 2]
  const ratio = blob.area / last.area
  if (ratio > AREA_RATIO || ratio < 1 / AREA_RATIO) return null
  const steps = ordinal - last.ordinal
  const speedX = before ? last.x - before.x : 0
  const speedY = before ? last.y - before.y : 0
  const distance = Math.hypot(blob.x - last.x - speedX * steps, blob.y - last.y - speedY * steps)
  // A bounce throws it back from where it was expected by twice its speed at most.
  const gate = GATE * steps + (before ? GATE_BY_SPEED * 2 * Math.hypot(speedX, speedY) : GATE_OF_NEW)
  return distance <= gate ? distance : null
}

/** Adds a point, and the straight way to it over frames in which the thing was hidden. */
function addPoint(track: Track, point: TrackPoint): void {
  const last = lastOf(track)
  for (let ordinal = last.ordinal + 1; ordinal < point.ordinal; ordinal++) {
    const share = (ordinal - last.ordinal) / (point.ordinal - last.ordinal)
    track.points.push({
      ...last,
      frame: last.frame + (point.frame - last.frame) * share,
      ordinal,
      isSeen: false,
      x: last.x + (point.x - last.x) * share,
      y: last.y + (point.y - last.y) * share,
    })
  }
  track.points.push(point)
}

function lastOf({ points }: Track): TrackPoint {
  return points[points.length - 1]!
}
