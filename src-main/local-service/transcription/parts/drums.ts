// Drums: what begins across a whole band at once, told apart by the band.

import type { BandRises, DRUM_BANDS } from '../listening/key-energy.ts'
import { secondsOfFrame } from '../listening/posteriors.ts'

export interface DrumHit {
  /** General MIDI percussion key. */
  readonly pitch: number
  readonly start: number
  /** How far the band rose, in dB. */
  readonly levelDb: number
}

const KICK = 36
const SNARE = 38
const CLOSED_HAT = 42
const CRASH = 49

/** A hit lets its band rise by this much within three frames … */
const MIN_RISE_DB = 9
/** … and is this near to the piece's strong hits of the band. */
const SHARE_OF_STRONG = 0.45
/** Two hits of one drum are so many frames apart. */
const MIN_GAP_FRAMES = 7
/** A cymbal that rings on after so many frames is a crash. */
const RING_FRAMES = 26
const RING_DROP_DB = 9

/** All hits, in order of time. */
export function findDrums(bands: BandRises): DrumHit[] {
  const kicks = peaks(bands, 'low').map((frame) => hit(bands, 'low', frame, KICK))
  const snareFrames = peaks(bands, 'middle').filter(
    (frame) => near(bands.high, frame) > 0.6 * near(bands.middle, frame),
  )
  const snares = snareFrames.map((frame) => hit(bands, 'middle', frame, SNARE))
  const cymbals = peaks(bands, 'high')
    .filter((frame) => !snareFrames.some((snare) => Math.abs(snare - frame) < 4))
    .map((frame) => hit(bands, 'high', frame, ringsOn(bands, frame) ? CRASH : CLOSED_HAT))
  return [...kicks, ...snares, ...cymbals].sort((a, b) => a.start - b.start || a.pitch - b.pitch)
}

function hit(bands: BandRises, band: keyof typeof DRUM_BANDS, frame: number, pitch: number): DrumHit {
  return { pitch, start: secondsOfFrame(frame), levelDb: bands[band][frame]! }
}

function peaks(bands: BandRises, band: keyof typeof DRUM_BANDS): number[] {
  const rises = bands[band]
  const strong = [...rises].filter((rise) => rise > MIN_RISE_DB).sort((a, b) => a - b)
  const typical = strong[Math.floor(strong.length * 0.9)] ?? Number.POSITIVE_INFINITY
  const threshold = Math.max(MIN_RISE_DB, SHARE_OF_STRONG * typical)
  const found: number[] = []
  for (let frame = 1; frame < rises.length - 1; frame++) {
    const rise = rises[frame]!
    if (rise < threshold || rise < rises[frame - 1]! || rise <= rises[frame + 1]!) continue
    const last = found.at(-1)
    if (last !== undefined && frame - last < MIN_GAP_FRAMES) {
      if (rise > rises[last]!) found[found.length - 1] = frame
    } else found.push(frame)
  }
  return found
}

function near(rises: Float32Array, frame: number): number {
  return Math.max(rises[frame - 1] ?? 0, rises[frame]!, rises[frame + 1] ?? 0)
}

function ringsOn({ highDb }: BandRises, frame: number): boolean {
  const peak = Math.max(highDb[frame + 1] ?? -100, highDb[frame + 3] ?? -100)
  return (highDb[frame + RING_FRAMES] ?? -100) > peak - RING_DROP_DB
}

/** Whether a recording is drums and nothing else: strong hits throughout, hardly a note that the networks are sure of. */
export function isClearlyPercussive(hits: number, sureNotes: number, durationSeconds: number): boolean {
  return hits >= 6 && hits / durationSeconds >= 0.8 && sureNotes < 0.15 * hits
}
