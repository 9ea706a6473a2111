// The beats that a take may have: pulses that it repeats at, their parts and multiples, on each place of them that much begins on.

import { type Beats, beatsAtTempo, MIN_BPM, strongestPulses } from './beat-tracker.ts'
import { evenBeats, strengthOf } from './even-beats.ts'
import { ENVELOPE_RATE_HZ } from './onset-envelope.ts'

/** Nobody counts faster; what repeats faster is a part of the beat. */
const FASTEST_BPM = 201
/** Pulses that are looked for at first; the others are their relatives. */
const PULSES = 4
/** What a beat may be mistaken for, by how many of them it has or how many beats they have. */
const RELATIVES = [1, 1 / 2, 2, 2 / 3, 3 / 2, 3 / 4, 4 / 3, 1 / 3, 3, 1 / 4, 4] as const
/** Tempos closer than this are one, and so are a wish for a tempo and what comes of it. */
const SAME_TEMPO = 0.03
const FOLLOWED_TEMPO = 0.05
/** Even beats are taken for those that follow the player where this share as much begins on them. */
const EVEN_SHARE = 0.65
/** Beats may be on so many places of a pulse … */
const PHASES = 3
/** … so far apart, in beats … */
const PHASE_GAP = 1 / 7
/** … told apart so finely. */
const PHASE_BINS = 24

/**
 * Every candidate, those of the clearest pulse first.
 * @param hintBpm a tempo that is known: candidates have no other
 */
export function beatCandidates(envelope: Float32Array, hintBpm: number | null = null): Beats[] {
  const tempos = hintBpm === null ? likelyTempos(envelope) : strongestPulses(envelope, 1, hintBpm)
  return tempos.flatMap((bpm) => {
    const beats = steadiest(envelope, bpm)
    if (beats === null || Math.abs(beats.bpm / bpm - 1) > FOLLOWED_TEMPO) return []
    return phasesOf(envelope, beats).map((phase) => shifted(beats, phase))
  })
}

function likelyTempos(envelope: Float32Array): number[] {
  const tempos: number[] = []
  for (const pulse of strongestPulses(envelope, PULSES)) {
    for (const factor of RELATIVES) {
      const bpm = pulse * factor
      const isNew = tempos.every((other) => Math.abs(other / bpm - 1) > SAME_TEMPO)
      if (bpm >= MIN_BPM && bpm <= FASTEST_BPM && isNew) tempos.push(bpm)
    }
  }
  return tempos
}

/** Beats that follow the player, or even ones where little is lost by them. */
function steadiest(envelope: Float32Array, bpm: number): Beats | null {
  const followed = beatsAtTempo(envelope, bpm)
  const even = evenBeats(envelope, bpm)
  if (followed === null || even === null) return followed
  return strengthOf(envelope, even) >= EVEN_SHARE * strengthOf(envelope, followed) ? even : followed
}

/** Where within a beat most begins, in beats, the beats themselves first. */
function phasesOf(envelope: Float32Array, { times }: Beats): number[] {
  const profile = new Float32Array(PHASE_BINS)
  for (const [index, time] of times.slice(0, -1).entries()) {
    const length = times[index + 1]! - time
    for (let bin = 0; bin < PHASE_BINS; bin++) {
      const at = (time + (length * bin) / PHASE_BINS) * ENVELOPE_RATE_HZ
      profile[bin]! += Math.max(envelope[Math.floor(at)] ?? 0, envelope[Math.ceil(at)] ?? 0)
    }
  }
  const order = Array.from(profile.keys()).sort((a, b) => profile[b]! - profile[a]!)
  const phases = [0]
  for (const bin of order) {
    const phase = bin / PHASE_BINS
    const isApart = phases.every((other) => {
      const apart = Math.abs(other - phase)
      return Math.min(apart, 1 - apart) > PHASE_GAP
    })
    if (isApart && phases.length < PHASES) phases.push(phase)
  }
  return phases
}

/** The same pulse, so many beats later, or earlier where that is nearer. */
function shifted({ times, bpm }: Beats, phase: number): Beats {
  const later = ((phase < 0.5 ? phase : phase - 1) * 60) / bpm
  return { times: later === 0 ? times : times.map((time) => time + later), bpm }
}
