// Calls of larger birds, each by its pitch contour, envelope and formants.

import type { SceneLayer } from '../scene.ts'
import { hump } from '../signal/envelopes.ts'
import { addInto, buffer } from '../signal/span.ts'
import { type Call, call } from '../signal/voice-source.ts'
import { around, eventFamily } from './model.ts'

/** A call as a sonagram shows it: `call` at the bird's usual pitch, made of one or several notes. */
interface Bird {
  readonly notes: readonly { readonly atSeconds: number; readonly seconds: number }[]
  readonly call: Omit<Call, 'seconds'>
  readonly gapSeconds: number
}

/** One note of so many seconds. */
function note(seconds: number): Bird['notes'] {
  return [{ atSeconds: 0, seconds }]
}

/** Formants as triples of hertz, Q and gain. */
function formants(...rows: readonly (readonly [number, number, number])[]): Call['formants'] {
  return rows.map(([hertz, q, gain]) => ({ hertz, q, gain }))
}

/** The syllables of a cock's crow end at these shares of it. */
const COCK = [0, 0.12, 0.2, 0.32, 1] as const
const COCK_HERTZ = [480, 620, 760, 880] as const

function cockSyllable(position: number): number {
  return Math.max(0, COCK.findLastIndex((start) => position >= start) % 4)
}

const BIRDS: Readonly<Record<string, Bird>> = {
  crow: {
    notes: note(0.35),
    gapSeconds: 1.3,
    call: {
      hertz: (p) => 560 - 120 * p,
      level: (p) => hump(p, 0.18, 0.5),
      formants: formants([1500, 4, 1], [2500, 4, 0.7], [900, 3, 0.5]),
      breath: 0.35,
      slope: 0.4,
      rough: 0.7,
    },
  },
  gull: {
    notes: note(0.55),
    gapSeconds: 1.3,
    call: {
      hertz: (p) => 1150 + 550 * hump(p, 0.3) - 250 * p,
      level: (p) => hump(p, 0.25, 0.6),
      formants: formants([1700, 3, 1], [3100, 4, 0.6]),
      breath: 0.06,
      slope: 0.7,
      rough: 0.08,
    },
  },
  duck: {
    notes: note(0.2),
    gapSeconds: 0.8,
    call: {
      hertz: (p) => 250 - 60 * p,
      level: (p) => hump(p, 0.15, 0.6),
      formants: formants([1150, 5, 1], [2300, 5, 0.8], [3600, 5, 0.3]),
      breath: 0.1,
      slope: 0.3,
      rough: 0.25,
    },
  },
  owl: {
    notes: [
      { atSeconds: 0, seconds: 0.22 },
      { atSeconds: 0.42, seconds: 0.16 },
      { atSeconds: 0.66, seconds: 0.55 },
    ],
    gapSeconds: 2.2,
    call: {
      hertz: (p) => 390 * (1 - 0.09 * p),
      level: (p) => hump(p, 0.35, 0.8),
      formants: formants([400, 3, 1], [800, 5, 0.1]),
      breath: 0.05,
      slope: 2.4,
      rough: 0.02,
    },
  },
  rooster: {
    notes: note(1.9),
    gapSeconds: 3.2,
    call: {
      hertz: (p) => COCK_HERTZ[cockSyllable(p)]! - 320 * Math.max(0, (p - 0.6) / 0.4),
      level: (p) => {
        const syllable = cockSyllable(p)
        const from = COCK[syllable]!
        return hump(
          (p - from) / (COCK[syllable + 1]! - from),
          syllable === 3 ? 0.15 : 0.5,
          syllable === 3 ? 0.5 : 1,
        )
      },
      formants: formants([1400, 3, 1], [2600, 4, 0.6], [850, 3, 0.5]),
      breath: 0.06,
      slope: 0.6,
      rough: 0.1,
    },
  },
  eagle: {
    notes: note(0.9),
    gapSeconds: 2,
    call: {
      hertz: (p) => 2900 - 1200 * p + 200 * Math.sin(30 * p),
      level: (p) => hump(p, 0.12, 0.5),
      formants: formants([2600, 2, 1], [4400, 3, 0.4]),
      breath: 0.12,
      slope: 1.2,
      rough: 0.15,
    },
  },
  pigeon: {
    notes: note(0.85),
    gapSeconds: 1.6,
    call: {
      hertz: (p) => (380 + 70 * hump(p, 0.4)) * (1 + 0.03 * Math.sin(150 * p)),
      level: (p) => hump(p, 0.45, 0.6) * (0.7 + 0.3 * Math.sin(110 * p)),
      formants: formants([430, 3, 1]),
      breath: 0.03,
      slope: 2.6,
      rough: 0.03,
    },
  },
}

/** A bird that is counted gives its last note, the longest, each time: five hoots are five, not five calls of three. */
function birdOf({ action, count }: SceneLayer): Bird {
  const bird = BIRDS[action ?? 'crow'] ?? BIRDS.crow!
  const last = bird.notes.at(-1)
  if (count === null || last === undefined || bird.notes.length === 1) return bird
  return { ...bird, notes: note(last.seconds), gapSeconds: last.seconds * 1.8 }
}

/** Seconds from the first note's start to the last one's end. */
function lengthOf(bird: Bird): number {
  return Math.max(...bird.notes.map(({ atSeconds, seconds }) => atSeconds + seconds))
}

/** Crows, gulls, ducks, owls, cocks, birds of prey and pigeons: source and filter (Fletcher 1988, bird song). */
export const birdCall = eventFamily({
  name: 'bird-call',
  type: 'sfx',
  levelDb: -2,
  actions: Object.keys(BIRDS),
  held: ['gull', 'eagle', 'pigeon'],
  rhythm: (layer) => {
    const bird = birdOf(layer)
    return { kind: 'scatter', gapSeconds: bird.gapSeconds, leastSeconds: lengthOf(bird) + 0.15 }
  },
  strike: ({ layer, random, sampleRate }, occasion) => {
    const bird = birdOf(layer)
    const lift = random.vary(0.06) * 2 ** (-0.5 * around(layer.size))
    // A short stretch hears the whole call, hurried.
    const squeeze = Math.min(
      random.vary(0.15),
      Math.max(0.05, (occasion.budgetSeconds * 0.95) / lengthOf(bird)),
    )
    const out = buffer(lengthOf(bird) * squeeze, sampleRate)
    for (const { atSeconds, seconds } of bird.notes) {
      const one = {
        ...bird.call,
        seconds: seconds * squeeze,
        hertz: (p: number) => bird.call.hertz(p) * lift,
        formants: bird.call.formants.map((formant) => ({ ...formant, hertz: formant.hertz * lift })),
      }
      addInto(out, call(random, one, sampleRate), atSeconds * squeeze * sampleRate, 1)
    }
    return out
  },
})
