// The scenes behind what a picture shows: by the prompt where there is one, else by what the motion is like.

import type { Look } from '../picture/events.ts'
import { describeScene, type Scene, type SceneLayer, understandPrompt } from '../synthesis/index.ts'

/** What a prompt says about each kind of event; null leaves it to the picture. */
export interface PromptedScenes {
  /** One after another on the hits, in the prompt's order. */
  readonly hits: readonly Scene[]
  readonly movement: Scene | null
  readonly bed: Scene | null
}

/** What the engine calls the sounds of nameless things. */
const IMPACT = known('impact')
const WHOOSH = known('a whoosh')
const AIR = known('wind')
const ROOM_TONE = known('room tone')

/** Parts a prompted scene: what goes on lies under the picture, what rushes goes with movement, the rest falls on the hits. */
export function promptedScenes(scene: Scene): PromptedScenes {
  const beds = scene.layers.filter((layer) => goesOn(scene, layer))
  const rushes = scene.layers.filter(
    (layer) => !beds.includes(layer) && layer.family === WHOOSH.layers[0]?.family,
  )
  const events = scene.layers.filter((layer) => !beds.includes(layer) && !rushes.includes(layer))
  return {
    hits: events.map((layer) => only(scene, [{ ...unmoved(layer), count: 1, stage: 0 }])),
    movement:
      rushes.length > 0
        ? only(
            scene,
            rushes.map((layer) => ({ ...unmoved(layer), isOnce: true })),
          )
        : null,
    bed: beds.length > 0 ? only(scene, beds) : null,
  }
}

/** A hit of something nameless: larger things lower, harder hits fiercer, brighter pictures brighter. */
export function impactScene(strength: number, size: number, look: Look): Scene {
  return shaped(IMPACT, {
    intensity: 0.3 + 0.5 * strength,
    size: 0.2 + 0.7 * size,
    brightness: brightnessOf(look),
  })
}

/** A rush of air. */
export function movementScene(strength: number, look: Look): Scene {
  return shaped(WHOOSH, { intensity: 0.3 + 0.5 * strength, brightness: brightnessOf(look) })
}

/** Moving air, as lively as the picture. */
export function textureScene(strength: number, look: Look): Scene {
  return shaped(AIR, { intensity: 0.25 + 0.5 * strength, brightness: brightnessOf(look) })
}

/** What a place sounds like in which nothing happens. */
export function stillScene(): Scene {
  return shaped(ROOM_TONE, { intensity: 0.15 })
}

/** Cold and light pictures sound brighter than warm and dark ones. */
function brightnessOf({ brightness, warmth }: Look): number {
  return Math.max(0.2, Math.min(0.8, 0.35 + 0.4 * brightness - 0.2 * warmth))
}

function goesOn(scene: Scene, layer: SceneLayer): boolean {
  return layer.isBackground || describeScene(only(scene, [layer])).type !== 'sfx'
}

function only(scene: Scene, layers: readonly SceneLayer[]): Scene {
  return { ...scene, layers: layers.map((layer) => ({ ...layer, stage: 0 })) }
}

/** On a hit or a rush it is the picture that moves what sounds, whatever the prompt says of its way. */
function unmoved({ movement: _movement, ...layer }: SceneLayer): SceneLayer {
  return layer
}

function shaped(scene: Scene, changes: Partial<SceneLayer>): Scene {
  return { ...scene, layers: scene.layers.map((layer) => ({ ...layer, ...changes })) }
}

function known(prompt: string): Scene {
  const understood = understandPrompt(prompt)
  if (!understood.ok) throw new Error(`the engine does not know ${JSON.stringify(prompt)}`)
  return understood.scene
}
