// What the video view holds while a person works on a clip; it stays as it was left when another view is looked at.
import type { ClipView, VideoPlan } from '../../bridge.ts'
import type { Viewport } from '../edit/viewport.ts'
import type { VideoMode } from './video-request.ts'

/** How a track is heard. */
export interface TrackMix {
  readonly isMuted: boolean
  readonly isSolo: boolean
  /** Beside what the service proposes, in decibels. */
  readonly gainDb: number
  /** Index among its takes. */
  readonly take: number
}
export const PLAIN_MIX: TrackMix = { isMuted: false, isSolo: false, gainDb: 0, take: 0 }

/** A plan with the body that it belongs to. */
export interface HeldPlan {
  readonly bodyKey: string
  readonly plan: VideoPlan
}

export interface VideoState {
  readonly clip: ClipView | null
  /** Null: the first frame, the end of what the model makes. Seconds. */
  readonly inS: number | null
  readonly outS: number | null
  readonly mode: VideoMode
  readonly prompt: string
  readonly negativePrompt: string
  readonly variants: number
  readonly lockedSeed: number | null
  readonly plan: HeldPlan | null
  /** The result that is shown; null takes the newest. */
  readonly generationId: string | null
  readonly mixes: ReadonlyMap<string, TrackMix>
  readonly isClipSoundHeard: boolean
  /** Null shows all of the clip. */
  readonly viewport: Viewport | null
}

export const NO_VIDEO: VideoState = {
  clip: null,
  inS: null,
  outS: null,
  mode: 'mix',
  prompt: '',
  negativePrompt: '',
  variants: 1,
  lockedSeed: null,
  plan: null,
  generationId: null,
  mixes: new Map(),
  isClipSoundHeard: true,
  viewport: null,
}

/** Another clip: what belonged to the last one goes, how the person works stays. */
export const onClip = (state: VideoState, clip: ClipView): VideoState =>
  state.clip?.id === clip.id
    ? state
    : {
        ...NO_VIDEO,
        clip,
        mode: state.mode,
        variants: state.variants,
        isClipSoundHeard: state.isClipSoundHeard,
      }

/** Track of a result. */
export const trackKey = (generationId: string, index: number): string => `${generationId}:${index}`

/** Whether a track is heard: soloed ones alone where there are any. */
export function isTrackHeard(
  mixes: ReadonlyMap<string, TrackMix>,
  keys: readonly string[],
  key: string,
): boolean {
  const hasSolo = keys.some((each) => mixes.get(each)?.isSolo === true)
  const mix = mixes.get(key) ?? PLAIN_MIX
  return hasSolo ? mix.isSolo : !mix.isMuted
}
