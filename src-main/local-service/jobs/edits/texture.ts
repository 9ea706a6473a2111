// Goes on with a sound: new audio that is like a recording, woven from grains of it.

import type { Random } from '../../synthesis/signal/random.ts'
import { extrapolate } from './extrapolate.ts'
import { alike, type Likeness, LikenessMeter } from './likeness.ts'

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
/** Grains whose likeness is within this of the best are as good: two moments of one hiss differ by more. */
const AS_GOOD = 0.04
/** The grain just used comes again only where all others are worse by this. */
const REPEATED = 0.1
/** Where nothing is at the wanted level, so many of the nearest grains are used. */
const FEWEST_GRAINS = 24
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
 * @param cutAt where two recordings meet in it, which no grain may span; none by default
 */
export function textureSource(
  samples: Float32Array,
  reference: Float32Array,
  sampleRateHz: number,
  cutAt = 0,
): TextureSource {
  const shortest = Math.max(8, Math.floor(samples.length / 3))
  const { grainLength, overlapLength } = grainOf(shortest, sampleRateHz)
  const step = Math.max(1, Math.floor(grainLength / 8))
  const level = levelDb(reference, 0, reference.length)
  const all: { start: number; distance: number }[] = []
  for (let start = 0; start + grainLength <= samples.length; start += step) {
    if (start < cutAt && start + grainLength > cutAt) continue
    all.push({ start, distance: Math.abs(levelDb(samples, start, grainLength) - level) })
  }
  const near = all.filter(({ distance }) => distance <= LEVEL_TOLERANCE_DB)
  // Nothing is as loud as the reference: the few that come nearest must do.
  const chosen = near.length >= 2 ? near : all.sort((a, b) => a.distance - b.distance).slice(0, FEWEST_GRAINS)
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
  const likenesses = likenessesOf(source)
  // What is recorded says better than what was just made of it which grain belongs after it.
  let heard = before.length >= overlapLength ? before : output.subarray(0, overlapLength)
  let previous = Number.NaN
  for (let end = overlapLength; end < length; end += grainLength - overlapLength) {
    const ending = output.subarray(end - overlapLength, end)
    const start = inPhase(source, ending, mostAlike(source, likenesses, heard, previous, random))
    layOver(output, end - overlapLength, samples.subarray(start, start + grainLength), overlapLength)
    heard = output.subarray(0, end + grainLength - overlapLength)
    previous = start
  }
  return output.slice(0, length)
}

/**
 * A start whose grain is as like the end of a sound as any: one of those that are as good to the ear as the best, rather not the one
 * just used. Of a hiss that is nearly all of them, of a siren the few at its pitch.
 */
function mostAlike(
  { starts, grainLength }: TextureSource,
  likenesses: Likenesses,
  heard: Float32Array,
  previous: number,
  random: Random,
): number {
  const wanted = likenesses.atEnd(heard)
  const fits = starts.map((start) => {
    const isRepeat = Math.abs(start - previous) < grainLength
    return { start, fit: alike(wanted, likenesses.of(start)) - (isRepeat ? REPEATED : 0) }
  })
  const best = fits.reduce((most, { fit }) => Math.max(most, fit), 0)
  const asGood = fits.filter(({ fit }) => fit >= best - AS_GOOD)
  return asGood[Math.floor(random.unit() * asGood.length)]?.start ?? 0
}

interface Likenesses {
  readonly of: (start: number) => Likeness
  readonly atEnd: (heard: Float32Array) => Likeness
}

/** Of the grains of a source, each measured when it is first asked for. */
function likenessesOf({ samples, sampleRateHz, overlapLength }: TextureSource): Likenesses {
  const meter = new LikenessMeter(overlapLength, sampleRateHz)
  const known = new Map<number, Likeness>()
  return {
    of: (start) => {
      const found = known.get(start) ?? meter.at(samples, start)
      known.set(start, found)
      return found
    },
    atEnd: (heard) => meter.atEnd(heard),
  }
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
