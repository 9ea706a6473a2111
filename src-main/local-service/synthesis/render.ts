// From a scene to samples: layers in their stages, mixed, put in their space, and mastered.

import { familyOf } from './families/registry.ts'
import type { RenderRequest, Scene, SceneLayer } from './scene.ts'
import { mixSeeds } from './signal/random.ts'
import { changeBlocks, type Samples } from './signal/samples.ts'
import type { Span } from './signal/span.ts'
import { distanceGain } from './stage/distance.ts'
import { layerOf } from './stage/layer.ts'
import { master } from './stage/mastering.ts'
import { farMetresOf, moved } from './stage/movement.ts'
import { windowSamples } from './stage/pieces.ts'
import { addSpace } from './stage/reverb.ts'
import { stagesOf } from './stage/stages.ts'
import { describeScene } from './understanding/describe.ts'
import { USUAL_METRES } from './understanding/draft.ts'

/**
 * Renders a scene as mono samples in −1..1, exactly `sampleCountOf` the request.
 * Deterministic: the same request gives the same bytes; another seed or variant is another take of the same scene.
 * @throws RangeError where the scene holds no layer, an unknown family, or the duration is no positive number.
 */
export function renderScene(request: RenderRequest): Float32Array {
  const samples = new Float32Array(sampleCountOf(request))
  renderInto(samples, request)
  return samples
}

/** Samples that a request is rendered as: round(durationMs × sampleRate / 1000). */
export function sampleCountOf({ durationMs, sampleRate }: RenderRequest): number {
  const count = Math.round((durationMs * sampleRate) / 1000)
  if (!(count > 0)) throw new RangeError(`durationMs must give at least one sample, got ${durationMs}`)
  return count
}

/** `renderScene` into silence that may lie in a file: a long loop is made and mastered block by block. */
export function renderInto(mix: Samples, request: RenderRequest): void {
  const { scene, sampleRate, loop } = request
  if (scene.layers.length === 0) throw new RangeError('a scene needs at least one layer')
  const seed = mixSeeds(request.seed, request.variantIndex)
  addLayers(mix, scene, { length: mix.length, sampleRate, isCircular: loop }, seed)
  addSpace(mix, scene.space.kind, scene.space.wetness, mixSeeds(seed, 77), sampleRate, loop)
  master(mix, {
    sampleRate,
    isCircular: loop,
    targetLufs: targetLoudness(scene),
    fadeInSeconds: opensSoftly(scene) ? 0.03 : 0.003,
    fadeOutSeconds: opensSoftly(scene) ? 0.08 : 0.03,
  })
}

/** Share of a short texture over which it comes, and goes. */
const SHORT_FADE = 0.25

function addLayers(mix: Samples, scene: Scene, span: Span, seed: number): void {
  const stages = stagesOf(scene, span)
  const isWholeSpan = stages.length === 1
  const events = scene.layers.filter((layer) => familyOf(layer.family).kind === 'event')
  const isAlone = isWholeSpan && events.length === 1
  const layers = scene.layers.map((layer, index) => {
    const stage = stages[layer.stage]
    if (!stage)
      throw new RangeError(`layer ${index} is of stage ${layer.stage}, the scene has ${stages.length}`)
    // Textures keep to their stage and cross into the next; events ring on as long as they like.
    const isTexture = familyOf(layer.family).kind === 'texture'
    const lasting =
      isTexture && layer.lastsSeconds !== undefined ? layer.lastsSeconds * span.sampleRate : Infinity
    const isShort = lasting < stage.length
    const length = isShort ? Math.round(lasting) : isTexture ? stage.length : span.length - stage.from
    const activeSeconds = stage.length / span.sampleRate
    const isMoving = layer.movement !== undefined && !span.isCircular
    // What moves is rendered where it is nearest; its way takes it farther.
    const still = isMoving
      ? { ...layer, distanceMetres: Math.min(layer.distanceMetres, USUAL_METRES) }
      : layer
    const add = layerOf(
      still,
      {
        from: stage.from,
        span: { length, sampleRate: span.sampleRate, isCircular: span.isCircular && isWholeSpan && !isShort },
        activeSeconds,
        gain: mixGain(still),
        isAlone,
        fadeSamples: isShort ? Math.round(length * SHORT_FADE) : isTexture ? stage.overlap : 0,
      },
      mixSeeds(seed, index),
      mix.tidy,
    )
    if (!isMoving || layer.movement === undefined) return add
    return moved(add, {
      movement: layer.movement,
      family: layer.family,
      farMetres: farMetresOf(layer.distanceMetres),
      from: stage.from,
      length: stage.length,
      sampleRate: span.sampleRate,
    })
  })
  changeBlocks(
    mix,
    (window, from) => {
      for (const addToWindow of layers) addToWindow(window, from)
    },
    windowSamples(span),
  )
}

/** Level of a layer in the mix: its family's, what the prompt says of its force, its distance, its place behind. */
function mixGain(layer: SceneLayer): number {
  // What is far away is behind already.
  const behindDb = layer.isBackground && layer.distanceMetres < 40 ? -6 : 0
  const db = familyOf(layer.family).levelDb + (layer.intensity - 0.5) * 12 + behindDb
  return 10 ** (db / 20) * distanceGain(layer.distanceMetres)
}

/** Loudest 400 ms by type of sound, a little lower where all is soft or far away. */
function targetLoudness(scene: Scene): number {
  const { type } = describeScene(scene)
  const base = type === 'ambience' ? -23 : type === 'music' ? -18 : -17
  const loudest = Math.max(...scene.layers.map((layer) => layer.intensity))
  const nearest = Math.min(...scene.layers.map((layer) => layer.distanceMetres))
  return base + (loudest - 0.5) * 8 - Math.min(5, Math.max(0, Math.log2(Math.max(1, nearest / 20)) * 1.5))
}

/** Textures come and go gently; events keep their attack. */
function opensSoftly(scene: Scene): boolean {
  return scene.layers.every((layer) => familyOf(layer.family).kind === 'texture')
}
