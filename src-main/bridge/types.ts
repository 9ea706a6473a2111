// What crosses the boundary to the window: plain data, ids and names, never a path, never a key.
import type { Account, CreditRecovery, Family, Model } from '../contract/index.ts'

export type { Account, CreditRecovery, Family, Model }

/** An expected failure, as the window sees it. */
export interface BridgeError {
  readonly code: string
  readonly message: string
  readonly retryable: boolean
  /** Quote it to support. */
  readonly requestId?: string
  /** The field to blame, a path in the request's body. */
  readonly param?: string
  readonly creditRecovery?: CreditRecovery
  /** Present where the person may overrule the refusal: the same intent again with at least so many `approvedCredits`. */
  readonly approval?: Approval
}
/** What an action would take that passes a bound of the budget, or costs more than was shown. */
export interface Approval {
  readonly credits: number
  readonly bound: 'action' | 'day' | 'quote'
  /** What is passed, in credits. */
  readonly boundCredits: number
  readonly spentTodayCredits: number
}
export type Reply<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: BridgeError }

export type Theme = 'system' | 'dark' | 'light'
/** How exported files are called, until an export says otherwise; as in `ExportOptions`. */
export interface FileNames {
  readonly nameTemplate: string
  readonly folderTemplate: string
  readonly creator: string
  readonly source: string
}
export interface Settings {
  readonly theme: Theme
  readonly density: 28 | 32 | 36
  /** How the library lays out its sounds. */
  readonly libraryLayout: 'rows' | 'tiles'
  /** 'reduced' also where the system asks for all motion. */
  readonly motion: 'system' | 'reduced'
  /** Selecting plays. */
  readonly auditions: boolean
  /** Preview gain, −60..+6 dB. */
  readonly gainDb: number
  readonly isLooping: boolean
  /** A `MediaDeviceInfo.label`, or null for the system's choice: ids change, labels last. */
  readonly outputDevice: string | null
  readonly fileNames: FileNames
  /** The controls of the create row, as last used. */
  readonly create: {
    readonly isOpen: boolean
    readonly durationMs: number
    readonly variants: number
    readonly lockedSeed: number | null
    readonly isLoop: boolean
    readonly format: string
    readonly modelByConnection: { readonly [connectionId: string]: string }
  }
  /** How the person transcribes, as last used; what belongs to one recording is not among it. */
  readonly transcribe: {
    readonly timing: NonNullable<TranscriptionOptions['timing']>
    readonly subdivision: NonNullable<TranscriptionOptions['subdivision']>
    readonly pageSize: NonNullable<TranscriptionOptions['page_size']>
    readonly hasScorePdfs: boolean
    readonly isReadable: boolean
  }
  /** By name. */
  readonly presets: readonly Preset[]
}

/** Settings of a request under a name of the person's. */
export interface Preset {
  readonly name: string
  /** May be empty: then the preset leaves the omnibar as it is. */
  readonly prompt: string
  readonly negativePrompt: string
  readonly durationMs: number
  readonly variants: number
  readonly lockedSeed: number | null
  readonly isLoop: boolean
  readonly format: string
}

export interface AppState {
  readonly version: string
  /** 'electron', or 'stand-in' where Electron's binary cannot be had. */
  readonly runtime: 'electron' | 'stand-in'
  readonly platform: 'darwin' | 'win32' | 'linux'
  readonly isFirstRun: boolean
  readonly settings: Settings
  readonly connections: readonly ConnectionView[]
  readonly activeConnectionId: string | null
  /** The folder's own name and where it stands in words, for showing only. */
  readonly libraryFolderName: string
  readonly keychain: KeychainState
  readonly soundCount: number
  /** MIDI files that were opened. */
  readonly midiCount: number
  /** Of the library's folder: sounds, and what stands beside them of transcriptions and opened MIDI files. */
  readonly bytesOnDisk: number
  /** What the person has to know of this start, such as a library that was restored. */
  readonly startNotice: Notice | null
}

export type KeychainState =
  | { readonly kind: 'available' }
  /** Keys are kept for this session only; `reason` says why in one sentence. */
  | { readonly kind: 'session-only'; readonly reason: string }

export interface ConnectionView {
  readonly id: string
  readonly kind: 'built-in' | 'service'
  /** Shown wherever sounds are started: "Powered by …". */
  readonly name: string
  /** Null for the built-in engine. */
  readonly baseUrl: string | null
  readonly headerPrefix: string
  readonly hasKey: boolean
  readonly isKeySessionOnly: boolean
  readonly status: ConnectionStatus
  /** Last known, null before the first answer. */
  readonly account: Account | null
}
export type ConnectionStatus =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'starting' }
  | { readonly kind: 'online'; readonly latencyMs: number }
  | { readonly kind: 'failing'; readonly error: BridgeError }

/** `id` null makes a new one. `apiKey` null keeps the stored key. */
export interface ConnectionDraft {
  readonly id: string | null
  readonly name: string
  readonly baseUrl: string
  readonly headerPrefix: string
  readonly apiKey: string | null
}
export interface ConnectionTest {
  /** As it will be stored: normalised. */
  readonly baseUrl: string
  readonly latencyMs: number
  readonly account: Account
  readonly models: readonly Model[]
}
export interface ModelList {
  readonly models: readonly Model[]
  readonly isStale: boolean
}

/** The body of a create or preflight, as SERVICE.md has it; the main process checks it against the model. */
export interface QuoteRequest {
  readonly connectionId: string
  readonly family: Family
  /** Without `input.audio` and `input.video` where `sources` names them: the main process puts them in. */
  readonly body: { readonly [key: string]: unknown }
  readonly sources?: MediaSources
}
/** Media that a request is about: a sound of the library, a clip that was registered, or a public address. */
export type MediaRef =
  | { readonly kind: 'sound'; readonly soundId: number }
  | { readonly kind: 'clip'; readonly clipId: string }
  | { readonly kind: 'url'; readonly url: string }
export interface MediaSources {
  readonly audio?: MediaRef
  readonly video?: MediaRef
}
/** A video that the person chose; where it lies stays in the main process. */
export interface ClipView {
  readonly id: string
  readonly name: string
  /** Null where it lies at an address: it is not read whole. */
  readonly bytes: number | null
  /** The server that it lies at; null for a file of this machine. */
  readonly host: string | null
}
export interface Quote {
  readonly credits: number
  /** Null where the service was not asked. */
  readonly estimatedMs: number | null
  /** By the model's published price: the service is asked once its media lie there, before anything is sent. */
  readonly isEstimate: boolean
  /** The settled charge may be lower: no speech may be found. */
  readonly isUpperBound: boolean
  /** False where the account is not metered: then `credits` is a list price, not a charge. */
  readonly isMetered: boolean
  /** Absent where the account is not metered. */
  readonly creditRecovery?: CreditRecovery
}
export interface GenerationIntent extends QuoteRequest {
  /** A uuid made when the person acts: the same id again is the same intent. */
  readonly generationId: string
  /** What the person saw when they agreed. Null where no quote could be had. */
  readonly quotedCredits: number | null
  /** What the person agreed to spend although it passes a bound; absent or null where they were not asked. */
  readonly approvedCredits?: number | null
}

/** Options of a transcription in the service's own words; the audio is put in by the main process. */
export interface TranscriptionOptions {
  readonly timing?: 'performance' | 'quantized' | undefined
  readonly subdivision?:
    | 'automatic'
    | 'straight_sixteenths'
    | 'eighth_triplets'
    | 'sixteenth_triplets'
    | 'swing_eighths'
    | undefined
  readonly time_signature?: { readonly numerator: number; readonly denominator: number } | undefined
  readonly tempo?: { readonly mode: 'fixed'; readonly bpm?: number | undefined } | undefined
  readonly optimize_musicxml?: boolean | undefined
  readonly page_size?: 'a4' | 'letter' | undefined
  readonly score_pdfs?: boolean | undefined
  readonly instruments?: readonly string[] | undefined
  readonly instrument_detection_id?: string | undefined
}
export interface TranscriptionIntent {
  readonly connectionId: string
  readonly soundId: number
  readonly options: TranscriptionOptions
  /** A uuid made when the person acts: the same id again is the same intent. */
  readonly generationId: string
  readonly quotedCredits: number | null
  readonly approvedCredits?: number | null | undefined
}

export type GenerationState =
  | 'stored'
  | 'sending'
  | 'accepted'
  | 'collecting'
  | 'done'
  | 'failed'
  | 'refused'
  | 'unknown'
  | 'canceled'
export type WaitingFor = 'connection' | 'key' | 'slot' | 'retry' | 'disk'

export interface GenerationView {
  readonly id: string
  readonly connectionId: string
  readonly connectionName: string
  readonly family: string
  readonly model: string
  readonly label: string
  readonly durationMs: number
  readonly variantsRequested: number
  readonly seed: number | null
  readonly state: GenerationState
  readonly waitingFor: WaitingFor | null
  /** The service's own word, shown as it is when unknown to us. */
  readonly jobStatus: string | null
  readonly jobId: string | null
  /** The sound that this is an edit of, or null. */
  readonly parentSoundId: number | null
  /** The clip that this is the sound for, or null. */
  readonly clipId: string | null
  /** While its media are being uploaded, else null. */
  readonly upload: UploadProgress | null
  /** 0..1 while queued or running, else null. */
  readonly progress: number | null
  readonly estimatedMs: number | null
  /** Whether its connection takes credits. */
  readonly isMetered: boolean
  readonly quotedCredits: number | null
  readonly chargedCredits: number | null
  readonly createdAtMs: number
  readonly finishedAtMs: number | null
  readonly error: BridgeError | null
  /** One sentence a failed variant, when some came back and some did not. */
  readonly shortfalls: readonly string[]
  readonly soundIds: readonly number[]
}

export interface UploadProgress {
  readonly doneBytes: number
  readonly totalBytes: number
}

export type SortColumn =
  | 'name'
  | 'type'
  | 'durationMs'
  | 'model'
  | 'seed'
  | 'loudnessLufs'
  | 'credits'
  | 'createdAtMs'
  | 'family'
  | 'format'
  | 'sampleRate'
  | 'rating'
  /** The order in the collection that `in:` names. */
  | 'collection'
export interface LibraryQuery {
  /** As typed: words (prefix match), "phrases", `model:`, `seed:`, `type:`, `tag:`, `dur:<2s`, `fav`, `family:`, `format:`, `conn:`, `in:collection`, `rate:48k`, `rating:>3`, `date:2026-11`, `is:missing | loop | imported | kept | rejected`. Plain words rank, they filter only when `filterByText`. */
  readonly text: string
  readonly filterByText: boolean
  readonly sort: { readonly column: SortColumn; readonly descending: boolean }
  /** Index of the first row, from 0. */
  readonly offset: number
  /** 1..200. */
  readonly limit: number
}
export interface LibraryPage {
  readonly rows: readonly SoundRow[]
  /** All rows of this query. */
  readonly total: number
}
export interface MatchesQuery {
  readonly text: string
  /** 1..20. */
  readonly limit: number
  /** Of the table below the matches. */
  readonly sort: LibraryQuery['sort']
}
export interface Matches {
  readonly rows: readonly SoundRow[]
  /** Where each row stands in the table of the same fields and sort, so that it is not shown there again; null where that is not known. */
  readonly positions: readonly (number | null)[]
}

export interface SoundRow {
  readonly id: number
  readonly name: string
  readonly type: string
  readonly family: string
  readonly model: string
  readonly seed: number | null
  readonly format: string
  readonly sampleRate: number
  readonly channels: number
  readonly durationMs: number
  readonly isLoop: boolean
  readonly loudnessLufs: number | null
  readonly truePeakDb: number | null
  readonly credits: number | null
  readonly isFavourite: boolean
  readonly rating: number
  readonly verdict: 'kept' | 'rejected' | null
  readonly tags: readonly string[]
  readonly createdAtMs: number
  readonly isMissing: boolean
  /** Peaks and loudness are computed. */
  readonly hasFacts: boolean
  readonly generationId: string | null
  readonly outputIndex: number | null
  readonly variantIndex: number | null
  /** It was transcribed. */
  readonly hasNotes: boolean
}

export interface SoundDetail extends SoundRow {
  readonly prompt: string
  readonly label: string
  readonly note: string
  readonly category: string | null
  readonly bytes: number
  readonly fileName: string
  readonly sha256: string
  readonly uid: string
  /** Below −60 dBFS, as measured; null until it is. */
  readonly headSilenceMs: number | null
  readonly tailSilenceMs: number | null
  /** Null where no pulse is clear, or no pitch. */
  readonly tempoBpm: number | null
  readonly pitchHz: number | null
  /** Why the file could not be measured: a code. Null where it was, or is still to be. */
  readonly factsError: string | null
  readonly connectionName: string | null
  readonly generation: GenerationView | null
  /** The request's body as it was sent, for "use these settings again". Null for imports. */
  readonly request: { readonly [key: string]: unknown } | null
  /** What the engine understood, where it says so. */
  readonly scene: unknown
  /** The takes of the same output, this one included, by variant. */
  readonly takes: readonly SoundRow[]
  readonly parent: SoundRow | null
  readonly children: readonly SoundRow[]
}

export interface SoundPatch {
  readonly name?: string
  readonly note?: string
  readonly isFavourite?: boolean
  readonly rating?: number
  readonly verdict?: 'kept' | 'rejected' | null
  readonly addTags?: readonly string[]
  readonly removeTags?: readonly string[]
}

export type Topic = 'library' | 'generations' | 'connections' | 'settings'
export type CommandName =
  | 'focus-omnibar'
  | 'generate'
  | 'palette'
  | 'play'
  | 'loop'
  | 'settings'
  | 'trash'
  | 'shortcuts'
export interface Notice {
  readonly tone: 'info' | 'warning' | 'error'
  readonly message: string
}

/** The binary layout of `peaksPath`: little-endian header of 5 uint32 (magic 'FRPK', sampleRate, frames, framesPerBucket, buckets), then per bucket int16 min, int16 max, uint16 rms, all of the mono sum, full scale 32767. */
export const PEAKS_MAGIC = 0x4b505246
export const OVERVIEW_BUCKETS = 256
