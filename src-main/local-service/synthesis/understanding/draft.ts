// A layer while the prompt is being read, and the finished layer that comes of it.

import { FAMILIES } from '../families/registry.ts'
import type { Material, SceneLayer } from '../scene.ts'
import type { ActionMeaning, Shift, SourceMeaning } from './lexicon/entries.ts'

export interface Draft {
  source: SourceMeaning
  family: string
  action: string | null
  material: Material | null
  shifts: Shift[]
  count: number | null
  /** Beats a minute where the prompt says so. */
  beatsPerMinute: number | null
  stage: number
  isBackground: boolean
}

export function draftOf(source: SourceMeaning, stage: number): Draft {
  return {
    source,
    family: source.family,
    action: source.traits.action ?? null,
    material: source.traits.material ?? null,
    shifts: [],
    count: null,
    beatsPerMinute: null,
    stage,
    isBackground: false,
  }
}

/** Whether a family can do this. */
export function canDo(family: string, action: ActionMeaning): boolean {
  return action.byFamily[family] !== undefined
}

/** Lets the source do this; a bottle that breaks becomes broken glass. */
export function applyAction(draft: Draft, action: ActionMeaning): void {
  const meaning = action.byFamily[draft.family]
  if (meaning === undefined) return
  const [family, verb] = meaning.includes('/') ? meaning.split('/') : [draft.family, meaning]
  draft.family = family ?? draft.family
  draft.action = verb ?? null
}

function clamp(value: number): number {
  return Math.round(Math.min(1, Math.max(0.02, value)) * 1000) / 1000
}

/** The layer a draft has become, with the mood of the whole prompt. */
export function layerOf(draft: Draft, moods: readonly Shift[], isAlone: boolean): SceneLayer {
  const { traits } = draft.source
  const made = asItBreaks(draft)
  const family = FAMILIES.get(made.family)
  const shifts = [...draft.shifts, ...moods]
  const sum = (key: 'size' | 'intensity' | 'brightness') =>
    shifts.reduce((total, shift) => total + (shift[key] ?? 0), traits[key] ?? 0.5)
  const named = shifts.reduce((total, shift) => total * (shift.tempoTimes ?? 1), traits.tempo ?? 1)
  const distanceMetres = shifts.reduce(
    (metres, shift) => shift.distanceMetres ?? metres,
    traits.distanceMetres ?? 4,
  )
  const layer: SceneLayer = {
    source: draft.source.noun,
    family: made.family,
    action: made.action ?? family?.actions[0] ?? null,
    material: SOUNDS_ALIKE_ON_ALL.has(made.family) ? null : draft.material,
    size: clamp(sum('size')),
    intensity: clamp(sum('intensity')),
    brightness: clamp(sum('brightness')),
    tempo: Math.round(Math.min(4, Math.max(0.25, named)) * 1000) / 1000,
    count: family?.kind === 'event' ? draft.count : null,
    distanceMetres,
    isBackground: !isAlone && (draft.isBackground || shifts.some((shift) => shift.isBackground === true)),
    stage: draft.stage,
  }
  if (draft.beatsPerMinute === null || family?.kind !== 'event') return layer
  const { gapSeconds } = family.rhythm(layer)
  return { ...layer, tempo: Math.round(((gapSeconds * draft.beatsPerMinute) / 60) * 1000) / 1000 }
}

/** What breaks as glass does not is heard as what it is: a crate splinters, a wall crumbles, a tray crashes. */
const BREAKS_AS: Partial<Record<Material, Pick<Draft, 'family' | 'action'>>> = {
  wood: { family: 'snap', action: 'splinter' },
  stone: { family: 'debris', action: 'crumble' },
  earth: { family: 'debris', action: 'crumble' },
  metal: { family: 'impact', action: 'crash' },
  plastic: { family: 'impact', action: 'crash' },
  cloth: { family: 'paper', action: 'tear' },
  paper: { family: 'paper', action: 'tear' },
}

function asItBreaks({ source, family, action, material }: Draft): Pick<Draft, 'family' | 'action'> {
  // Of a window it is the pane that breaks, whatever its frame is made of.
  const isWhole = family === 'glass-break' && source.family !== 'slide'
  const known = isWhole && material !== null ? BREAKS_AS[material] : undefined
  return known ?? { family, action }
}

/** Families that no material changes: "street traffic" is not made of stone. */
const SOUNDS_ALIKE_ON_ALL: ReadonlySet<string> = new Set([
  'aircraft',
  'alarm',
  'beast',
  'bird-call',
  'birds',
  'crowd',
  'engine',
  'frog',
  'helicopter',
  'horn',
  'insects',
  'thunder',
  'traffic',
  'train',
  'voice',
])

/** Families whose material is what they happen on; of all others it is what they are made of. */
export const ON_A_SURFACE: ReadonlySet<string> = new Set([
  'footsteps',
  'rain',
  'hail',
  'hooves',
  'knock',
  'wind',
  'bounce',
])

/** A shift made stronger, weaker, or turned over. */
export function scaled(shift: Shift, factor: number): Shift {
  if (factor === 1) return shift
  return {
    ...shift,
    ...(shift.size !== undefined && { size: shift.size * factor }),
    ...(shift.intensity !== undefined && { intensity: shift.intensity * factor }),
    ...(shift.brightness !== undefined && { brightness: shift.brightness * factor }),
    ...(shift.tempoTimes !== undefined && { tempoTimes: shift.tempoTimes ** factor }),
    ...(shift.distanceMetres !== undefined &&
      factor > 0 && { distanceMetres: shift.distanceMetres * factor ** 1.5 }),
  }
}
