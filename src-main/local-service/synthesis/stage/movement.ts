// Things that come, go, pass, swell and fade: level, what the air takes, and Doppler, along the way of a layer.

import type { Movement } from '../scene.ts'
import { sweep } from '../signal/filters.ts'
import { applyControl, type Control, controlFrom } from '../signal/noise.ts'
import { addInto, type Span } from '../signal/span.ts'
import { cornerHertz } from './distance.ts'
import type { AddToWindow } from './layer.ts'

/** Where a way begins or ends, in metres, unless the prompt puts it farther away. */
const FAR_METRES = 70
/** As near as it comes. */
const NEAR_METRES = 3
/** Level falls with the way by 5 dB a doubling: indoors and near the ground less than the 6 dB of a free field. */
const LEVEL_POWER = 0.83
/** By so much what swells or fades out is quieter at its soft end. */
const SOFT_DB = 34
const SPEED_OF_SOUND = 343
/** Nothing is heard to move faster, m/s: in a short sound a long way changes the pitch by no more than 12 %. */
const MOST_SPEED = 40

/** Families that are fast enough for their pitch to change as they come and go. */
const FAST: ReadonlySet<string> = new Set([
  'alarm',
  'aircraft',
  'engine',
  'helicopter',
  'horn',
  'insect-buzz',
  'motor',
  'train',
])

export interface Way {
  readonly movement: Movement
  readonly family: string
  /** Metres from which it comes or to which it goes. */
  readonly farMetres: number
  /** First sample in the mix, and how many there are until it has arrived. */
  readonly from: number
  readonly length: number
  readonly sampleRate: number
}

/** The metres of a way that begins or ends as far as the prompt says. */
export function farMetresOf(distanceMetres: number): number {
  return Math.max(FAR_METRES, distanceMetres)
}

/** Metres from the listener at a position 0..1 of the way; it goes by along a straight line. */
function metresAt({ movement, farMetres }: Way, position: number): number {
  const p = Math.min(1, Math.max(0, position))
  if (movement === 'approach') return Math.hypot(NEAR_METRES, farMetres * (1 - p))
  if (movement === 'leave') return Math.hypot(NEAR_METRES, farMetres * p)
  return Math.hypot(NEAR_METRES, farMetres * (2 * p - 1))
}

/** Level at a position 0..1 of the way, at most 1. */
export function levelAt(way: Way, position: number): number {
  const p = Math.min(1, Math.max(0, position))
  if (way.movement === 'swell') return 10 ** ((-SOFT_DB / 20) * (1 - p))
  if (way.movement === 'fade') return 10 ** ((-SOFT_DB / 20) * p)
  return (NEAR_METRES / metresAt(way, p)) ** LEVEL_POWER
}

/** A layer that goes along its way. What is longer than a window moves in level alone. */
export function moved(add: AddToWindow, way: Way): AddToWindow {
  return (window, from) => {
    const own = new Float32Array(window.length)
    add(own, from)
    const span: Span = { length: own.length, sampleRate: way.sampleRate, isCircular: false }
    const along = (value: (position: number) => number): Control =>
      controlFrom(span, (seconds) => value((from + seconds * way.sampleRate - way.from) / way.length))
    applyControl(
      own,
      along((p) => levelAt(way, p)),
    )
    const isWhole = from <= way.from && from + window.length >= way.from + way.length
    const goesSomewhere = way.movement !== 'swell' && way.movement !== 'fade'
    if (isWhole && goesSomewhere) {
      sweep(
        own,
        along((p) => cornerHertz(metresAt(way, p))),
        0.6,
        'lowpass',
        way.sampleRate,
      )
      if (FAST.has(way.family)) shiftPitch(own, way)
    }
    addInto(window, own, 0, 1)
  }
}

/**
 * Doppler in place, from `way.from` on: each moment is heard later by the time that sound needs from there (Smith et al.
 * 2002, Doppler simulation by a moving read pointer). The pace as a whole stays, so that the way fills its time.
 */
function shiftPitch(signal: Float32Array, way: Way): void {
  const to = Math.min(signal.length, way.from + way.length)
  const dry = signal.slice(way.from, to)
  const last = dry.length - 1
  if (last < 1) return
  const reach = (MOST_SPEED * way.length) / way.sampleRate / (way.movement === 'pass' ? 2 : 1)
  const believable = { ...way, farMetres: Math.min(way.farMetres, reach) }
  const delayAt = (position: number): number =>
    (metresAt(believable, position) / SPEED_OF_SOUND) * way.sampleRate
  const first = -delayAt(0)
  const pace = last / (last - delayAt(1) - first)
  for (let i = 0; i < dry.length; i++) {
    const read = Math.min(last, Math.max(0, (i - delayAt(i / last) - first) * pace))
    signal[way.from + i] = readAt(dry, read)
  }
}

/** A signal between its samples, by four of them (Catmull-Rom). */
function readAt(signal: Float32Array, at: number): number {
  const k = Math.floor(at)
  const t = at - k
  const p1 = signal[k]!
  const p0 = signal[k - 1] ?? p1
  const p2 = signal[k + 1] ?? p1
  const p3 = signal[k + 2] ?? p2
  return p1 + 0.5 * t * (p2 - p0 + t * (2 * p0 - 5 * p1 + 4 * p2 - p3 + t * (3 * (p1 - p2) + p3 - p0)))
}
