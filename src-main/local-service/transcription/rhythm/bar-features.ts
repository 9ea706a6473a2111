// What speaks for bars and against them: how first beats stand out, how bars come again, and how the take begins and ends with them.

import { type BeatAccents, FACTS, ON_BEAT, type PlacedHit, type PlacedNote } from './beat-accents.ts'
import { LIKENESSES } from './beat-likeness.ts'

/** Beats a bar that are heard. */
export const GROUPINGS = [2, 3, 4, 5, 7] as const
/** Beats of a bar whose every place is looked at; of the others the second, the middle and the last are. */
const WHOLE_PROFILES = [2, 3, 4] as const
const LONG_PLACES = 3
/** How first beats of pairs and of fours of bars stand out. */
const PHRASES = [2, 4] as const
const OTHER_LAGS = [2, 3, 4, 5, 6, 8] as const
/** Where in a bar something may lie. */
const PLACES = 6
/** Events that bars are likely to begin with: the first note, bass, chord, drum, the last moment. */
const EVENTS = 5
const LONG_BEATS = 2
/** A tempo of which bars of any kind are as likely. */
const TYPICAL_BPM = 110

export interface Bars {
  readonly beatsPerBar: number
  /** Index of the first beat that begins one. */
  readonly firstDownbeat: number
}

export const BAR_FEATURES =
  FACTS * (1 + WHOLE_PROFILES.reduce((sum, bar) => sum + bar - 1, 0) + LONG_PLACES) +
  FACTS * PHRASES.length +
  LIKENESSES * (5 + OTHER_LAGS.length) +
  EVENTS * PLACES +
  2 * PLACES +
  GROUPINGS.length * 3

/** All bars that a take may have, or all that have the wanted beats. */
export function barCandidates(wanted: number | null): Bars[] {
  return (wanted === null ? GROUPINGS : [wanted]).flatMap((beatsPerBar) =>
    Array.from({ length: beatsPerBar }, (_, firstDownbeat) => ({ beatsPerBar, firstDownbeat })),
  )
}

/** What candidates are described by: {@link studyBars}. */
export interface BarStudy {
  readonly accents: BeatAccents
  /** Places in beats: where something is likelier to begin a bar; null where there is none. */
  readonly events: readonly (number | null)[]
  /** How many notes the first moment has, and how long it is in beats. */
  readonly firstCount: number
  readonly firstLength: number
  readonly bpm: number
  readonly hasDrums: boolean
}

/** `notes` and `hits` in order of their beginning. */
export function studyBars(
  accents: BeatAccents,
  notes: readonly PlacedNote[],
  hits: readonly PlacedHit[],
  bpm: number,
): BarStudy {
  const pitches = notes.map(({ pitch }) => pitch).sort((a, b) => a - b)
  const low = pitches[pitches.length >> 2] ?? 0
  const first = notes[0]
  const isFirst = ({ at }: PlacedNote) => first !== undefined && at - first.at <= ON_BEAT
  const sizes = notes.map((note, index) => {
    let size = 1
    for (let next = index + 1; next < notes.length && notes[next]!.at - note.at <= ON_BEAT; next++) size++
    return size
  })
  const large = sizes.toSorted((a, b) => a - b)[Math.floor(sizes.length * 0.9)] ?? 1
  const together = notes.filter(isFirst)
  return {
    accents,
    events: [
      first?.at,
      notes.find(({ pitch }) => pitch <= low)?.at,
      notes[sizes.findIndex((size) => size >= large)]?.at,
      hits[0]?.at,
      notes.at(-1)?.at,
    ].map((at) => at ?? null),
    firstCount: together.length,
    firstLength: together.reduce((most, { length }) => Math.max(most, length), 0),
    bpm,
    hasDrums: hits.length > 0,
  }
}

/** The features of one candidate. */
export function describeBars(study: BarStudy, bars: Bars): Float32Array {
  const features = new Float32Array(BAR_FEATURES)
  const values = [
    ...profiles(study.accents, bars),
    ...phrases(study.accents, bars),
    ...study.accents.likeness.flatMap((row) => likenesses(row, bars)),
    ...bounds(study, bars),
    ...GROUPINGS.flatMap((beats) => {
      const isIt = beats === bars.beatsPerBar ? 1 : 0
      return [isIt, isIt * Math.log2(study.bpm / TYPICAL_BPM), study.hasDrums ? isIt : 0]
    }),
  ]
  features.set(values)
  return features
}

/** How each place of the bar stands out from the mean of the take, in deviations: the first of every bar, the others apart by its length. */
function profiles({ facts }: BeatAccents, bars: Bars): number[] {
  const { beatsPerBar } = bars
  const places = facts.map((row) => placesOf(row, bars))
  const middle = beatsPerBar >> 1
  const long = beatsPerBar > 4 ? [1, middle, beatsPerBar - 1] : []
  return [
    ...places.map((means) => means[0]!),
    ...WHOLE_PROFILES.flatMap((bar) =>
      Array.from({ length: bar - 1 }, (_, place) =>
        places.map((means) => (bar === beatsPerBar ? means[place + 1]! : 0)),
      ).flat(),
    ),
    ...Array.from({ length: LONG_PLACES }, (_, index) =>
      places.map((means) => means[long[index] ?? -1] ?? 0),
    ).flat(),
  ]
}

function placesOf(row: Float32Array, { beatsPerBar, firstDownbeat }: Bars): number[] {
  const sums = new Array<number>(beatsPerBar).fill(0)
  const counts = new Array<number>(beatsPerBar).fill(1)
  for (const [beat, value] of row.entries()) {
    const place = (beat - firstDownbeat + beatsPerBar) % beatsPerBar
    sums[place]! += value
    counts[place]!++
  }
  return sums.map((sum, place) => sum / counts[place]!)
}

/** How far the bars that stand out most among each so many do it beyond all first beats. */
function phrases({ facts }: BeatAccents, { beatsPerBar, firstDownbeat }: Bars): number[] {
  return PHRASES.flatMap((barsOfPhrase) =>
    facts.map((row) => {
      const places = placesOf(row, { beatsPerBar: beatsPerBar * barsOfPhrase, firstDownbeat })
      const firsts = places.filter((_, place) => place % beatsPerBar === 0)
      return Math.max(...firsts)
    }),
  )
}

/** How beats a bar, two and four apart are alike, and how much more than beats almost as far apart. */
function likenesses(row: Float32Array, { beatsPerBar }: Bars): number[] {
  const at = (lag: number) => row[lag] ?? 0
  const beyond = (lag: number) => at(lag) - (at(lag - 1) + at(lag + 1)) / 2
  return [
    at(beatsPerBar),
    at(2 * beatsPerBar),
    at(4 * beatsPerBar),
    beyond(beatsPerBar),
    beyond(2 * beatsPerBar),
    ...OTHER_LAGS.map((lag) => at(beatsPerBar) - at(lag)),
  ]
}

/** Where in a bar the take's events lie, and where it begins with how much. */
function bounds({ events, firstCount, firstLength }: BarStudy, bars: Bars): number[] {
  const places = events.map((at) => placeInBar(at, bars))
  const [first = []] = places
  return [
    ...places.flat(),
    ...first.map((value) => value * Math.log1p(firstCount)),
    ...first.map((value) => (firstLength >= LONG_BEATS ? value : 0)),
  ]
}

/** On its first beat, just before that, a beat before, in the middle, on another beat, between others. */
function placeInBar(at: number | null, { beatsPerBar, firstDownbeat }: Bars): number[] {
  const places = new Array<number>(PLACES).fill(0)
  if (at === null) return places
  const within = (at - firstDownbeat) % beatsPerBar
  const place = within < 0 ? within + beatsPerBar : within
  const isNear = (beat: number) => Math.abs(place - beat) <= 2 * ON_BEAT
  if (isNear(0) || isNear(beatsPerBar)) places[0] = 1
  else if (place > beatsPerBar - 1 + 2 * ON_BEAT) places[1] = 1
  else if (isNear(beatsPerBar - 1)) places[2] = 1
  else if (isNear(beatsPerBar / 2)) places[3] = 1
  else if (isNear(Math.round(place))) places[4] = 1
  else places[5] = 1
  return places
}
