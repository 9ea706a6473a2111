// Trains the networks of note decoding on rendered pieces and writes them where the engine reads them.
// node test/bench/transcription/train.ts [rounds] — takes.ts says what is learnt from; sound fonts are Debian's (TimGM6mb: GPL-2; FluidR3: MIT).

import { loadNoteModel } from '../../../src-main/local-service/transcription/listening/note-model.ts'
import {
  frameOfSeconds,
  LOWEST_PITCH,
  secondsOfFrame,
} from '../../../src-main/local-service/transcription/listening/posteriors.ts'
import {
  CANDIDATE_FEATURES,
  describeCandidate,
} from '../../../src-main/local-service/transcription/notes/candidate-features.ts'
import {
  type Candidate,
  findCandidates,
  type Heard,
} from '../../../src-main/local-service/transcription/notes/candidates.ts'
import {
  describeMoment,
  ENDING_FEATURES,
  loudestOf,
} from '../../../src-main/local-service/transcription/notes/endings.ts'
import { hearOnce } from './heard-cache.ts'
import { type KnownNote, seeded } from './pieces.ts'
import { learntTakes } from './takes.ts'
import { createSamples, sideBySide, train } from './trainer.ts'
import { writeNetworks } from './write-networks.ts'

const ROUNDS = Number(process.argv[2] ?? 18)
/** So many networks, each drawn and shuffled otherwise, judge candidates together. */
const MEMBERS = 3
/** A candidate this weak is hardly ever a note: of those that are none, one in so many is learnt from, and counts for all. */
const WEAK = 0.35
const WEAK_TAKEN = 6
/** Of the moments near a note's end one in so many is learnt from, of those far from it fewer. */
const NEAR_TAKEN = 3
const FAR_TAKEN = 12
/** A candidate is a note's where it starts this near, in seconds. */
const NEAR_SECONDS = 0.045

const candidates = createSamples(CANDIDATE_FEATURES)
const moments = createSamples(ENDING_FEATURES)
const random = seeded(1)
const row = new Float32Array(Math.max(CANDIDATE_FEATURES, ENDING_FEATURES))

const model = await loadNoteModel()
for (const { name, notes, heardPath, signalOf } of learntTakes(ROUNDS)) {
  const missed = study(hearOnce(heardPath, model, signalOf), notes)
  console.log(`${name}: ${notes.length} notes, ${missed} of them without a candidate; ${candidates.count}`)
}
const judges = Array.from({ length: MEMBERS }, () =>
  train(candidates, { hidden: [48, 24], epochs: 6, dropout: 0.1, random }),
)
writeNetworks(
  'notes/trained-weights.ts',
  'The weights of the networks of note decoding, written by test/bench/transcription/train.ts.',
  {
    CANDIDATES_NETWORK: sideBySide(judges),
    ENDINGS_NETWORK: train(moments, { hidden: [32], epochs: 3, random }),
  },
)

/** Learns from one take; gives how many notes have no candidate. */
function study(heard: Heard, notes: readonly KnownNote[]): number {
  const free = new Map<number, KnownNote[]>()
  for (const note of notes) free.set(note.pitch, [...(free.get(note.pitch) ?? []), note])
  const found = findCandidates(heard, 0, heard.posteriors.frameCount)
  let matched = 0
  for (const candidate of found.toSorted((a, b) => b.strength - a.strength)) {
    const note = takeNearest(free.get(candidate.key + LOWEST_PITCH) ?? [], secondsOfFrame(candidate.frame))
    const isWeak = candidate.strength < WEAK && !note
    if (note || !isWeak || random() < 1 / WEAK_TAKEN) {
      describeCandidate(heard, candidate, row, 0)
      candidates.add(row, note ? 1 : 0, isWeak ? WEAK_TAKEN : 1)
    }
    if (!note) continue
    matched++
    studyEnding(heard, candidate, note, notes)
  }
  return notes.length - matched
}

/** The note that starts nearest to a moment, taken out of those that are free. */
function takeNearest(free: KnownNote[], at: number): KnownNote | undefined {
  const distance = ({ start }: KnownNote) => Math.abs(start - at)
  const [nearest] = free
    .filter((note) => distance(note) <= NEAR_SECONDS)
    .sort((a, b) => distance(a) - distance(b))
  if (nearest) free.splice(free.indexOf(nearest), 1)
  return nearest
}

function studyEnding(heard: Heard, candidate: Candidate, note: KnownNote, notes: readonly KnownNote[]): void {
  const loudest = loudestOf(heard, candidate)
  const next = notes.reduce(
    (first, { pitch, start }) =>
      pitch === note.pitch && start > note.start + 0.02 ? Math.min(first, start) : first,
    secondsOfFrame(candidate.frame) + 8,
  )
  const last = Math.min(frameOfSeconds(Math.min(next, note.end + 1.2)), heard.posteriors.frameCount)
  for (let frame = candidate.frame + 3; frame < last; frame++) {
    const isNear = Math.abs(secondsOfFrame(frame) - note.end) < 0.15
    if (random() >= 1 / (isNear ? NEAR_TAKEN : FAR_TAKEN)) continue
    describeMoment(heard, candidate, frame, loudest, row, 0)
    moments.add(row, secondsOfFrame(frame) >= note.end ? 1 : 0)
  }
}
