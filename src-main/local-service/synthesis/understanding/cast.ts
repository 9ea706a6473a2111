// Who is heard in the end: company that comes along, each of several, nobody who only passed or was left out.

import type { SpaceKind } from '../scene.ts'
import type { AvoidedSource } from './avoid.ts'
import { type Draft, draftOf } from './draft.ts'
import { covers } from './leave-out.ts'
import type { SourceMeaning } from './lexicon/entries.ts'
import { entryFor } from './lexicon/lexicon.ts'

/** What sounds in a place that is all a prompt names. */
const SOUND_OF_PLACE: Partial<Record<SpaceKind, string>> = {
  forest: 'forest ambience',
  outdoors: 'breeze',
  cave: 'drip',
  tunnel: 'drip',
  underwater: 'bubbles',
  canyon: 'wind',
  room: 'room tone',
  hall: 'room tone',
  corridor: 'room tone',
  'stone-hall': 'wind',
  cathedral: 'room tone',
}

/** The source of a place, where nothing else was named. */
export function sourceOfPlace(space: SpaceKind): SourceMeaning | undefined {
  return entryFor(SOUND_OF_PLACE[space] ?? '')?.source
}

/** Tells when, and sounds of its own only where nothing else does. */
const TIMES = new Set(['night', 'winter', 'spring morning'])

/** As many of a kind are heard one by one; more of them are a crowd. */
const MOST_INDIVIDUALS = 4

/** A source and what always sounds with it: a storm and its thunder. */
function withCompany(draft: Draft, all: readonly Draft[]): Draft[] {
  const company = (draft.source.traits.alsoNouns ?? [])
    .flatMap((noun) => entryFor(noun)?.source ?? [])
    // What is named itself needs no company to bring it.
    .filter((source) => !all.some((other) => other.family === source.family))
  return [
    draft,
    ...company.map((source) => ({
      ...draftOf(source, draft.stage),
      shifts: [...draft.shifts],
      isBackground: true,
    })),
  ]
}

/** The individuals of a source, as layers of their own. */
function eachOf(draft: Draft): Draft[] {
  const count = Math.min(draft.individuals, MOST_INDIVIDUALS)
  return Array.from({ length: count }, () => ({ ...draft, shifts: [...draft.shifts] }))
}

/** The cast of a scene from its drafts, without what is not wanted; their stages close up. */
export function castOf(drafts: readonly Draft[], unwanted: readonly AvoidedSource[]): Draft[] {
  const kept = drafts
    .filter(({ isSilent }) => !isSilent)
    .filter(({ source }, _, all) => all.length === 1 || !TIMES.has(source.noun))
    .flatMap((draft) => withCompany(draft, drafts))
    .flatMap(eachOf)
    .filter((draft) => !unwanted.some((one) => covers(one, { ...draft, source: draft.source.noun })))
  // Stages without a layer left close up.
  const stages = [...new Set(kept.map((draft) => draft.stage))].sort((a, b) => a - b)
  for (const draft of kept) draft.stage = stages.indexOf(draft.stage)
  return kept
}
