// Measures of rendered samples that the engine's tests share, written apart from the engine.

import type { Scene, SceneLayer } from '../../../src-main/local-service/synthesis/index.ts'
import { understandPrompt } from '../../../src-main/local-service/synthesis/index.ts'

export const RATE = 44_100

/** The scene of a prompt that must be understood. */
export function sceneOf(prompt: string): Scene {
  const understanding = understandPrompt(prompt)
  if (!understanding.ok) throw new Error(understanding.message)
  return understanding.scene
}

/** A plain layer of a family as it usually sounds. */
export function layerOf(family: string, traits: Partial<SceneLayer> = {}): SceneLayer {
  return {
    source: family,
    family,
    action: null,
    material: null,
    size: 0.5,
    intensity: 0.5,
    brightness: 0.5,
    tempo: 1,
    count: null,
    distanceMetres: 4,
    isBackground: false,
    stage: 0,
    ...traits,
  }
}

/** A dry scene of some layers. */
export function sceneWith(...layers: readonly SceneLayer[]): Scene {
  return { layers, space: { kind: 'dry', wetness: 0 }, moods: [], excluded: [], notUnderstood: [] }
}

export function peakDb(signal: Float32Array): number {
  let peak = 0
  for (let i = 0; i < signal.length; i++) peak = Math.max(peak, Math.abs(signal[i]!))
  return 20 * Math.log10(peak)
}

/** Largest magnitude of the signal interpolated eight times by a windowed sinc of 32 taps, in dB. */
export function truePeakDb(signal: Float32Array): number {
  let peak = 0
  const limit = 10 ** (peakDb(signal) / 20) * 0.7
  for (let i = 16; i < signal.length - 16; i++) {
    if (Math.abs(signal[i]!) < limit) continue
    for (let phase = 0; phase < 8; phase++) {
      let sum = 0
      for (let k = -15; k <= 16; k++) {
        const x = k - phase / 8
        const window = 0.5 + 0.5 * Math.cos((Math.PI * x) / 16.5)
        sum += signal[i + k]! * window * (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x))
      }
      peak = Math.max(peak, Math.abs(sum))
    }
  }
  return 20 * Math.log10(peak)
}

export function mean(signal: Float32Array): number {
  let sum = 0
  for (let i = 0; i < signal.length; i++) sum += signal[i]!
  return sum / signal.length
}

/** Whether every sample is a number. */
export function isAllNumbers(signal: Float32Array): boolean {
  for (let i = 0; i < signal.length; i++) if (!Number.isFinite(signal[i]!)) return false
  return true
}

/** Bend of a signal at a sample: its second difference, around the join where it is at an end. */
export function bendAt(signal: Float32Array, index: number): number {
  const length = signal.length
  const before = signal[(index - 1 + length) % length]!
  return Math.abs(signal[(index + 1) % length]! - 2 * signal[index]! + before)
}

/** Cosine of the angle between two signals: 1 for copies, about 0 for independent ones. */
export function likeness(a: Float32Array, b: Float32Array): number {
  let dot = 0
  let aa = 0
  let bb = 0
  for (let i = 0; i < a.length; i++) {
    dot += a[i]! * b[i]!
    aa += a[i]! * a[i]!
    bb += b[i]! * b[i]!
  }
  return dot / Math.sqrt(aa * bb)
}

/** Seconds at which the level in 5 ms frames jumps by 9 dB above the 40 ms before it. */
export function onsetsOf(signal: Float32Array, leastGapSeconds: number): number[] {
  const hop = Math.round(RATE * 0.005)
  const frames = Math.floor(signal.length / hop)
  const levels = Array.from({ length: frames }, (_, frame) => {
    let sum = 1e-12
    for (let i = frame * hop; i < (frame + 1) * hop; i++) sum += signal[i]! * signal[i]!
    return 10 * Math.log10(sum / hop)
  })
  const loudest = Math.max(...levels)
  const onsets: number[] = []
  levels.forEach((level, frame) => {
    const before = Math.max(-90, ...levels.slice(Math.max(0, frame - 8), frame))
    const at = frame * 0.005
    const isRise = level > before + 9 && level > loudest - 22
    if (isRise && at - (onsets.at(-1) ?? -1) > leastGapSeconds) onsets.push(at)
  })
  return onsets
}
