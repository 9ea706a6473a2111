// Where the playhead stands: pure arithmetic between the audio clock and positions in a sound. All times in seconds.

/** A stretch of a sound. */
export interface Region {
  readonly startS: number
  readonly endS: number
}

/** What was started when: enough to know the position at any later time of the clock. */
export interface PlayAnchor {
  /** Time of the audio clock at which `offsetS` sounded. */
  readonly clockS: number
  readonly offsetS: number
  /** The stretch that repeats, or null when it plays once. */
  readonly loop: Region | null
  /** Where a single pass ends. */
  readonly endS: number
  /** Seconds of the sound in a second of the clock. */
  readonly rate: number
}

/** The shortest region that can be made: below it loops turn into tones. */
const SHORTEST_REGION_S = 0.01

/** Position at a time of the clock; a loop wraps exactly, a single pass stops at its end. */
export function positionAt(anchor: PlayAnchor, clockS: number): number {
  const raw = anchor.offsetS + Math.max(0, clockS - anchor.clockS) * anchor.rate
  const { loop } = anchor
  if (loop === null) return Math.min(raw, anchor.endS)
  const length = loop.endS - loop.startS
  if (length <= 0 || raw < loop.endS) return raw
  return loop.startS + ((raw - loop.startS) % length)
}

/** True once a single pass has sounded to its end. */
export function hasEnded(anchor: PlayAnchor, clockS: number): boolean {
  return anchor.loop === null && anchor.offsetS + (clockS - anchor.clockS) * anchor.rate >= anchor.endS
}

/** The stretch that playing covers: the region where there is one, else the file. */
export function playedStretch(durationS: number, region: Region | null): Region {
  return region ?? { startS: 0, endS: durationS }
}

/** Where playing begins: from the playhead, or from the stretch's start when the playhead is outside or at its end. */
export function startOffset(positionS: number, stretch: Region): number {
  // A millisecond before the end is the end: nothing would be heard.
  return positionS >= stretch.startS && positionS < stretch.endS - 0.001 ? positionS : stretch.startS
}

/** A region from two points in any order, inside the sound; null when it is too short to be meant. */
export function regionBetween(aS: number, bS: number, durationS: number): Region | null {
  const startS = clamp(Math.min(aS, bS), 0, durationS)
  const endS = clamp(Math.max(aS, bS), 0, durationS)
  return endS - startS < SHORTEST_REGION_S ? null : { startS, endS }
}

/** Moves one edge of a region; edges never cross, the shortest region stays. */
export function moveEdge(region: Region, edge: 'start' | 'end', toS: number, durationS: number): Region {
  return edge === 'start'
    ? { startS: clamp(toS, 0, region.endS - SHORTEST_REGION_S), endS: region.endS }
    : { startS: region.startS, endS: clamp(toS, region.startS + SHORTEST_REGION_S, durationS) }
}

/** A region of which one edge is put at the playhead; the other stays, or is the sound's own end where it would cross. */
export function edgeAt(
  region: Region | null,
  edge: 'start' | 'end',
  atS: number,
  durationS: number,
): Region | null {
  if (edge === 'start') {
    const endS = region !== null && region.endS > atS ? region.endS : durationS
    return regionBetween(atS, endS, durationS)
  }
  const startS = region !== null && region.startS < atS ? region.startS : 0
  return regionBetween(startS, atS, durationS)
}

/** Bounds a value. */
export const clamp = (value: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, value))

/** Amplitude of decibels; the fader's floor of −60 dB is silence. */
export const gainOf = (db: number): number => (db <= -60 ? 0 : 10 ** (db / 20))
