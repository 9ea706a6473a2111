// A prompt becomes a scene: who sounds, what it does, on what, how, where, and in which order.

import { FAMILIES } from '../families/registry.ts'
import type { SpaceKind, Understanding } from '../scene.ts'
import { layerOf } from './draft.ts'
import { SOURCES } from './lexicon/sources.ts'
import { nearestTo } from './nearest.ts'
import { readScene } from './parse.ts'
import { segmentsOf } from './reading.ts'

/** How much of a space is heard where the prompt only names it. */
const WETNESS: Readonly<Record<SpaceKind, number>> = {
  dry: 0,
  outdoors: 0.15,
  forest: 0.22,
  'small-room': 0.2,
  room: 0.24,
  bathroom: 0.32,
  corridor: 0.35,
  hall: 0.4,
  'stone-hall': 0.46,
  cathedral: 0.55,
  cave: 0.5,
  tunnel: 0.5,
  underwater: 0.6,
  canyon: 0.4,
}

/** Understands a prompt, or says what known things come nearest. Never throws. */
export function understandPrompt(prompt: string): Understanding {
  const reading = readScene(segmentsOf(prompt))
  if (reading.drafts.length === 0) {
    if (reading.excluded.length > 0 && reading.notUnderstood.length === 0) {
      return {
        ok: false,
        nearest: nearestTo([]),
        message: `The prompt only says what to leave out (${reading.excluded.join(', ')}), not what to make.`,
      }
    }
    const nearest = nearestTo(reading.notUnderstood.length > 0 ? reading.notUnderstood : [prompt])
    const heard =
      reading.notUnderstood.length > 0 ? `“${reading.notUnderstood.slice(0, 5).join('”, “')}”` : 'this prompt'
    return {
      ok: false,
      nearest,
      message: `No source of sound is known in ${heard}. Nearest: ${nearest.join(', ')}.`,
    }
  }
  const isAlone = reading.drafts.length === 1
  const layers = reading.drafts.map((draft) => layerOf(draft, reading.moodShifts, isAlone))
  const isFarAway = layers.every((layer) => layer.distanceMetres > 60)
  const kind = reading.space ?? (isFarAway && !reading.isDry ? 'outdoors' : 'dry')
  return {
    ok: true,
    scene: {
      layers,
      space: { kind: reading.isDry ? 'dry' : kind, wetness: reading.isDry ? 0 : WETNESS[kind] },
      moods: reading.moods,
      excluded: reading.excluded,
      notUnderstood: reading.notUnderstood,
    },
  }
}

/** Everything it knows: each noun with the family that makes it. */
export function knownSources(): readonly { noun: string; family: string }[] {
  return SOURCES.filter(({ family }) => FAMILIES.has(family)).map(({ noun, family }) => ({ noun, family }))
}
