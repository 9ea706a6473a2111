// The beats that a take may have: pulses that it repeats at, their parts and multiples, on the beat and off it.

import { type Beats, beatsAtTempo, MAX_BPM, MIN_BPM, strongestPulses } from './beat-tracker.ts'

/** Pulses that are looked for at first; the others are their relatives. */
const PULSES = 2
/** What a beat may be mistaken for, by how many of them it has or how many beats they have. */
const RELATIVES = [1, 1 / 2, 2, 2 / 3, 3 / 2, 3 / 4, 4 / 3, 1 / 3, 3, 1 / 4, 4] as const
/** Tempos closer than this are one, and so are a wish for a tempo and what comes of it. */
const SAME_TEMPO = 0.03
const FOLLOWED_TEMPO = 0.05

/** Every candidate, those of the clearest pulse first. */
export function beatCandidates(envelope: Float32Array): Beats[] {
  const tempos: number[] = []
  for (const pulse of strongestPulses(envelope, PULSES)) {
    for (const factor of RELATIVES) {
      const bpm = pulse * factor
      const isNew = tempos.every((other) => Math.abs(other / bpm - 1) > SAME_TEMPO)
      if (bpm >= MIN_BPM && bpm <= MAX_BPM && isNew) tempos.push(bpm)
    }
  }
  return tempos.flatMap((bpm) => {
    const beats = beatsAtTempo(envelope, bpm)
    if (beats === null || Math.abs(beats.bpm / bpm - 1) > FOLLOWED_TEMPO) return []
    return [beats, offBeat(beats)]
  })
}

/** The same pulse, half a beat later. */
function offBeat({ times, bpm }: Beats): Beats {
  const half = 30 / bpm
  return { times: times.map((time) => time + half), bpm }
}
