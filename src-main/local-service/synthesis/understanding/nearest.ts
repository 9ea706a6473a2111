// The nearest known things to words that are not known: misspellings, and neighbours in meaning.

import { SOURCES } from './lexicon/sources.ts'
import { formsOf } from './words.ts'

/** Optimal string alignment distance (Damerau 1964): insertions, deletions, substitutions, swaps. */
export function editDistance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, before[j - 2]! + 1)
      next.push(best)
    }
    before = row
    row = next
  }
  return row[b.length]!
}

/** Fields of meaning: words that are not made here, and what of the same field is. */
const FIELDS: readonly (readonly [words: string, suggestions: readonly string[]])[] = [
  [
    'guitar violin piano cello flute trumpet saxophone song tune band orchestra singing singer vocals beat techno jazz music instrument ukulele banjo bass',
    ['music box', 'pad', 'drum', 'bell', 'gong'],
  ],
  [
    'voice speech talk talking say word dialogue narration whisper shout scream laugh laughter cry crying chatter conversation man woman child baby crowd cheer sneeze cough',
    ['crowd', 'laugh', 'shout', 'whisper', 'breath'],
  ],
  [
    'animal pet elephant monkey ape whale dolphin fish parrot peacock camel deer squirrel turkey penguin giraffe',
    ['dog', 'cat', 'bird', 'lion', 'horse'],
  ],
  [
    'weather cloud sun sky season summer winter autumn fog rainbow earthquake volcano',
    ['wind', 'rain', 'thunder', 'rockslide', 'lava'],
  ],
  [
    'boat ship yacht canoe sailing swim swimming bath toilet flush',
    ['waves', 'splash', 'stream', 'foghorn', 'drain'],
  ],
  [
    'bike bicycle skateboard skates sled cart wagon wheel tyre tire brakes brake',
    ['bicycle bell', 'ball', 'engine', 'squeak', 'train'],
  ],
  [
    'food cooking kitchen frying fry meat cook eat cutting chop soup toaster microwave oven',
    ['frying pan', 'dishes', 'boiling water', 'crunch', 'fire'],
  ],
  [
    'fight war battle soldier army combat attack weapon shield',
    ['sword', 'gunshot', 'explosion', 'cannon', 'boots'],
  ],
  [
    'house home furniture bed couch carpet lamp mirror bathroom',
    ['door', 'creak', 'drawer', 'clock', 'light switch'],
  ],
  [
    'app phone computer game software website screen menu tablet',
    ['notification', 'beep', 'click', 'typing', 'error'],
  ],
  [
    'ghost vampire witch wizard fairy angel devil horror',
    ['wind', 'creak', 'monster', 'magic spell', 'drone'],
  ],
  ['sport tennis golf baseball hockey bowling boxing', ['ball', 'bat', 'whistle', 'punch', 'applause']],
  [
    'space planet star galaxy ufo alien rocket future',
    ['spaceship', 'laser', 'teleport', 'computer', 'rocket'],
  ],
]

const USUAL = ['rain', 'footsteps', 'door', 'wind', 'bell'] as const

/** So many words are looked up: a text of thousands that are not known is no near miss of anything. */
const LOOKED_UP = 24

/** Up to five known nouns, the likeliest first; never empty. */
export function nearestTo(words: readonly string[]): string[] {
  const scored: { noun: string; score: number }[] = []
  for (const phrase of [...new Set(words)].slice(0, LOOKED_UP)) {
    for (const word of [phrase, ...phrase.split(/[^\p{L}]+/u)].filter((one) => one.length > 2)) {
      const forms = formsOf(word)
      for (const { noun } of SOURCES) {
        const allowed = Math.max(1, Math.floor(Math.min(word.length, noun.length) * 0.34))
        // Each letter that one has more than the other is a difference already.
        const candidates = forms.filter((form) => Math.abs(form.length - noun.length) <= allowed)
        const distance = Math.min(...candidates.map((form) => editDistance(form, noun)))
        if (distance <= allowed && noun.length > 2) scored.push({ noun, score: distance / noun.length })
      }
      for (const [field, suggestions] of FIELDS) {
        const members = field.split(' ')
        if (forms.some((form) => members.includes(form))) {
          scored.push(...suggestions.map((noun, rank) => ({ noun, score: 0.3 + rank * 0.02 })))
        }
      }
    }
  }
  scored.sort((a, b) => a.score - b.score || a.noun.localeCompare(b.noun))
  return [...new Set([...scored.map(({ noun }) => noun), ...(scored.length === 0 ? USUAL : [])])].slice(0, 5)
}
