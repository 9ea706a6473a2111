// How words and families are used: which count heads, which end or repeat, which touch a thing.

import type { Draft } from './draft.ts'

/** Families whose number means individuals, not events: two dogs are two layers. */
export const INDIVIDUALS = new Set([
  'beast',
  'bird-call',
  'birds',
  'frog',
  'insects',
  'insect-buzz',
  'engine',
  'motor',
  'helicopter',
  'aircraft',
  'train',
  'hooves',
])
/** Beings whose number is never that of the sounds they make: "four soldiers marching". */
export const BEINGS = new Set([
  'soldiers',
  'soldier',
  'baby',
  'infant',
  'newborn',
  'toddler',
  'horse',
  'pony',
  'donkey',
])
/** "Three horse neighs" are of one horse. */
export const CALLS = / (neigh|squeak|call|song|howl)$/
/** "Two people walking": two who walk, not two steps. */
export const PEOPLE = /^(people|persons|men|women|guys|girls|boys|kids|children|ladies|actors|players)$/

/** Verbs by which something is over, and what comes next begins. */
export const ENDS = new Set(['stop', 'end', 'cease', 'die', 'die down', 'subside'])
/** Verbs that say no more than that something is heard. */
export const BEGINS = new Set(['start', 'begin', 'activate', 'operate', 'work', 'move'])

/** Verbs whose -ing goes on, though one of it is a single sound: "a hammer hitting metal". */
export const REPEATED = new Set(
  'hit|strike|struck|beat|hammer|tap|bang|pound|knock|chop|slice|cut|saw|brush|scrub|sweep|sand|shake|rattle|click|press|whack|scratch|scrape|swing|wave|clang|clank|clatter|honk|toot|beep|zap|shoot|fire|bounce|dribble|type|write'.split(
    '|',
  ),
)

/** What an engine does once: it begins, ends, or is gone. */
export const PHASES = new Set(['start', 'stop', 'leave'])

/** How much quicker the steps of a run follow one another than those of a walk. */
export const RUNNING_PACE = 1.6

/** Families of things that move until they meet something, and what meeting it is called. */
const ON_ITS_WAY = new Set(['rolling', 'whoosh', 'riser'])
export const BLOWS = new Set(['impact', 'hit', 'crash', 'thud', 'metal hit'])

/** It rolls, flies or skids, until it meets something. */
export const isOnItsWay = ({ family, action }: Draft): boolean =>
  ON_ITS_WAY.has(family) || (family === 'creak' && action === 'squeak')

/** Words that say that a place reflects, not which place it is. */
export const ECHOES = /^(echo|reverb)/

/** Families that are something being done to a thing named after them: "knocking on a door". */
export const DONE_TO = new Set([
  'knock',
  'click',
  'lock',
  'creak',
  'snap',
  'impact',
  'slide',
  'clap',
  'whoosh',
  'footsteps',
  'ratchet',
])
