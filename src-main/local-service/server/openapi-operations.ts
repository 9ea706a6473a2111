// What the description says of each route of the contract: its words, its body, its answers.

import type { ROUTES, RouteName } from '../../contract/index.ts'
import * as contract from '../../contract/index.ts'

/** Schemas of the contract that the description names; the key is the name of the component. */
export const NAMED_SCHEMAS = {
  Account: contract.Account,
  AssetRequest: contract.AssetRequest,
  AudioFile: contract.AudioFile,
  AudioToMidiRequest: contract.AudioToMidiRequest,
  CreditRecovery: contract.CreditRecovery,
  ErrorEnvelope: contract.ErrorEnvelope,
  ExtendRequest: contract.ExtendRequest,
  InpaintRequest: contract.InpaintRequest,
  InstrumentDetection: contract.InstrumentDetection,
  InstrumentDetectionRequest: contract.InstrumentDetectionRequest,
  Job: contract.Job,
  JobError: contract.JobError,
  JobResult: contract.JobResult,
  MediaSource: contract.MediaSource,
  Model: contract.Model,
  ModelList: contract.ModelList,
  Operation: contract.Operation,
  Output: contract.Output,
  PlannedOutput: contract.PlannedOutput,
  Preflight: contract.Preflight,
  TextToSfxRequest: contract.TextToSfxRequest,
  TranscriptionAccepted: contract.TranscriptionAccepted,
  TranscriptionPoll: contract.TranscriptionPoll,
  TranscriptionPreflight: contract.TranscriptionPreflight,
  TranscriptionResult: contract.TranscriptionResult,
  UploadTicket: contract.UploadTicket,
  Variant: contract.Variant,
  VideoToSfxRequest: contract.VideoToSfxRequest,
} as const

export type SchemaName = keyof typeof NAMED_SCHEMAS

/** What this service promises of an object beyond what clients may count on: they read tolerantly. */
export interface Promises {
  /** Fields that are there in every answer. */
  readonly sent?: readonly string[]
  /** Fields that are never null where they are there. */
  readonly notNull?: readonly string[]
}

const PLANNED_FIELDS = [
  ...['label', 'start_ms', 'end_ms', 'category', 'sound_start_ms', 'sound_end_ms'],
  ...['credits', 'variants_requested'],
]

const TRANSCRIPTION_NOT_NULL = [
  ...['midi_url', 'midi', 'musicxml_url', 'tempo_map', 'timing', 'rhythm', 'instruments', 'model'],
  ...['musicxml_optimized', 'score_bundle_url', 'score_manifest_url', 'score_pdfs', 'duration_ms'],
]

/** By component, or by the field of a component whose object it is: `ErrorEnvelope.error`. */
export const PROMISES: Readonly<Record<string, Promises>> = {
  Account: { sent: ['email', 'recovery_action', 'recovery_url', 'provisioning_deadline'] },
  'ErrorEnvelope.error': { sent: ['param', 'request_id'], notNull: ['request_id', 'credit_recovery'] },
  InstrumentDetection: { sent: ['detector_revision'], notNull: ['detector_revision'] },
  Job: { sent: ['seed'], notNull: ['seed'] },
  Model: { sent: ['stems', 'controls'] },
  Operation: { sent: ['num_variants', 'controls'] },
  Output: { sent: [...PLANNED_FIELDS, 'gain_db', 'generation_id'], notNull: ['credits'] },
  PlannedOutput: { sent: PLANNED_FIELDS, notNull: ['credits'] },
  TranscriptionAccepted: { sent: ['job_url', 'estimated_ms'], notNull: ['job_url', 'estimated_ms'] },
  TranscriptionPoll: { notNull: ['progress_percent', 'estimated_ms', 'result', 'error'] },
  'TranscriptionPoll.result': { notNull: TRANSCRIPTION_NOT_NULL },
  'TranscriptionPoll.error': { sent: ['retryable'], notNull: ['retryable'] },
  TranscriptionPreflight: { sent: ['estimated_ms'], notNull: ['estimated_ms', 'credit_recovery'] },
  TranscriptionResult: {
    sent: [
      ...['midi_url', 'musicxml_url', 'tempo_map', 'timing', 'rhythm', 'instruments', 'model'],
      ...['musicxml_optimized', 'duration_ms', 'credits'],
    ],
    notNull: TRANSCRIPTION_NOT_NULL,
  },
  'TranscriptionResult.timing': { sent: ['requested', 'applied'], notNull: ['fallback_reason'] },
  'TranscriptionResult.rhythm': { sent: ['bpm', 'time_signature'], notNull: ['bpm', 'time_signature'] },
  Variant: { sent: ['files'] },
}

export interface OperationText {
  readonly tag: string
  readonly summary: string
  readonly body?: SchemaName
  /** Component by status; null is an answer that no schema describes. */
  readonly answers: Readonly<
    Record<number, { readonly description: string; readonly schema: SchemaName | null }>
  >
  /** Whether it starts or tracks a job: it then takes `wait` and tells the key's concurrency. */
  readonly isJob?: boolean
  readonly takesIdempotencyKey?: boolean
  readonly query?: Readonly<Record<string, { readonly description: string; readonly minimum: number }>>
}

/** The three routes that each family has alike. */
function familyOperations(title: string, body: SchemaName) {
  return {
    create: {
      tag: title,
      summary: `Start a ${title} job, and wait for it up to 25 seconds on request`,
      body,
      answers: {
        200: { description: 'The finished job', schema: 'Job' },
        202: { description: 'The accepted job', schema: 'Job' },
      },
      isJob: true,
      takesIdempotencyKey: true,
    },
    preflight: {
      tag: title,
      summary: `Quote a ${title} job; nothing is charged, started or reserved`,
      body,
      answers: { 200: { description: 'The quote', schema: 'Preflight' } },
    },
    get: {
      tag: title,
      summary: `Read a ${title} job, with fresh download links`,
      answers: { 200: { description: 'The job in whatever state', schema: 'Job' } },
      isJob: true,
    },
  } as const satisfies Readonly<Record<string, OperationText>>
}

const textToSfx = familyOperations('text-to-sfx', 'TextToSfxRequest')
const videoToSfx = familyOperations('video-to-sfx', 'VideoToSfxRequest')
const extend = familyOperations('extend', 'ExtendRequest')
const inpaint = familyOperations('inpaint', 'InpaintRequest')

/** Every route of the contract, by its name. */
export const OPERATIONS: Readonly<Record<RouteName, OperationText>> = {
  createTextToSfx: textToSfx.create,
  preflightTextToSfx: textToSfx.preflight,
  getTextToSfx: textToSfx.get,
  createVideoToSfx: videoToSfx.create,
  preflightVideoToSfx: videoToSfx.preflight,
  getVideoToSfx: videoToSfx.get,
  createExtend: extend.create,
  preflightExtend: extend.preflight,
  getExtend: extend.get,
  createInpaint: inpaint.create,
  preflightInpaint: inpaint.preflight,
  getInpaint: inpaint.get,
  listModels: {
    tag: 'models',
    summary: 'List the model releases with everything that they accept',
    answers: { 200: { description: 'The models', schema: 'ModelList' } },
  },
  getModel: {
    tag: 'models',
    summary: 'Read one model release',
    answers: { 200: { description: 'The model', schema: 'Model' } },
  },
  createAsset: {
    tag: 'assets',
    summary: 'Ask for a ticket to upload one audio or video file',
    body: 'AssetRequest',
    answers: { 201: { description: 'The ticket', schema: 'UploadTicket' } },
  },
  getAccount: {
    tag: 'account',
    summary: 'Read the account behind the key',
    answers: { 200: { description: 'The account', schema: 'Account' } },
  },
  getOpenApi: {
    tag: 'description',
    summary: 'Read this document',
    answers: { 200: { description: 'An OpenAPI 3.1 document', schema: null } },
  },
  transcribeSync: {
    tag: 'audio-to-midi',
    summary: 'Transcribe audio of up to 12 minutes and wait for the result',
    body: 'AudioToMidiRequest',
    answers: { 200: { description: 'The result', schema: 'TranscriptionResult' } },
    takesIdempotencyKey: true,
  },
  createTranscription: {
    tag: 'audio-to-midi',
    summary: 'Start a transcription',
    body: 'AudioToMidiRequest',
    answers: { 202: { description: 'Where to poll', schema: 'TranscriptionAccepted' } },
  },
  getTranscription: {
    tag: 'audio-to-midi',
    summary: 'Read a transcription',
    answers: { 200: { description: 'The transcription in whatever state', schema: 'TranscriptionPoll' } },
  },
  preflightTranscription: {
    tag: 'audio-to-midi',
    summary: 'Quote a transcription of so many milliseconds',
    answers: { 200: { description: 'The quote', schema: 'TranscriptionPreflight' } },
    query: { duration_ms: { description: 'Length of the audio', minimum: 0 } },
  },
  detectInstruments: {
    tag: 'audio-to-midi',
    summary: 'Suggest the instruments in a recording',
    body: 'InstrumentDetectionRequest',
    answers: { 200: { description: 'The detection', schema: 'InstrumentDetection' } },
  },
} satisfies Readonly<Record<keyof typeof ROUTES, OperationText>>
