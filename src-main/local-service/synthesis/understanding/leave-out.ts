// Takes out of a scene what a negative prompt names.

import { FAMILIES } from '../families/registry.ts'
import type { Scene, SceneLayer, SceneSpace } from '../scene.ts'
import type { Avoidance, AvoidedSource } from './avoid.ts'
import { scaled, USUAL_METRES } from './draft.ts'
import type { Shift } from './lexicon/entries.ts'
import { entryFor } from './lexicon/lexicon.ts'

/** The dials of a layer whose quality was refused move half of the way back. */
const HALF_BACK = -0.5

/**
 * The scene without what is avoided, which it names as left out. It may have no layer left: then there is nothing to
 * make.
 */
export function leaveOut(scene: Scene, avoid: Avoidance): Scene {
  const kept = scene.layers.filter((layer) => !isAvoided(layer, scene, avoid))
  // Stages without a layer left close up.
  const stages = [...new Set(kept.map(({ stage }) => stage))].sort((a, b) => a - b)
  const isAlone = kept.length === 1
  return {
    ...scene,
    layers: kept.map((layer) => ({
      ...turnedBack(layer, avoid.shifts),
      material: layer.material !== null && avoid.materials.includes(layer.material) ? null : layer.material,
      isBackground: layer.isBackground && !isAlone,
      stage: stages.indexOf(layer.stage),
    })),
    space: spaceWithout(scene.space, avoid),
    excluded: [...scene.excluded, ...avoid.words],
    notUnderstood: [...new Set([...scene.notUnderstood, ...avoid.notUnderstood])],
  }
}

/** Whether all that sounds in a scene is avoided. */
export function isAllAvoided(scene: Scene, avoid: Avoidance): boolean {
  return scene.layers.every((layer) => isAvoided(layer, scene, avoid))
}

/** What is told of an avoidance where no prompt names a scene. */
export function leftOut({ words, notUnderstood }: Avoidance): Pick<Scene, 'excluded' | 'notUnderstood'> {
  return { excluded: words, notUnderstood }
}

function isAvoided(layer: SceneLayer, { layers }: Scene, { sources, isBare }: Avoidance): boolean {
  if (sources.some((source) => covers(source, layer))) return true
  return isBare && (layer.isBackground || (goesOn(layer) && !layers.every(goesOn)))
}

function goesOn({ family }: SceneLayer): boolean {
  return FAMILIES.get(family)?.type === 'ambience'
}

/** Whether something that sounds is what is avoided. */
export function covers(
  { family, noun, action, material }: AvoidedSource,
  layer: Pick<SceneLayer, 'source' | 'family' | 'action' | 'material'>,
): boolean {
  if (family !== layer.family || (material !== null && material !== layer.material)) return false
  if (noun === null && action === null) return true
  return (noun !== null && areSynonyms(noun, layer.source)) || (action !== null && action === layer.action)
}

/** Synonyms share one meaning in the lexicon. */
function areSynonyms(one: string, other: string): boolean {
  return one === other || entryFor(one)?.source?.traits === entryFor(other)?.source?.traits
}

function spaceWithout(space: SceneSpace, { isDry, spaces }: Avoidance): SceneSpace {
  return isDry || spaces.includes(space.kind) ? { kind: 'dry', wetness: 0 } : space
}

function turnedBack(layer: SceneLayer, shifts: readonly Shift[]): SceneLayer {
  let { size, intensity, brightness, tempo, distanceMetres } = layer
  for (const shift of shifts) {
    const back = scaled(shift, HALF_BACK)
    size = dial(size + (back.size ?? 0))
    intensity = dial(intensity + (back.intensity ?? 0))
    brightness = dial(brightness + (back.brightness ?? 0))
    tempo = Math.min(4, Math.max(0.25, tempo * (back.tempoTimes ?? 1)))
    const isFar = (shift.distanceMetres ?? 0) > USUAL_METRES
    if (isFar) distanceMetres = Math.min(distanceMetres, USUAL_METRES)
  }
  return { ...layer, size, intensity, brightness, tempo, distanceMetres }
}

function dial(value: number): number {
  return Math.round(Math.min(1, Math.max(0.02, value)) * 1000) / 1000
}
