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
  /** So many of it sound, each for itself. */
  individuals: number
  /** "A shot": one of it, where it is something that happens once. */
  isOne: boolean
  /** It moved, and was not said to do anything else: a dog that runs is heard by its steps. */
  isSilent: boolean
  /** Beats a minute where the prompt says so. */
  beatsPerMinute: number | null
  stage: number
  isBackground: boolean
}

/** Where a source is that no word puts nearer or farther, in metres. */
export const USUAL_METRES = 4

export function draftOf(source: SourceMeaning, stage: number): Draft {
  return {
    source,
    family: source.family,
    action: source.traits.action ?? null,
    material: source.traits.material ?? null,
    shifts: [],
    count: null,
    individuals: 1,
    isOne: false,
    isSilent: false,
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
  draft.isSilent = false
}

function clamp(value: number): number {
  return Math.round(Math.min(1, Math.max(0.02, value)) * 1000) / 1000
}

/** The layer a draft has become, with the mood of the whole prompt. */
export function layerOf(draft: Draft, moods: readonly Shift[], isAlone: boolean): SceneLayer {
  const { traits } = draft.source
  const made = asItBreaks(draft)
  const family = FAMILIES.get(made.family)
  const isTexture = family?.kind === 'texture'
  // A short beep is a small one; a short rain is as large as any, and soon over.
  const lastsSeconds = isTexture
    ? draft.shifts.findLast((shift) => shift.lastsSeconds)?.lastsSeconds
    : undefined
  const movement = draft.shifts.findLast((shift) => shift.movement)?.movement
  const own = draft.shifts.map((shift) => (isTexture && shift.lastsSeconds ? { ...shift, size: 0 } : shift))
  const shifts = [...own, ...moods]
  const sum = (key: 'size' | 'intensity' | 'brightness') =>
    shifts.reduce((total, shift) => total + (shift[key] ?? 0), traits[key] ?? 0.5)
  const named = shifts.reduce((total, shift) => total * (shift.tempoTimes ?? 1), traits.tempo ?? 1)
  const distanceMetres = shifts.reduce(
    (metres, shift) => shift.distanceMetres ?? metres,
    traits.distanceMetres ?? USUAL_METRES,
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
    distanceMetres: Math.round(distanceMetres * 10) / 10,
    ...(movement !== undefined && !movesItself(made) && { movement }),
    ...(lastsSeconds !== undefined && { lastsSeconds }),
    isBackground: !isAlone && (draft.isBackground || shifts.some((shift) => shift.isBackground === true)),
    stage: draft.stage,
  }
  if (family?.kind !== 'event') return layer
  const { kind, gapSeconds } = family.rhythm(layer)
  const isOnce = draft.isOne && draft.count === null && (kind === 'once' || ONE_SOUND.has(draft.source.noun))
  if (draft.beatsPerMinute === null) return isOnce ? { ...layer, isOnce } : layer
  return { ...layer, tempo: Math.round(((gapSeconds * draft.beatsPerMinute) / 60) * 1000) / 1000 }
}

/** Actions that are a way by themselves: a car that passes is rendered with its Doppler. */
const WAYS: Readonly<Record<string, readonly string[]>> = {
  aircraft: ['pass', 'takeoff'],
  engine: ['pass', 'leave', 'stop'],
  motor: ['stop'],
  helicopter: ['pass'],
  train: ['pass'],
  whoosh: ['pass', 'swing', 'throw'],
}

function movesItself({ family, action }: Pick<Draft, 'family' | 'action'>): boolean {
  return WAYS[family]?.includes(action ?? FAMILIES.get(family)?.actions[0] ?? '') === true
}

/** Nouns that are a single sound, of families that otherwise go on: "a beep" is one. */
const ONE_SOUND: ReadonlySet<string> = new Set(
  'beep|ui beep|tone|bip|ping|clap|handclap|hand clap|footstep|footfall|step|drip|drop|droplet|water drop|finger snap|slap|cough|sneeze|gasp|sigh|firework|firecracker|coin drop|thunderclap|kick drum|bass drum|snare|snare drum|crunch|bite'.split(
    '|',
  ),
)

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
  const { distanceMetres, isBackground, movement, ...dials } = shift
  return {
    ...dials,
    ...(shift.size !== undefined && { size: shift.size * factor }),
    ...(shift.intensity !== undefined && { intensity: shift.intensity * factor }),
    ...(shift.brightness !== undefined && { brightness: shift.brightness * factor }),
    ...(shift.tempoTimes !== undefined && { tempoTimes: shift.tempoTimes ** factor }),
    ...(distanceMetres !== undefined && { distanceMetres: scaledDistance(distanceMetres, factor) }),
    ...(isBackground !== undefined && factor > 0 && { isBackground }),
    // What does not fade stays as it is.
    ...(movement !== undefined && factor > 0 && { movement }),
  }
}

/** "Very far" is farther and "very close" nearer; what is not far is where things usually are, what is not close behind that. */
function scaledDistance(metres: number, factor: number): number {
  const isFar = metres > USUAL_METRES
  if (factor < 0) return isFar ? USUAL_METRES : 2 * USUAL_METRES
  return isFar ? metres * factor ** 1.5 : metres / factor ** 1.5
}
