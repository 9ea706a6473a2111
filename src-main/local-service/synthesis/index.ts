// The procedural sound engine: a prompt is understood as a scene, and a scene is rendered as samples.

export { renderInto, renderScene, sampleCountOf } from './render.ts'
export type {
  Material,
  RenderRequest,
  Scene,
  SceneLayer,
  SceneSpace,
  SpaceKind,
  Understanding,
} from './scene.ts'
export { describeScene } from './understanding/describe.ts'
export { knownSources, understandPrompt } from './understanding/understand.ts'
