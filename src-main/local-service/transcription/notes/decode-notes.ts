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

/** A note of this certainty would not be there if the recording were drums alone, and is hardly ever heard wrong. */
export const SURE_NOTE = 0.8

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

export interface JudgedCandidate extends Candidate {
  readonly certainty: number
}

/** Decodes a recording while it is being listened to: each candidate is judged once. */
export interface NoteDecoder {
  /**
   * Judges what may start before a frame and was not judged yet.
   * @returns what is a note among it
   */
  judgeUntil(heard: Heard, toFrame: number): readonly JudgedCandidate[]
  /** The notes of some candidates, or of all that are accepted, with their ends, in order of time, then pitch. */
  notesOf(heard: Heard, candidates?: readonly JudgedCandidate[]): HeardNote[]
}

/**
 * A decoder that has judged nothing yet.
 * @param onRejected gets each candidate that is no note
 */
export function createNoteDecoder(
  networks: NoteNetworks,
  { minCertainty, minReleased }: DecodeOptions = DECODE_OPTIONS,
  onRejected: (heard: Heard, candidate: Candidate) => void = () => {},
): NoteDecoder {
  const certaintyOf = judgeOf(networks.candidates)
  const isReleased = judgeOf(networks.endings)
  const features = new Float32Array(CANDIDATE_FEATURES)
  const latest = new Map<number, JudgedCandidate>()
  const accepted = new Set<JudgedCandidate>()
  let judgedFrames = 0

  function isNote(heard: Heard, candidate: Candidate): boolean {
    describeCandidate(heard, candidate, features, 0)
    const judged = { ...candidate, certainty: certaintyOf(features) }
    if (judged.certainty < minCertainty) return false
    const before = latest.get(candidate.key)
    if (before && candidate.frame - before.frame < MIN_REPEAT_FRAMES) {
      // One start seen twice: the surer one stays.
      if (before.certainty >= judged.certainty) return false
      accepted.delete(before)
      onRejected(heard, before)
    }
    latest.set(candidate.key, judged)
    accepted.add(judged)
    return true
  }

  function notesOf(heard: Heard, candidates: readonly JudgedCandidate[] = [...accepted]): HeardNote[] {
    const nextOfKey = new Array<number>(KEYS).fill(heard.posteriors.frameCount)
    const notes: HeardNote[] = []
    for (const candidate of candidates.toReversed()) {
      const { key, frame, certainty } = candidate
      const endFrame = endOf(heard, isReleased, candidate, nextOfKey[key]!, minReleased)
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

  return {
    judgeUntil(heard, toFrame) {
      const fromFrame = judgedFrames
      judgedFrames = Math.max(fromFrame, toFrame)
      for (const candidate of findCandidates(heard, fromFrame, judgedFrames))
        if (!isNote(heard, candidate)) onRejected(heard, candidate)
      return [...accepted].filter(({ frame }) => frame >= fromFrame)
    },
    notesOf,
  }
}

/** The notes of a whole recording, in order of time, then pitch. */
export function decodeNotes(heard: Heard, networks: NoteNetworks, options?: DecodeOptions): HeardNote[] {
  const decoder = createNoteDecoder(networks, options)
  decoder.judgeUntil(heard, heard.posteriors.frameCount)
  return decoder.notesOf(heard)
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
