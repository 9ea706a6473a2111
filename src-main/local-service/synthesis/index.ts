// The procedural sound engine: a prompt is understood as a scene, and a scene is rendered as samples.

export { renderInto, renderScene, sampleCountOf } from './render.ts'
export type {
  Material,
  Movement,
  RenderRequest,
  Scene,
  SceneLayer,
  SceneSpace,
  SpaceKind,
  Understanding,
} from './scene.ts'
export { type Avoidance, understandAvoidance } from './understanding/avoid.ts'
export { describeScene } from './understanding/describe.ts'
export { isAllAvoided, leaveOut, leftOut } from './understanding/leave-out.ts'
export { knownSources, understandPrompt } from './understanding/understand.ts'
