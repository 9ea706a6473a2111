// From posteriors to notes: candidates are judged by one small network, their ends by another.

import { KEYS, LOWEST_PITCH, secondsOfFrame } from '../listening/posteriors.ts'
import { withoutAttackEchoes } from './attack-echoes.ts'
import { CANDIDATE_FEATURES, describeCandidate } from './candidate-features.ts'
import { type Candidate, findCandidates, type Heard } from './candidates.ts'
import { describeMoment, ENDING_FEATURES, LONGEST_FRAMES, loudestOf } from './endings.ts'
import { type Judge, judgeOf, type Network } from './network.ts'

/** A note as it was heard, before it has a part, a velocity among others, or a place in a bar. */
export interface HeardNote {
  readonly pitch: number
  /** Seconds. */
  readonly start: number
  readonly end: number
  /** Loudest level of its attack, in dB. */
  readonly levelDb: number
  /** How sure the network is of it, 0..1. */
  readonly certainty: number
}

export interface NoteNetworks {
  readonly candidates: Network
  readonly endings: Network
}

export interface DecodeOptions {
  /** Candidates below are dropped. */
  readonly minCertainty: number
  /** A note ends where the network is this sure that it was let go. */
  readonly minReleased: number
}

/** Chosen on the tuning pieces of test/bench/transcription. */
export const DECODE_OPTIONS: DecodeOptions = { minCertainty: 0.5, minReleased: 0.5 }

/** Two starts of one key are at least so many frames apart. */
const MIN_REPEAT_FRAMES = 7
const MIN_NOTE_FRAMES = 3

interface JudgedCandidate extends Candidate {
  readonly certainty: number
}

/** The notes that start in a range of frames, in order of time, then pitch. */
export function decodeNotes(
  heard: Heard,
  networks: NoteNetworks,
  options: DecodeOptions = DECODE_OPTIONS,
  fromFrame = 0,
  toFrame = heard.posteriors.frameCount,
): HeardNote[] {
  const accepted = judge(heard, networks, options, fromFrame, toFrame)
  const isReleased = judgeOf(networks.endings)
  const nextOfKey = new Array<number>(KEYS).fill(heard.posteriors.frameCount)
  const notes: HeardNote[] = []
  for (const candidate of accepted.toReversed()) {
    const { key, frame, certainty } = candidate
    const endFrame = endOf(heard, isReleased, candidate, nextOfKey[key]!, options.minReleased)
    nextOfKey[key] = frame
    notes.push({
      pitch: key + LOWEST_PITCH,
      start: secondsOfFrame(frame),
      end: secondsOfFrame(endFrame),
      levelDb: loudestOf(heard, candidate),
      certainty,
    })
  }
  return withoutAttackEchoes(notes).sort((a, b) => a.start - b.start || a.pitch - b.pitch)
}

function judge(
  heard: Heard,
  { candidates }: NoteNetworks,
  { minCertainty }: DecodeOptions,
  fromFrame: number,
  toFrame: number,
): JudgedCandidate[] {
  const features = new Float32Array(CANDIDATE_FEATURES)
  const certaintyOf = judgeOf(candidates)
  const latest = new Map<number, JudgedCandidate>()
  const accepted = new Set<JudgedCandidate>()
  for (const candidate of findCandidates(heard, fromFrame, toFrame)) {
    describeCandidate(heard, candidate, features, 0)
    const judged = { ...candidate, certainty: certaintyOf(features) }
    if (judged.certainty < minCertainty) continue
    const before = latest.get(candidate.key)
    if (before && candidate.frame - before.frame < MIN_REPEAT_FRAMES) {
      // One start seen twice: the surer one stays.
      if (before.certainty >= judged.certainty) continue
      accepted.delete(before)
    }
    latest.set(candidate.key, judged)
    accepted.add(judged)
  }
  return [...accepted]
}

/** The first of two frames on end at which the note was let go, or the next start of its key. */
function endOf(
  heard: Heard,
  isReleased: Judge,
  note: Candidate,
  nextStart: number,
  minReleased: number,
): number {
  const features = new Float32Array(ENDING_FEATURES)
  const loudestDb = loudestOf(heard, note)
  const last = Math.min(nextStart, note.frame + LONGEST_FRAMES, heard.posteriors.frameCount)
  let released = 0
  for (let frame = note.frame + MIN_NOTE_FRAMES; frame < last; frame++) {
    describeMoment(heard, note, frame, loudestDb, features, 0)
    released = isReleased(features) >= minReleased ? released + 1 : 0
    if (released === 2) return frame - 1
  }
  return Math.max(last, note.frame + 1)
}
