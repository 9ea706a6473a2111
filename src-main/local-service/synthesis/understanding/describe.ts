// A name that a person would give the sound, and its type.

import { FAMILIES } from '../families/registry.ts'
import type { Movement, Scene, SceneLayer } from '../scene.ts'
import { ON_A_SURFACE } from './draft.ts'

/** What the bare family does anyway is not said. */
const UNSAID = new Set([
  'once',
  'fall',
  'burn',
  'sing',
  'ring',
  'flow',
  'fly',
  'pass',
  'run',
  'hum',
  'beep',
  'bubble',
])

const MOVES: Readonly<Record<Movement, string>> = {
  approach: 'approaching',
  leave: 'leaving',
  pass: 'passing',
  swell: 'growing louder',
  fade: 'fading',
}

function titleOf(layer: SceneLayer): string {
  const family = FAMILIES.get(layer.family)
  const words: string[] = []
  if (layer.count !== null && layer.count > 1) words.push(`${layer.count}×`)
  if (layer.distanceMetres > 60) words.push('distant')
  if (layer.size > 0.85) words.push('huge')
  else if (layer.size < 0.15) words.push('tiny')
  const isSaid = layer.material === null || layer.source.includes(layer.material)
  if (!isSaid && !ON_A_SURFACE.has(layer.family)) words.push(layer.material)
  words.push(layer.source)
  const isUsual = family?.actions[0] === layer.action || (layer.action !== null && UNSAID.has(layer.action))
  if (layer.action && !isUsual && !layer.source.includes(layer.action)) words.push(layer.action)
  if (!isSaid && ON_A_SURFACE.has(layer.family)) words.push('on', layer.material)
  if (layer.movement) words.push(MOVES[layer.movement])
  return words.join(' ')
}

/** Its label, as "Distant thunder roll with rain", and whether it is an effect, an ambience or music. */
export function describeScene(scene: Scene): { label: string; type: 'sfx' | 'ambience' | 'music' } {
  const stages: string[] = []
  const last = Math.max(0, ...scene.layers.map((layer) => layer.stage))
  for (let stage = 0; stage <= last; stage++) {
    const titles = [...new Set(scene.layers.filter((layer) => layer.stage === stage).map(titleOf))]
    if (titles.length > 0) stages.push(titles.join(' with '))
  }
  const place =
    scene.space.kind === 'dry' || scene.space.kind === 'outdoors'
      ? ''
      : ` in ${scene.space.kind.replace('-', ' ')}`
  const text = `${stages.join(', then ')}${place}`
  const types = scene.layers.map((layer) => FAMILIES.get(layer.family)?.type ?? 'sfx')
  // A bed with things that happen in it now and then is an ambience; counted or ordered events make an effect.
  const isBed = types[0] === 'ambience' && last === 0 && scene.layers.every((layer) => layer.count === null)
  const type = types.every((one) => one === 'music') ? 'music' : isBed ? 'ambience' : 'sfx'
  return { label: text.charAt(0).toUpperCase() + text.slice(1), type }
}
