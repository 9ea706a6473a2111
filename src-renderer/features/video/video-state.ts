// What the video view holds while a person works on a clip; it stays as it was left when another view is looked at.
import type { BridgeError, ClipView, VideoPlan, VideoResult, VideoTrack } from '../../bridge.ts'
import type { Asking } from '../asking/asking.ts'
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

/** A sound of the library whose speech is kept in place of the clip's own. */
export interface SpeechSource {
  readonly soundId: number
  readonly name: string
}

/** A plan with the body that it belongs to. */
export interface HeldPlan {
  readonly bodyKey: string
  readonly plan: VideoPlan
}

/** A plan that is being asked for. */
export interface Planning extends Asking {
  readonly clipId: string
}
/** Why there is no plan of a body. */
export interface RefusedPlan {
  readonly bodyKey: string
  readonly error: BridgeError
}

export interface VideoState {
  readonly clip: ClipView | null
  /** Of a clip that the app cannot read, as the person says. Seconds. */
  readonly toldLengthS: number | null
  /** Null: the first frame, the end of what the model makes. Seconds. */
  readonly inS: number | null
  readonly outS: number | null
  readonly mode: VideoMode
  readonly prompt: string
  readonly negativePrompt: string
  readonly variants: number
  readonly lockedSeed: number | null
  /** Null: the clip's own sound. */
  readonly speech: SpeechSource | null
  readonly plan: HeldPlan | null
  readonly planning: Planning | null
  readonly refusedPlan: RefusedPlan | null
  /** The result that is shown; null takes the newest. */
  readonly generationId: string | null
  readonly mixes: ReadonlyMap<string, TrackMix>
  /** Null until the person says so: heard, but where its speech is heard as a track of its own. */
  readonly isClipSoundHeard: boolean | null
  /** Null shows all of the clip. */
  readonly viewport: Viewport | null
}

export const NO_VIDEO: VideoState = {
  clip: null,
  toldLengthS: null,
  inS: null,
  outS: null,
  mode: 'mix',
  prompt: '',
  negativePrompt: '',
  variants: 1,
  lockedSeed: null,
  speech: null,
  plan: null,
  planning: null,
  refusedPlan: null,
  generationId: null,
  mixes: new Map(),
  isClipSoundHeard: null,
  viewport: null,
}

/** Another clip: what belonged to the last one goes, how the person works stays. */
export const onClip = (state: VideoState, clip: ClipView): VideoState =>
  state.clip?.id === clip.id
    ? state
    : {
        ...NO_VIDEO,
        clip,
        // Whoever shows the new clip gives it up.
        planning: state.planning,
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

/** In or out moved to a time, whichever way round: an edge that would be passed is let go. Seconds. */
export function withEdge(
  { inS, outS }: Pick<VideoState, 'inS' | 'outS'>,
  edge: 'in' | 'out',
  atS: number,
): Pick<VideoState, 'inS' | 'outS'> {
  if (edge === 'in') return { inS: atS, outS: outS !== null && outS <= atS ? null : outS }
  return { inS: inS !== null && inS >= atS ? null : inS, outS: atS }
}

/** What is asked of a result here. */
export interface SpokenResult extends Pick<VideoResult, 'keepsSpeech'> {
  readonly generation: Pick<VideoResult['generation'], 'id'>
  readonly tracks: readonly (Pick<VideoTrack, 'index' | 'type'> & { readonly takes: readonly unknown[] })[]
}

/** Whether the speech of a result is heard by itself. */
export const hasSpeechTrack = (result: SpokenResult): boolean =>
  result.keepsSpeech && result.tracks.some(({ type, takes }) => type === 'speech' && takes.length > 0)

/** How the tracks of a result are heard: as the person left them; a mix is silent at first where its parts are heard. */
export function mixesOf(
  mixes: ReadonlyMap<string, TrackMix>,
  result: SpokenResult | null,
): ReadonlyMap<string, TrackMix> {
  if (result === null || !result.keepsSpeech) return mixes
  const mix = result.tracks.find(({ type }) => type === 'mix')
  const hasParts = result.tracks.some(({ type, takes }) => type === 'sfx' && takes.length > 0)
  if (mix === undefined || !hasParts) return mixes
  const key = trackKey(result.generation.id, mix.index)
  return mixes.has(key) ? mixes : new Map(mixes).set(key, { ...PLAIN_MIX, isMuted: true })
}
