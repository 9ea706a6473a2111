// A job as the service keeps it, and what follows from it alone: its progress, its settlement (pure).

import type { AudioFormat, ErrorCode, Family, OutputStatus } from '../../contract/index.ts'
import { ERROR_RULES } from '../../contract/index.ts'
import type { PictureEvents } from '../picture/events.ts'
import type { ClipFacts } from '../picture/frame-source.ts'
import type { PlannedSound } from '../plans/planned-sound.ts'
import { SPEECH_RATE_HZ } from '../speech/find-speech.ts'
import type { Avoidance, Scene } from '../synthesis/index.ts'

export type JobStatus = 'queued' | 'running' | 'succeeded' | 'partially_succeeded' | 'failed' | 'expired'

/** Everything that the engine needs to do the job. */
export type JobWork = Exclude<WorkPart, StemWork | SpeechWork> | StemsWork

/** Work that makes one output. */
export type WorkPart = TextWork | ExtendWork | InpaintWork | VideoWork | SpeechWork | StemWork

interface AnyWork {
  /** New audio in each variant, in ms: what is billed, and what estimates count. */
  readonly generatedMs: number
  readonly sampleRateHz: number
  readonly format: AudioFormat
  /** Whether the file's end runs into its start. */
  readonly loop: boolean
  readonly output: WorkOutput
}

export interface WorkOutput {
  readonly type: string
  readonly label: string | null
  /** Where a separated sound lies; absent for any other output. */
  readonly place?: OutputPlace
  /** Its share of the debit where that is not all of it. */
  readonly credits?: number
  /** Where there are no alternatives of it, whatever was asked for: 1. */
  readonly variantsRequested?: number
}

/** A separated sound on the timeline of its video, in ms. */
export interface OutputPlace {
  readonly startMs: number
  readonly endMs: number
  readonly soundStartMs: number
  readonly soundEndMs: number
  readonly category: string
  /** Its share of the debit for each variant. */
  readonly creditsPerVariant: number
}

export interface TextWork extends AnyWork {
  readonly kind: 'text'
  readonly scene: Scene
}

interface EditWork extends AnyWork {
  readonly source: SourceMedia
  /** The picture that says when something happens in the new audio; null without one. Jobs of an earlier release have none. */
  readonly guide?: PictureGuide | null
  /** What the prompt asks for; null without a prompt. */
  readonly scene: Scene | null
  /** What the negative prompt names; null without one. Jobs of an earlier release have none. */
  readonly avoid?: Avoidance | null
}

export interface ExtendWork extends EditWork {
  readonly kind: 'extend'
}

export interface InpaintWork extends EditWork {
  readonly kind: 'inpaint'
  readonly startMs: number
}

/** The window of a video that lies under the new audio of an edit. */
export interface PictureGuide {
  readonly path: string
  readonly facts: ClipFacts
  /** Where the window starts in the video. */
  readonly startMs: number
  /** What happens in it; null until the picture was read. */
  readonly events: PictureEvents | null
}

/** The sound of a video's window as one mix. */
export interface VideoWork extends AnyWork {
  readonly kind: 'video'
  readonly source: SourceMedia
  readonly facts: ClipFacts
  /** Where the window starts in the video. */
  readonly startMs: number
  /** What the prompt asks for; null without a prompt. */
  readonly scene: Scene | null
  /** What the negative prompt names; null without one. Jobs of an earlier release have none. */
  readonly avoid?: Avoidance | null
  /** Null until the picture was read. */
  readonly sounds: readonly PlannedSound[] | null
  /** The sound of which speech is kept; absent where none is to be. */
  readonly speech?: SpeechSource
  /** The speech that was found in it, at 48 kHz over the window; absent until it is looked for, and where there is none. */
  readonly voice?: Float32Array
}

export interface SpeechSource {
  readonly path: string
  /** Whether it is the video's own track. */
  readonly isVideo: boolean
  /** The charge for what is generated; owed with or without speech. */
  readonly baseCredits: number
  /** What comes to it where speech is found. */
  readonly speechCredits: number
}

/** The speech of a video on its own. */
export interface SpeechWork extends AnyWork {
  readonly kind: 'speech'
  /** At the work's rate. */
  readonly voice: Float32Array
}

/** One separated sound. */
export interface StemWork extends AnyWork {
  readonly kind: 'stem'
  readonly index: number
  readonly sound: PlannedSound
}

/** The separated sounds of a plan: an output for each, and none where nothing was detected. */
export interface StemsWork extends Omit<AnyWork, 'output'> {
  readonly kind: 'stems'
  readonly planId: string
  readonly scene: null
  /** What the negative prompt names; null without one. Jobs of an earlier release have none. */
  readonly avoid?: Avoidance | null
  readonly stems: readonly StemWork[]
}

/** Work for which a picture is read before it is rendered. */
export type PictureWork = VideoWork | ((ExtendWork | InpaintWork) & { readonly guide: PictureGuide })

/** Whether a picture is to be read for this work. */
export function readsPicture(work: JobWork): work is PictureWork {
  if (work.kind === 'video') return true
  return (work.kind === 'extend' || work.kind === 'inpaint') && (work.guide ?? null) !== null
}

/** A file that was sent to be edited. */
export interface SourceMedia {
  readonly path: string
  readonly durationMs: number
}

/** A fault that the sandbox makes a job meet. */
export interface JobFault {
  readonly kind: 'variant_failed' | 'unreadable' | 'failed' | 'moderation'
  /** The variant it hits; null means the whole job (for `variant_failed`: the last variant). */
  readonly variantIndex: number | null
  readonly isRetryable: boolean | null
}

export interface StoredFile {
  readonly fileId: string
  readonly bytes: number
  readonly format: AudioFormat
  readonly sampleRateHz: number
  readonly channels: number
  readonly durationMs: number
}

export interface StoredVariant {
  readonly index: number
  /** Null: this variant failed. */
  readonly file: StoredFile | null
}

export interface StoredOutput extends WorkOutput {
  readonly index: number
  readonly status: OutputStatus
  /** Null where nothing was generated. */
  readonly generationId: string | null
  readonly variants: readonly StoredVariant[]
}

export interface StoredJobError {
  readonly outputIndex: number | null
  readonly variantIndex: number | null
  readonly code: ErrorCode
  readonly message: string
  readonly isRetryable: boolean
}

export interface StoredJob {
  readonly id: string
  readonly accountId: string
  readonly keyId: string
  readonly family: Family
  readonly status: JobStatus
  readonly model: string
  readonly seed: number
  readonly variantsRequested: number
  readonly work: JobWork
  /** What is debited if it succeeds; 0 for a user who is not metered, null on an organization's account. */
  readonly quotedCredits: number | null
  readonly credits: number | null
  readonly estimatedMs: number
  readonly errors: readonly StoredJobError[]
  readonly outputs: readonly StoredOutput[] | null
  readonly idempotencyKey: string | null
  readonly createdMs: number
  readonly startedMs: number | null
  readonly completedMs: number | null
  readonly expiresMs: number
}

/** Whether a job may still end. */
export function isUnfinished(job: Pick<StoredJob, 'status'>): boolean {
  return job.status === 'queued' || job.status === 'running'
}

/**
 * Share of the work done as far as time tells: 0 at creation, 0.9 at the estimate, never 1.
 * @param elapsedMs since creation
 */
export function progressAt(elapsedMs: number, estimatedMs: number): number {
  if (elapsedMs <= 0) return 0
  const progress = 1 - 10 ** (-elapsedMs / Math.max(1, estimatedMs))
  return Math.min(0.999, Math.round(progress * 1000) / 1000)
}

/** How one variant came out of the engine. */
export type VariantReply =
  | { readonly ok: true; readonly file: StoredFile }
  | { readonly ok: false; readonly code: ErrorCode; readonly message: string; readonly isRetryable?: boolean }

export interface Settlement {
  readonly status: 'succeeded' | 'partially_succeeded' | 'failed'
  /** What the account is debited: everything or nothing of the quote; null on an organization's account. */
  readonly credits: number | null
  readonly errors: readonly StoredJobError[]
  readonly outputs: readonly StoredOutput[] | null
}

/**
 * Decides how a job ends. `replies` are those of the first output's variants, then those of the next.
 *
 * Billing is all-or-nothing on the variants requested: one that came out readable is enough for the whole charge. Audio that was made but
 * cannot be read is charged too (`result_unreadable`); a job in which nothing was made costs nothing.
 */
export function settle(
  job: Pick<StoredJob, 'work' | 'quotedCredits'>,
  replies: readonly VariantReply[],
  faults: readonly JobFault[],
  generationId: string,
): Settlement {
  const parts = partsOf(job.work)
  const single = parts.filter((part) => part.kind === 'speech').length
  const variants = (replies.length - single) / Math.max(1, parts.length - single)
  const places = parts.flatMap((part, output) =>
    Array.from({ length: variantsOf(part, variants) }, (_, variant) => ({ part, output, variant })),
  )
  const outcomes = replies.map((reply, index) => afterFaults(reply, places[index]!.variant, variants, faults))
  const errors = outcomes.flatMap((outcome, index) =>
    outcome.ok
      ? []
      : [
          {
            outputIndex: places[index]!.output,
            variantIndex: places[index]!.variant,
            code: outcome.code,
            message: outcome.message,
            isRetryable: outcome.isRetryable ?? ERROR_RULES[outcome.code].retryable,
          },
        ],
  )
  const charge = chargeOf(job)
  const isAnyGenerated = outcomes.some(
    (outcome, index) => outcome.ok && places[index]!.part.kind !== 'speech',
  )
  if (!isAnyGenerated && parts.length > 0) {
    const wasMade = errors.some((error) => error.code === 'result_unreadable')
    const credits = charge === null ? null : wasMade ? charge : 0
    return { status: 'failed', credits, errors, outputs: null }
  }
  const status = outcomes.every((outcome) => outcome.ok) ? 'succeeded' : 'partially_succeeded'
  const outputs = parts.map(({ kind, output }, index) => {
    const own = outcomes.filter((_, at) => places[at]!.output === index)
    return {
      index,
      ...output,
      status: outputStatus(own),
      generationId: kind === 'speech' ? null : index === 0 ? generationId : `${generationId}-${index}`,
      variants: own.map((outcome, variant) => ({ index: variant, file: outcome.ok ? outcome.file : null })),
    }
  })
  return { status, credits: charge, errors, outputs }
}

/** The quote, less what it held for speech where none was found. */
function chargeOf({ work, quotedCredits }: Pick<StoredJob, 'work' | 'quotedCredits'>): number | null {
  const isWithoutSpeech = work.kind === 'video' && work.speech !== undefined && work.voice === undefined
  return quotedCredits !== null && isWithoutSpeech
    ? Math.min(quotedCredits, work.speech.baseCredits)
    : quotedCredits
}

/** The works that each make one output of the job, in the order of its outputs. */
export function partsOf(work: JobWork): readonly WorkPart[] {
  if (work.kind === 'stems') return work.stems
  return work.kind === 'video' && work.speech ? speechParts(work, work.speech) : [work]
}

/** Speech under generated sound, the generated sound alone, and the speech alone where there is any. */
function speechParts(work: VideoWork, { baseCredits, speechCredits }: SpeechSource): readonly WorkPart[] {
  const { voice, ...generated } = work
  const mix: VideoWork = { ...work, output: { type: 'mix', label: null, credits: baseCredits } }
  const sfx: VideoWork = { ...generated, output: { type: 'sfx', label: null, credits: 0 } }
  if (!voice) return [mix, sfx]
  const { generatedMs, format, loop } = work
  const output = { type: 'speech', label: null, credits: speechCredits, variantsRequested: 1 }
  return [
    mix,
    sfx,
    { kind: 'speech', voice, generatedMs, sampleRateHz: SPEECH_RATE_HZ, format, loop, output },
  ]
}

/** How many alternatives of a part are made: the one speech of a clip has none. */
export function variantsOf(part: WorkPart, requested: number): number {
  return part.output.variantsRequested ?? requested
}

function outputStatus(outcomes: readonly VariantReply[]): OutputStatus {
  if (outcomes.every((outcome) => outcome.ok)) return 'succeeded'
  return outcomes.some((outcome) => outcome.ok) ? 'partially_succeeded' : 'failed'
}

/** A job that ended without a word of the engine, such as one that the service was doing when it died. */
export function settleAsFailed(code: ErrorCode, message: string, quotedCredits: number | null): Settlement {
  return {
    status: 'failed',
    credits: quotedCredits === null ? null : 0,
    errors: [
      { outputIndex: null, variantIndex: null, code, message, isRetryable: ERROR_RULES[code].retryable },
    ],
    outputs: null,
  }
}

function afterFaults(
  reply: VariantReply,
  index: number,
  count: number,
  faults: readonly JobFault[],
): VariantReply {
  const fault = faults.find(({ kind, variantIndex }) =>
    variantIndex === null ? kind !== 'variant_failed' || index === count - 1 : variantIndex === index,
  )
  if (!fault) return reply
  const code = CODE_BY_FAULT[fault.kind]
  return {
    ok: false,
    code,
    message: `The sandbox was asked to let this variant meet ${fault.kind}`,
    isRetryable: fault.isRetryable ?? ERROR_RULES[code].retryable,
  }
}

const CODE_BY_FAULT = {
  variant_failed: 'generation_failed',
  failed: 'generation_failed',
  unreadable: 'result_unreadable',
  moderation: 'moderation_blocked',
} as const satisfies Readonly<Record<JobFault['kind'], ErrorCode>>
