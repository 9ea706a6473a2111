// Renders planned sounds: each attack on its moment, and several sounds as one mix (pure).

import { renderScene } from '../synthesis/index.ts'
import { mixSeeds } from '../synthesis/signal/random.ts'
import type { Hit, PlannedSound } from './planned-sound.ts'

export interface RenderTake {
  readonly sampleRateHz: number
  readonly seed: number
  readonly variantIndex: number
}

/** The highest peak of what is rendered: −1 dB of full scale. */
const PEAK_CEILING = 10 ** (-1 / 20)
/** The faintest hit is this much softer than the hardest. */
const FAINTEST_DB = -16
/** How long an attack is let ring, and how many takes of it alternate: no two neighbours are alike. */
const ATTACK_MS = 1400
const TAKES = 6
/** An attack begins where the sound first reaches this share of its peak. */
const ATTACK_LEVEL = 0.25
const END_FADE_SECONDS = 0.01
/** A rush lasts a little longer than the movement, and at least this long. */
const SHORTEST_RUSH_MS = 500
const RUSH_ROOM_MS = 300
/** What is left of a bed where nothing moves. */
const BED_FLOOR = 0.35

/** One sound over its generated window: round((endMs − startMs) × rate / 1000) samples. */
export function renderStem(sound: PlannedSound, take: RenderTake): Float32Array {
  const samples = renderSound(sound, take)
  keepBelowCeiling(samples)
  return samples
}

/** All sounds in their places: round(durationMs × rate / 1000) samples. */
export function renderMix(
  sounds: readonly PlannedSound[],
  durationMs: number,
  take: RenderTake,
): Float32Array {
  const mix = new Float32Array(samplesOf(durationMs, take))
  sounds.forEach((sound, index) => {
    const samples = renderSound(sound, { ...take, seed: mixSeeds(take.seed, index) })
    const at = samplesOf(sound.startMs, take)
    addInto(mix, samples, at, 1)
  })
  keepBelowCeiling(mix)
  return mix
}

function renderSound(sound: PlannedSound, take: RenderTake): Float32Array {
  const window = new Float32Array(samplesOf(sound.endMs - sound.startMs, take))
  switch (sound.course.kind) {
    case 'hits':
      placeHits(window, sound, sound.course.hits, take)
      break
    case 'swell':
      placeSwell(window, sound, sound.course.peakMs, take)
      break
    case 'bed': {
      const { curve, stepMs } = sound.course
      addInto(window, rendered(sound, sound.endMs - sound.startMs, take, 0), 0, 1)
      followCurve(window, curve, {
        firstSample: samplesOf(sound.soundStartMs - sound.startMs, take),
        stepSamples: samplesOf(stepMs, take),
      })
      break
    }
  }
  fadeEnd(window, Math.round(END_FADE_SECONDS * take.sampleRateHz))
  return window
}

function placeHits(window: Float32Array, sound: PlannedSound, hits: readonly Hit[], take: RenderTake): void {
  const takes = Array.from({ length: Math.min(TAKES, hits.length) }, (_, index) => {
    const samples = rendered(sound, ATTACK_MS, take, index)
    return { samples, attack: attackOf(samples) }
  })
  hits.forEach(({ atMs, strength }, index) => {
    const { samples, attack } = takes[index % takes.length]!
    const gain = 10 ** ((FAINTEST_DB * (1 - strength)) / 20)
    addInto(window, samples, samplesOf(atMs - sound.startMs, take) - attack, gain)
  })
}

function placeSwell(window: Float32Array, sound: PlannedSound, peakMs: number, take: RenderTake): void {
  const lengthMs = Math.max(SHORTEST_RUSH_MS, sound.soundEndMs - sound.soundStartMs + RUSH_ROOM_MS)
  const samples = rendered(sound, lengthMs, take, 0)
  addInto(
    window,
    samples,
    samplesOf(peakMs - sound.startMs, take) - loudestPart(samples, take.sampleRateHz),
    1,
  )
}

function rendered(sound: PlannedSound, durationMs: number, take: RenderTake, index: number): Float32Array {
  return renderScene({
    scene: sound.scene,
    durationMs,
    seed: mixSeeds(take.seed, index),
    variantIndex: take.variantIndex,
    loop: false,
    sampleRate: take.sampleRateHz,
  })
}

function attackOf(samples: Float32Array): number {
  const peak = peakOf(samples)
  return Math.max(
    0,
    samples.findIndex((sample) => Math.abs(sample) >= ATTACK_LEVEL * peak),
  )
}

/** The middle of the loudest 50 ms. */
function loudestPart(samples: Float32Array, sampleRateHz: number): number {
  const length = Math.round(0.05 * sampleRateHz)
  let best = 0
  let bestAt = 0
  for (let start = 0; start + length <= samples.length; start += length >> 1) {
    let energy = 0
    for (let at = start; at < start + length; at++) energy += samples[at]! ** 2
    if (energy <= best) continue
    best = energy
    bestAt = start + (length >> 1)
  }
  return bestAt
}

/** Lets the level follow the motion, by straight lines between the steps. */
function followCurve(
  window: Float32Array,
  curve: readonly number[],
  { firstSample, stepSamples }: { readonly firstSample: number; readonly stepSamples: number },
): void {
  if (curve.length === 0) return
  for (let index = 0; index < window.length; index++) {
    const place = Math.max(0, Math.min(curve.length - 1, (index - firstSample) / stepSamples))
    const left = Math.floor(place)
    const here = curve[left]!
    const level = here + ((curve[left + 1] ?? here) - here) * (place - left)
    window[index]! *= BED_FLOOR + (1 - BED_FLOOR) * level
  }
}

function addInto(target: Float32Array, samples: Float32Array, at: number, gain: number): void {
  const from = Math.max(0, -at)
  const to = Math.min(samples.length, target.length - at)
  for (let index = from; index < to; index++) target[at + index]! += samples[index]! * gain
}

function fadeEnd(samples: Float32Array, length: number): void {
  const fade = Math.min(length, samples.length)
  for (let index = 0; index < fade; index++) samples[samples.length - 1 - index]! *= index / fade
}

function keepBelowCeiling(samples: Float32Array): void {
  const peak = peakOf(samples)
  if (peak <= PEAK_CEILING) return
  const gain = PEAK_CEILING / peak
  for (let index = 0; index < samples.length; index++) samples[index]! *= gain
}

function peakOf(samples: Float32Array): number {
  let peak = 0
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample))
  return peak
}

function samplesOf(durationMs: number, { sampleRateHz }: RenderTake): number {
  return Math.round((durationMs * sampleRateHz) / 1000)
}
