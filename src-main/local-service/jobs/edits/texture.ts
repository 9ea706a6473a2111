// Goes on with a sound: new audio that is like a recording, woven from grains of it.

import type { Random } from '../../synthesis/signal/random.ts'
import { extrapolate } from './extrapolate.ts'

/** Where grains may be taken from: every part of the recording that is as loud as what goes on. */
export interface TextureSource {
  readonly samples: Float32Array
  readonly sampleRateHz: number
  /** Starts of the grains that may be used, in samples. */
  readonly starts: readonly number[]
  readonly grainLength: number
  readonly overlapLength: number
}

/** Long enough for a drop or a crackle to stay whole, short enough that its return is not noticed. */
const GRAIN_SECONDS = 0.25
const OVERLAP_SECONDS = 0.06
/** Candidates that compete for each place; the one that fits best wins. */
const CANDIDATES = 24
/** A grain may be this much louder or softer than the place that the sound goes on from. */
const LEVEL_TOLERANCE_DB = 6
/** The grains of a background are this near to the level that a quarter of them stay below: no tails, no events missed. */
const BACKGROUND_TOLERANCE_DB = 3
/** A grain may be moved by this much to be in phase: one period of the lowest tones that are heard as tones. */
const PHASE_SEARCH_SECONDS = 0.008
/** Correlation is measured on every fourth sample: enough to align what is audible of it, four times quicker. */
const CORRELATION_STRIDE = 4

/**
 * Chooses the parts of a recording that a continuation may use: those about as loud as `reference`, which is the stretch that
 * the sound goes on from. A slam that has died away is thus continued by its room, not by another slam.
 */
export function textureSource(
  samples: Float32Array,
  reference: Float32Array,
  sampleRateHz: number,
): TextureSource {
  const shortest = Math.max(8, Math.floor(samples.length / 3))
  const { grainLength, overlapLength } = grainOf(shortest, sampleRateHz)
  const step = Math.max(1, Math.floor(grainLength / 8))
  const level = levelDb(reference, 0, reference.length)
  const all: { start: number; distance: number }[] = []
  for (let start = 0; start + grainLength <= samples.length; start += step) {
    all.push({ start, distance: Math.abs(levelDb(samples, start, grainLength) - level) })
  }
  const near = all.filter(({ distance }) => distance <= LEVEL_TOLERANCE_DB)
  // Nothing is as loud as the reference: the few that come nearest must do.
  const chosen = near.length >= 2 ? near : all.sort((a, b) => a.distance - b.distance).slice(0, CANDIDATES)
  return { samples, sampleRateHz, grainLength, overlapLength, starts: chosen.map(({ start }) => start) }
}

/**
 * The texture of what lies between the events of a recording: grains that fit into the pauses, of their softer parts. Where
 * every pause is filled by a sound that dies away, its last moments are the nearest to a background that there is.
 */
export function backgroundSource(
  samples: Float32Array,
  pauses: readonly { readonly start: number; readonly end: number }[],
  sampleRateHz: number,
): TextureSource {
  const least = Math.round(OVERLAP_SECONDS * sampleRateHz)
  const found = pauses.filter(({ start, end }) => end - start >= least)
  const usable =
    found.length > 0
      ? found
      : pauses.filter(({ end }) => end >= least).map(({ end }) => ({ start: end - least, end }))
  const lengths = usable.map(({ start, end }) => end - start).toSorted((a, b) => a - b)
  const usualLength = lengths[Math.floor(lengths.length / 2)] ?? samples.length
  // Half a pause leaves a choice of where in it, so that a grain need not hold the whole of a tail.
  const { grainLength } = grainOf(Math.max(8, Math.floor(usualLength / 2)), sampleRateHz)
  const overlapLength = Math.floor(grainLength / 2)
  const step = Math.max(1, Math.floor(grainLength / 8))
  const all: { start: number; level: number }[] = []
  for (const { start, end } of usable) {
    for (let at = start; at + grainLength <= end; at += step) {
      all.push({ start: at, level: levelDb(samples, at, grainLength) })
    }
  }
  all.sort((a, b) => a.level - b.level)
  const low = all[Math.floor(all.length / 4)]?.level ?? 0
  const near = all.filter(({ level }) => Math.abs(level - low) <= BACKGROUND_TOLERANCE_DB)
  return { samples, sampleRateHz, grainLength, overlapLength, starts: near.map(({ start }) => start) }
}

/** Lengths in samples of a grain that has this much room, and of the end that it shares with the next. */
function grainOf(room: number, sampleRateHz: number): Pick<TextureSource, 'grainLength' | 'overlapLength'> {
  const grainLength = Math.min(Math.round(GRAIN_SECONDS * sampleRateHz), room)
  const overlapLength = Math.max(
    2,
    Math.min(Math.round(OVERLAP_SECONDS * sampleRateHz), Math.floor(grainLength / 3)),
  )
  return { grainLength, overlapLength }
}

/**
 * New audio of `length` samples that goes on where `before` ends. It opens with what the end of `before` itself would do next; from
 * there on each grain is laid over the end of the one before it, in phase with it as far as the recording allows.
 */
export function continueTexture(
  source: TextureSource,
  before: Float32Array,
  length: number,
  random: Random,
): Float32Array {
  const { samples, grainLength, overlapLength } = source
  const output = new Float32Array(length + grainLength)
  output.set(extrapolate(before, overlapLength, { random }))
  let previous = Number.NaN
  for (let end = overlapLength; end < length; end += grainLength - overlapLength) {
    const start = bestStart(source, output.subarray(end - overlapLength, end), previous, random)
    layOver(output, end - overlapLength, samples.subarray(start, start + grainLength), overlapLength)
    previous = start
  }
  return output.slice(0, length)
}

/** The start whose grain fits an ending best, among some chosen at random, away from the one just used. */
function bestStart(source: TextureSource, ending: Float32Array, previous: number, random: Random): number {
  let best = 0
  let bestFit = Number.NEGATIVE_INFINITY
  for (let candidate = 0; candidate < CANDIDATES; candidate++) {
    const start = source.starts[Math.floor(random.unit() * source.starts.length)] ?? 0
    const isRepeat = Math.abs(start - previous) < source.grainLength
    const fit = correlation(ending, source.samples, start) - (isRepeat ? 1 : 0)
    if (fit > bestFit) {
      bestFit = fit
      best = start
    }
  }
  return inPhase(source, ending, best)
}

/** The start near a coarse one at which the grain swings with the ending (Verhelst and Roelands, WSOLA, 1993). */
export function inPhase(
  { samples, sampleRateHz, grainLength }: Pick<TextureSource, 'samples' | 'sampleRateHz' | 'grainLength'>,
  ending: Float32Array,
  coarse: number,
): number {
  const reach = Math.round(PHASE_SEARCH_SECONDS * sampleRateHz)
  const last = Math.min(samples.length - grainLength, coarse + reach)
  let best = coarse
  let bestFit = Number.NEGATIVE_INFINITY
  for (let start = Math.max(0, coarse - reach); start <= last; start++) {
    const fit = correlation(ending, samples, start)
    if (fit <= bestFit) continue
    bestFit = fit
    best = start
  }
  return best
}

/**
 * Lays a grain over the end of a signal. The two gains keep the power even for what is unrelated and the amplitude even for what is
 * alike: between the cosine and the linear fade, by the correlation of the two (Fink, Holters, Zölzer, 2016).
 */
export function layOver(output: Float32Array, at: number, grain: Float32Array, overlap: number): void {
  const alike = Math.max(0, correlation(output.subarray(at, at + overlap), grain, 0))
  for (let index = 0; index < grain.length && at + index < output.length; index++) {
    if (index >= overlap) {
      output[at + index] = grain[index]!
      continue
    }
    const linear = (index + 1) / (overlap + 1)
    const norm = Math.sqrt(linear ** 2 + (1 - linear) ** 2 + 2 * alike * linear * (1 - linear))
    output[at + index] = (output[at + index]! * (1 - linear) + grain[index]! * linear) / norm
  }
}

/** Normalised correlation of a stretch with the samples that begin at `start`, −1..1; 0 where either is silent. */
export function correlation(stretch: Float32Array, samples: Float32Array, start: number): number {
  let product = 0
  let energyA = 0
  let energyB = 0
  for (let index = 0; index < stretch.length; index += CORRELATION_STRIDE) {
    const a = stretch[index]!
    const b = samples[start + index] ?? 0
    product += a * b
    energyA += a * a
    energyB += b * b
  }
  const energy = Math.sqrt(energyA * energyB)
  return energy > 0 ? product / energy : 0
}

/** Mean level in dB of full scale; digital silence is −120. */
export function levelDb(samples: Float32Array, start: number, length: number): number {
  let sum = 0
  for (let index = start; index < start + length; index++) sum += (samples[index] ?? 0) ** 2
  return 10 * Math.log10(sum / Math.max(1, length) + 1e-12)
}
