// Sets the notes of a staff into voices in which nothing overlaps.

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
  return voices
}

/** The voice whose last chord ends first gives way. */
function cutIn(voices: Chord[][], chord: Chord): void {
  const voice = voices.reduce((best, candidate) => (endOf(candidate) < endOf(best) ? candidate : best))
  const last = voice.pop()
  if (last && last.start < chord.start) voice.push({ ...last, end: chord.start })
  else if (last) return void voice.push({ ...chord, pitches: merged(last.pitches, chord.pitches) })
  voice.push(chord)
}

/** How short a gap may be to be taken for articulation, in divisions: an eighth. */
const SHORT_GAP = 6
/** A note that sounds on under others this long is a voice of its own: a half. */
const HELD = 24

/**
 * For reading: one voice, with a second only for what is truly held under moving notes. What begins together is a chord of one length, and
 * small gaps are closed, so that the page holds notes and not rests.
 */
export function readableVoices(notes: readonly ScoreNote[]): Voice[] {
  const starts = [...new Set(notes.map(({ start }) => start))].sort((a, b) => a - b)
  const startsWithin = (note: ScoreNote) =>
    starts.filter((start) => start > note.start && start < note.end).length
  const held = notes.filter((note) => note.end - note.start >= HELD && startsWithin(note) >= 2)
  const moving = notes.filter((note) => !held.includes(note))
  return [joined(moving), joined(held)].filter((voice) => voice.length > 0)
}

/** Chords by start, each as long as its longest note, but never into the next. */
function joined(notes: readonly ScoreNote[]): Voice {
  const byStart = Map.groupBy(notes, ({ start }) => start)
  const starts = [...byStart.keys()].sort((a, b) => a - b)
  return starts.map((start, index) => {
    const group = byStart.get(start) ?? []
    const next = starts[index + 1] ?? Number.POSITIVE_INFINITY
    const longest = Math.max(...group.map(({ end }) => end))
    const end = next - longest <= SHORT_GAP && next - longest >= 0 ? next : Math.min(longest, next)
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
