// Plays known pieces with tones of arbitrary timbre, so that what is learnt is not the timbre of two sound fonts.

import { MODEL_RATE_HZ } from '../../../src-main/local-service/transcription/listening/posteriors.ts'
import { type KnownPiece, seeded } from './pieces.ts'

/** One channel at the model's rate. Each part has partials, attack, decay and release of its own, drawn from the seed. */
export function synthesise(piece: KnownPiece, seed: number): Float32Array {
  const random = seeded(seed * 104_729 + 5)
  const last = Math.max(0, ...piece.parts.flatMap(({ notes }) => notes.map(({ end }) => end)))
  const signal = new Float32Array(Math.ceil((last + 1.5) * MODEL_RATE_HZ))
  const noise = 10 ** (-2.5 - random() * 2.5)
  for (let index = 0; index < signal.length; index++) signal[index] = (random() - 0.5) * noise
  for (const { notes, isDrums } of piece.parts) {
    if (isDrums) continue
    const timbre = drawTimbre(random)
    for (const note of notes)
      addTone(signal, timbre, note.pitch, note.start, note.end, (note.velocity / 127) ** 2 * 0.15)
  }
  return signal
}

interface Timbre {
  readonly partials: readonly number[]
  readonly attackSeconds: number
  /** Decay of the first partial and what each further one adds, in 1/s. */
  readonly decay: number
  readonly decayPerPartial: number
  readonly releaseSeconds: number
}

function drawTimbre(random: () => number): Timbre {
  const slope = 0.4 + random() * 1.6
  const isOddOnly = random() < 0.15
  const count = 1 + Math.floor(random() * 14)
  const partials = Array.from({ length: count }, (_, index) => {
    const isQuiet = isOddOnly && index % 2 === 1
    return (isQuiet ? 0.08 : 0.4 + 0.9 * random()) / (index + 1) ** slope
  })
  const isHeld = random() < 0.4
  return {
    partials,
    attackSeconds: random() < 0.6 ? 0.003 + random() * 0.012 : 0.02 + random() * 0.05,
    decay: isHeld ? 0.05 : 0.5 + random() * 4,
    decayPerPartial: random() * (isHeld ? 0.2 : 2),
    releaseSeconds: 0.02 + random() * 0.15,
  }
}

function addTone(
  signal: Float32Array,
  timbre: Timbre,
  pitch: number,
  start: number,
  end: number,
  gain: number,
): void {
  const hz = 440 * 2 ** ((pitch - 69) / 12)
  const first = Math.round(start * MODEL_RATE_HZ)
  const length = Math.round((end - start + timbre.releaseSeconds) * MODEL_RATE_HZ)
  for (const [index, level] of timbre.partials.entries()) {
    const partialHz = hz * (index + 1)
    if (partialHz > MODEL_RATE_HZ * 0.45) break
    const step = (2 * Math.PI * partialHz) / MODEL_RATE_HZ
    const fade = Math.exp(-(timbre.decay + index * timbre.decayPerPartial) / MODEL_RATE_HZ)
    let amplitude = gain * level
    for (let at = 0; at < length && first + at < signal.length; at++) {
      const time = at / MODEL_RATE_HZ
      const attack = Math.min(1, time / timbre.attackSeconds)
      const release = Math.max(
        0,
        Math.min(1, (end - start + timbre.releaseSeconds - time) / timbre.releaseSeconds),
      )
      signal[first + at]! += amplitude * attack * release * Math.sin(step * at)
      amplitude *= fade
    }
  }
}
