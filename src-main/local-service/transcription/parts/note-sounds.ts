// How each note sounds among the others: its partials, where no other note's lie on them, its attack and decay, its pitch, and what the model holds of it.

import { INSTRUMENTS } from '../../../contract/index.ts'
import { createTimbreMeter } from '../instruments/timbre.ts'
import { decodeTimbreClasses, timbreScores } from '../instruments/timbre-classes.ts'
import { TIMBRE_CLASSES } from '../instruments/trained-timbres.ts'
import { FLOOR_DB } from '../listening/key-energy.ts'
import {
  BINS_PER_KEY,
  FRAME_HOP,
  frameOfSeconds,
  KEYS,
  LOWEST_PITCH,
  MODEL_RATE_HZ,
  SPECTRUM_BINS,
} from '../listening/posteriors.ts'
import { createSpectrumReader } from '../listening/spectrum.ts'
import { TRAITS } from '../listening/traits.ts'
import type { Heard } from '../notes/candidates.ts'
import type { HeardNote } from '../notes/decode-notes.ts'

const PARTIALS = 10
/** Long enough to tell the partials of a low note apart. */
const WINDOW = 4096
/** When the partials are read, in seconds after the start: past the attack, and once it has decayed. */
const EARLY_SECONDS = 0.04
const LATE_SECONDS = 0.25
/** The level of the note's key is read at these frames from its start. */
const LEVEL_FRAMES = [-2, 0, 1, 2, 4, 8, 13, 20, 30, 43, 60] as const
const ENVELOPE_FRAMES = 61
const QUIETEST_DB = -60
/** A partial of another note so many bins away is heard as one's own. */
const MIXED_BINS = 2
/** How far the model's spectrum is searched for the note's own pitch, in its bins. */
const PITCH_REACH = 2
const LONGEST_PITCH_FRAMES = 86

/** Numbers of each reading of the partials: each partial, what lies between, what lies above. */
const READING = PARTIALS + 2
const MEASURED = 2 * READING + PARTIALS + LEVEL_FRAMES.length + 1 + 10
/** Numbers of one note: two readings, the mixed partials, its levels and time of the loudest, ten of its own, the model's, and how like each instrument it is. */
export const SOUND_FEATURES = MEASURED + TRAITS + INSTRUMENTS.length
/** A likeness that is this much less than the best says no more. */
const LEAST_LIKENESS = -40

const classes = decodeTimbreClasses(TIMBRE_CLASSES)
const PLACES = classes.instruments.map((instrument) => INSTRUMENTS.indexOf(instrument))

/** How like each instrument of the contract a sound is by instrument detection, the likest 0, others less. */
export function likenesses(sound: Float32Array): Float32Array {
  return sound.subarray(MEASURED + TRAITS)
}

/** The sound of each note, {@link SOUND_FEATURES} numbers one after the other, in the notes' order, which is that of time. */
export function describeSounds(
  notes: readonly HeardNote[],
  heard: Heard,
  signal: Float32Array,
): Float32Array[] {
  const readPartials = createPartialReader(signal)
  const timbreOf = createTimbreMeter(signal, heard.energy)
  const loudestDb = heard.energy.frameDb.reduce((most, level) => Math.max(most, level), FLOOR_DB)
  const soundingWith = soundingNotes(notes)
  return notes.map((note, index) => {
    const features = new Float32Array(SOUND_FEATURES)
    const others = soundingWith(index)
    const { levels, loudestAt, fall } = envelopeOf(note, heard)
    const length = note.end - note.start
    const pitch = pitchOf(note, heard)
    const late = Math.min(LATE_SECONDS, Math.max(EARLY_SECONDS, length - 0.1))
    const together = others.filter(({ start }) => Math.abs(start - note.start) < 0.05)
    const frame = frameOf(note.start)
    features.set([
      ...readPartials(note.pitch, note.start + EARLY_SECONDS),
      ...readPartials(note.pitch, note.start + late),
      ...mixedPartials(note.pitch, others),
      ...levels,
      loudestAt / 10,
      (note.pitch - 60) / 12,
      Math.log2(Math.max(0.03, length)),
      (note.levelDb - loudestDb) / 10,
      (note.levelDb - together.reduce((most, { levelDb }) => Math.max(most, levelDb), note.levelDb)) / 10,
      note.certainty,
      fall,
      pitch.mean,
      pitch.deviation,
      Math.log2(1 + others.length),
      heard.energy.brightness[frame] ?? 0,
    ])
    const traits = heard.posteriors.traits.at(frame, note.pitch - LOWEST_PITCH)
    if (traits) features.set(traits, MEASURED)
    const scores = timbreScores(classes, timbreOf(note))
    const best = Math.max(...scores)
    for (const [index, place] of PLACES.entries())
      features[MEASURED + TRAITS + place] = Math.max(LEAST_LIKENESS, scores[index]! - best) / 10
    return features
  })
}

/** The frame that a note starts in: its start is the very beginning of one. */
function frameOf(seconds: number): number {
  return frameOfSeconds(seconds + 1e-4)
}

/** For the note of an index, all others that sound while it starts. */
function soundingNotes(notes: readonly HeardNote[]): (index: number) => HeardNote[] {
  const longest = notes.reduce((most, { start, end }) => Math.max(most, end - start), 0)
  return (index) => {
    const { start } = notes[index]!
    const found: HeardNote[] = []
    for (let at = index - 1; at >= 0 && notes[at]!.start > start - longest; at--)
      if (notes[at]!.end > start + 0.03) found.push(notes[at]!)
    for (let at = index + 1; at < notes.length && notes[at]!.start < start + 0.05; at++)
      found.push(notes[at]!)
    return found
  }
}

/** Reads the partials of a pitch at a moment: each in tens of dB beside all of them, then what lies between them and above them. */
function createPartialReader(signal: Float32Array): (pitch: number, seconds: number) => number[] {
  const spectrumAt = createSpectrumReader(signal, WINDOW)
  /** The energy below each bin. */
  const below = new Float64Array(WINDOW / 2 + 1)
  let listenedAt = -1
  const between = (from: number, to: number) =>
    Math.max(0, below[clampBin(to)]! - below[clampBin(Math.min(from, to))]!)
  return (pitch, seconds) => {
    const start = Math.round(seconds * MODEL_RATE_HZ)
    if (start !== listenedAt) {
      const spectrum = spectrumAt(start)
      for (let bin = 0; bin < WINDOW / 2; bin++)
        below[bin + 1] = below[bin]! + spectrum[2 * bin]! ** 2 + spectrum[2 * bin + 1]! ** 2
      listenedAt = start
    }
    const partials = Array.from({ length: PARTIALS }, (_, index) => {
      const bin = binOf(pitch, index + 1)
      return between(bin - 1, bin + 2)
    })
    const sum = partials.reduce((total, value) => total + value, 0)
    const last = binOf(pitch, PARTIALS + 0.5)
    return [
      ...partials.map((value) => relativeDb(value, sum) / 10),
      relativeDb(between(0, last) - sum, sum) / 10,
      relativeDb(between(last, WINDOW / 2), sum) / 10,
    ]
  }
}

function clampBin(bin: number): number {
  return Math.max(0, Math.min(WINDOW / 2, bin))
}

function binOf(pitch: number, partial: number): number {
  return Math.round((440 * 2 ** ((pitch - 69) / 12) * partial * WINDOW) / MODEL_RATE_HZ)
}

/** For each partial, 1 where another note's lies on it. */
function mixedPartials(pitch: number, others: readonly HeardNote[]): number[] {
  return Array.from({ length: PARTIALS }, (_, index) => {
    const bin = binOf(pitch, index + 1)
    const isMixed = others.some((other) => {
      const first = binOf(other.pitch, 1)
      const nearest = Math.max(1, Math.round(bin / first))
      return nearest <= 2 * PARTIALS && Math.abs(binOf(other.pitch, nearest) - bin) <= MIXED_BINS
    })
    return isMixed ? 1 : 0
  })
}

/** The level of the note's key around its start, in tens of dB below the loudest, the frame of that, and how fast it falls until the end. */
function envelopeOf({ pitch, start, end }: HeardNote, { energy }: Heard) {
  const key = pitch - LOWEST_PITCH
  const first = frameOf(start)
  const levelAt = (frame: number) => energy.db[(first + frame) * KEYS + key] ?? FLOOR_DB
  const length = Math.max(
    2,
    Math.min(ENVELOPE_FRAMES, Math.round(((end - start) * MODEL_RATE_HZ) / FRAME_HOP)),
  )
  let [loudest, loudestAt] = [FLOOR_DB, 0]
  for (let frame = 0; frame < length; frame++)
    if (levelAt(frame) > loudest) [loudest, loudestAt] = [levelAt(frame), frame]
  const levels = LEVEL_FRAMES.map(
    (frame) => Math.max(QUIETEST_DB, Math.min(20, levelAt(frame) - loudest)) / 10,
  )
  const frames = Math.max(4, length - 2 - loudestAt)
  const fall = Math.max(-3, Math.min(1, (levelAt(length - 2) - loudest) / frames))
  return { levels, loudestAt, fall }
}

/** Where its pitch lies between keys, and how much it wavers, in bins of the model's spectrum. */
function pitchOf({ pitch, start, end }: HeardNote, { posteriors }: Heard) {
  const first = frameOf(start) + 3
  const length = Math.min(LONGEST_PITCH_FRAMES, Math.round(((end - start) * MODEL_RATE_HZ) / FRAME_HOP) - 4)
  const centre = (pitch - LOWEST_PITCH) * BINS_PER_KEY
  const places: number[] = []
  for (let frame = first; frame < first + length && frame < posteriors.frameCount; frame++) {
    let [sum, weighted] = [0, 0]
    for (let offset = -PITCH_REACH; offset <= PITCH_REACH; offset++) {
      const value = (posteriors.spectrum[frame * SPECTRUM_BINS + centre + offset] ?? 0) ** 2
      sum += value
      weighted += value * offset
    }
    if (sum > 0) places.push(weighted / sum)
  }
  const mean = places.reduce((total, place) => total + place, 0) / Math.max(1, places.length)
  const variance =
    places.reduce((total, place) => total + (place - mean) ** 2, 0) / Math.max(1, places.length)
  return { mean, deviation: 3 * Math.sqrt(variance) }
}

function relativeDb(value: number, whole: number): number {
  if (whole <= 0) return QUIETEST_DB
  return Math.max(QUIETEST_DB, Math.min(40, 10 * Math.log10(Math.max(1e-12, value / whole))))
}
