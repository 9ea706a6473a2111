// Sound for a picture, as the window sees it: what a clip is, plans that are looked at before they are paid, results on the clip's time, and what leaves.
import type { Asked } from './askings.ts'
import { entry } from './entry.ts'
import type { CreditRecovery, GenerationView, QuoteRequest, SoundRow } from './types.ts'

/** What a video file says of itself. */
export interface ClipFacts {
  readonly durationMs: number
  readonly width: number
  readonly height: number
  /** The usual one where it varies; null where the file does not tell. */
  readonly framesPerSecond: number | null
  readonly hasAudio: boolean
  /** As it is commonly called: 'avc', 'vp9' …; null for one that is not known here. */
  readonly codec: string | null
}

/** A sound that was found in the picture. Times on the clip. */
export interface PlannedSound {
  readonly index: number
  readonly label: string
  readonly type: string
  readonly category: string | null
  /** What is generated: a margin around the sound itself. */
  readonly startMs: number
  readonly endMs: number
  readonly soundStartMs: number
  readonly soundEndMs: number
  readonly credits: number | null
}
export interface VideoPlan {
  readonly planId: string
  /** By this machine's clock. */
  readonly expiresAtMs: number
  /** Of one variant of each sound, as the credits of the sounds are: the charge scales with their number. */
  readonly credits: number
  readonly isMetered: boolean
  /** Empty: nothing was detected. */
  readonly sounds: readonly PlannedSound[]
  readonly creditRecovery?: CreditRecovery
}

/** An output of a job: a stem of its own, or a mix. */
export interface VideoTrack extends PlannedSound {
  /** The level that the service proposes, in decibels. */
  readonly gainDb: number
  readonly isFailed: boolean
  /** Alternatives that are in the library, by variant. */
  readonly takes: readonly SoundRow[]
}
export interface VideoResult {
  readonly generation: GenerationView
  readonly isStems: boolean
  /** Its tracks are the mix, the effects and, where any was found, the speech. */
  readonly keepsSpeech: boolean
  readonly startMs: number
  readonly durationMs: number
  readonly tracks: readonly VideoTrack[]
}

/** A sound where it lies on the clip, as it is heard. */
export interface PlacedSound {
  readonly soundId: number
  readonly label: string
  readonly startMs: number
  readonly fadeInMs: number
  readonly fadeOutMs: number
  readonly gainDb: number
}
/**
 * `stems`: each as long as the clip. `mix`: one file. `clip`: the picture untouched, with the mix; not for one that lies
 * at an address. `edit-list`: each sound as it is heard, with Final Cut's XML, OTIO and EDL; `-drop`: its timecode drops numbers, as NTSC's does.
 */
export type VideoExportKind = 'stems' | 'mix' | 'clip' | 'edit-list' | 'edit-list-drop'

export const videoRequests = {
  'video.facts': entry<{ clipId: string }, ClipFacts>(),
  /** Detection, which costs nothing: uploads the clip where it has to. The body is that of the create, without its plan. */
  'video.plan': entry<QuoteRequest & Asked, VideoPlan>(),
  /** Newest first. */
  'video.results': entry<{ clipId: string; limit: number }, readonly VideoResult[]>(),
  /** Asks for a folder. Null when the person cancels. */
  'video.export': entry<
    { clipId: string; kind: VideoExportKind; sounds: readonly PlacedSound[] },
    { files: number; folderName: string } | null
  >(),
} as const
