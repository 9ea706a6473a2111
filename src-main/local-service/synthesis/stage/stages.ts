// The order of happening: how the time of a scene is shared among its stages.

import { familyOf } from '../families/registry.ts'
import type { Scene, SceneLayer } from '../scene.ts'
import type { Span } from '../signal/span.ts'

export interface Stage {
  /** First sample. */
  readonly from: number
  readonly length: number
  /** Samples over which textures of neighbouring stages cross. */
  readonly overlap: number
}

/** Seconds that a layer would take if it were alone; textures take what is left. */
function naturalSeconds(layer: SceneLayer): number {
  const family = familyOf(layer.family)
  if (family.kind === 'texture') return layer.lastsSeconds ?? 6
  const rhythm = family.rhythm(layer)
  const gap = Math.min(rhythm.gapSeconds / layer.tempo, 3)
  if (layer.count !== null) return gap * layer.count
  switch (rhythm.kind) {
    case 'once':
    case 'scatter':
      return Math.max(1.2, gap)
    case 'groups':
      return Math.max(1.2, (gap * (rhythm.least + rhythm.most)) / 2)
    case 'pulse':
      return Math.min(3.5, Math.max(1.8, gap * 6))
  }
}

/**
 * The stages of a scene. Each gets time in proportion to what its layers take naturally; the last also keeps what
 * rings on. An event of one stage may ring into the next: its stretch reaches to the end of the scene.
 */
export function stagesOf(scene: Scene, span: Span): Stage[] {
  const count = Math.max(...scene.layers.map((layer) => layer.stage)) + 1
  if (count === 1) return [{ from: 0, length: span.length, overlap: 0 }]
  const weights = Array.from({ length: count }, (_, stage) =>
    Math.max(0.2, ...scene.layers.filter((layer) => layer.stage === stage).map(naturalSeconds)),
  )
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const overlap = Math.round(Math.min(span.sampleRate * 0.4, (span.length / count) * 0.2))
  let from = 0
  return weights.map((weight, stage) => {
    const start = from
    from = stage === count - 1 ? span.length : Math.round(from + (weight / total) * span.length)
    const end = Math.min(span.length, from + (stage === count - 1 ? 0 : overlap))
    return { from: start, length: Math.max(1, end - start), overlap }
  })
}
