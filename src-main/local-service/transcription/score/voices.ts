// Sets the notes of a staff into voices in which nothing overlaps.

import { DIVISIONS } from './bar-places.ts'
import type { ScoreNote } from './written-notes.ts'

export interface Chord {
  readonly start: number
  readonly end: number
  readonly pitches: readonly number[]
}

export type Voice = readonly Chord[]

/** More voices than this cannot be read. */
const MAX_VOICES = 2

/**
 * Every chord keeps its length where a voice is free for it; past the second voice, what sounds is cut off by what begins.
 */
export function faithfulVoices(notes: readonly ScoreNote[]): Voice[] {
  const voices: Chord[][] = []
  for (const chord of chordsOf(notes)) {
    const free = voices.find((voice) => (voice.at(-1)?.end ?? 0) <= chord.start)
    if (free) free.push(chord)
    else if (voices.length < MAX_VOICES) voices.push([chord])
    else cutIn(voices, chord)
  }
  return inOrder(voices)
}

/**
 * The higher of two voices first: wherever both are free to change places, between stretches in which something is held, the one that lies
 * higher where they sound together takes the first, and what sounds alone too.
 */
function inOrder(voices: readonly Voice[]): Voice[] {
  const [first = [], second = []] = voices
  if (second.length === 0) return [...voices]
  const upper: Chord[] = []
  const lower: Chord[] = []
  for (const [a, b] of stretches(first, second)) {
    const isSwapped = a.length === 0 || height(a, b) < 0
    upper.push(...(isSwapped ? b : a))
    lower.push(...(isSwapped ? a : b))
  }
  return lower.length === 0 ? [upper] : [upper, lower]
}

/** Two voices cut wherever neither holds anything over. */
function stretches(first: Voice, second: Voice): [Chord[], Chord[]][] {
  const found: [Chord[], Chord[]][] = []
  let end = Number.NEGATIVE_INFINITY
  const chords = [
    ...first.map((chord) => ({ chord, voice: 0 as const })),
    ...second.map((chord) => ({ chord, voice: 1 as const })),
  ].sort((a, b) => a.chord.start - b.chord.start)
  for (const { chord, voice } of chords) {
    if (chord.start >= end) found.push([[], []])
    found.at(-1)![voice].push(chord)
    end = Math.max(end, chord.end)
  }
  return found
}

/** How much higher one voice lies than another where both sound, in semitones by divisions. */
function height(a: Voice, b: Voice): number {
  const middle = ({ pitches }: Chord) => (pitches[0]! + pitches.at(-1)!) / 2
  let sum = 0
  let from = 0
  for (const one of a) {
    while (from < b.length && b[from]!.end <= one.start) from++
    for (let at = from; at < b.length && b[at]!.start < one.end; at++) {
      const together = Math.min(one.end, b[at]!.end) - Math.max(one.start, b[at]!.start)
      sum += together * (middle(one) - middle(b[at]!))
    }
  }
  return sum
}

/** The voice whose last chord ends first gives way. */
function cutIn(voices: Chord[][], chord: Chord): void {
  const voice = voices.reduce((best, candidate) => (endOf(candidate) < endOf(best) ? candidate : best))
  const last = voice.pop()
  if (last && last.start < chord.start) voice.push({ ...last, end: chord.start })
  else if (last) return void voice.push({ ...chord, pitches: merged(last.pitches, chord.pitches) })
  voice.push(chord)
}

const EIGHTH = DIVISIONS / 2
const SIXTEENTH = DIVISIONS / 4
const TRIPLET_EIGHTH = DIVISIONS / 3
/** How short a gap may be to be taken for articulation. */
const SHORT_GAP = EIGHTH
/** A note that sounds on under others this long is a voice of its own: a half. */
const HELD = 24

/**
 * For reading: one voice, with a second only for what is truly held under moving notes. What begins together is a chord of one length, and
 * small gaps are closed, so that the page holds notes and not rests.
 */
export function readableVoices(notes: readonly ScoreNote[], beatLength: number = DIVISIONS): Voice[] {
  const starts = [...new Set(notes.map(({ start }) => start))].sort((a, b) => a - b)
  const startsWithin = (note: ScoreNote) =>
    starts.filter((start) => start > note.start && start < note.end).length
  const isHeld = (note: ScoreNote) => note.end - note.start >= HELD && startsWithin(note) >= 2
  const held = new Set(stillHeld(notes.filter(isHeld)))
  const moving = notes.filter((note) => !held.has(note))
  const voices = [moving, [...held]].map((of) => oneVoice(of, beatLength)).filter((voice) => voice.length > 0)
  return inOrder(voices.map((voice) => cutByOwnPitch(voice, voices)))
}

/** Of notes that would share a voice, those that the others leave long enough. */
function stillHeld(notes: readonly ScoreNote[]): ScoreNote[] {
  const starts = [...new Set(notes.map(({ start }) => start))].sort((a, b) => a - b)
  const nextOf = new Map(starts.map((start, index) => [start, starts[index + 1] ?? Number.POSITIVE_INFINITY]))
  return notes.filter(({ start }) => nextOf.get(start)! - start >= HELD)
}

/** A voice whose chords end where one of their pitches begins anew in another voice: a key is not struck while it is down. */
function cutByOwnPitch(voice: Voice, voices: readonly Voice[]): Voice {
  const others = voices.filter((other) => other !== voice).flat()
  return voice.map((chord) => {
    const again = others.find(
      ({ start, pitches }) =>
        start > chord.start && start < chord.end && pitches.some((pitch) => chord.pitches.includes(pitch)),
    )
    return again === undefined ? chord : { ...chord, end: again.start }
  })
}

/** Drums: struck, not held. Each hit is written up to the next one, at most to the end of its beat; on a sixteenth, of its eighth. */
export function struckVoice(notes: readonly ScoreNote[], beatLength: number): Voice {
  const chords = oneVoice(notes, beatLength)
  return chords.map(({ start, pitches }, index) => {
    const next = chords[index + 1]?.start ?? Number.POSITIVE_INFINITY
    const beatEnd = (Math.floor(start / beatLength) + 1) * beatLength
    const longest = start % EIGHTH === SIXTEENTH ? start + SIXTEENTH : beatEnd
    return { start, end: Math.min(next, longest), pitches }
  })
}

/** Chords by start, each as long as its longest note, but never into the next, and without rests too short to be meant. */
export function oneVoice(notes: readonly ScoreNote[], beatLength: number = DIVISIONS): Voice {
  const byStart = Map.groupBy(notes, ({ start }) => start)
  const starts = [...byStart.keys()].sort((a, b) => a - b)
  return starts.map((start, index) => {
    const group = byStart.get(start) ?? []
    const next = starts[index + 1] ?? Number.POSITIVE_INFINITY
    const longest = Math.max(...group.map(({ end }) => end))
    const end = next - longest <= SHORT_GAP ? next : Math.min(next, tidyEnd(start, longest, beatLength))
    return {
      start,
      end,
      pitches: merged(
        group.map(({ pitch }) => pitch),
        [],
      ),
    }
  })
}

/**
 * Where a note that was heard to end somewhere is written to end: a tail of a sixteenth, or of less than a triplet's eighth, is none; nor is
 * one of an eighth past a beat, of a note as long as a half.
 */
function tidyEnd(start: number, end: number, beatLength: number): number {
  const isOfTriplet = start % SIXTEENTH !== 0 && end < (Math.floor(start / DIVISIONS) + 1) * DIVISIONS
  const unit = isOfTriplet ? TRIPLET_EIGHTH : EIGHTH
  const tidy = Math.ceil(end / unit) * unit
  const lastBeat = Math.floor(tidy / beatLength) * beatLength
  return tidy - lastBeat <= EIGHTH && lastBeat - start >= HELD ? lastBeat : tidy
}

/** Notes that begin and end together. */
function chordsOf(notes: readonly ScoreNote[]): Chord[] {
  const groups = Map.groupBy(notes, ({ start, end }) => `${start} ${end}`)
  return [...groups.values()]
    .map((group) => ({
      start: group[0]!.start,
      end: group[0]!.end,
      pitches: merged(
        group.map(({ pitch }) => pitch),
        [],
      ),
    }))
    .sort((a, b) => a.start - b.start || b.pitches.at(-1)! - a.pitches.at(-1)!)
}

function merged(a: readonly number[], b: readonly number[]): number[] {
  return [...new Set([...a, ...b])].sort((x, y) => x - y)
}

function endOf(voice: Voice): number {
  return voice.at(-1)?.end ?? 0
}
